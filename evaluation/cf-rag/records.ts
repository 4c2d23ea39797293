import { appendFile, mkdir, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';

import { z } from 'zod';

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
    await mkdir(dirname(file), { recursive: true });
    for (const line of (await readFile(file, 'utf8').catch(() => '')).split('\n')) {
      const parsed = recordSchema.safeParse(valueOf(line));
      if (parsed.success) records.#known.set(parsed.data.key, parsed.data.observation);
    }
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
    if (this.#file !== null) await appendFile(this.#file, `${JSON.stringify({ key, observation })}\n`);
    return observation;
  }
}

function valueOf(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}
