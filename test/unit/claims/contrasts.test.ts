import assert from 'node:assert/strict';

import { compare } from '../../../src/claims/compare.ts';
import { settled } from '../../../src/claims/contrasts.ts';
import { bundledKnowledge } from '../../../src/claims/knowledge.ts';
import { readText } from '../../../src/claims/reading.ts';
import { barsIn } from '../../../src/claims/turns.ts';

function turns(claim: string, text: string): [number, number] {
  const sentence = { text, headings: [], document: ['Guide'], beside: [], elsewhere: [] };
  const { aligned } = compare(readText(claim), sentence, new Map(), bundledKnowledge());
  const [own, theirs] = settled(claim, text, aligned);
  assert.deepEqual([own.length, theirs.length], [claim.length, text.length]);
  return [barsIn(own), barsIn(theirs)];
}

describe('negations that turn nothing between a claim and a sentence', () => {
  it('reads "nobody touched" as "untouched", and leaves "unpaid" to be counted as it is', () => {
    assert.deepEqual(turns('Portions that nobody touched go to a food bank.', 'Untouched portions go to the food bank.'), [0, 0]);
    assert.deepEqual(turns('Untouched portions go to a food bank.', 'Portions that have not been touched go to the food bank.'), [0, 0]);
    assert.deepEqual(turns('Bills that are not paid are sent again.', 'Unpaid bills are sent again.'), [1, 1]);
    assert.deepEqual(turns('Nobody touched the portions.', 'The portions go to the food bank.'), [1, 0]);
  });

  it('leaves out what a claim adds that it is not, where the sentence says what it is', () => {
    const sentence = 'They could choose between shorter hours and a pay rise; 17 of 21 took the shorter hours.';
    assert.deepEqual(turns('Most picked shorter hours and not a rise.', sentence), [0, 0]);
    assert.deepEqual(turns('Members pay by card and not in cash.', 'Members pay in cash.'), [1, 0]);
  });

  it('keeps what a sentence sets aside, where the claim speaks of it', () => {
    const sentence = 'The Caterer, not the House, answers questions about ingredients.';
    assert.deepEqual(turns('The caterer answers questions about ingredients.', sentence), [0, 0]);
    assert.deepEqual(turns('The House answers questions about ingredients.', sentence), [0, 1]);
  });
});
