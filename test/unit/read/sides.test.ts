import assert from 'node:assert/strict';

import { comparedSides, comparesTimes } from '../../../src/read/sides.ts';

const sidesOf = (question: string): string[] | null =>
  comparedSides(question)?.map(({ stems, term }) => (term === null ? [...stems].join(' ') : `${term.kind} ${term.value}`)) ?? null;

describe('the two that a question holds against each other', () => {
  const cases: readonly (readonly [string, readonly [string, string] | null])[] = [
    ['which is dearer a month, Blue or Silver?', ['blue', 'silver']],
    ['where do I get more for a hotel, London or abroad?', ['london', 'abroad']],
    ['which gets the hotter wash, infected stuff or the rest?', ['infect stuff', 'rest']],
    ["whose battery has to hold out longer, class A's or class B's?", ['class a', 'class b']],
    ['did more of it end up in the bund or in the drain?', ['bund', 'drain']],
    ['do the older children get more on the plate than the little ones?', ['older', 'littl']],
    ['How does the repair time for a critical hole compare with that for a minor one?', ['critic hole', 'minor']],
    ['How long does the card last for students compared with staff?', ['student', 'staff']],
    ['Between Basic and Standard at Paylark, who hears back sooner?', ['basic', 'standard']],
    ['If I go from Hull to Deck, do I get more storage?', ['hull', 'deck']],
    ['how much dearer is the large room than the small room', ['larg', 'small']],
    ['What is the fee for a second key?', null],
  ];
  for (const [question, sides] of cases) {
    it(question, () => {
      assert.deepEqual(sidesOf(question), sides);
    });
  }

  it('may be two times', () => {
    assert.equal(comparesTimes('Is the fee higher now than it was before?'), true);
    assert.equal(comparesTimes('Is the fee higher for guests than for members?'), false);
  });
});
