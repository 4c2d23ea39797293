import type { WordKnowledge } from '../words.ts';
import { type CellReading, denies, open, says } from './cell-reading.ts';
import { withoutRates } from './rates.ts';
import { isNearWord } from './same-word.ts';
import { type CellClaim, wordsOfName } from './telling-words.ts';
import type { Place } from './types.ts';

const yes = /^(?:yes|included|allowed|permitted|required|available|✓|✔)$/i;
const no = /^(?:no|none|never|not (?:offered|included|allowed|permitted|required|available|possible)|no charge)$/i;

/** "None", "no charge": nothing of what its names say. */
export function isNothing(cell: string): boolean {
  return no.test(cell.trim());
}

/** "Yes", "not allowed": says of its names whether they hold. */
export function isYesOrNo(cell: string): boolean {
  return yes.test(cell.trim()) || isNothing(cell);
}

/** Does the claim say all words of the column's name? "Booking" alone is no online booking. */
export function saysWholeHead({ words }: CellClaim, head: string, knowledge: WordKnowledge): boolean {
  return wordsOfName(withoutRates(head)).every((stated) => words.some((word) => isNearWord(stated, word, knowledge)));
}

/** What a cell that says yes or no says of a claim about its row and its column. */
export function readByYesOrNo(claim: string, { head, cell }: Place, isTurned: boolean): CellReading {
  if (!fitsForce(claim, `${head} ${cell}`, isTurned)) return open;
  return isNothing(cell) === isTurned ? says : denies('negation');
}

const obliges = /\b(?:needs?|needed|must|requires?|required|ha(?:ve|s) to|compulsory|mandatory)\b/i;

/** What need not be is not forbidden, and what is needed not only allowed. */
function fitsForce(claim: string, stated: string, isTurned: boolean): boolean {
  // "Licence needed: none".
  if (/\b(?:needed|required|compulsory|mandatory)\b/i.test(stated))
    return obliges.test(claim) && !/\b(?:must not|mustn['’]t|may|can|cannot)\b/i.test(claim);
  return !obliges.test(claim) || (!isTurned && !/\bnot\b/i.test(claim));
}
