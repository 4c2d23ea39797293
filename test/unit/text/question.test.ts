import assert from 'node:assert/strict';

import fc from 'fast-check';

import { analyseQuestion } from '../../../src/text/question.ts';

describe('what a question asks for', () => {
  const cases: [question: string, type: string, head: string | null][] = [
    ['Who directed the film?', 'person', null],
    ['When was the bridge opened?', 'date', null],
    ['Where is the mill?', 'place', null],
    ['Why did the pump fail?', 'reason', null],
    ['What caused the outage?', 'reason', null],
    ['How many locks does the canal have?', 'number', 'locks'],
    ['How long must passwords be?', 'number', 'long'],
    ['How is a key revoked?', 'method', null],
    ['In which city was the treaty signed?', 'place', 'city'],
    ['What is the population of Corvey?', 'number', 'population'],
    ['What is a relying party?', 'definition', null],
    ['What does the standard require?', 'definition', null],
    ['Are password hints allowed?', 'yes-no', null],
    ['Is Corvey or Dornum the older town?', 'comparison', null],
    ['Which company built the bridge?', 'organisation', 'company'],
  ];
  for (const [question, type, head] of cases)
    it(question, () => {
      const analysed = analyseQuestion(question);
      assert.deepEqual([analysed.type, analysed.head], [type, head]);
    });

  it('names what is held against each other', () => {
    assert.deepEqual(analyseQuestion('Which is older, Corvey or Dornum?').options, ['Corvey', 'Dornum']);
    assert.equal(analyseQuestion('Are both Corvey and Dornum towns?').choice, false);
    assert.equal(analyseQuestion('When was Corvey founded?').options, null);
  });

  it('finds what is compared, whether by "or", "both" or "same"', () => {
    const compared = (text: string): [readonly string[] | null, boolean] => {
      const { options, choice } = analyseQuestion(text);
      return [options, choice];
    };
    assert.deepEqual(compared('Who was born first, Ada Marlow or Ivo Brandt?'), [['Ada Marlow', 'Ivo Brandt'], true]);
    assert.deepEqual(compared('Was Ada Marlow or Ivo Brandt born first?'), [['Ada Marlow', 'Ivo Brandt'], true]);
    assert.deepEqual(compared('Are Ada Marlow and Ivo Brandt of the same nationality?'), [['Ada Marlow', 'Ivo Brandt'], false]);
    assert.deepEqual(compared('What profession do Ada Marlow and Ivo Brandt share?'), [['Ada Marlow', 'Ivo Brandt'], false]);
    assert.deepEqual(compared('Who met Ada Marlow and Ivo Brandt in Vienna?'), [null, false]);
    assert.equal(analyseQuestion('Was Ada Marlow or Ivo Brandt born first?').type, 'comparison');
  });

  it('reads whatever it is given', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
        assert.equal(analyseQuestion(text).text, text);
      }),
    );
  });
});
