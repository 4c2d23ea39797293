import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';

import { isAddress } from '../../base/address.ts';
import { plural, shown } from '../../base/language.ts';
import { visibleLine } from '../../base/visible.ts';
import { LinchpinError } from '../../base/error.ts';
import type { Damaged } from '../../contract/review.ts';
import { namedFolders } from '../../base/roots.ts';
import { createEngine, type Engine } from '../../engine/engine.ts';
import { placesOf } from '../../engine/places.ts';
import type { FolderOptions, Where } from '../../engine/protocol.ts';
import { type ModelsConfig, modelsConfigSchema } from '../../models/choice.ts';
import type { AlsoFlags, ModelFlags } from './flags.ts';
import { warn } from '../terminal.ts';

/** Runs a command on an engine of its own. */
export async function withEngine<T>(work: (engine: Engine) => Promise<T>): Promise<T> {
  const engine = createEngine(placesOf(process.env));
  try {
    return await work(engine);
  } finally {
    await engine.close();
  }
}

/** @throws LinchpinError `folder-missing`. */
export async function folderOptions(dir: string, flags: ModelFlags & AlsoFlags & { readonly indexDir?: string }): Promise<FolderOptions> {
  return {
    ...(await whereOf(dir, flags)),
    models: configOf(flags),
    ...(flags.indexDir === undefined ? {} : { indexLocation: isAddress(flags.indexDir) ? flags.indexDir : resolve(flags.indexDir) }),
  };
}

/** A folder with those that are audited along with it: each by its name, made distinct. @throws LinchpinError `folder-missing`. */
export async function whereOf(dir: string, { also = [] }: AlsoFlags): Promise<Where> {
  const folder = await existingFolder(dir);
  const others = await Promise.all(also.map(existingFolder));
  const all = [...new Set([folder, ...others])];
  return all.length === 1 ? { folder } : { folder, folders: namedFolders(all.map((each) => ({ folder: each }))) };
}

/** Absolute. @throws LinchpinError `folder-missing`. */
export async function existingFolder(dir: string): Promise<string> {
  const folder = resolve(dir);
  const found = await stat(folder).catch(() => null);
  if (found?.isDirectory() !== true)
    throw new LinchpinError('folder-missing', `There is no folder ${folder}.`, 'Give the path of an existing folder.');
  return folder;
}

export function configOf(flags: ModelFlags): ModelsConfig {
  const { embedder, relevance, entailment, generator, server, online, redact, maxCalls } = flags;
  return modelsConfigSchema.parse({
    embedder,
    relevance,
    entailment,
    generator,
    server: { url: server, apiKey: process.env['LINCHPIN_API_KEY'] ?? null },
    budget: { calls: maxCalls },
    offline: online !== true,
    redact,
  });
}

/** Says on standard error which records of the folder cannot be read: what they hold does not count. */
export function tellDamaged(damaged: readonly Damaged[]): void {
  if (damaged.length === 0) return;
  warn(
    `linchpin: ${plural(damaged.length, '{0} record of this folder cannot be read and does not count:', '{0} records of this folder cannot be read and do not count:')}\n`,
  );
  for (const { file, line, reason } of damaged)
    warn(`  ${visibleLine(`${file}${line === null ? '' : `:${line}`}${reason === undefined ? '' : `  ${shown(reason)}`}`)}\n`);
}
