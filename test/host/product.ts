import assert from 'node:assert/strict';

import * as vscode from 'vscode';

import type { LinchpinApi } from '../../extension/extension.ts';

export const question = 'How long must passwords chosen by users be?';

/** The product as the package installs it; `undefined` members do not come: a missing package fails the test that asks. */
export async function product(): Promise<LinchpinApi> {
  const extension = vscode.extensions.getExtension<LinchpinApi>('linchpin.linchpin');
  assert.ok(extension !== undefined, 'the package is not installed');
  return extension.activate();
}

export function folder(): vscode.Uri {
  const first = vscode.workspace.workspaceFolders?.[0];
  assert.ok(first !== undefined, 'no folder is open');
  return first.uri;
}

/** Waits for the product's own change events, not for time. */
export async function until(api: LinchpinApi, holds: () => boolean, what: string): Promise<void> {
  if (holds()) return;
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => {
      listening.dispose();
      reject(new Error(`it never happened that ${what}; the state is ${JSON.stringify(api.session.state).slice(0, 600)}`));
    }, 45_000);
    const listening = api.session.onDidChange(() => {
      if (!holds()) return;
      clearTimeout(timer);
      listening.dispose();
      resolve();
    });
  });
}
