// Fits weights, temperature and shift of the quality function (CER eq. 3, 17, 18) on sets marked ship, and writes models/quality/fit.json.
// node --import tsx training/quality/fit.ts [--write]
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { createRandom } from '../../src/base/random.ts';
import { expectedCalibrationError, fitTemperature, meanAbsoluteError, reliabilityCurve } from '../../src/minimise/calibration.ts';
import { count, fullMask, indices, isSubset, type Mask, toMask } from '../../src/minimise/mask.ts';
import { qualityOf } from '../../src/minimise/quality.ts';
import type { QualityFit, QualityTerms } from '../../src/report/evidence.ts';
import { measure, print } from './measure.ts';
import { type GoldPool, poolsOf } from './pools.ts';

const names = ['entail', 'coverage', 'contradiction', 'length'] as const;
const signs = [1, 1, -1, -1] as const;

interface Sample {
  readonly terms: QualityTerms;
  readonly actual: number;
  readonly weight: number;
}

/**
 * Sets of a pool that hold a gold set and sets that do not, half and half: gold sets with up to two further spans, and the hard ones
 * among those that fail: a gold set short of one span, with others in its place, and sets of the most relevant spans.
 */
function samplesOf(pool: GoldPool, seed: number): Sample[] {
  const random = createRandom(seed);
  const size = pool.scored.pool.length;
  const quality = qualityOf(pool.scored.pool, pool.scored.stored);
  const near = Math.min(size, 12);
  const some = (from: Mask, extra: number): Mask => {
    let set = from;
    for (let added = 0; added < extra; added += 1) set |= 1 << random.integer(random.next() < 0.7 ? near : size);
    return set;
  };
  const isEnough = (set: Mask): boolean => pool.gold.some((gold) => isSubset(gold, set));
  const enough = new Set<Mask>();
  const short = new Set<Mask>();
  for (const gold of pool.gold) {
    for (let draw = 0; draw < 8; draw += 1) enough.add(some(gold, draw === 0 ? 0 : random.integer(3)));
    const members = indices(gold);
    for (let draw = 0; draw < 8; draw += 1) {
      const left = members[random.integer(members.length)] ?? 0;
      short.add(some(gold & ~(1 << left), random.integer(3)));
    }
  }
  for (let draw = 0; draw < 10; draw += 1) short.add(some(1 << random.integer(near), random.integer(4)));
  const sides = [[...enough].filter(isEnough), [...short].filter((set) => set !== 0 && !isEnough(set))];
  return sides.flatMap((sets, side) => sets.map((set) => ({ terms: quality.terms(set), actual: side === 0 ? 1 : 0, weight: 1 / sets.length })));
}

/** Logistic regression with non-negative effects (projected gradient with momentum), then scaled so that the weights sum to 1. */
function fitWeights(samples: readonly Sample[]): QualityFit['weights'] {
  const x = samples.map(({ terms }) => names.map((name, index) => (signs[index] ?? 1) * terms[name]));
  const total = samples.reduce((sum, { weight }) => sum + weight, 0);
  const w = [1, 1, 0.1, 0.1];
  const momentum = [0, 0, 0, 0];
  let bias = -1;
  let biasMomentum = 0;
  for (let step = 0; step < 20_000; step += 1) {
    const gradient = [0, 0, 0, 0];
    let biasGradient = 0;
    samples.forEach(({ actual, weight }, row) => {
      const features = x[row] ?? [];
      const z = features.reduce((sum, value, index) => sum + value * (w[index] ?? 0), bias);
      const error = (weight * (actual - 1 / (1 + Math.exp(-z)))) / total;
      biasGradient += error;
      features.forEach((value, index) => (gradient[index] = (gradient[index] ?? 0) + error * value));
    });
    biasMomentum = 0.9 * biasMomentum + biasGradient;
    bias += 0.5 * biasMomentum;
    for (const index of w.keys()) {
      momentum[index] = 0.9 * (momentum[index] ?? 0) + (gradient[index] ?? 0) - 1e-4 * (w[index] ?? 0);
      w[index] = Math.max(index === 3 ? 0.05 : 0, (w[index] ?? 0) + 0.5 * (momentum[index] ?? 0));
    }
  }
  const sum = w.reduce((a, b) => a + b, 0);
  return { entail: (w[0] ?? 0) / sum, coverage: (w[1] ?? 0) / sum, contradiction: (w[2] ?? 0) / sum, length: (w[3] ?? 0) / sum };
}

function rawOf(terms: QualityTerms, weights: QualityFit['weights']): number {
  return names.reduce((sum, name, index) => sum + (signs[index] ?? 1) * weights[name] * terms[name], 0);
}

function fitOn(pools: readonly GoldPool[]): QualityFit {
  const samples = pools.flatMap((pool, index) => samplesOf(pool, index + 1));
  const weights = fitWeights(samples);
  const curve = fitTemperature(samples.map(({ terms, actual }) => ({ raw: rawOf(terms, weights), actual })));
  return { id: 'linchpin-quality-1', weights, ...curve, isotonic: null, kMax: 25 };
}

function calibrationOf(pools: readonly GoldPool[], fit: QualityFit): { ece: number; mae: number } {
  const observations = pools.flatMap((pool, index) => {
    const quality = qualityOf(pool.scored.pool, { ...pool.scored.stored, fit });
    return samplesOf(pool, 1000 + index).map(({ terms, actual }) => ({ predicted: 1 / (1 + Math.exp(-(rawOf(terms, fit.weights) - fit.shift) / fit.temperature)), actual, size: quality.size }));
  });
  if (process.argv.includes('--curve')) for (const bin of reliabilityCurve(observations)) print('bin', bin);
  return { ece: expectedCalibrationError(observations), mae: meanAbsoluteError(observations) };
}

const hotpot = await poolsOf('hotpotqa/train', 300);
const claims = await poolsOf('feverous/train', 200);
const dev = await poolsOf('hotpotqa/dev', 300);
const wice = await poolsOf('wice/dev', 400);
print('pool recall', Object.fromEntries([['hotpot', hotpot], ['feverous', claims], ['hotpot dev', dev], ['wice', wice]].map(([name, pools]) => [name, (pools as GoldPool[]).filter((pool) => pool.gold.length > 0).length / pools.length])));
const paper: QualityFit = { id: 'paper', weights: { entail: 0.4, coverage: 0.3, contradiction: 0.2, length: 0.1 }, shift: 0, temperature: 1, isotonic: null, kMax: 25 };
const paperCurve = fitTemperature([...hotpot, ...claims].flatMap((pool, index) => samplesOf(pool, index + 1)).map(({ terms, actual }) => ({ raw: rawOf(terms, paper.weights), actual })));
const fits: Record<string, QualityFit> = { paper: { ...paper, ...paperCurve }, hotpot: fitOn(hotpot), both: fitOn([...hotpot, ...claims]) };
for (const [name, fit] of Object.entries(fits)) {
  console.log(name, JSON.stringify(fit));
  for (const [set, pools] of [['hotpot dev', dev], ['wice dev', wice]] as const) {
    for (const threshold of [0.6, 0.75, 0.85]) print(`  ${set} theta ${threshold}`, measure(pools, fit, threshold));
    print('  calibration', calibrationOf(pools, fit));
  }
}
void [count, fullMask, toMask];
if (process.argv.includes('--write')) writeFileSync(join(import.meta.dirname, '..', '..', 'models', 'quality', 'fit.json'), `${JSON.stringify(fits['both'], null, 2)}\n`);
