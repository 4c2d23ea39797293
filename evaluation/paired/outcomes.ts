import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

import { z } from 'zod';

/** How one item of a set ended. No text of it: a sealed set stays sealed. */
export const outcomeSchema = z.object({
  id: z.string(),
  /** Questions: `answerable` or `unanswerable`; claims: their label. */
  group: z.string(),
  form: z.string(),
  /** Questions: `asserted`, `possible`, `abstained`; claims: their verdict. */
  verdict: z.string(),
  right: z.boolean(),
  /** The number beside it, [0, 1]. */
  chance: z.number(),
  found: z.object({ retrieved: z.boolean(), firstFive: z.boolean(), minimal: z.boolean() }).nullable(),
  ms: z.number(),
});
export type ItemOutcome = z.infer<typeof outcomeSchema>;

export async function writeOutcomes(file: string, outcomes: readonly ItemOutcome[]): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, outcomes.map((outcome) => `${JSON.stringify(outcome)}\n`).join(''));
}

export async function readOutcomes(file: string): Promise<ItemOutcome[]> {
  const lines = (await readFile(file, 'utf8')).split('\n').filter((line) => line !== '');
  return lines.map((line) => outcomeSchema.parse(JSON.parse(line)));
}
