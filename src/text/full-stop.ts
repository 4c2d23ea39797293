import { isStopword } from './stopwords.ts';

const words = (list: string): ReadonlySet<string> => new Set(list.split(' '));

/** Never at the end of a sentence. */
const always = words('e.g i.e eg ie vs cf viz resp incl approx ca');
/** Before a name, and written with a capital. */
const titles = words('mr mrs ms messrs dr prof rev hon gen col capt lt sgt maj cmdr gov pres sen rep st mt');
/** Before a number or a letter that names a place in a text. */
const references = words('fig figs eq eqs sec secs para paras vol vols pp ref refs chap');
/** The same, but words of their own too: only before a digit. */
const beforeDigits = words('no nos nr art ed eds app ch p pp jan feb mar apr jun jul aug sep sept oct nov dec');
/** May end a sentence: what follows decides. */
const either = words('inc ltd co corp bros llc jr sr al est dept univ ph.d m.d b.a m.a');
const endsBeforeCapital = words('etc a.m p.m');
/** "Appendix A." ends; "George A." need not. */
const label =
  /\b(?:appendix|annex|section|part|table|figure|class|type|level|option|group|plan|step|phase|vitamin|item|case|point|category|grade|version)\s+$/i;

/** "41 °C." and "230 V." end with a unit, and with no initial. */
const unitLetter = /(?:°\s?|(?<![\p{L}\p{N}])\d+(?:[.,]\d+)?\s?(?=[VAWK]))[A-Z]\.$/u;

const listed: ReadonlySet<string> = new Set([...always, ...titles, ...references, ...beforeDigits, ...either, ...endsBeforeCapital]);
const fewLetters = Math.max(...[...listed].map((word) => word.length));

/** Does the last word, without its full stop, stand by itself, and in no list? Nearly every sentence ends with such a one. */
function isOrdinary(before: string): boolean {
  const end = before.length - 1;
  let start = end;
  while (start > 0 && isLetter(before.charCodeAt(start - 1))) start -= 1;
  const length = end - start;
  if (length < 2 || (start > 0 && before.charCodeAt(start - 1) !== 0x20)) return false;
  return length > fewLetters || !listed.has(before.slice(start, end).toLowerCase());
}

/** Of ASCII. */
function isLetter(code: number): boolean {
  return (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a);
}

/** Farthest that the two sides need to be seen. */
export const fullStopContext = 40;

/**
 * Does a sentence go on after the full stop that ends `before`?
 * @param before the sentence so far, or its last `fullStopContext` characters, without white space at its end
 * @param after what follows, or its first `fullStopContext` characters
 * @param isWhole `before` begins with the sentence
 */
export function goesOnAfterFullStop(before: string, after: string, isWhole: boolean): boolean {
  if (!before.endsWith('.')) return false;
  if (isWhole && /^\(?(?:\d{1,3}|\p{L})\.$/u.test(before)) return true;
  if (isOrdinary(before)) return false;
  const match = /(?<![\p{L}\p{N}\-_.])([\p{L}.]*\p{L})\.$/u.exec(before);
  const word = match?.[1];
  if (word === undefined) return false;
  const next = /^[\s"'“‘([\u2060]*([\p{L}\p{N}]+)(\.?)/u.exec(after);
  const following = next?.[1] ?? '';
  const isCapital = /^\p{Lu}/u.test(following);
  const isDigit = /^\p{N}/u.test(following);
  // A capital function word ("The", "It") opens a sentence; a name may follow an abbreviation.
  const isInitial = following.length === 1 && next?.[2] === '.';
  const opens = isCapital && !isInitial && isStopword(following.toLowerCase());
  const lower = word.toLowerCase();
  if (always.has(lower)) return true;
  if (word.length === 1) {
    if (unitLetter.test(before)) return false;
    if (!/\p{Lu}/u.test(word)) return isDigit || lower === 'v';
    return isCapital && !opens && !label.test(before.slice(0, match?.index));
  }
  if (titles.has(lower) && /^\p{Lu}/u.test(word)) return isCapital && !opens;
  if (references.has(lower)) return isDigit || following.length === 1 || /^[IVXLC]+$/.test(following);
  if (beforeDigits.has(lower)) return isDigit || beforeDigits.has(following.toLowerCase());
  if (endsBeforeCapital.has(lower)) return following !== '' && !isCapital && !isDigit;
  if (either.has(lower) || /^(?:\p{L}\.)+\p{L}$/u.test(word)) return following !== '' && !opens;
  return false;
}
