import { quantitiesIn } from '../../text/quantities.ts';
import type { WordKnowledge } from '../words.ts';
import { readByAmount } from './by-amount.ts';
import { readByDate } from './by-date.ts';
import { isOfHours, readByTime } from './by-time.ts';
import { readByWords } from './by-words.ts';
import { isNothing, isYesOrNo, readByYesOrNo, saysWholeHead } from './by-yes-no.ts';
import { type CellReading, denies, open } from './cell-reading.ts';
import { claimedValues } from './claimed-values.ts';
import { isOtherSideOfPay } from './earning.ts';
import { isOtherPayment } from './payments.ts';
import { isExplained, sceneOf } from './explained-words.ts';
import type { TablePlace } from './grid.ts';
import { isNegated } from './negation.ts';
import type { CellClaim } from './telling-words.ts';
import type { Place } from './types.ts';

/** What a cell says of a claim that is about it: by its times of day, its date, its amount, its yes or no, or its words. */
export function readPlace(
  claim: CellClaim,
  place: Place,
  table: TablePlace,
  above: readonly string[],
  knowledge: WordKnowledge,
): CellReading {
  if (isOtherSideOfPay(claim.text, place, above) || isOtherPayment(claim, place, knowledge)) return open;
  const { cell, head, isNamed } = place;
  const values = claimedValues(claim, place);
  const scene = sceneOf(place, table, above);
  const isWhole = isExplained(claim, place, values, scene, table, knowledge);
  const isTurned = isNegated(claim.text);
  const { dates, bare, rates } = values;
  const [amount, ...more] = values.quantities;
  if (isOfHours(cell)) return isWhole ? readByTime(claim.text, cell, bare, isTurned) : open;
  if (dates.length > 0)
    return isWhole && !isTurned && amount === undefined ? readByDate(claim.text, dates, place, [...above, ...(table.intro ?? [])]) : open;
  const isOneAmount = isWhole && !isTurned && more.length === 0;
  if (amount !== undefined && quantitiesIn(cell).length > 0) return isOneAmount ? readByAmount(claim, amount, place, rates) : open;
  // "Joining fee: none" beside "the joining fee is £10".
  if (amount !== undefined && isOneAmount && isNothing(cell) && isNamed && amount.low > 0)
    // None is at most £10.
    return amount.comparator === 'at most' || amount.comparator === 'less than' ? open : denies('quantity');
  if (isYesOrNo(cell) && isWhole && amount === undefined && isNamed && saysWholeHead(claim, head, knowledge))
    return readByYesOrNo(claim.text, place, isTurned);
  return readByWords(claim, place, scene, isTurned, knowledge);
}
