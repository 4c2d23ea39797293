import assert from 'node:assert/strict';

import { sideReader } from '../../../../src/audit/answer/side-reader.ts';
import { comparedSides } from '../../../../src/read/sides.ts';
import { rankedSentence } from '../../../support/ranked-sentence.ts';

function said(question: string, text: string, more: Partial<ReturnType<typeof rankedSentence>> = {}): number[] {
  return (comparedSides(question) ?? []).map((side) => sideReader(question, side)({ ...rankedSentence(text, text), ...more }).all);
}

describe('how much of a side a sentence says', () => {
  it('by its words, or by what they stand for', () => {
    assert.deepEqual(said('which is dearer, a bike or a car?', 'Membership for a bike: £5'), [1, 0]);
    assert.ok((said('which is dearer, a bicycle or a car?', 'Membership for a bike: £5')[0] ?? 0) > 0.6);
  });

  it('half by what it stands under', () => {
    assert.deepEqual(said('which is dearer, a bike or a car?', 'Fee: £5', { scope: 'Bikes' }), [0.5, 0]);
  });

  it('of a level by the cell of its column', () => {
    const question = "whose battery has to hold out longer, class A's or class B's?";
    assert.deepEqual(said(question, 'Class: A; Power: battery', { kind: 'table-row' }), [1, 0]);
    assert.deepEqual(said(question, 'Nodes of Class B are charged.'), [0, 1]);
  });

  it('where the rest is asked about, by what is told of others', () => {
    assert.equal(said('which gets the hotter wash, infected stuff or the rest?', 'Other linen is washed at 65 °C.')[1], 1);
  });
});
