import { z } from 'zod';

import { appendRecord, readRecords } from '../json-lines.ts';
import type { Observation } from './observe.ts';

const recordSchema = z.object({
  key: z.string(),
  observation: z.object({
    answer: z.string(),
    drafts: z.array(z.object({ text: z.string(), total: z.number() })),
    probes: z.array(
      z.object({
        kind: z.string(),
        selected: z.boolean(),
        rejection: z.string().nullable(),
        similarity: z.number(),
        answerDistance: z.number(),
      }),
    ),
    crr: z.number().nullable(),
    overruled: z.boolean(),
  }),
});

/** Observations by key, kept in a file of one JSON value a line: a run that was stopped carries on. */
export class Records {
  readonly #known = new Map<string, Observation>();
  readonly #file: string | null;

  private constructor(file: string | null) {
    this.#file = file;
  }

  /** @param file null keeps nothing; a line that was cut off is observed again */
  static async open(file: string | null): Promise<Records> {
    const records = new Records(file);
    if (file === null) return records;
    for (const { key, observation } of await readRecords(file, recordSchema)) records.#known.set(key, observation);
    return records;
  }

  has(key: string): boolean {
    return this.#known.has(key);
  }

  async of(key: string, observe: () => Promise<Observation>): Promise<Observation> {
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const observation = await observe();
    this.#known.set(key, observation);
    if (this.#file !== null) await appendRecord(this.#file, { key, observation });
    return observation;
  }
}
