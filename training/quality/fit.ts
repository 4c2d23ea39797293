// Fits weights, temperature and shift of the quality function (CER eq. 3, 17, 18) on sets marked ship, and writes models/quality/fit.json.
// node --import tsx training/quality/fit.ts [--prior=1] [--learned] [--sweep] [--curve] [--share=1] [--write]; --share takes a part of each set.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { sha256 } from '../../src/base/hash.ts';
import { measureSet } from '../../evaluation/cer/measure.ts';
import type { GoldPool } from '../../evaluation/cer/pools.ts';
import { sampleSets } from '../../evaluation/cer/samples.ts';
import { ours, qualityIn } from '../../evaluation/cer/selectors.ts';
import {
  calibrate,
  expectedCalibrationError,
  fitTemperature,
  meanAbsoluteError,
  reliabilityCurve,
} from '../../src/minimise/calibration.ts';
import type { QualityFit, QualityTerms } from '../../src/contract/evidence.ts';
import { poolsOf } from './pools.ts';

const names = ['entail', 'coverage', 'contradiction', 'length'] as const;
const signs = [1, 1, -1, -1] as const;

interface Sample {
  readonly terms: QualityTerms;
  readonly actual: number;
  readonly weight: number;
}

/** As `sampleSets` draws them, with their terms. */
function samplesOf(pool: GoldPool, seed: number, prior: number): Sample[] {
  const quality = qualityIn(pool);
  return sampleSets(pool, seed, prior).map(({ set, enough, weight }) => ({ terms: quality.terms(set), actual: enough ? 1 : 0, weight }));
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

/** Temperature and shift see each sample as often as its weight says. */
function weighted(samples: readonly Sample[], weights: QualityFit['weights']): { raw: number; actual: number }[] {
  return samples.flatMap(({ terms, actual, weight }) =>
    Array.from({ length: Math.max(1, Math.round(24 * weight)) }, () => ({ raw: rawOf(terms, weights), actual })),
  );
}

function fitOn(pools: readonly GoldPool[], prior: number, weights?: QualityFit['weights']): QualityFit {
  const samples = pools.flatMap((pool, index) => samplesOf(pool, index + 1, prior));
  const chosen = weights ?? fitWeights(samples);
  const curve = fitTemperature(weighted(samples, chosen));
  return {
    id: `linchpin-quality-${sha256(JSON.stringify([chosen, curve])).slice(0, 6)}`,
    weights: chosen,
    ...curve,
    isotonic: null,
    kMax: 25,
  };
}

function calibrationOf(pools: readonly GoldPool[], fit: QualityFit, prior: number): { ece: number; mae: number } {
  const observations = pools.flatMap((pool, index) =>
    weighted(samplesOf(pool, 1000 + index, prior), fit.weights).map(({ raw, actual }) => ({ predicted: calibrate(raw, fit), actual })),
  );
  if (process.argv.includes('--curve')) for (const bin of reliabilityCurve(observations)) print('    bin', bin);
  return { ece: expectedCalibrationError(observations), mae: meanAbsoluteError(observations) };
}

/** How the sets that the fit would show agree with gold sets: means over the pools. */
function measure(pools: readonly GoldPool[], fit: QualityFit): Record<string, number> {
  const measured = pools.map((pool) => measureSet({ ...pool, scored: { ...pool.scored, stored: { ...pool.scored.stored, fit } } }, ours));
  const mean = (value: (entry: (typeof measured)[number]) => number): number =>
    measured.reduce((sum, entry) => sum + value(entry), 0) / measured.length;
  return {
    n: pools.length,
    f1: mean(({ f1 }) => f1),
    exact: mean(({ exact }) => exact),
    size: mean(({ size }) => size),
    sufficient: mean(({ sufficient }) => sufficient),
  };
}

function print(label: string, values: object): void {
  console.log(
    label,
    Object.entries(values)
      .map(([key, value]) => `${key}=${typeof value === 'number' ? Number(value.toFixed(3)) : String(value)}`)
      .join(' '),
  );
}

const share = Number(process.argv.find((part) => part.startsWith('--share='))?.slice(8) ?? 1);
const hotpot = await poolsOf('hotpotqa/train', Math.round(300 * share));
const claims = await poolsOf('feverous/train', Math.round(200 * share));
const dev = await poolsOf('hotpotqa/dev', Math.round(300 * share));
const wice = await poolsOf('wice/dev', Math.round(320 * share));
for (const [name, pools] of Object.entries({ hotpot, claims, dev, wice }))
  console.log('gold set within the pool', name, (pools.filter((pool) => pool.gold.length > 0).length / pools.length).toFixed(3));
const paper = { entail: 0.4, coverage: 0.3, contradiction: 0.2, length: 0.1 };
const chosenPrior = Number(process.argv.find((part) => part.startsWith('--prior='))?.slice(8) ?? 1);
/** The learned weights do no better on held-out items (models/quality/README.md), so the paper's are what ships. */
const chosenWeights = process.argv.includes('--learned') ? 'learned' : 'paper';
let best: QualityFit | null = null;
for (const prior of process.argv.includes('--sweep') ? [1, 2, 4] : [chosenPrior]) {
  for (const [name, fit] of Object.entries({
    paper: fitOn([...hotpot, ...claims], prior, paper),
    learned: fitOn([...hotpot, ...claims], prior),
  })) {
    console.log(`prior ${prior}`, name, JSON.stringify(fit));
    for (const [set, pools] of Object.entries({ hotpot, claims, dev, wice }))
      print(`  ${set}`, { ...measure(pools, fit), ...calibrationOf(pools, fit, prior) });
    if (prior === chosenPrior && name === chosenWeights) best = fit;
  }
}
if (process.argv.includes('--write'))
  writeFileSync(join(import.meta.dirname, '..', '..', 'models', 'quality', 'fit.json'), `${JSON.stringify(best, null, 2)}\n`);
