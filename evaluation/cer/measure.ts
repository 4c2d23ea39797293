import { count, fullMask, indices, type Mask } from '../../src/minimise/mask.ts';
import { memoise } from '../../src/minimise/set-function.ts';
import { Sufficiency } from '../../src/minimise/sufficiency.ts';
import type { GoldPool } from './pools.ts';
import { deletionSensitivity, qualityIn, type Selector, threshold, tokensIn } from './selectors.ts';

/** How a shown set agrees with gold, and what it costs. */
export interface SetMeasure {
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
  /** 1 when it is one of the gold sets. */
  readonly exact: number;
  readonly size: number;
  readonly tokens: number;
  readonly evaluations: number;
  readonly sufficient: number;
  /** null for the empty set. */
  readonly deletion: number | null;
}

/** Against the alternative gold set that fits best by F1; gold that is not in the pool counts as missed. */
export function bestScores(
  set: Mask,
  { goldParts, goldSizes }: Pick<GoldPool, 'goldParts' | 'goldSizes'>,
): { precision: number; recall: number; f1: number; exact: number } {
  let best = { precision: 0, recall: 0, f1: 0, exact: 0 };
  for (const [index, part] of goldParts.entries()) {
    const size = goldSizes[index] ?? 0;
    const common = count(set & part);
    const precision = count(set) === 0 ? 0 : common / count(set);
    const recall = size === 0 ? 0 : common / size;
    const f1 = common === 0 ? 0 : (2 * precision * recall) / (precision + recall);
    if (f1 > best.f1) best = { precision, recall, f1, exact: common === size && set === part ? 1 : 0 };
  }
  return best;
}

/** For sets that mark characters: the share of shown spans that stand for gold, and of gold spans that are shown. */
export function spanScores(set: Mask, goldSpans: readonly Mask[]): { precision: number; recall: number; f1: number; exact: number } {
  const gold = goldSpans.reduce((all, mask) => all | mask, 0);
  const precision = count(set) === 0 ? 0 : count(set & gold) / count(set);
  const recall = goldSpans.length === 0 ? 0 : goldSpans.filter((mask) => (mask & set) !== 0).length / goldSpans.length;
  return {
    precision,
    recall,
    f1: precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall),
    exact: (set & gold) === 0 ? 0 : 1,
  };
}

export function measureSet(pool: GoldPool, select: Selector): SetMeasure & { readonly set: Mask } {
  const { set, evaluations } = select(pool);
  const scores = pool.goldSpans.length > 0 ? spanScores(set, pool.goldSpans) : bestScores(set, pool);
  const tokens = tokensIn(pool);
  return {
    set,
    ...scores,
    size: count(set),
    tokens: indices(set).reduce((sum, index) => sum + (tokens[index] ?? 0), 0),
    evaluations,
    sufficient: qualityIn(pool).value(set) >= threshold ? 1 : 0,
    deletion: deletionSensitivity(pool, set),
  };
}

/** Would anything still be called sufficient with all gold sentences taken out of the pool? */
export function sufficientWithoutGold(pool: GoldPool): boolean {
  const quality = qualityIn(pool);
  const gold = pool.goldParts.reduce((all, part) => all | part, 0);
  return new Sufficiency(memoise(quality), threshold, 5000).find(fullMask(quality.size) & ~gold).state !== 'none';
}
