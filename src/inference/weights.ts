import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { LinchpinError } from '../base/error.ts';

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

const digests = new Map<string, string>();

/**
 * Names the weights of a bundled model: the first 12 hexadecimal digits of its file's SHA-256, or, of several files, of the SHA-256 over
 * their hexadecimal digests in order. Each file is read once in a process.
 * @param name as messages name the model: "embedder"
 * @throws LinchpinError `model-unavailable`.
 */
export function weightsVersion(name: string, files: readonly string[]): string {
  const found = files.map((file) => {
    let digest = digests.get(file);
    if (digest === undefined) {
      try {
        digest = createHash('sha256').update(readFileSync(file)).digest('hex');
      } catch (error) {
        throw unreadableModel(name, error);
      }
      digests.set(file, digest);
    }
    return digest;
  });
  const [only = ''] = found;
  return (found.length === 1 ? only : createHash('sha256').update(found.join('')).digest('hex')).slice(0, 12);
}

/** Stands for the version of a model that the package for this platform leaves out, as its runtime has no build for it. */
export const leftOut = 'missing';

/**
 * As `weightsVersion`; `leftOut` where the first file is not there. So what does not need the model works without it: only who runs it is told.
 * @throws LinchpinError `model-unavailable`: another file is missing or cannot be read.
 */
export function networkVersion(name: string, files: readonly [string, ...string[]]): string {
  return existsSync(files[0]) ? weightsVersion(name, files) : leftOut;
}

/** @throws LinchpinError `model-unavailable`: a damaged installation. */
export function unreadableModel(name: string, cause: unknown): LinchpinError {
  return new LinchpinError('model-unavailable', `The bundled ${name} cannot be read.`, 'Install the extension again.', cause);
}

/** @throws LinchpinError `model-unavailable`: this platform has no runtime for the model. */
export function cannotRun(name: string, cause?: unknown): LinchpinError {
  return new LinchpinError(
    'model-unavailable',
    `The bundled ${name} cannot be run on this machine.`,
    'Choose a model server with "Linchpin: Choose Models", or install the extension for your platform.',
    cause,
  );
}
