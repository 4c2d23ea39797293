import { isAddress } from '../base/address.ts';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { z } from 'zod';

import { withNotes } from '../index/shared-notes.ts';

/** Lengths of vectors by host and model. */
const embeddersSchema = z.record(z.string(), z.int().positive());
export type KnownEmbedders = z.infer<typeof embeddersSchema>;

const fileName = 'embedders.json';
const noteName = 'embedders';

/**
 * What is known beside an index of the servers' embedders that it was made with. None where it cannot be read: the servers are asked again.
 * @throws LinchpinError of a shared index `index-unreachable`, `index-forbidden`
 */
export async function readEmbedders(location: string): Promise<KnownEmbedders> {
  const text = isAddress(location)
    ? await withNotes(location, async (notes) => (await notes.read()).get(noteName) ?? '{}')
    : await readFile(join(location, fileName), 'utf8').catch(() => '{}');
  try {
    return embeddersSchema.parse(JSON.parse(text));
  } catch {
    return {};
  }
}

export async function writeEmbedders(location: string, embedders: KnownEmbedders): Promise<void> {
  const text = JSON.stringify(embedders);
  if (isAddress(location)) {
    await withNotes(location, (notes) => notes.write({ [noteName]: text }));
    return;
  }
  await mkdir(location, { recursive: true });
  await writeFile(join(location, fileName), `${text}\n`);
}
