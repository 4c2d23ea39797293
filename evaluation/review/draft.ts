import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { LinchpinError } from '../../src/base/error.ts';
import { type BedClaim, bedClaimSchema, type Half } from '../beds/bed.ts';

export interface Draft {
  readonly text: string;
  /** `claim` is a sentence of the text, as it stands there. */
  readonly gold: readonly BedClaim[];
}

/** A report as an auditor would write it, with what is true of each of its claims. @throws LinchpinError `usage` without a draft; RangeError where a claim is not in the text once. */
export async function readDraft(half: Half): Promise<Draft> {
  const folder = join(import.meta.dirname, '..', 'beds', 'review', half);
  const text = await readFile(join(folder, 'draft.md'), 'utf8').catch((error: unknown) => {
    throw new LinchpinError(
      'usage',
      `There is no draft for the half "${half}" in ${folder}.`,
      'Put draft.md and gold.jsonl there, as the tuning half has them.',
      error,
    );
  });
  const lines = (await readFile(join(folder, 'gold.jsonl'), 'utf8')).split('\n').filter((line) => line.trim() !== '');
  const gold = lines.map((line) => bedClaimSchema.parse(JSON.parse(line)));
  for (const { id, claim } of gold)
    if (text.split(claim).length !== 2) throw new RangeError(`the claim ${id} does not stand in the draft exactly once`);
  return { text, gold };
}
