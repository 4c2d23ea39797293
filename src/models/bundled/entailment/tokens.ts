import { negationScope } from '../../../text/negation.ts';

/** A word, number or mark of one side of a pair, as the entailment scorer reads it. */
export interface EntailmentToken {
  /** Lower case; clitics are words of their own (`n't` is `not`), hyphenated words are split. */
  readonly text: string;
  /** Numeric value of figures and number words; null for others. */
  readonly value: number | null;
  readonly kind: 'word' | 'number' | 'mark';
  /** Has a capital, and not only because it begins a sentence. */
  readonly name: boolean;
  readonly stop: boolean;
  readonly negated: boolean;
  /** 0-based. */
  readonly sentence: number;
}

export const stopWords = new Set(
  (
    'a an the this that these those i you he she it we they me him her us them my your his its our their mine yours hers ours theirs who whom whose which what there here of in on at by for with from to into onto upon about over under as than then so if or and but nor yet ' +
    "be am is are was were been being do does did done doing have has had having will would shall should can could may might must not no 's 're 've 'll 'd 'm very also just too such own same both each any some all most more many much other another one's it's while when where how why " +
    'because during between among through within without against per via up down out off again once ever only even still however although though whether until since s t d ll m re ve y etc'
  ).split(' '),
);

const units =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const numberWords = new Map<string, number>([
  ...units.map((word, value): [string, number] => [word, value]),
  ...'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ').map((word, at): [string, number] => [word, (at + 2) * 10]),
  ['hundred', 100],
  ['dozen', 12],
  ['couple', 2],
  ['pair', 2],
  ['twice', 2],
  ['thrice', 3],
  ['single', 1],
  ['half', 0.5],
  ...'first second third fourth fifth sixth seventh eighth ninth tenth'.split(' ').map((word, at): [string, number] => [word, at + 1]),
]);
const multipliers = new Map([
  ['thousand', 1e3],
  ['million', 1e6],
  ['billion', 1e9],
  ['trillion', 1e12],
  ['k', 1e3],
  ['m', 1e6],
  ['bn', 1e9],
]);

const piece =
  /\d+(?:[.,]\d+)*(?:st|nd|rd|th|s|%)?(?![\p{L}\d])|[\p{L}\p{M}\d]+|n['’]t\b|['’](?:s|re|ve|ll|d|m)\b|[.,;:!?()\u2013\u2014%$€£-]/gu;
const figure = /^(\d+(?:[.,]\d+)*)(st|nd|rd|th|s|%)?$/;

function valueOf(text: string): number | null {
  const parts = figure.exec(text);
  if (parts?.[1] === undefined) return numberWords.get(text) ?? null;
  const digits = parts[1].replace(/,(?=\d{3}(?:\D|$))/g, '').replace(/,/g, '.');
  const value = Number(digits);
  return Number.isFinite(value) ? value : null;
}

function clean(text: string): string {
  return text
    .replace(/-(?:LRB|LSB|LCB)-/g, '(')
    .replace(/-(?:RRB|RSB|RCB)-/g, ')')
    .replace(/\b(can)not\b/gi, '$1 not')
    .replace(/\b(\p{L}+)n['’]t\b/giu, (_all, stem: string) => `${stem === 'ca' ? 'can' : stem === 'wo' ? 'will' : stem} not`)
    .replace(/\bn['’]t\b/gi, 'not');
}

/**
 * Tokens of a text in order. Never throws; at most `limit` tokens are read (the rest of a longer text is left out).
 */
export function readTokens(text: string, limit = 400): EntailmentToken[] {
  const source = clean(text.length > limit * 24 ? text.slice(0, limit * 24) : text);
  const raw: string[] = [];
  for (const match of source.matchAll(piece)) {
    raw.push(match[0]);
    if (raw.length >= limit) break;
  }
  const words = raw.map((word) => word.toLowerCase().replace(/’/g, "'"));
  const negated = negationScope(words);
  const tokens: EntailmentToken[] = [];
  let sentence = 0;
  let begins = true;
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    const original = raw[at] ?? '';
    const mark = /^[^\p{L}\d']/u.test(word);
    let value = mark ? null : valueOf(word);
    const multiplier = multipliers.get(words[at + 1] ?? '');
    if (value !== null && multiplier !== undefined && /^\d/.test(word)) value *= multiplier;
    else if (value !== null && words[at + 1] === 'hundred' && value < 100) value *= 100;
    const capital = /^\p{Lu}/u.test(original);
    const stop = stopWords.has(word);
    tokens.push({
      text: word,
      value,
      kind: mark ? 'mark' : value !== null ? 'number' : 'word',
      name: capital && !stop && (!begins || /^\p{Lu}{2,}$/u.test(original)),
      stop,
      negated: negated[at] === true,
      sentence,
    });
    if (mark && /[.!?]/.test(word)) {
      const next = raw[at + 1] ?? '';
      if (/^[\p{Lu}\d(]/u.test(next) && (words[at - 1]?.length ?? 0) > 1) {
        sentence += 1;
        begins = true;
        continue;
      }
    }
    begins = word === '(' && begins;
  }
  return tokens;
}
