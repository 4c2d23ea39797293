import { LRUCache } from 'lru-cache';

import { datesIn, type DateMention } from '../text/dates.ts';
import { entitiesIn, type EntityMention } from '../text/entities.ts';
import { forceAt, type Norm, normsIn } from '../text/normative.ts';
import { partiesIn, type Party } from '../text/parties.ts';
import { type Quantity, quantitiesIn } from '../text/quantities.ts';
import { type ScopeTerm, scopeTermsIn } from '../text/scope.ts';
import { type Word, wordsIn } from './words.ts';

/** A text read once for all that claims are judged by. */
export interface Reading {
  readonly text: string;
  readonly words: readonly Word[];
  readonly norms: readonly Norm[];
  readonly quantities: readonly Quantity[];
  readonly dates: readonly DateMention[];
  readonly scope: readonly ScopeTerm[];
  readonly parties: readonly Party[];
  readonly names: readonly EntityMention[];
}

/** A sentence is held against many, and comes up again with the next question. */
const readings = new LRUCache<string, Reading>({ max: 2000 });

export function readText(text: string): Reading {
  let reading = readings.get(text);
  if (reading === undefined) readings.set(text, (reading = read(text)));
  return reading;
}

function read(text: string): Reading {
  const scope = scopeTermsIn(text);
  // The number of "RFC 1983" is no year.
  const dates = datesIn(text).filter(({ start, end }) => !scope.some((term) => start < term.end && term.start < end));
  const norms = normsIn(text);
  const taken = [...scope, ...dates, ...norms];
  // "Must not use more than 5 litres", "shall not exceed 12 per cent": the "not" belongs to both.
  const behindNorm = (quantity: Quantity): Quantity => {
    const norm = norms.find(({ start, end }) => start <= quantity.start && end > quantity.start && end < quantity.end);
    return norm === undefined ? quantity : { ...quantity, start: text.length - text.slice(norm.end).trimStart().length };
  };
  const free = ({ start, end }: { start: number; end: number }): boolean => !taken.some((other) => start < other.end && other.start < end);
  const quantities = quantitiesIn(text).map(behindNorm).filter(free);
  return {
    text,
    // What obliges, measures, dates or limits has an atom of its own.
    words: wordsIn(text).map((word) =>
      !word.light && (!free(word) || quantities.some((quantity) => word.start < quantity.end && quantity.start < word.end))
        ? { ...word, light: true }
        : word,
    ),
    norms,
    quantities,
    dates,
    scope,
    parties: partiesIn(text),
    names: entitiesIn(text).filter(free),
  };
}

/** Does a text turn round what is said at a place: by a word of negation, or by a force that forbids? */
export function isDenied(reading: Reading, word: Word): boolean {
  const norm = forceAt(reading.text, word.start, reading.norms);
  const within = norm !== null && word.start >= norm.start && word.start < norm.end;
  if (norm !== null && !within && (norm.force === 'must not' || norm.force === 'should not')) return true;
  // A "not" that belongs to a word of obligation is read there.
  return word.negated && !(norm !== null && (norm.force === 'must not' || norm.force === 'should not' || norm.force === 'need not'));
}
