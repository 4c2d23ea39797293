import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { createRandom } from '../src/base/random.ts';
import { discover } from '../src/documents/discover.ts';
import { sentences } from '../src/text/sentences.ts';

/** Sentences and headings of a folder's documents, to make others from. */
export interface Stock {
  readonly sentences: readonly string[];
  readonly headings: readonly string[];
}

export async function stockOf(folder: string): Promise<Stock> {
  const stock: Stock & { sentences: string[]; headings: string[] } = { sentences: [], headings: [] };
  for await (const found of discover(folder)) {
    if (!found.ok || !found.path.endsWith('.md')) continue;
    for (const paragraph of (await readFile(found.file, 'utf8')).replaceAll(/```[\s\S]*?```/g, '').split(/\n{2,}/)) {
      if (paragraph.startsWith('#')) stock.headings.push(paragraph.replace(/^#+\s*/, '').split('\n')[0] ?? '');
      else if (/^[A-Z]/.test(paragraph))
        for (const { start, end } of sentences(paragraph)) if (end - start > 40) stock.sentences.push(paragraph.slice(start, end));
    }
  }
  return stock;
}

/** A Markdown document of about `bytes`, of sentences drawn anew and put beside others than those that they stood beside. */
export function madeDocument({ sentences: pool, headings }: Stock, seed: number, bytes: number): string {
  const random = createRandom(seed);
  const parts = [`# Document ${seed}\n`];
  let length = 0;
  while (length < bytes) {
    const part =
      random.integer(8) === 0
        ? `## ${headings[random.integer(headings.length)] ?? ''}\n`
        : `${Array.from({ length: 2 + random.integer(4) }, () => pool[random.integer(pool.length)] ?? '').join(' ')}\n`;
    parts.push(part);
    length += part.length + 1;
  }
  return parts.join('\n');
}

/** Documents `from` to `to` of a made folder, a hundred to a sub-folder. */
export async function writeMade(folder: string, stock: Stock, from: number, to: number, bytes: number): Promise<void> {
  for (let seed = from; seed < to; seed += 1) {
    const place = join(folder, `part-${Math.floor(seed / 100)}`);
    await mkdir(place, { recursive: true });
    await writeFile(join(place, `document-${seed}.md`), madeDocument(stock, seed, bytes));
  }
}
