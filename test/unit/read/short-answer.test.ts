import assert from 'node:assert/strict';

import fc from 'fast-check';

import { permissionOf } from '../../../src/read/permission.ts';
import { shortAnswers } from '../../../src/read/short-answer.ts';

function marked(text: string, words: string, probability = 0.5): { sentence: number; start: number; end: number; probability: number } {
  const start = text.indexOf(words);
  return { sentence: 0, start, end: start + words.length, probability };
}

describe('short answers', () => {
  it('gives a number with its bound and unit, whatever part of it the reader marked', () => {
    const text = 'The verifier SHALL limit failed attempts on an account to no more than 100.';
    const [answer] = shortAnswers('How many failed attempts may there be at most?', text, [marked(text, '100')]);
    assert.equal(answer?.text, 'no more than 100');
    assert.equal(text.slice(answer.start, answer.end), answer.text);
  });

  it('never drops the bound of an amount, before it or behind it, whatever is asked for', () => {
    for (const [question, text, words, answer] of [
      ['What is the quorum for a general meeting?', 'The quorum is at least 25 members.', '25 members', 'at least 25 members'],
      ['What is the quorum?', 'A meeting may decide with 25 members or more.', '25 members', '25 members or more'],
      ['How much notice must I give?', 'Notice is two weeks or more.', 'two', 'two weeks or more'],
      ['How long before a shift must I ring?', 'Ring two hours at the latest before it begins.', 'two hours', 'two hours at the latest'],
    ] as const)
      assert.equal(shortAnswers(question, text, [marked(text, words)])[0]?.text, answer);
  });

  it('gives a count with what it counts, and a measure as it is', () => {
    for (const [question, text, words, answer] of [
      ['How long must a password be?', 'Passwords must have at least 14 characters and no spaces.', '14', 'at least 14 characters'],
      [
        'How many wrong tries are allowed?',
        'It locks after no more than 100 consecutive failed login attempts.',
        '100',
        'no more than 100 consecutive failed login attempts',
      ],
      ['How many digits at most?', 'It holds two to six hexadecimal digits, followed by a brace.', 'six', 'two to six hexadecimal digits'],
      ['How many did we take?', 'We took 100 and sent the rest back.', '100', '100'],
      ['How many of them came?', 'Of these, 14 of the members came.', '14', '14'],
      ['How many references are needed?', 'At least one reference is needed.', 'one', 'At least one reference'],
      ['How many people stay?', 'At night 2 people stay on the ward.', '2', '2 people'],
      ['How long may it take?', 'It may take 12 hours.', '12', '12 hours'],
    ] as const) {
      const [found] = shortAnswers(question, text, [marked(text, words)]);
      assert.equal(found?.text, answer, question);
      assert.equal(text.slice(found.start, found.end), answer);
    }
  });

  it('gives a point in time that is no date, and no span where a point is asked for', () => {
    for (const [question, text, answer] of [
      ['Until when can I use left-over leave?', 'Up to five days may be carried over, to be used by the end of April.', 'the end of April'],
      ['When are carpets washed?', 'Carpets are washed in August.', 'August'],
      ['When is the code changed?', 'The code is changed on the first of every month.', 'the first of every month'],
      ['By when is it due?', 'It takes six weeks.', undefined],
      ['When may they come?', 'They may come, and March on.', undefined],
    ] as const)
      assert.equal(shortAnswers(question, text, [])[0]?.text, answer, question);
  });

  it('takes no count of something else for a length', () => {
    const parts = 'The field describes the package and consists of two parts, the synopsis and the long description.';
    assert.deepEqual(shortAnswers('How long can the description of a package be?', parts, [marked(parts, 'two', 0.9)]), []);
    const name = 'Names have at least two characters and one space.';
    assert.deepEqual(
      shortAnswers('How short can a package name be?', name, [marked(name, 'two', 0.9)]).map(({ text }) => text),
      ['at least two characters'],
    );
  });

  it('answers "since when" and "by which date" with a date, and "how much time" with no rate', () => {
    const weekly = 'They have run the two weekly meetings since late 2019.';
    assert.match(shortAnswers('Since when have there been two leads?', weekly, [marked(weekly, 'weekly')])[0]?.text ?? '', /2019/);
    const none = 'They run the two weekly meetings.';
    assert.deepEqual(shortAnswers('Since when have there been two leads?', none, [marked(none, 'weekly')]), []);
    const rate = 'We receive twice as many requests each week.';
    assert.ok(!shortAnswers('How much time a week does it take?', rate, [marked(rate, 'each week', 0.9)]).some(({ fits }) => fits));
  });

  it('answers "how long" with a time and not with another number', () => {
    const text = 'A session with 2 factors ends after 12 hours.';
    const [answer] = shortAnswers('How long does a session last?', text, [marked(text, '2')]);
    assert.match(answer?.text ?? '', /12 hours/);
  });

  it('answers "who is the ..." with a name alone, and "who may" with a role as well', () => {
    const text = 'Exceptions are granted by the security officer.';
    assert.deepEqual(shortAnswers('Who is the security officer?', text, [marked(text, 'Exceptions', 0.9)]), []);
    const appointed = 'Dr. Okafor was appointed security officer.';
    assert.equal(shortAnswers('Who is the security officer?', appointed, [marked(appointed, 'Dr. Okafor')])[0]?.text, 'Dr. Okafor');
    const log = 'The log may be read by the manager.';
    assert.equal(shortAnswers('Who may read the log?', log, [marked(log, 'the manager')])[0]?.text, 'manager');
  });

  it('takes no lone verb of duty, heading word or article for an answer', () => {
    const text = 'Assertions SHALL be signed by the IdP.';
    const answers = shortAnswers('Who signs an assertion?', text, [marked(text, 'SHALL', 0.9), marked(text, 'the IdP', 0.4)]);
    assert.deepEqual(
      answers.map((answer) => answer.text),
      ['IdP'],
    );
  });

  it('cuts every answer from the sentence, whatever the sentence and the marks are', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('How many are there?', 'When did it open?', 'Who did it?'),
        fc.string({ unit: 'grapheme', maxLength: 80 }),
        fc.nat(80),
        fc.nat(20),
        (question, text, start, length) => {
          const from = Math.min(start, text.length);
          const span = { sentence: 0, start: from, end: Math.min(text.length, from + length), probability: 0.5 };
          for (const answer of shortAnswers(question, text, [span])) assert.equal(text.slice(answer.start, answer.end).trim(), answer.text);
        },
      ),
    );
  });
});

describe('yes and no', () => {
  const cases: readonly (readonly [string, string, string | null])[] = [
    [
      'May knowledge-based verification be used in person?',
      'Knowledge-based verification SHALL NOT be used for in-person identity verification.',
      'No',
    ],
    ['Can we keep the logs for a year?', 'Logs may be kept for a year.', 'Yes'],
    ['Do we have to encrypt the backup?', 'The backup must be encrypted.', 'Yes'],
    ['Must passwords be changed every month?', 'Passwords need not be changed every month.', 'No'],
    ['May verifiers store the answer?', 'Verifiers SHOULD NOT store the answer.', 'Should not'],
    ['Must the key be rotated?', 'The key should be rotated.', null],
    ['Can maintainer scripts ask the user questions?', 'Maintainer scripts must not ask unnecessary questions.', null],
    ['Can scripts ask unnecessary questions?', 'Maintainer scripts must not ask unnecessary questions.', 'No'],
    ['May visitors enter the lab?', 'Visitors may not enter the lab without a badge.', null],
    ['Can a package in main depend on one in contrib?', 'For packages in main or contrib, you should either:', null],
  ];
  for (const [question, sentence, expected] of cases) {
    it(`${question} - "${sentence}"`, () => {
      assert.equal(permissionOf(question, sentence)?.text ?? null, expected);
    });
  }
});
