import { readFile, rename, writeFile } from 'node:fs/promises';

import { z } from 'zod';

import type { CorpusStatistics } from './rank.ts';

const statisticsSchema = z.object({
  version: z.string(),
  rows: z.int(),
  totalLength: z.number(),
  stems: z.string(),
  frequency: z.array(z.int()),
  recent: z.array(z.string()).nullable(),
});

/** What is kept beside an index. */
export interface Kept {
  readonly statistics: CorpusStatistics;
  /** Documents that were written since the full-text index was last made; null where that is not known, or there is no such index. */
  readonly recent: ReadonlySet<string> | null;
}

/** Statistics kept beside an index, for the version that they are of. Where they are lost or damaged they are computed again. */
export class StatisticsFile {
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
  }

  /** null where they are of another version, not there, or damaged. */
  async read(version: string): Promise<Kept | null> {
    const stored = await readFile(this.#path, 'utf8')
      .then((text) => statisticsSchema.safeParse(JSON.parse(text)))
      .catch(() => null);
    if (stored?.success !== true || stored.data.version !== version) return null;
    const { rows, totalLength, stems, frequency, recent } = stored.data;
    const names = stems === '' ? [] : stems.split(' ');
    if (names.length !== frequency.length) return null;
    const documentFrequency = new Map(names.map((stem, at) => [stem, frequency[at] ?? 0]));
    return { statistics: { rows, totalLength, documentFrequency }, recent: recent === null ? null : new Set(recent) };
  }

  async write(version: string, { statistics, recent }: Kept): Promise<void> {
    const { rows, totalLength, documentFrequency } = statistics;
    const draft = `${this.#path}.${process.pid}.tmp`;
    const stems = [...documentFrequency.keys()].join(' ');
    const frequency = [...documentFrequency.values()];
    // Stems hold no white space. Not flushed: what a crash leaves is checked when it is read.
    await writeFile(draft, JSON.stringify({ version, rows, totalLength, stems, frequency, recent: recent === null ? null : [...recent] }));
    await rename(draft, this.#path);
  }
}
