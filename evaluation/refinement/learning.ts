import { fileURLToPath } from 'node:url';

import { z } from 'zod';

import { createRandom } from '../../src/base/random.ts';
import { chancesOfSteps, policyAction, refinementWeights } from '../../src/refine/policy.ts';
import { ruleAction } from '../../src/refine/rule.ts';
import { type RefinementAction, refinementActions } from '../../src/refine/types.ts';
import {
  directOutcome,
  isHeldOut,
  isRight,
  kindOf,
  partsOf,
  readTable,
  type RewardParts,
  rewardOf,
  type Row,
} from '../../training/refinement/table.ts';
import { sameAnswer } from '../../src/text/same-answer.ts';
import { readText } from '../sets/files.ts';
import { comparePaired, type Estimate, estimate, type Paired } from '../statistics.ts';

const file = (name: string): string => fileURLToPath(new URL(`../../training/refinement/${name}`, import.meta.url));

const curveSchema = z.object({
  options: z.record(z.string(), z.number()),
  seed: z.int(),
  training: z.int(),
  heldOut: z.int(),
  curves: z.array(
    z.object({
      seed: z.int(),
      points: z.array(z.object({ iteration: z.int(), expected: z.number(), greedy: z.number(), heldOut: z.number(), entropy: z.number() })),
    }),
  ),
});
export type Curve = z.infer<typeof curveSchema>;

export interface ArmResult {
  readonly name: string;
  readonly reward: Estimate;
  readonly parts: Readonly<Record<Exclude<keyof RewardParts, 'reward'>, number>>;
  /** Against keeping every question. */
  readonly paired: Paired;
  readonly taken: Readonly<Record<RefinementAction, number>>;
}

export interface LearningResult {
  readonly curve: Curve;
  readonly shipped: string;
  readonly arms: readonly ArmResult[];
  /** Policy against rule. */
  readonly decision: Paired;
  /** Of answers in steps on the questions kept aside: the chance that is shown beside the share that was right. */
  readonly calibration: readonly { readonly band: string; readonly shown: number; readonly right: Estimate }[];
}

/** What each way of choosing came to on the questions that nothing was fitted on, from the table of outcomes that the recipe wrote. */
export async function measureLearning(): Promise<LearningResult> {
  const rows = (await readTable(file('table.jsonl'))).filter(isHeldOut);
  const weights = refinementWeights();
  const allowed = (row: Row): Set<RefinementAction> => new Set(refinementActions.filter((action) => row.actions[action] !== undefined));
  const random = createRandom(23);
  const arms: readonly (readonly [string, (row: Row) => RefinementAction])[] = [
    ...refinementActions.map(
      (action) =>
        [
          action === 'keep' ? 'always keep' : `always ${action} (where it can be)`,
          (row: Row) => (allowed(row).has(action) ? action : 'keep'),
        ] as const,
    ),
    [
      'random',
      (row) => {
        const open = [...allowed(row)];
        return open[random.integer(open.length)] ?? 'keep';
      },
    ],
    ['tuned rule', (row) => ruleAction(row.features, allowed(row), weights.rule)],
    ['policy (PPO)', (row) => policyAction(row.features, allowed(row), weights.policy)],
    ['best action of each question (bound)', (row) => bestOf(row, [...allowed(row)])],
  ];
  const bestOf = (row: Row, open: readonly RefinementAction[]): RefinementAction =>
    open.reduce<RefinementAction>((best, action) => (rewardIn(row, action) > rewardIn(row, best) ? action : best), 'keep');
  const rewardIn = (row: Row, action: RefinementAction): number => rewardOf(row, action, weights.chances)?.reward ?? 0;
  const kept = rows.map((row) => rewardIn(row, 'keep'));
  const measured = (
    name: string,
    parts: readonly RewardParts[],
    actions: readonly RefinementAction[],
  ): ArmResult & { readonly rewards: number[] } => {
    const mean = (of: keyof RewardParts): number => parts.reduce((sum, part) => sum + part[of], 0) / parts.length;
    const rewards = parts.map(({ reward }) => reward);
    return {
      name,
      rewards,
      reward: estimate(rewards),
      parts: {
        coverage: mean('coverage'),
        answer: mean('answer'),
        evidence: mean('evidence'),
        similarity: mean('similarity'),
        cost: mean('cost'),
      },
      paired: comparePaired(kept, rewards),
      taken: countsOf(actions),
    };
  };
  const results = [
    ...arms.map(([name, choose]) => {
      const actions = rows.map(choose);
      return measured(
        name,
        rows.flatMap((row, place) => rewardOf(row, actions[place] ?? 'keep', weights.chances) ?? []),
        actions,
      );
    }),
    // What is gained by cutting answers to words is no gain of refinement.
    measured(
      'always keep, answers cut to the words that answer',
      rows.flatMap((row) =>
        row.actions.keep === undefined ? [] : [partsOf(directOutcome(row, row.actions.keep), row.actions.keep.similarity, 0)],
      ),
      rows.map(() => 'keep'),
    ),
  ];
  const rewardsOf = (name: string): number[] => results.find((entry) => entry.name === name)?.rewards ?? [];
  return {
    curve: curveSchema.parse(JSON.parse(await readText(file('curve.json')))),
    shipped: weights.shipped,
    arms: results,
    decision: comparePaired(rewardsOf('tuned rule'), rewardsOf('policy (PPO)')),
    calibration: calibrationOf(rows),
  };
}

function countsOf(actions: readonly RefinementAction[]): Record<RefinementAction, number> {
  const counts: Record<RefinementAction, number> = { keep: 0, expand: 0, simplify: 0, decompose: 0 };
  for (const action of actions) counts[action] += 1;
  return counts;
}

const bands = [0, 0.25, 0.5, 0.75, 1.01];

function calibrationOf(rows: readonly Row[]): LearningResult['calibration'] {
  const shown = rows.flatMap((row) => {
    const own = row.actions.decompose;
    if (own === undefined || own.stepsOutcome === null) return [];
    const kind = kindOf(row);
    const { steps } = chancesOfSteps({
      kind,
      steps: own.stepsChance,
      direct: own.direct,
      agrees: sameAnswer(directOutcome(row, own).text, own.stepsOutcome.text),
    });
    return [{ chance: steps, right: isRight(own.stepsOutcome, kind) ? 1 : 0 }];
  });
  return bands.slice(0, -1).flatMap((low, place) => {
    const within = shown.filter(({ chance }) => chance >= low && chance < (bands[place + 1] ?? 1));
    if (within.length === 0) return [];
    return [
      {
        band: `${low.toFixed(2)}-${Math.min(1, bands[place + 1] ?? 1).toFixed(2)}`,
        shown: within.reduce((sum, { chance }) => sum + chance, 0) / within.length,
        right: estimate(within.map(({ right }) => right)),
      },
    ];
  });
}
