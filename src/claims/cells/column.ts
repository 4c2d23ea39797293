import { datesAgree, datesIn } from '../../text/dates.ts';
import type { WordKnowledge } from '../words.ts';
import type { Grid } from './grid.ts';
import { isConditional, isGeneral } from './heads.ts';
import { wordsNaming } from './names.ts';
import { ratesIn, ratesOfClaim, type Rate, withoutRates } from './rates.ts';
import { isNearWord, isSameProperty, isSameWord } from './same-word.ts';
import { isInside, startsInside } from './span.ts';
import { type CellClaim, wordsOfName } from './telling-words.ts';
import type { Column, Named } from './types.ts';
import { columnByKind, columnByValue } from './unnamed-column.ts';
import { weekDaysIn } from './week-days.ts';

/** How much of a column's name a claim says. */
interface Said extends Named {
  readonly score: number;
  /** Words of the name that the claim does not say. */
  readonly missing: number;
  readonly isSure: boolean;
}

/**
 * The column that a claim names by the most words of its name. Where it names none, the only one that can be meant; null where that is open.
 *
 * @param key the column that names the rows
 */
export function columnOf(grid: Grid, key: number, row: Named, claim: CellClaim, knowledge: WordKnowledge): Column | null {
  const rates = ratesOfClaim(claim, row.used);
  const said = grid.columns.flatMap((head, at) => (at === key ? [] : (saidOf(head, at, row, rates, claim, knowledge) ?? [])));
  const most = Math.max(0, ...said.map(({ score }) => score));
  const best = said.filter(({ score }) => score === most);
  return (most > 0 ? mostSaid(best) : columnByKind(grid, key, row, claim.text)) ?? columnByValue(grid, key, row, claim, knowledge);
}

/** Of columns of which the claim says as many words: the one that it says whole. */
function mostSaid(best: readonly Said[]): Column | null {
  const least = Math.min(...best.map(({ missing }) => missing));
  const [only, ...more] = best.filter(({ missing }) => missing === least);
  // "Repair in production" and "repair in tools": which is meant is not told.
  return only === undefined || more.length > 0 || (best.length > 1 && least > 0) ? null : { ...only, isNamed: true };
}

/** Null for a column that cannot be meant: of another day, another date, or under a condition that the claim does not say. */
function saidOf(head: string, at: number, row: Named, rates: readonly Rate[], claim: CellClaim, knowledge: WordKnowledge): Said | null {
  if (weekDaysIn(head).days.size > 0) {
    const used = wordsNaming(head, '', claim, knowledge);
    return used === null ? null : { at, used, score: 1, missing: 0, isSure: true };
  }
  if (datesIn(head).some((date) => !datesIn(claim.text).some((given) => datesAgree(given.normal, date.normal)))) return null;
  // What names the row, and "a week" behind an amount, are no words of a column.
  const free = claim.words.filter((word) => !row.used.has(word.start) && !rates.some((rate) => isInside(word, rate)));
  const words = wordsOfName(withoutRates(head)).map((stated) => {
    const same = free.filter((word) => isSameWord(stated, word, knowledge));
    const met = same.length > 0 ? same : free.filter((word) => isNearWord(stated, word, knowledge));
    return { met, isSame: same.length > 0, isGeneral: isGeneral(stated.lower), isProperty: met.some((own) => isSameProperty(stated, own)) };
  });
  const missing = words.filter(({ met }) => met.length === 0);
  const isLacking = missing.some(({ isGeneral }) => !isGeneral);
  // "Fee if late" is none where nobody is late.
  if (isConditional(head) && isLacking) return null;
  const ownRates = ratesIn(head);
  const metRates = rates.filter(({ unit }) => ownRates.some((own) => own.unit === unit));
  const score = words.length - missing.length + Math.min(1, metRates.length);
  const isExact = words.some(({ isSame, isGeneral }) => isSame && !isGeneral);
  const isSaid = metRates.length > 0 || words.some(({ isSame, isProperty }) => isSame || isProperty);
  return {
    at,
    used: new Set([...words.flatMap(({ met }) => met.map(({ start }) => start)), ...startsInside(claim.words, metRates)]),
    score: score > 0 ? score + doerScore(head, claim.text) : score,
    missing: missing.length,
    // "Costs" names a fee, and no joining fee.
    isSure: isExact || (isSaid && !isLacking),
  };
}

/** "Checked by" is who checks, and "check" how often: "by" in the claim tells which is meant. */
function doerScore(head: string, claim: string): number {
  if (!/\bby$/i.test(head.trim())) return 0;
  return /\bby\b/i.test(claim) ? 0.5 : -0.5;
}
