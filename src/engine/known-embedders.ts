import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { z } from 'zod';

/** Lengths of vectors by host and model. */
const embeddersSchema = z.record(z.string(), z.int().positive());
export type KnownEmbedders = z.infer<typeof embeddersSchema>;

const fileName = 'embedders.json';

/** What is known beside an index of the servers' embedders that it was made with. None where it cannot be read: the servers are asked again. */
export async function readEmbedders(location: string): Promise<KnownEmbedders> {
  try {
    return embeddersSchema.parse(JSON.parse(await readFile(join(location, fileName), 'utf8')));
  } catch {
    return {};
  }
}

export async function writeEmbedders(location: string, embedders: KnownEmbedders): Promise<void> {
  await mkdir(location, { recursive: true });
  await writeFile(join(location, fileName), `${JSON.stringify(embedders)}\n`);
}
