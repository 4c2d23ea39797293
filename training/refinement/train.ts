// Fits the chances of answers in steps, tunes the rule, and trains the policy by PPO over the table of rewards. Seconds.
// node --import tsx training/refinement/train.ts TABLE models/refinement/weights.json training/refinement/curve.json
import { writeFile } from 'node:fs/promises';

import { comparePaired } from '../../evaluation/statistics.ts';
import { createRandom } from '../../src/base/random.ts';
import { refinementFeatureNames } from '../../src/refine/features.ts';
import { logit, policyAction, type RefinementWeights } from '../../src/refine/policy.ts';
import { ruleAction } from '../../src/refine/rule.ts';
import { sameAnswer } from '../../src/text/same-answer.ts';
import { type RefinementAction, refinementActions } from '../../src/refine/types.ts';
import type { Network } from './network.ts';
import { chancesOf, type Situation, trainPpo } from './ppo.ts';
import { directOutcome, isHeldOut, isRight, kindOf, readTable, rewardOf, type Row } from './table.ts';

const [
  tableFile = 'training/refinement/table.jsonl',
  weightsFile = 'models/refinement/weights.json',
  curveFile = 'training/refinement/curve.json',
] = process.argv.slice(2);
const seeds = [1, 2, 3];
const options = { iterations: 120, hidden: 16, clip: 0.2, rate: 3e-3, entropy: 0.01, batch: 64, passes: 4 };

const rows = await readTable(tableFile);
const training = rows.filter((row) => !isHeldOut(row));
const heldOut = rows.filter(isHeldOut);
const chances: RefinementWeights['chances'] = { bridge: fitChances('bridge'), sides: fitChances('sides') };

/** Logistic regressions by gradient descent, with a little weight decay, on the training questions that were taken apart. */
function fitChances(kind: 'bridge' | 'sides'): RefinementWeights['chances']['bridge'] {
  const known = training.flatMap((row) => {
    const own = row.actions.decompose;
    if (own === undefined || own.stepsOutcome === null || kindOf(row) !== kind) return [];
    const whole = directOutcome(row, own);
    return [
      {
        x: [1, logit(own.stepsChance), logit(own.direct), sameAnswer(whole.text, own.stepsOutcome.text) ? 1 : 0],
        steps: isRight(own.stepsOutcome, kind),
        direct: isRight(whole, kind),
      },
    ];
  });
  const fit = (target: 'steps' | 'direct'): RefinementWeights['chances']['bridge']['steps'] => {
    const weights = [0, 0, 0, 0];
    for (let round = 0; round < 4000; round += 1) {
      const gradient = weights.map((weight, at) => (at === 0 ? 0 : 0.02 * weight));
      for (const entry of known) {
        const p = 1 / (1 + Math.exp(-entry.x.reduce((sum, value, at) => sum + value * (weights[at] ?? 0), 0)));
        entry.x.forEach((value, at) => (gradient[at] = (gradient[at] ?? 0) + ((p - Number(entry[target])) * value) / known.length));
      }
      gradient.forEach((value, at) => (weights[at] = (weights[at] ?? 0) - 0.3 * value));
    }
    const [bias = 0, steps = 0, direct = 0, agrees = 0] = weights;
    return { bias, steps, direct, agrees };
  };
  return { steps: fit('steps'), direct: fit('direct') };
}

const rewards = (row: Row): (number | null)[] => refinementActions.map((action) => rewardOf(row, action, chances)?.reward ?? null);
const allowed = (row: Row): Set<RefinementAction> => new Set(refinementActions.filter((action) => row.actions[action] !== undefined));
const meanOf = (list: readonly Row[], choose: (row: Row) => RefinementAction): number =>
  list.reduce((sum, row) => sum + (rewardOf(row, choose(row), chances)?.reward ?? 0), 0) / list.length;

const grid = [0, 0.5, 0.7, 0.9, 1].flatMap((simplifiedShare) =>
  [0, 0.3, 0.5, 0.7, 0.9].flatMap((coverageOfFive) =>
    [true, false].flatMap((bridge) => [true, false].map((sides) => ({ simplifiedShare, coverageOfFive, bridge, sides }))),
  ),
);
const rule = grid.reduce((best, limits) =>
  meanOf(training, (row) => ruleAction(row.features, allowed(row), limits)) >
  meanOf(training, (row) => ruleAction(row.features, allowed(row), best))
    ? limits
    : best,
);

const mean = refinementFeatureNames.map((_, at) => training.reduce((sum, row) => sum + (row.features[at] ?? 0), 0) / training.length);
const scale = refinementFeatureNames.map((_, at) =>
  Math.max(0.05, Math.sqrt(training.reduce((sum, row) => sum + ((row.features[at] ?? 0) - (mean[at] ?? 0)) ** 2, 0) / training.length)),
);
const situations = training.map((row): Situation => ({
  features: row.features.map((value, at) => (value - (mean[at] ?? 0)) / (scale[at] ?? 1)),
  rewards: rewards(row),
}));
const weightsOf = (network: Network): RefinementWeights['policy'] => ({
  mean: mean.map(short),
  scale: scale.map(short),
  layers: network.layers.map(({ weights, bias }) => ({ weights: weights.map((row) => row.map(short)), bias: bias.map(short) })),
});
function short(value: number): number {
  return Number(value.toFixed(5));
}

const curves: { seed: number; points: { iteration: number; expected: number; greedy: number; heldOut: number; entropy: number }[] }[] = [];
const trained = seeds.map((seed) => {
  const points: (typeof curves)[number]['points'] = [];
  const network = trainPpo(situations, refinementActions.length, options, createRandom(seed), (iteration, policy) => {
    if (iteration !== 1 && iteration % 20 !== 0) return;
    const drawn = situations.map(({ features, rewards: own }) => ({ chances: chancesOf(policy.output(features), own), own }));
    const weights = weightsOf(policy);
    points.push({
      iteration,
      expected: short(
        drawn.reduce((sum, { chances: list, own }) => sum + list.reduce((part, chance, at) => part + chance * (own[at] ?? 0), 0), 0) /
          drawn.length,
      ),
      greedy: short(meanOf(training, (row) => policyAction(row.features, allowed(row), weights))),
      heldOut: short(meanOf(heldOut, (row) => policyAction(row.features, allowed(row), weights))),
      entropy: short(
        drawn.reduce(
          (sum, { chances: list }) => sum - list.reduce((part, chance) => part + (chance > 0 ? chance * Math.log(chance) : 0), 0),
          0,
        ) / drawn.length,
      ),
    });
  });
  curves.push({ seed, points });
  return {
    seed,
    policy: weightsOf(network),
    reward: meanOf(training, (row) => policyAction(row.features, allowed(row), weightsOf(network))),
  };
});
// The seed is chosen on the training questions, what ships on the others.
const best = trained.reduce((a, b) => (b.reward > a.reward ? b : a));
const ofPolicy = meanOf(heldOut, (row) => policyAction(row.features, allowed(row), best.policy));
const ofRule = meanOf(heldOut, (row) => ruleAction(row.features, allowed(row), rule));
const rewardsBy = (choose: (row: Row) => RefinementAction): number[] =>
  heldOut.map((row) => rewardOf(row, choose(row), chances)?.reward ?? 0);
const decision = comparePaired(
  rewardsBy((row) => ruleAction(row.features, allowed(row), rule)),
  rewardsBy((row) => policyAction(row.features, allowed(row), best.policy)),
);
const shipped = decision.low > 0 ? 'policy' : 'rule';
const weights: RefinementWeights = {
  features: [...refinementFeatureNames],
  actions: [...refinementActions],
  shipped,
  policy: best.policy,
  rule,
  chances: Object.fromEntries(
    Object.entries(chances).map(([kind, fits]) => [
      kind,
      Object.fromEntries(
        Object.entries(fits).map(([name, fit]) => [
          name,
          Object.fromEntries(Object.entries(fit).map(([key, value]) => [key, short(value)])),
        ]),
      ),
    ]),
  ) as RefinementWeights['chances'],
};
await writeFile(weightsFile, `${JSON.stringify(weights)}\n`);
await writeFile(curveFile, `${JSON.stringify({ options, seed: best.seed, training: training.length, heldOut: heldOut.length, curves })}\n`);
process.stdout.write(
  `${String(training.length)} + ${String(heldOut.length)} questions; rule ${JSON.stringify(rule)}; held out: policy ${ofPolicy.toFixed(4)}, rule ${ofRule.toFixed(4)}; ${shipped} ships\n${JSON.stringify(weights.chances)}\n`,
);
