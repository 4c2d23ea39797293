import assert from 'node:assert/strict';

import fc from 'fast-check';

import { analyseQuestion } from '../../../../../src/text/question.ts';
import { writeStatement, writeYesNo } from '../../../../../src/models/bundled/reader/statement.ts';

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

  it('reads whatever it is given', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
        assert.equal(analyseQuestion(text).text, text);
      }),
    );
  });
});

describe('question and answer as a statement', () => {
  const write = (question: string, answer: string): string | null => writeStatement(analyseQuestion(question), answer);
  const cases: [question: string, answer: string, statement: string | null][] = [
    ['Who directed the film?', 'Ida Falkau', 'Ida Falkau directed the film.'],
    ['Who is the chief officer?', 'Okafor', 'Okafor is the chief officer.'],
    ['What is the minimum length?', '14 characters', 'The minimum length is 14 characters.'],
    ['How long must passwords be?', '14 characters', 'Passwords must be 14 characters.'],
    ['What caused the outage?', 'an expired licence', 'An expired licence caused the outage.'],
    ['In which city was it signed?', 'Corvey', null],
  ];
  for (const [question, answer, statement] of cases)
    it(`${question} ${answer}`, () => {
      assert.equal(write(question, answer), statement);
    });

  it('says yes and no', () => {
    const question = analyseQuestion('Are password hints allowed?');
    assert.equal(writeYesNo(question, true), 'Password hints are allowed.');
    assert.equal(writeYesNo(question, false), 'Password hints are not allowed.');
    assert.equal(writeYesNo(analyseQuestion('When is it?'), true), null);
  });

  it('holds the answer where it is written at all', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...cases.map(([question]) => question)),
        fc.stringMatching(/^[A-Za-z0-9 ]{1,20}$/),
        (question, answer) => {
          const statement = write(question, answer);
          assert.ok(statement === null || statement.toLowerCase().includes(answer.toLowerCase()));
        },
      ),
    );
  });
});
