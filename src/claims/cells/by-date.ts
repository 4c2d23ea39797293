import { datesAgree, datesIn } from '../../text/dates.ts';
import { type CellReading, denies, open, says } from './cell-reading.ts';
import type { Place } from './types.ts';

/** Names of columns whose dates end something, and of those whose dates begin it. */
const ends = /\b(?:deadline|due|clos(?:es?|ing)|ends?|until|last|expir(?:es|y))\b/i;
const begins = /\b(?:opens?|opening|starts?|begins?|from|first)\b/i;
/** Words of a claim before its date: "runs from 30 June" tells of the beginning, "until 30 June" of the end. */
const since = /\b(?:from|since)\s(?:the\s)?$/i;
const till = /\b(?:until|till|to)\s(?:the\s)?$/i;

/**
 * What a cell says of a claim's dates: only where both have one.
 *
 * @param above headings and sentences above the table: they may tell the year
 */
export function readByDate(
  claim: string,
  [date, ...more]: readonly { readonly normal: string; readonly start: number }[],
  { cell, property }: Place,
  above: readonly string[],
): CellReading {
  const [stated, ...others] = datesIn(cell);
  if (date === undefined || stated === undefined || more.length + others.length > 0) return open;
  const before = claim.slice(0, date.start);
  if ((since.test(before) && ends.test(property)) || (till.test(before) && begins.test(property))) return open;
  if (!datesAgree(stated.normal, date.normal)) return denies('quantity');
  // "30 June" is no "30 June 2025" unless a heading has the year.
  const isTold = date.normal.length <= stated.normal.length || above.some((text) => text.includes(date.normal.slice(0, 4)));
  return isTold ? says : open;
}
