import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';

import { z } from 'zod';

import { cancelled, LinchpinError, throwIfCancelled } from '../../base/error.ts';
import type { Dtype } from '../choice.ts';
import { checkModelName } from './store.ts';
import { onnxFiles } from './runtime.ts';

export interface DownloadOptions {
  /** Hub id: `org/name`. */
  readonly model: string;
  readonly dtype: Dtype;
  /** The store. */
  readonly folder: string;
  readonly revision?: string;
  /** Default: the public hub, or `LINCHPIN_HUB_URL`. */
  readonly hub?: string;
  /** Longest silence, milliseconds. Default 30 000. */
  readonly stallMs?: number;
  /** How often a download that was cut off is taken up again. Default 3. */
  readonly retries?: number;
}

const chunkSchema = z.instanceof(Uint8Array);

/** Which files a model needs: without the first three it is none; the others belong to some. */
const required = ['config.json', 'tokenizer.json', 'tokenizer_config.json'] as const;
const optional = ['special_tokens_map.json', 'generation_config.json', 'chat_template.jinja', '1_Pooling/config.json'] as const;

/**
 * Fetches the files of a model into the store. What was begun is taken up where it ended; a file is there only when it is whole, and
 * where the hub tells its SHA-256, only when that is right.
 * @param onProgress bytes of all files so far, and of those whose size is known
 * @throws LinchpinError `cancelled`, `model-unavailable` (not there, gated), `model-failed` (cut off, stalled, wrong checksum), `disk-full`.
 */
export async function downloadModel(
  options: DownloadOptions,
  onProgress: (done: number, total: number) => void = () => undefined,
  signal?: AbortSignal,
): Promise<void> {
  checkModelName(options.model);
  const weights = `onnx/${onnxFiles[options.dtype]}`;
  const progress = new Progress(onProgress);
  for (const file of required) await fetchFile(options, file, true, progress, signal);
  for (const file of optional) await fetchFile(options, file, false, progress, signal);
  // Large models keep their weights beside the graph.
  await fetchFile(options, `${weights}_data`, false, progress, signal);
  // Last: a model is in the store once this is.
  await fetchFile(options, weights, true, progress, signal);
}

class Progress {
  readonly #tell: (done: number, total: number) => void;
  #done = 0;
  #total = 0;

  constructor(tell: (done: number, total: number) => void) {
    this.#tell = tell;
  }

  expect(bytes: number): void {
    this.#total += bytes;
  }

  add(bytes: number): void {
    this.#done += bytes;
    this.#tell(this.#done, Math.max(this.#total, this.#done));
  }
}

async function fetchFile(
  options: DownloadOptions,
  file: string,
  isRequired: boolean,
  progress: Progress,
  signal: AbortSignal | undefined,
): Promise<void> {
  const target = join(options.folder, options.model, file);
  if ((await stat(target).catch(() => null)) !== null) return;
  const part = `${target}.part`;
  await mkdir(dirname(target), { recursive: true }).catch((error: unknown) => {
    throw diskError(error);
  });
  const retries = options.retries ?? 3;
  for (let attempt = 0; ; attempt += 1) {
    throwIfCancelled(signal);
    try {
      const got = await fetchPart(options, file, part, isRequired, progress, signal);
      if (!got.there) return;
      if (got.sha256 !== null && (await hashOf(part)) !== got.sha256) {
        await rm(part, { force: true });
        throw new LinchpinError('model-failed', `The file ${file} of ${options.model} arrived damaged.`, 'Download the model again.');
      }
      await rename(part, target);
      return;
    } catch (error) {
      if (signal?.aborted === true) throw cancelled();
      if (error instanceof LinchpinError) throw error;
      const disk = diskError(error);
      if (disk.code === 'disk-full') throw disk;
      if (attempt >= retries)
        throw new LinchpinError(
          'model-failed',
          `The download of ${file} of ${options.model} was cut off.`,
          'Try again: it goes on where it ended. Or import the model from a folder.',
          error,
        );
    }
  }
}

interface Fetched {
  readonly there: boolean;
  /** Null where the hub does not tell. */
  readonly sha256: string | null;
}

async function fetchPart(
  options: DownloadOptions,
  file: string,
  part: string,
  isRequired: boolean,
  progress: Progress,
  signal: AbortSignal | undefined,
): Promise<Fetched> {
  const hub = options.hub ?? process.env['LINCHPIN_HUB_URL'] ?? 'https://huggingface.co';
  const before = (await stat(part).catch(() => null))?.size ?? 0;
  const stall = new AbortController();
  const stop = signal === undefined ? stall.signal : AbortSignal.any([signal, stall.signal]);
  let timer: NodeJS.Timeout | undefined;
  const alive = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      stall.abort();
    }, options.stallMs ?? 30_000);
  };
  alive();
  try {
    let url = new URL(`${hub.replace(/\/+$/, '')}/${options.model}/resolve/${encodeURIComponent(options.revision ?? 'main')}/${file}`);
    let sha256: string | null = null;
    // The hub tells the checksum with its redirect to where the file is.
    for (let hops = 0; hops < 10; hops += 1) {
      const response = await fetch(url, { redirect: 'manual', signal: stop, headers: before > 0 ? { range: `bytes=${before}-` } : {} });
      alive();
      sha256 ??= checksum(response.headers.get('x-linked-etag'));
      const location = response.headers.get('location');
      if (response.status >= 300 && response.status < 400 && location !== null) {
        await response.body?.cancel();
        url = new URL(location, url);
        continue;
      }
      if (response.status === 404 && !isRequired) {
        await response.body?.cancel();
        return { there: false, sha256: null };
      }
      if (response.status === 416 && before > 0) {
        await response.body?.cancel();
        return { there: true, sha256 };
      }
      if (!response.ok || response.body === null) {
        await response.body?.cancel();
        throw refused(options.model, file, response.status);
      }
      const resumed = response.status === 206;
      progress.expect((resumed ? before : 0) + Number(response.headers.get('content-length') ?? 0));
      if (resumed) progress.add(before);
      // Chunk by chunk, so that what has arrived is kept when the rest does not.
      const handle = await open(part, resumed ? 'a' : 'w');
      try {
        const reader = response.body.getReader();
        for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
          const bytes = chunkSchema.parse(chunk.value);
          alive();
          await handle.write(bytes);
          progress.add(bytes.length);
        }
      } finally {
        await handle.close();
      }
      const expected = Number(response.headers.get('content-length') ?? Number.NaN) + (resumed ? before : 0);
      const size = (await stat(part)).size;
      if (!Number.isNaN(expected) && response.headers.get('content-encoding') === null && size < expected)
        throw new Error(`${size} of ${expected} bytes`);
      return { there: true, sha256 };
    }
    throw new LinchpinError(
      'model-failed',
      `The hub sends ${file} of ${options.model} in a circle.`,
      'Try again later, or import the model from a folder.',
    );
  } finally {
    clearTimeout(timer);
  }
}

/** The SHA-256 of a large file is its tag there; other tags are something else. */
function checksum(etag: string | null): string | null {
  return /^"?([0-9a-f]{64})"?$/i.exec(etag ?? '')?.[1]?.toLowerCase() ?? null;
}

function refused(model: string, file: string, status: number): LinchpinError | Error {
  if (status === 404)
    return new LinchpinError(
      'model-unavailable',
      `The hub has no ${file} of ${model}.`,
      'Check the id and the precision: not every model is there in ONNX form.',
    );
  if (status === 401 || status === 403)
    return new LinchpinError(
      'model-unavailable',
      `The hub does not give out ${model} without an account.`,
      'Download it by hand and use "Linchpin: Import ONNX Model from Folder".',
    );
  return new Error(`status ${status}`);
}

async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

function diskError(error: unknown): LinchpinError {
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
  if (code === 'ENOSPC')
    return new LinchpinError(
      'disk-full',
      'The disk is full: the model could not be stored.',
      'Free some space and download it again; it goes on where it ended.',
      error,
    );
  return new LinchpinError('model-failed', 'The model could not be stored.', 'Check the permissions of the folder for models.', error);
}
