import { crc32 } from 'node:zlib';

import { z } from 'zod';

import { readRecords } from '../../evaluation/sets/files.ts';
import { sameAnswer } from '../../src/text/same-answer.ts';
import { chancesOfSteps, type RefinementWeights } from '../../src/refine/policy.ts';
import { type RefinementAction, refinementActions } from '../../src/refine/types.ts';

const outcomeSchema = z.object({
  text: z.string(),
  f1: z.number(),
  contains: z.number(),
  passages: z.number(),
  coverage: z.number(),
  evidenceF1: z.number(),
});
export type Outcome = z.infer<typeof outcomeSchema>;
const actionSchema = outcomeSchema.extend({
  direct: z.number(),
  stepsOutcome: outcomeSchema.nullable(),
  stepsChance: z.number(),
  /** Of the question as it is: its likeliest answer cut to the words that answer. */
  short: outcomeSchema.nullable(),
  similarity: z.number(),
});
const rowSchema = z.object({
  id: z.string(),
  source: z.string(),
  features: z.array(z.number()),
  actions: z.partialRecord(z.enum(refinementActions), actionSchema),
});
export type Row = z.infer<typeof rowSchema>;

/** What `build-table.ts` wrote. */
export async function readTable(file: string): Promise<Row[]> {
  return await readRecords(file, rowSchema);
}

/** A third of the questions is kept aside. */
export function isHeldOut({ id }: Pick<Row, 'id'>): boolean {
  return crc32(id) % 3 === 0;
}

export const kindOf = (row: Row): 'bridge' | 'sides' => (row.features[5] === 1 ? 'bridge' : 'sides');

/** Right as a person counts it. A sentence that names both sides of a comparison is no answer to it. */
export function isRight({ f1, contains }: Outcome, kind: 'bridge' | 'sides'): boolean {
  return kind === 'sides' ? f1 >= 0.5 : f1 >= 0.6 || contains === 1;
}

/** What an action comes to in the product: of a question in steps the answer that is likelier right. null where it is not possible. */
export function outcomeOf(row: Row, action: RefinementAction, chances: RefinementWeights['chances']): Outcome | null {
  const own = row.actions[action];
  if (own === undefined) return null;
  if (action !== 'decompose') return own;
  const whole = directOutcome(row, own);
  if (own.stepsOutcome === null) return { ...(row.actions.keep ?? own), coverage: own.coverage, passages: own.passages };
  const agrees = sameAnswer(whole.text, own.stepsOutcome.text);
  const { steps, direct } = chancesOfSteps({ kind: kindOf(row), steps: own.stepsChance, direct: own.direct, agrees }, chances);
  return agrees || steps >= direct ? own.stepsOutcome : { ...whole, coverage: own.coverage };
}

/** The whole question's own answer, cut to the words that answer, as it is where a question was taken apart. */
export function directOutcome(row: Row, own: Outcome): Outcome {
  return row.actions.keep?.short ?? row.actions.keep ?? own;
}

/** Weights of the reward's parts, fixed before anything was trained. */
export const rewardWeights = { coverage: 0.3, answer: 0.4, evidence: 0.2, similarity: 0.1, search: 0.02 } as const;
/** Searches and readings beyond the question's own. */
const searches: Readonly<Record<RefinementAction, number>> = { keep: 0, expand: 1, simplify: 1, decompose: 3 };

export interface RewardParts {
  readonly coverage: number;
  readonly answer: number;
  readonly evidence: number;
  readonly similarity: number;
  readonly cost: number;
  readonly reward: number;
}

/** CDF-RAG's reward with what can be measured here: coverage of gold sentences, answer and evidence F1, likeness to the question, cost. */
export function rewardOf(row: Row, action: RefinementAction, chances: RefinementWeights['chances']): RewardParts | null {
  const outcome = outcomeOf(row, action, chances);
  return outcome === null ? null : partsOf(outcome, row.actions[action]?.similarity ?? 0, searches[action] * rewardWeights.search);
}

export function partsOf({ coverage, f1, evidenceF1 }: Outcome, similarity: number, cost: number): RewardParts {
  const reward =
    rewardWeights.coverage * coverage +
    rewardWeights.answer * f1 +
    rewardWeights.evidence * evidenceF1 +
    rewardWeights.similarity * similarity -
    cost;
  return { coverage, answer: f1, evidence: evidenceF1, similarity, cost, reward };
}
