import type { Entailment, ModelCall } from '../models/ports.ts';
import { bit, count, indices, type Mask } from './mask.ts';

export interface JointSpan {
  readonly text: string;
  readonly heading: string;
  /** What it is expected to add by itself. */
  readonly gain: number;
  readonly covers: Mask;
  /** Of the statement, by this span alone. */
  readonly entail: number;
}

export interface JointReading {
  readonly set: Mask;
  readonly entail: number;
}

/** Joint readings asked for at most: each is one pair for the entailment model. */
const pairsAtMost = 24;
const largerAtMost = 6;

/**
 * Which spans are worth reading together. A joint reading can say more than its spans only where each of them covers something that
 * the others do not; of those pairs the ones that cover most and are expected to add most come first, and the best are extended by the
 * span that adds most.
 */
export function worthReading(spans: readonly JointSpan[], unitWeights: readonly number[]): Mask[] {
  const share = (units: Mask): number => indices(units).reduce((sum, unit) => sum + (unitWeights[unit] ?? 0), 0);
  const ranked: { set: Mask; covered: Mask; score: number }[] = [];
  spans.forEach((a, i) => {
    spans.slice(i + 1).forEach((b, offset) => {
      const covered = a.covers | b.covers;
      if (covered === a.covers || covered === b.covers) return;
      ranked.push({ set: bit(i) | bit(i + 1 + offset), covered, score: share(covered) + (a.gain + b.gain) / 2 });
    });
  });
  ranked.sort((a, b) => b.score - a.score || a.set - b.set);
  const pairs = ranked.slice(0, pairsAtMost);
  const larger = new Set<Mask>();
  for (const pair of pairs.slice(0, largerAtMost)) {
    const next = bestExtension(spans, pair, share);
    if (next !== null) larger.add(next);
  }
  return [...pairs.map((pair) => pair.set), ...larger];
}

function bestExtension(spans: readonly JointSpan[], pair: { set: Mask; covered: Mask }, share: (units: Mask) => number): Mask | null {
  let best: Mask | null = null;
  let highest = 0;
  spans.forEach((span, index) => {
    const added = share(span.covers & ~pair.covered);
    if ((pair.set & bit(index)) === 0 && added > 0 && added + span.gain > highest) {
      highest = added + span.gain;
      best = pair.set | bit(index);
    }
  });
  return best;
}

/** One batch for the model. Spans are read in pool order, each with its own heading where the headings differ. */
export async function readJointly(
  sets: readonly Mask[],
  spans: readonly JointSpan[],
  statement: string,
  entailment: Entailment,
  call: ModelCall,
): Promise<JointReading[]> {
  if (sets.length === 0) return [];
  const scores = await entailment.classify(
    sets.map((set) => {
      const members = indices(set).flatMap((index) => spans[index] ?? []);
      const headings = [...new Set(members.map((member) => member.heading).filter((heading) => heading !== ''))];
      return { premise: members.map((member) => member.text).join(' '), hypothesis: statement, context: headings.join(' | ') };
    }),
    call,
  );
  return sets.map((set, index) => ({ set, entail: scores[index]?.entail ?? 0 }));
}

/** A reading says at least what its spans say one by one. */
export function atLeastAlone(readings: readonly JointReading[], spans: readonly JointSpan[]): JointReading[] {
  return readings
    .filter(({ set }) => count(set) > 1)
    .map(({ set, entail }) => ({ set, entail: Math.max(entail, ...indices(set).map((index) => spans[index]?.entail ?? 0)) }));
}
