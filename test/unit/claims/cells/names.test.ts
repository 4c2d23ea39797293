import assert from 'node:assert/strict';

import { wordsNaming } from '../../../../src/claims/cells/names.ts';
import { cellClaim } from '../../../../src/claims/cells/telling-words.ts';
import { bundledKnowledge } from '../../../../src/claims/knowledge.ts';
import { kit, plans, testReadings } from './tables.ts';

describe('rows that a claim names', () => {
  testReadings([
    ['takes the longer name', 'Chief deckhands get four jackets', kit, 'Chief deckhand: says'],
    ['leaves two subjects open', 'Bosuns and deckhands get three jackets', kit, ''],
    ['reads a table by its columns', 'The basic plan costs £25 a month', plans, 'Price: denies (quantity)'],
  ]);

  const naming = (name: string, head: string, text: string): readonly string[] | null => {
    const claim = cellClaim(text);
    const used = wordsNaming(name, head, claim, bundledKnowledge());
    return used === null ? null : claim.words.filter(({ start }) => used.has(start)).map((word) => word.text);
  };
  it('takes all words of a name, and no brackets', () => {
    assert.deepEqual(naming('Chief deckhand (sea)', 'Role', 'Every chief deckhand gets four jackets'), ['chief', 'deckhand']);
    assert.equal(naming('Chief deckhand', 'Role', 'Deckhands get four jackets'), null);
  });
  it('takes a number only behind what it numbers', () => {
    assert.deepEqual(naming('2', 'Class', 'Class 2 pays £40'), ['2']);
    assert.deepEqual(naming('3', 'Class', 'Classes 2 and 3 pay £40'), ['3']);
    assert.equal(naming('2', 'Class', 'Adults get 2 towels'), null);
  });
  it('takes days of a range, and none beside it', () => {
    assert.deepEqual(naming('Monday to Friday', '', 'The pool opens at 8 on Tuesdays'), ['Tuesdays']);
    assert.equal(naming('Monday to Friday', '', 'The pool opens at 8 on Fridays and Saturdays'), null);
  });
  it('takes dates and amounts by what they say', () => {
    assert.deepEqual(naming('30 June', 'Deadline', 'The round of June 30 is for schools'), ['June', '30']);
    assert.deepEqual(naming('More than 5 years', 'Service', 'You get 30 days after more than five years'), [
      'more',
      'than',
      'five',
      'years',
    ]);
    assert.equal(naming('More than 5 years', 'Service', 'You get 30 days after 5 years'), null);
  });
});
