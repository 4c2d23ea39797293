import { cp, mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';

import { LinchpinError } from '../../base/error.ts';
import { type Dtype, dtypes } from '../choice.ts';
import { onnxFiles } from './runtime.ts';

/** A model of the store with the precisions that are there. */
export interface InstalledModel {
  readonly model: string;
  readonly dtypes: readonly Dtype[];
}

/** @throws LinchpinError `settings-invalid` for a name that is none, or would lead out of the store. */
export function checkModelName(model: string): void {
  const parts = model.split('/');
  if (parts.length < 1 || parts.length > 2 || parts.some((part) => !/^[\w.-]+$/.test(part) || /^\.+$/.test(part))) {
    throw new LinchpinError('settings-invalid', `"${model}" is not the id of a model.`, 'Ids look like org/name.');
  }
}

/** All models of the store, by name. */
export async function listInstalled(folder: string): Promise<InstalledModel[]> {
  const found: InstalledModel[] = [];
  for (const org of await namesIn(folder)) {
    for (const model of [org, ...(await namesIn(join(folder, org))).map((name) => `${org}/${name}`)]) {
      const there = await dtypesIn(join(folder, model));
      if (there.length > 0) found.push({ model, dtypes: there });
    }
  }
  return found.sort((a, b) => (a.model < b.model ? -1 : 1));
}

/**
 * Takes a folder in the hub's layout into the store, for machines without a network. Named by its last two folders, `org/name`; by its
 * own name under `local` where the one above says nothing.
 * @returns the id by which it is chosen
 * @throws LinchpinError `model-unavailable` where it is no such folder, `disk-full`, `model-failed`.
 */
export async function importModel(source: string, folder: string): Promise<string> {
  const from = resolve(source);
  const there = await dtypesIn(from);
  const whole = await Promise.all(
    ['config.json', 'tokenizer.json', 'tokenizer_config.json'].map(
      async (file) =>
        await readFile(join(from, file), 'utf8')
          .then((text): unknown => JSON.parse(text))
          .then(
            () => true,
            () => false,
          ),
    ),
  );
  if (there.length === 0 || whole.includes(false)) {
    throw new LinchpinError(
      'model-unavailable',
      `${basename(from)} is not an ONNX model in the hub's layout.`,
      'It needs config.json, tokenizer.json, tokenizer_config.json and onnx/model.onnx or onnx/model_quantized.onnx.',
    );
  }
  const above = basename(dirname(from));
  const plain = (text: string): string => text.replaceAll(/[^\w.-]+/g, '-').replaceAll(/^[.-]+|[.-]+$/g, '') || 'model';
  const model = `${/^[\w.-]{2,}$/.test(above) && !/^(?:models?|downloads?|snapshots|tmp|home)$/i.test(above) ? plain(above) : 'local'}/${plain(basename(from))}`;
  const target = join(folder, model);
  const draft = `${target}.import`;
  try {
    await rm(draft, { recursive: true, force: true });
    await mkdir(dirname(target), { recursive: true });
    // Other forms of the same weights, which can be many gigabytes, stay behind.
    const wanted = (path: string): boolean => {
      const [first = '', second = '', ...deeper] = relative(from, path).split(sep);
      return second === ''
        ? first === '' || first === 'onnx' || first === '1_Pooling' || /\.(?:json|jinja)$/.test(first)
        : deeper.length === 0 && (first === 'onnx' || (first === '1_Pooling' && second === 'config.json'));
    };
    await cp(from, draft, { recursive: true, dereference: true, filter: wanted });
    await rm(target, { recursive: true, force: true });
    await rename(draft, target);
  } catch (error) {
    await rm(draft, { recursive: true, force: true }).catch(() => undefined);
    const full = typeof error === 'object' && error !== null && 'code' in error && error.code === 'ENOSPC';
    throw full
      ? new LinchpinError('disk-full', 'The disk is full: the model could not be stored.', 'Free some space and import it again.', error)
      : new LinchpinError('model-failed', 'The model could not be stored.', 'Check the permissions of both folders.', error);
  }
  return model;
}

async function dtypesIn(folder: string): Promise<Dtype[]> {
  const there = await Promise.all(
    dtypes.map(async (dtype) => ((await stat(join(folder, 'onnx', onnxFiles[dtype])).catch(() => null)) === null ? [] : [dtype])),
  );
  return there.flat();
}

async function namesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isDirectory() && !entry.name.endsWith('.import')).map((entry) => entry.name);
}
