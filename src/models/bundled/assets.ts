import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { LinchpinError } from '../../base/error.ts';

/** The folder of bundled weights: beside the bundle, or above the sources. @throws LinchpinError `model-unavailable`. */
export function modelsFolder(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  for (;;) {
    const candidate = join(folder, 'models');
    if (existsSync(join(candidate, 'static-embedder', 'vocab.txt'))) return candidate;
    const above = dirname(folder);
    if (above === folder) throw new LinchpinError('model-unavailable', 'The bundled models are missing.', 'Install the extension again.');
    folder = above;
  }
}

/** @throws LinchpinError `model-unavailable`: a damaged installation. */
export function unreadableModel(name: string, cause: unknown): LinchpinError {
  return new LinchpinError('model-unavailable', `The bundled ${name} cannot be read.`, 'Install the extension again.', cause);
}
