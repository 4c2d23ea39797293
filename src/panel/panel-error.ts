import { LinchpinError, toLinchpinError } from '../base/error.ts';
import type { PanelError } from '../contract/panel.ts';

/** Anything thrown, as the panel shows it. */
export function panelError(error: unknown): PanelError {
  const { code, message, next } = toLinchpinError(error);
  return { code, message, next };
}

export function noFolder(): LinchpinError {
  return new LinchpinError('folder-missing', 'No folder is open.', 'Open the folder that holds your documents.');
}
