import { stem } from '../text/stem.ts';
import type { Reading } from './reading.ts';
import type { Aligned, Word, WordKnowledge } from './words.ts';

/** Weighty words of the sentence that stand where the claim has others: "had European foulbrood" beside "had American foulbrood". */
export interface Replacement {
  readonly own: readonly Word[];
  readonly stated: readonly Word[];
  /** Share of the claim's meaning that is replaced, [0, 1]. */
  readonly weight: number;
  /** `name`: both are proper names; `kin`: of one kind in the dictionary, or opposites; `other`: words that may say the same. */
  readonly kind: 'name' | 'kin' | 'other';
  /** The words on both sides are the same. */
  readonly enclosed: boolean;
}

const longest = 3;
const sameWord = 0.7;
const boundary = /[.;:()]|,\s(?:and|but)\s/;

/** What of a claim the sentence replaces by words of its own, at the same place beside the same words. Synonyms replace nothing. */
export function replacementsIn(claim: Reading, stated: Reading, aligned: readonly Aligned[], knowledge: WordKnowledge): Replacement[] {
  const heavy = stated.words.filter((word) => !word.light && !/^\p{N}/u.test(word.lower));
  const placeOf = new Map(heavy.map((word, at) => [word.start, at]));
  const says = ({ at, layer, strength, word }: Aligned): boolean =>
    at !== null && layer === 'sentence' && (strength >= sameWord || !knowledge.areKin(at.lower, word.lower));
  const met = new Set(aligned.filter(says).flatMap(({ at }) => (at === null ? [] : [at.start])));
  const own = new Set(claim.words.map(({ lower }) => stem(lower)));
  const isFree = (word: Word): boolean => !met.has(word.start) && !own.has(stem(word.lower));
  const run = (from: number, step: 1 | -1): Word[] => {
    const found: Word[] = [];
    for (let at = from + step; found.length < longest; at += step) {
      const [word, before] = [heavy[at], heavy[at - step]];
      if (word === undefined || before === undefined || !isFree(word)) break;
      const between = step > 0 ? stated.text.slice(before.end, word.start) : stated.text.slice(word.end, before.start);
      if (boundary.test(between)) break;
      found.push(word);
    }
    return step > 0 ? found : found.reverse();
  };
  const found: Replacement[] = [];
  for (let at = 0; at < aligned.length; at += 1) {
    const first = aligned[at];
    if (first === undefined || says(first)) continue;
    let end = at;
    while (end + 1 < aligned.length && !saysAt(aligned, end + 1, says)) end += 1;
    const words = aligned.slice(at, end + 1);
    const [left, right] = [placeIn(placeOf, aligned[at - 1]), placeIn(placeOf, aligned[end + 1])];
    const before = right === null ? [] : run(right, -1);
    const after = left === null ? [] : run(left, 1);
    const replaced = before.length > 0 ? before : after;
    if (replaced.length > 0)
      found.push({
        own: words.map(({ word }) => word),
        stated: replaced,
        weight: words.reduce((sum, { weight }) => sum + weight, 0),
        kind: kindOf(
          words.map(({ word }) => word),
          replaced,
          knowledge,
        ),
        enclosed: before.length > 0 && after.length > 0,
      });
    at = end;
  }
  return found;
}

function saysAt(aligned: readonly Aligned[], at: number, says: (entry: Aligned) => boolean): boolean {
  const entry = aligned[at];
  return entry === undefined || says(entry);
}

function placeIn(placeOf: ReadonlyMap<number, number>, entry: Aligned | undefined): number | null {
  const at = entry?.at ?? null;
  return at === null ? null : (placeOf.get(at.start) ?? null);
}

function kindOf(own: readonly Word[], stated: readonly Word[], knowledge: WordKnowledge): Replacement['kind'] {
  // A capital at the beginning of a sentence is no name's.
  const isName = ({ text, start }: Word): boolean => start > 0 && /^\p{Lu}/u.test(text);
  if (own.some(isName) && stated.some(isName)) return 'name';
  return own.some((mine) =>
    stated.some((other) => knowledge.areKin(other.lower, mine.lower) || knowledge.opposite(other.lower, mine.lower)),
  )
    ? 'kin'
    : 'other';
}
