import assert from 'node:assert/strict';

import fc from 'fast-check';

import { negationCue } from '../../../src/text/negation.ts';
import { repeatsQuestion, sameAnswer } from '../../../src/text/same-answer.ts';

describe('the same answer', () => {
  const pairs: [a: string, b: string, same: boolean][] = [
    ['Bale', 'Christian Bale', true],
    ['Christian Bale', 'Heath Ledger', false],
    ['the 8 characters', '8 Characters.', true],
    ['', '', true],
    ['', 'Bale', false],
    ['14', '8', false],
    ['an expired licence of the pump controller stopped it', 'an expired licence of the pump controller stopped', true],
    ['an expired licence of the pump controller', 'a storm over the northern harbour basin', false],
  ];
  for (const [a, b, same] of pairs)
    it(`"${a}" and "${b}": ${same ? 'yes' : 'no'}`, () => {
      assert.equal(sameAnswer(a, b), same);
    });

  it('is symmetric, and an answer is the same as itself', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (a, b) => {
        assert.ok(sameAnswer(a, a));
        assert.equal(sameAnswer(a, b), sameAnswer(b, a));
      }),
    );
  });
});

describe('negation', () => {
  it('knows its cues', () => {
    assert.deepEqual(
      [negationCue('never'), negationCue('forbids'), negationCue('rarely'), negationCue('harbour')],
      ['negator', 'denier', 'weak', null],
    );
  });
});

describe('an answer that only repeats its question', () => {
  const question = 'Who won the Lindfield piano competition of 2019?';
  for (const [answer, repeats] of [
    ['Lindfield 2019', true],
    ['the piano competition', true],
    ['Hana Morimoto', false],
    ['Hana Morimoto of Lindfield', false],
    ['', false],
  ] as const)
    it(`${repeats ? 'is' : 'is not'} "${answer}"`, () => {
      assert.equal(repeatsQuestion(answer, question), repeats);
    });
});
