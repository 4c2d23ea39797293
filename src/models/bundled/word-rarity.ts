import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

import { stem } from '../../text/stem.ts';
import { unreadableModel } from '../../inference/weights.ts';

/** How much a lower-case word or stem says: log of how rarely passages hold it, from 0 to about 9. */
export type WordRarity = (word: string) => number;

/** What `openWordRarity` reads. */
export function rarityFile(models: string): string {
  return join(models, 'relevance', 'document-frequency.txt.gz');
}

/**
 * Inverse document frequency over the passages that ship (models/relevance). It does not look at the documents at hand, so that a
 * score never depends on which others there are.
 * @throws LinchpinError `model-unavailable`.
 */
export function openWordRarity(models: string): WordRarity {
  try {
    const [total = '', ...lines] = gunzipSync(readFileSync(rarityFile(models)))
      .toString('utf8')
      .trimEnd()
      .split('\n');
    const passages = Number(total);
    const frequency = new Map(
      lines.map((line): [string, number] => {
        const space = line.lastIndexOf(' ');
        return [line.slice(0, space), Number(line.slice(space + 1))];
      }),
    );
    if (!(passages > 0) || frequency.size === 0) throw new RangeError('no frequencies');
    return (word) => Math.log((passages + 1) / ((frequency.get(word) ?? frequency.get(stem(word)) ?? 0.5) + 0.5));
  } catch (error) {
    throw unreadableModel('word frequencies', error);
  }
}
