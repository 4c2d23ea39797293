import { numbersIn } from '../text/numbers.ts';
import type { Quantity } from '../text/quantities.ts';
import type { Reading } from './reading.ts';
import { barsIn, clausesOf } from './turns.ts';

/** The number that an amount is written with, whatever its unit; null where it has none. */
export function numberAt(text: string, { start, end }: Quantity): string | null {
  return numbersIn(text.slice(start, end))[0]?.normal ?? null;
}

/** Amounts of one dimension this far apart are seldom of one thing: five years of keeping beside five minutes of delay. */
const farApart = 20;
const isFloor = ({ comparator }: Quantity): boolean => comparator === 'at least' || comparator === 'more than';
const isCeiling = ({ comparator }: Quantity): boolean => comparator === 'at most' || comparator === 'less than';

/** "A holder aged 17", "a guest of nine", "a four-night trip": an instance, which a bound may take in or leave out. */
const instanceBefore =
  /\b(?:aged|age|(?:\p{L}{3,}(?<!\b(?:number|total|sum|limit|minimum|maximum|fee|rate|share|fine|price|charge|period|term|notice|gap|lead|cost|most)))\sof)\s$/iu;
const clock = /\b(?:after|before|by|until|till|from|since|at)\s$/i;
const year = /^(?:19|20)\d\d$/;

/**
 * Is another amount of the sentence no denial of the claim's, as the two are not sure to be of one thing or to be said the same way round?
 * "Does not hear disputes about less than £15" beside "a sum smaller than £15 is too little": the same number, and a turn in one of them.
 */
export function isElsewhere(claim: Reading, claimed: Quantity, stated: Reading, other: Quantity): boolean {
  const [own, theirs] = [numberAt(claim.text, claimed), numberAt(stated.text, other)];
  const lead = claim.text.slice(Math.max(0, claimed.start - 24), claimed.start);
  const opposed =
    (isFloor(claimed) && !isFloor(other)) || (isCeiling(claimed) && !isCeiling(other)) || (isFloor(other) && isCeiling(claimed));
  if (opposed && claimed.low === other.low && claimed.high === other.high && (turned(claim, claimed) + turned(stated, other)) % 2 === 1)
    return true;
  if (own !== theirs && claimed.low > 0 && other.low > 0 && Math.max(claimed.low / other.low, other.low / claimed.low) > farApart)
    return true;
  const isInstance =
    instanceBefore.test(lead) || (claimed.dimension !== 'count' && /-\p{L}+$/u.test(claim.text.slice(claimed.start, claimed.end)));
  if (claimed.comparator === 'exactly' && other.comparator !== 'exactly' && isInstance) return true;
  // "After nine" is a time of day, "in 2027" a year: neither counts seats.
  if (claimed.dimension !== 'count' || claimed.counted.length > 0 || other.counted.length === 0) return false;
  return clock.test(lead) || year.test(own ?? '');
}

/** Turns of the clause that an amount stands in: "not … less than" has become a bound, and what else it turned is not known. */
function turned({ text }: Reading, { denied, start, end }: Quantity): number {
  if (denied) return 1;
  return clausesOf(text)
    .filter((clause) => clause.start < end && start < clause.start + clause.text.length)
    .reduce((sum, clause) => sum + barsIn(clause.text), 0);
}
