import type { WordKnowledge } from '../words.ts';
import { isNearWord } from './same-word.ts';
import { type CellClaim, wordsOfName } from './telling-words.ts';
import type { Place } from './types.ts';

/** Words that make of an amount of money another payment than the price. */
const special =
  /^(?:deposits?|bonds?|fines?|penalt(?:y|ies)|late|refunds?|discounts?|joining|booking|cancellation|renewal|replacement|supplements?|surcharges?|bonus|excess|insurance|grants?)$/;

/** Does the cell tell a payment that the claim does not name? "A canoe costs £20" says nothing of its deposit, nor of a joining fee. */
export function isOtherPayment({ words }: CellClaim, { property }: Place, knowledge: WordKnowledge): boolean {
  return wordsOfName(property).some((stated) => special.test(stated.lower) && !words.some((word) => isNearWord(stated, word, knowledge)));
}
