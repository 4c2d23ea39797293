import type { Norm } from '../text/normative.ts';
import type { Reading } from './reading.ts';
import { barsIn, clausesOf } from './turns.ts';
import type { Aligned, WordKnowledge } from './words.ts';

/** How much of what a sentence says of a claim stands in clauses that are turned otherwise, each a share of the aligned meaning, [0, 1]. */
export interface Polarity {
  readonly all: number;
  /** Of what the claim says from its first verb on. */
  readonly predicate: number;
  /** Of its verbs alone. */
  readonly verbs: number;
}

const leastStrength = 0.7;

/**
 * Holds the clauses of a claim and a sentence against each other: a clause with an odd number of words that deny, bar or refuse is turned.
 * Words of obligation that both have are left out, as they have an atom of their own.
 *
 * @param claim its text, without words that turn both alike @param stated likewise; offsets are the readings'
 */
export function polarityOf(
  claim: string,
  stated: string,
  readings: readonly [claim: Reading, stated: Reading],
  aligned: readonly Aligned[],
  obliged: boolean,
  knowledge: WordKnowledge,
): Polarity {
  const [own, theirs] = obliged ? [without(claim, readings[0].norms), without(stated, readings[1].norms)] : [claim, stated];
  const [mine, others] = [turnedClauses(own), turnedClauses(theirs)];
  const verb = aligned.find(({ word }) => knowledge.isVerb(word.lower))?.word.start ?? 0;
  const share = (wanted: (entry: Aligned) => boolean): number => {
    const met = aligned.filter((entry) => entry.at !== null && entry.strength >= leastStrength && wanted(entry));
    const weight = met.reduce((sum, entry) => sum + entry.weight, 0);
    const differs = met.filter(({ word, at }) => at !== null && isTurned(mine, word.start) !== isTurned(others, at.start));
    return weight === 0 ? 0 : differs.reduce((sum, entry) => sum + entry.weight, 0) / weight;
  };
  return {
    all: share(() => true),
    predicate: share(({ word }) => word.start >= verb),
    verbs: share(({ word, at }) => knowledge.mayBeVerb(word.lower) && at !== null && knowledge.mayBeVerb(at.lower)),
  };
}

function without(text: string, norms: readonly Norm[]): string {
  return norms.reduce((rest, { start, end }) => rest.slice(0, start) + ' '.repeat(end - start) + rest.slice(end), text);
}

interface Turned {
  readonly start: number;
  readonly end: number;
  readonly turned: boolean;
}

/** What a lead turns, its list has turned: "we do not take: pigeons, squirrels and deer". */
function turnedClauses(text: string): Turned[] {
  let led = false;
  return clausesOf(text).map(({ text: clause, start }) => {
    const end = start + clause.length;
    const own = barsIn(clause) % 2 === 1;
    const turned = own !== led;
    if (text[end] === ':') led = own;
    else if (/^\s?[;.]/.test(text.slice(end))) led = false;
    return { start, end, turned };
  });
}

function isTurned(clauses: readonly Turned[], at: number): boolean {
  return clauses.find(({ start, end }) => at >= start && at < end)?.turned ?? false;
}
