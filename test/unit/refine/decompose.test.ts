import assert from 'node:assert/strict';

import fc from 'fast-check';

import { decompose } from '../../../src/refine/decompose.ts';
import { answerSlot } from '../../../src/refine/types.ts';

describe('taking a question apart', () => {
  const known: readonly (readonly [string, readonly string[]])[] = [
    ['Where was the director of Solaris born?', ['Who is the director of Solaris?', 'Where was {answer} born?']],
    ["What was the nickname of Ann Wood's father?", ['Who is the father of Ann Wood?', 'What was the nickname of {answer}?']],
    [
      'Harbour Song is a film by a director who was born in which city?',
      ['Harbour Song is a film by which director?', '{answer} was born in which city?'],
    ],
    [
      'What was the former name of the company which operates Dover Terminal?',
      ['Which company operates Dover Terminal?', 'What was the former name of {answer}?'],
    ],
    [
      'In which city was the winner of the Lindfield piano competition born?',
      ['Who is the winner of the Lindfield piano competition?', 'In which city was {answer} born?'],
    ],
    ['How much are the members of the Rust core team paid?', ['Who are the members of the Rust core team?', 'How much are {answer} paid?']],
    ['Who was the coach of the team that Ada Moor joined?', ['Ada Moor joined which team?', 'Who was the coach of {answer}?']],
    ['Who was born first, Carla Weiss or Dirk Braun?', ['When was Carla Weiss born?', 'When was Dirk Braun born?']],
    ['Which magazine was founded first, Tide or Quay?', ['When was Tide founded?', 'When was Quay founded?']],
    ['Are both Tide and Quay magazines?', ['Are Tide magazines?', 'Are Quay magazines?']],
  ];
  for (const [question, steps] of known) {
    it(`finds the steps of "${question}"`, () => {
      assert.deepEqual(decompose(question)?.steps, steps);
    });
  }

  for (const question of [
    'How long are logs kept?',
    'Who is the director of Solaris?',
    'Who was the winner of the Lindfield piano competition?',
    'What is the retention period of video recordings?',
    'Who may approve an emergency change?',
    'What must the operator do when the alarm rings?',
  ]) {
    it(`leaves "${question}" whole`, () => {
      assert.equal(decompose(question), null);
    });
  }

  it('whatever is asked, a bridge has one slot, in its second step, and no step is empty', () => {
    const words = fc.constantFrom(
      'the',
      'director',
      'of',
      'Solaris',
      'who',
      'wrote',
      'which',
      'city',
      'is',
      'a',
      'or',
      'Quay',
      'what',
      ',',
      'born',
      "Ann's",
    );
    fc.assert(
      fc.property(fc.array(words, { maxLength: 14 }), (list) => {
        const parts = decompose(`${list.join(' ')}?`);
        if (parts === null) return;
        assert.equal(parts.steps.length, 2);
        assert.ok(parts.steps.every((step) => /[a-z]/i.test(step)));
        assert.equal(parts.steps.filter((step) => step.includes(answerSlot)).length, parts.kind === 'bridge' ? 1 : 0);
      }),
    );
  });
});
