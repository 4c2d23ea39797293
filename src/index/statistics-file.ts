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
    const text = await readFile(this.#path, 'utf8').catch(() => null);
    return text === null ? null : parseKept(text, version);
  }

  async write(version: string, kept: Kept): Promise<void> {
    const draft = `${this.#path}.${process.pid}.tmp`;
    // Not flushed: what a crash leaves is checked when it is read.
    await writeFile(draft, keptText(version, kept));
    await rename(draft, this.#path);
  }
}

/** null where they are of another version, or damaged. */
export function parseKept(text: string, version: string): Kept | null {
  let stored: unknown;
  try {
    stored = JSON.parse(text);
  } catch {
    return null;
  }
  const parsed = statisticsSchema.safeParse(stored);
  if (!parsed.success || parsed.data.version !== version) return null;
  const { rows, totalLength, stems, frequency, recent } = parsed.data;
  const names = stems === '' ? [] : stems.split(' ');
  if (names.length !== frequency.length) return null;
  const documentFrequency = new Map(names.map((stem, at) => [stem, frequency[at] ?? 0]));
  return { statistics: { rows, totalLength, documentFrequency }, recent: recent === null ? null : new Set(recent) };
}

/** Stems hold no white space. */
export function keptText(version: string, { statistics: { rows, totalLength, documentFrequency }, recent }: Kept): string {
  const stems = [...documentFrequency.keys()].join(' ');
  const frequency = [...documentFrequency.values()];
  return JSON.stringify({ version, rows, totalLength, stems, frequency, recent: recent === null ? null : [...recent] });
}
