import assert from 'node:assert/strict';

import fc from 'fast-check';

import { judgedStatement } from '../../../src/audit/judged-statement.ts';

describe('what the evidence is judged against', () => {
  it('is the statement where it says what was asked', () => {
    const statement = 'Passwords chosen by users must be 14 characters long.';
    assert.equal(judgedStatement('How long must passwords chosen by users be?', { text: '14 characters', statement }, []), statement);
  });

  it('is question and answer where the statement is a sentence about something else', () => {
    const quoted = "The album features Grace Slick's first performance with the band.";
    assert.equal(
      judgedStatement('In which city was the singer of the band Jefferson born?', { text: 'Grace Slick', statement: quoted }, []),
      'In Grace Slick city was the singer of the band Jefferson born.',
    );
  });

  it('is question and answer where the statement is a sentence of the documents: it would prove itself', () => {
    const sentence = 'Qazi, born in Srinagar, is a singer who won the show along with another singer.';
    const answer = { text: 'Srinagar', statement: sentence };
    assert.equal(
      judgedStatement('Qazi is a singer that won the show along with a singer born where?', answer, ['Another one.', sentence]),
      'Qazi is a singer that won the show along with a singer born Srinagar.',
    );
    assert.equal(judgedStatement('Qazi is a singer that won the show along with a singer born where?', answer, ['Another one.']), sentence);
  });

  it('is the statement of yes, no and nothing', () => {
    for (const text of ['Yes', 'no', ''])
      assert.equal(
        judgedStatement('Was the harbour dredged twice in spring?', { text, statement: 'Hints are allowed.' }, ['Hints are allowed.']),
        'Hints are allowed.',
      );
  });

  it('holds the answer, and is one sentence, whatever was asked', () => {
    const words = fc.string({ minLength: 1 }).filter((text) => /\p{L}/u.test(text));
    fc.assert(
      fc.property(words, words, words, (question, text, statement) => {
        const judged = judgedStatement(question, { text, statement }, []);
        assert.ok(judged === statement || judged.includes(text.trim().replace(/[\s.]+$/, '')));
      }),
    );
  });
});
