import { bit, bySize, type Mask } from './mask.ts';
import type { SetFunction } from './set-function.ts';

export interface SearchSettings {
  /** CER theta: sufficient at or above this quality. */
  readonly threshold: number;
  /** CER epsilon: slack that pruning leaves, so that a small error of F does not undo sufficiency. */
  readonly epsilon: number;
  /** CER mu. */
  readonly costWeight: number;
  /** CER kappa. */
  readonly uncertaintyWeight: number;
  /** CER delta. */
  readonly smallGain: number;
}

/** CER sec. 3.7. */
export const searchDefaults = {
  threshold: 0.75,
  epsilon: 0.05,
  costWeight: 0.05,
  uncertaintyWeight: 0.2,
  smallGain: 0.02,
} as const satisfies SearchSettings;

/** What adding a span to the chosen set is expected to bring: CER's tau-hat and sigma-hat, for every span of `open` by index. */
export interface Gain {
  readonly gain: number;
  /** Standard deviation of the estimate (eq. 21); 0 for a gain that is computed and not predicted. */
  readonly uncertainty: number;
}
export type GainEstimator = (chosen: Mask, index: number) => Gain;

/** The gain itself. F is cheap here, so the estimate that the paper's reranker stands in for can be had exactly. */
export function exactGain(quality: SetFunction): GainEstimator {
  return (chosen, index) => ({ gain: quality.value(chosen | bit(index)) - quality.value(chosen), uncertainty: 0 });
}

/** CER eq. 19: gain - mu * tokens / 1000 + kappa * uncertainty. */
export function utility(estimate: Gain, tokens: number, settings: Pick<SearchSettings, 'costWeight' | 'uncertaintyWeight'>): number {
  return estimate.gain - settings.costWeight * (tokens / 1000) + settings.uncertaintyWeight * estimate.uncertainty;
}

/** CER eq. 21: the population standard deviation of repeated predictions. */
export function uncertaintyOf(predictions: readonly number[]): number {
  if (predictions.length === 0) return 0;
  const mean = predictions.reduce((sum, value) => sum + value, 0) / predictions.length;
  return Math.sqrt(predictions.reduce((sum, value) => sum + (value - mean) ** 2, 0) / predictions.length);
}

export interface GreedyResult {
  readonly set: Mask;
  /** In order of addition, before pruning. */
  readonly added: readonly number[];
  readonly sufficient: boolean;
}

/**
 * CER algorithm 1. Forward: add the span of greatest utility (eq. 20) until the quality is at the threshold and two rounds running
 * gained less than delta. Backward: in reverse order of addition take out what the set does not need with epsilon to spare (eq. 22),
 * to a fixed point. Ties go to the earlier span. If spans added in the calm rounds push the quality under the threshold again - F is
 * not monotone - the last prefix that was sufficient is pruned instead.
 *
 * With epsilon the result may still hold a span that could go at theta itself: `irreducible` takes it from there.
 */
export function greedySearch(
  quality: SetFunction,
  tokens: readonly number[],
  estimate: GainEstimator,
  settings: SearchSettings,
): GreedyResult {
  const added: number[] = [];
  let chosen: Mask = 0;
  let lastSufficient: Mask | null = null;
  let calmRounds = 0;
  while (added.length < quality.size && calmRounds < 2) {
    const next = best(quality.size, chosen, (index) => utility(estimate(chosen, index), tokens[index] ?? 0, settings));
    const before = quality.value(chosen);
    chosen |= bit(next);
    added.push(next);
    const after = quality.value(chosen);
    const crossed = after >= settings.threshold;
    if (crossed) lastSufficient = chosen;
    calmRounds = crossed && after - before < settings.smallGain ? calmRounds + 1 : 0;
  }
  const start = lastSufficient ?? chosen;
  if (quality.value(start) < settings.threshold) return { set: start, added, sufficient: false };
  return { set: prune(quality, start, added, settings.threshold + settings.epsilon), added, sufficient: true };
}

/** CER eq. 22 and steps 5-6: takes spans out in reverse order of addition while what is left stays at or above `level`, to a fixed point. */
export function prune(quality: SetFunction, set: Mask, added: readonly number[], level: number): Mask {
  let kept = set;
  for (let changed = true; changed;) {
    changed = false;
    for (const index of [...added].reverse()) {
      if ((kept & bit(index)) === 0 || quality.value(kept & ~bit(index)) < level) continue;
      kept &= ~bit(index);
      changed = true;
    }
  }
  return kept;
}

function best(size: number, chosen: Mask, score: (index: number) => number): number {
  let winner = -1;
  let highest = Number.NEGATIVE_INFINITY;
  for (let index = 0; index < size; index += 1) {
    if ((chosen & bit(index)) !== 0) continue;
    const value = score(index);
    if (winner === -1 || value > highest) {
      winner = index;
      highest = value;
    }
  }
  return winner;
}

/** A further span must raise the quality by this share of itself to be worth a reader's time. Set on WiCE dev and FEVEROUS: 0.2 and 0.3 do as well. */
const leastRise = 0.25;

/**
 * What is left to show when nothing suffices any more, by the quality alone: the best span, and those that each raise it by a quarter.
 * More would raise it further, by little each, and prove nothing either.
 */
export function mostTelling(quality: SetFunction): Mask {
  let chosen: Mask = 0;
  for (;;) {
    const value = quality.value(chosen);
    let winner: Mask | null = null;
    let highest = chosen === 0 ? value : value * (1 + leastRise);
    for (let index = 0; index < quality.size; index += 1) {
      if ((chosen & bit(index)) !== 0) continue;
      const next = quality.value(chosen | bit(index));
      if (next <= highest) continue;
      highest = next;
      winner = chosen | bit(index);
    }
    if (winner === null) return chosen;
    chosen = winner;
  }
}

/** Best quality seen among sets grown greedily from one. Spans that add nothing are left out. */
export function bestInsufficient(quality: SetFunction, start: Mask): Mask {
  let chosen = start;
  for (;;) {
    const value = quality.value(chosen);
    const moves: Mask[] = [];
    for (let index = 0; index < quality.size; index += 1) {
      const next = chosen ^ bit(index);
      const gain = quality.value(next) - value;
      const removes = (chosen & bit(index)) !== 0;
      if (next !== 0 && (removes ? gain >= 0 : gain > 0)) moves.push(next);
    }
    const [winner] = moves.sort((a, b) => quality.value(b) - quality.value(a) || bySize(a, b));
    if (winner === undefined) return chosen;
    chosen = winner;
  }
}
