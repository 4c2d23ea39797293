import type { Side } from './alignment.ts';
import type { EntailmentToken } from './tokens.ts';

const months = new Map(
  ['january', 'february', 'march', 'april', 'may', 'june', 'july', 'august', 'september', 'october', 'november', 'december'].map(
    (name, at): [string, number] => [name, at + 1],
  ),
);
const atLeast = new Set(['over', 'above', 'exceeding', 'minimum', 'after', 'since', 'exceeds', 'exceeded', 'surpassed']);
const atMost = new Set(['under', 'below', 'maximum', 'before', 'until', 'within', 'by']);

function isYear(token: EntailmentToken): boolean {
  return (
    token.value !== null && Number.isInteger(token.value) && token.value >= 1000 && token.value <= 2100 && /^\d{4}s?$/.test(token.text)
  );
}

/** `more than 500`, `at least three`, `before 2010`: which side of the number is meant; 0 for the number itself. */
function bound(side: Side, at: number): -1 | 0 | 1 {
  const word = (back: number): string => side.tokens[at - back]?.text ?? '';
  if (
    (word(1) === 'than' && /^(?:more|greater|higher|older|longer|larger|later)$/.test(word(2))) ||
    (word(2) === 'at' && word(1) === 'least') ||
    atLeast.has(word(1))
  )
    return 1;
  if (
    (word(1) === 'than' && /^(?:less|fewer|lower|younger|shorter|smaller|earlier)$/.test(word(2))) ||
    (word(2) === 'at' && word(1) === 'most') ||
    (word(2) === 'up' && word(1) === 'to') ||
    atMost.has(word(1))
  )
    return -1;
  return 0;
}

function unitOf(side: Side, at: number): string {
  for (let next = at + 1; next <= at + 2; next += 1) {
    const token = side.tokens[next];
    if (token === undefined) return '';
    if (token.kind === 'word' && !token.stop) return token.text.replace(/s$/, '');
  }
  return '';
}

export interface NumberEvidence {
  readonly numberMatched: number;
  /** Another number with the same unit, or another year, and the hypothesis's own nowhere. */
  readonly numberConflict: number;
  readonly numberOther: number;
  readonly numberAbsent: number;
  readonly yearMatched: number;
  readonly yearConflict: number;
  readonly yearAbsent: number;
  readonly boundMet: number;
  readonly boundBroken: number;
  readonly monthMatched: number;
  readonly monthConflict: number;
  /** Log ratio of the nearest conflicting pair. */
  readonly numberGap: number;
}

/** What becomes of each number, year and month of the hypothesis. Conflicts are sought in the sentences `near`, matches anywhere. */
export function numberEvidence(premise: Side, hypothesis: Side, near: ReadonlySet<number>): NumberEvidence {
  const evidence = {
    numberMatched: 0,
    numberConflict: 0,
    numberOther: 0,
    numberAbsent: 0,
    yearMatched: 0,
    yearConflict: 0,
    yearAbsent: 0,
    boundMet: 0,
    boundBroken: 0,
    monthMatched: 0,
    monthConflict: 0,
    numberGap: 0,
  };
  const theirs = premise.tokens.flatMap((token, at) =>
    token.value === null
      ? []
      : [{ token, at, value: token.value, near: near.has(token.sentence), year: isYear(token), unit: unitOf(premise, at) }],
  );
  hypothesis.tokens.forEach((token, at) => {
    if (token.value === null) return;
    const value = token.value;
    const year = isYear(token);
    const side = bound(hypothesis, at);
    const unit = unitOf(hypothesis, at);
    const equal = theirs.some((other) => other.value === value);
    const comparable = theirs.filter(
      (other) => other.near && other.year === year && (year || unit === '' || other.unit === '' || other.unit === unit),
    );
    const sameUnit = comparable.filter((other) => year || (unit !== '' && other.unit === unit));
    if (side !== 0 && sameUnit.length > 0) {
      if (sameUnit.some((other) => side * (other.value - value) > 0 || (!year && other.value === value))) evidence.boundMet += 1;
      else evidence.boundBroken += 1;
      return;
    }
    if (equal) {
      if (year) evidence.yearMatched += 1;
      else evidence.numberMatched += 1;
      return;
    }
    if (year) {
      if (comparable.length > 0) evidence.yearConflict += 1;
      else evidence.yearAbsent += 1;
      return;
    }
    if (sameUnit.length > 0) evidence.numberConflict += 1;
    else if (comparable.length > 0) evidence.numberOther += 1;
    else evidence.numberAbsent += 1;
    for (const other of sameUnit) {
      const gap = Math.abs(Math.log((Math.abs(other.value) + 1) / (Math.abs(value) + 1)));
      if (evidence.numberGap === 0 || gap < evidence.numberGap) evidence.numberGap = gap;
    }
  });
  const monthsOf = (side: Side, inside: (sentence: number) => boolean): Set<number> =>
    new Set(
      side.tokens.flatMap((token) => {
        const month = months.get(token.text);
        return month !== undefined && inside(token.sentence) && (token.text !== 'may' || token.name) ? [month] : [];
      }),
    );
  const mine = monthsOf(hypothesis, () => true);
  const here = monthsOf(premise, (sentence) => near.has(sentence));
  for (const month of mine) {
    if (here.has(month)) evidence.monthMatched += 1;
    else if (here.size > 0) evidence.monthConflict += 1;
  }
  return evidence;
}
