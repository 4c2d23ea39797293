import { randomUUID } from 'node:crypto';
import { lstat, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { z } from 'zod';

import { LinchpinError } from '../base/error.ts';
import { sha256 } from '../base/hash.ts';
import type { DocumentRoots } from '../base/roots.ts';
import { readText } from '../documents/read.ts';
import { withNotes } from './shared-notes.ts';
import type { IndexedDocument } from './types.ts';

const folderSchema = z.object({ schemaVersion: z.literal(1), id: z.uuid() });
const note = 'folder';

/** Documents that are compared, spread over all, and how many of them are alike at the least. */
const compared = 40;
const leastAlike = 3;

/** A folder that is indexed, and how it is found again. */
export interface Indexed {
  /** That holds `.linchpin`. */
  readonly folder: string;
  readonly roots: DocumentRoots;
}

/**
 * Makes sure that a shared index is of this folder before it is written. Both carry one number drawn at random: the index among its notes,
 * the folder in `.linchpin/folder.json`, which goes with its copies. A copy without that file, and an index that has no number yet, are of
 * one another where more than half of the documents, of at least three, are here word for word; they have the number from then on.
 * @param known documents of the index
 * @throws LinchpinError `settings-invalid` where the index is another folder's; what its server says
 */
export async function assertBelongs(location: string, indexed: Indexed, known: readonly IndexedDocument[]): Promise<void> {
  const own = await folderId(indexed.folder);
  const owner = await withNotes(location, async (notes) => (await notes.read()).get(note) ?? null);
  if (owner !== null && owner === own) return;
  const isNew = owner === null && known.length === 0;
  if (!isNew && ((owner !== null && own !== null) || !(await isAlike(indexed.roots, known)))) throw foreign();
  await agree(location, indexed.folder, own, owner ?? own ?? randomUUID(), owner);
}

/** A rebuild gives the index to the folder that it was made from. */
export async function takeIndex(location: string, { folder }: Indexed): Promise<void> {
  const own = await folderId(folder);
  await agree(location, folder, own, own ?? randomUUID(), null);
}

/** @param owner as it is noted */
async function agree(location: string, folder: string, own: string | null, id: string, owner: string | null): Promise<void> {
  if (owner !== id) await withNotes(location, (notes) => notes.write({ [note]: id }));
  if (own !== id) await keepId(folder, id);
}

/** null where the folder has none, or one that cannot be read. */
async function folderId(folder: string): Promise<string | null> {
  try {
    return folderSchema.parse(JSON.parse(await readFile(fileOf(folder), 'utf8'))).id;
  } catch {
    return null;
  }
}

/** A folder that cannot be written to is known by its documents each time. */
async function keepId(folder: string, id: string): Promise<void> {
  const home = join(folder, '.linchpin');
  try {
    await mkdir(home, { recursive: true });
    // Not through a link: a folder from elsewhere may hold one that leads out of it.
    if (!(await lstat(home)).isDirectory()) return;
    await writeFile(fileOf(folder), `${JSON.stringify({ schemaVersion: 1, id })}\n`, { flag: 'wx' });
  } catch {
    return;
  }
}

function fileOf(folder: string): string {
  return join(folder, '.linchpin', 'folder.json');
}

async function isAlike(roots: DocumentRoots, known: readonly IndexedDocument[]): Promise<boolean> {
  const all = known.filter(({ status }) => status === 'indexed');
  const step = Math.ceil(all.length / compared);
  const documents = all.filter((_, at) => at % step === 0);
  let alike = 0;
  for (const { path, contentHash } of documents) {
    const text = await readText(roots, path);
    if (text !== null && sha256(text) === contentHash) alike += 1;
  }
  return alike >= leastAlike && 2 * alike > documents.length;
}

function foreign(): LinchpinError {
  return new LinchpinError(
    'settings-invalid',
    'The shared index belongs to another folder: nothing in it was changed.',
    'Give this folder an index of its own. If it is a copy of the same documents, copy .linchpin/folder.json from where it was indexed; if its documents are to take the place of the others, rebuild.',
  );
}
