import { bundledKnowledge } from '../../claims/knowledge.ts';
import type { Side } from '../../read/sides.ts';
import { relateScopes, type ScopeTerm, scopeTermsIn } from '../../text/scope.ts';
import { stem } from '../../text/stem.ts';
import { isStopword } from '../../text/stopwords.ts';
import { contentStems, tokenize } from '../../text/tokens.ts';
import type { RankedSpan } from './candidates.ts';

/** "The rest", "the usual one": what is told beside the other. */
const remaining = /^(?:rest|others?|else|remaining|remainder|everyone|everybody|everything|usual|ordinary|normal|standard|general|all)$/;
/** From this strength on a word says another (`WordKnowledge.strength`). */
const saying = 0.6;

/** How much of a side a sentence says, [0, 1]: in its own words, and with what it stands under, which counts half. */
export interface SaidOfSide {
  readonly own: number;
  readonly all: number;
}

/** Tells of each sentence how much of a side it says, by the word, a synonym or a more special word. */
export function sideReader(question: string, { stems, term }: Side): (sentence: RankedSpan) => SaidOfSide {
  if (term !== null)
    return ({ kind, text, scope, title }) => {
      const isOwn = (kind === 'table-row' && hasCell(text, term)) || scopeTermsIn(text).some((own) => isSame(own, term));
      return { own: Number(isOwn), all: isOwn ? 1 : relateScopes([term], [text, scope, title]) === 'met' ? 0.5 : 0 };
    };
  const says = [...stems].map((root) => wordReader(wordOf(question, root)));
  const mean = (sum: number): number => sum / Math.max(1, says.length);
  return ({ text, leadIn, scope, title }) => {
    const own = wordsOf(text);
    const above = wordsOf(`${leadIn} ${scope} ${title}`);
    return {
      own: mean(says.reduce((sum, say) => sum + say(own), 0)),
      all: mean(says.reduce((sum, say) => sum + Math.max(say(own), say(above) / 2), 0)),
    };
  };
}

function isSame(a: ScopeTerm, b: ScopeTerm): boolean {
  return a.kind === b.kind && a.value === b.value;
}

/** "Class: A; Power: primary battery". */
function hasCell(row: string, { kind, value }: ScopeTerm): boolean {
  return row
    .toLowerCase()
    .split('; ')
    .some((cell) => cell === `${kind}: ${value}` || cell === `${kind}: ${kind} ${value}`);
}

function wordsOf(text: string): string[] {
  return tokenize(text).map(({ lower }) => lower);
}

/** A question's word with this stem. */
function wordOf(question: string, root: string): string {
  return tokenize(question).find(({ lower }) => contentStems(lower)[0] === root)?.lower ?? root;
}

/** How far any of some words says a word, [0, 1]. */
function wordReader(word: string): (said: readonly string[]) => number {
  const knowledge = bundledKnowledge();
  const root = stem(word);
  const isRest = remaining.test(word);
  const memo = new Map<string, number>();
  const strengthOf = (other: string): number => {
    if (other === word || stem(other) === root || (isRest && remaining.test(other))) return 1;
    if (isStopword(other) || /\d/.test(other)) return 0;
    const strength = knowledge.strength(other, word);
    return strength >= saying ? strength : 0;
  };
  return (said) => {
    let most = 0;
    for (const other of said) {
      let strength = memo.get(other);
      if (strength === undefined) memo.set(other, (strength = strengthOf(other)));
      most = Math.max(most, strength);
      if (most === 1) break;
    }
    return most;
  };
}
