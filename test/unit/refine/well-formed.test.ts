import assert from 'node:assert/strict';

import { isWellFormed } from '../../../src/refine/well-formed.ts';

describe('a step of a question', () => {
  for (const step of [
    'Who is the director of Solaris?',
    'Who was {answer} in 2019?',
    'Where was {answer} born?',
    'Who was {answer} married to?',
    'What is the capital of {answer}?',
    '{answer} was born in which city?',
    'Ada Moor joined which team?',
    'Was {answer} older than Ada Moor?',
  ])
    it(`may be asked: "${step}"`, () => {
      assert.equal(isWellFormed(step), true);
    });

  for (const step of [
    'Who was {answer} piano competition?',
    'What is {answer} was born?',
    'Who was {answer} joined?',
    'Who is the coach of the team that Ada Moor?',
    'Ada Moor which person?',
    'The director of the company',
    'Which?',
    '',
  ])
    it(`is not asked where it is no English: "${step}"`, () => {
      assert.equal(isWellFormed(step), false);
    });
});
