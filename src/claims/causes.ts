import type { Comparison } from './compare.ts';
import type { Reading } from './reading.ts';

const because = /\b(?:because(?: of)?|due to|owing to|as a result of|thanks to|caused by|on account of)\s/i;
/** What gives a reason or an end in a sentence: "as none were studied", "so that readings last". */
const reason = new RegExp(String.raw`${because.source}|\b(?:so that|in order to|so as to)\s|,\s(?:as|since|for)\s`, 'i');

/** Of the words for what comes of it, the sentence says this much, and of those for why hardly one. */
const least = { effect: 0.6, cause: 0.25 };
const sameWord = 0.7;

/**
 * Does the sentence say of the same thing that it comes of something else? "Late because of the storms" beside "late, because the supplier sent
 * the wrong hinges". What it says of the effect stands outside its own reason, and its reason has words that the claim has not.
 */
export function givesOtherCause(claim: Reading, stated: Reading, { aligned }: Comparison): boolean {
  const [own, theirs] = [because.exec(claim.text), reason.exec(stated.text)];
  // "Because of the storms, they were late": what follows the comma is the effect.
  if (own === null || theirs === null || own.index === 0 || theirs.index === 0) return false;
  const [causes, effects] = [true, false].map((isCause) => aligned.filter(({ word }) => word.start > own.index === isCause));
  const share = (entries: typeof aligned, isSaid: (entry: (typeof aligned)[number]) => boolean): number => {
    const weight = entries.reduce((sum, entry) => sum + entry.weight, 0);
    return weight === 0 ? 0 : entries.reduce((sum, entry) => sum + (isSaid(entry) ? entry.weight * entry.strength : 0), 0) / weight;
  };
  const told = stated.words.filter(({ light, start }) => !light && start > theirs.index).length;
  return (
    causes !== undefined &&
    effects !== undefined &&
    causes.length > 0 &&
    told > 1 &&
    share(effects, ({ at, layer, strength }) => layer !== 'sentence' || (at !== null && strength >= sameWord && at.start < theirs.index)) >=
      least.effect &&
    share(causes, ({ layer }) => layer === 'sentence') <= least.cause
  );
}
