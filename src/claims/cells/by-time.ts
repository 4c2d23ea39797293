import { clockTimesIn } from '../../text/clock.ts';
import { type CellReading, denies, open, says } from './cell-reading.ts';

/** "Is open at 10" says nothing of when it opens. */
const opens = /\b(?:opens|opening|starts?|begins?|from)\b|(?<!\b(?:is|are|be|stays?|remains?|still)\s)\bopen at\b/i;
const closes = /\b(?:clos(?:es?|ing)|shuts?|ends?|finish(?:es)?|until|till)\b/i;
const hourWords = new Set(
  'open opens opening start starts begin begins close closes closed closing shut shuts end ends finish finishes until till'.split(' '),
);

/** Words that say of a time of day whether it is the first or the last. */
export function isHourWord(word: string): boolean {
  return hourWords.has(word);
}

function isClosed(cell: string): boolean {
  return /^closed$/i.test(cell.trim());
}

/** "9:00 to 17:00", "closed". */
export function isOfHours(cell: string): boolean {
  return clockTimesIn(cell).length > 0 || isClosed(cell);
}

/**
 * What a cell of opening hours says of a claim.
 *
 * @param bare hours of the claim, in minutes, of which morning or evening is not told
 */
export function readByTime(claim: string, cell: string, bare: readonly number[], isTurned: boolean): CellReading {
  const told = clockTimesIn(claim);
  const claimed = told.flatMap(({ minutes }) => minutes ?? []);
  // "Half past nine" is of the morning or the evening.
  if (told.length !== claimed.length) return open;
  const count = claimed.length + bare.length;
  const saysClosed = /\b(?:closed|shut)\b/i.test(claim);
  if (count === 0) {
    if (!saysClosed && !/\bopens?\b/i.test(claim)) return open;
    const claimsOpen = saysClosed === isTurned;
    return claimsOpen === !isClosed(cell) ? says : denies('negation');
  }
  if (saysClosed) return open;
  const times = clockTimesIn(cell);
  const stated = times.flatMap(({ minutes }) => minutes ?? []);
  if (isTurned || count > 1)
    return count === 2 && !isTurned && stated.length === 2 && claimed.length === 2 ? bothTimes(claimed, stated) : open;
  if (isClosed(cell)) return denies('negation');
  const [first, last, ...more] = stated;
  if (first === undefined || last === undefined || more.length > 0 || stated.length !== times.length) return open;
  const [isOpening, isClosing] = [opens.test(claim), closes.test(claim)];
  // "Open until" tells of the end.
  const wanted = isClosing ? last : isOpening ? first : null;
  if (wanted === null || (isClosing && /\b(?:opens|starts?|begins?)\b/i.test(claim))) return open;
  const [given] = claimed;
  // "At 7" is 7:00 or 19:00.
  const isSame = given === undefined ? bare.some((minutes) => minutes % 720 === wanted % 720) : given === wanted;
  return isSame ? says : denies('quantity');
}

function bothTimes([first, last]: readonly number[], [opening, closing]: readonly number[]): CellReading {
  return first === opening && last === closing ? says : denies('quantity');
}
