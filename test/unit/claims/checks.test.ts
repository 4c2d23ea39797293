import assert from 'node:assert/strict';

import fc from 'fast-check';

import { checkFigures } from '../../../src/claims/checks.ts';

const result = (claim: string, text: string): string => checkFigures(claim, text).result;

describe('figures of a claim beside those of a text', () => {
  const cases: [claim: string, text: string, expected: 'silent' | 'same' | 'contradicts'][] = [
    ['Passwords must have 14 characters.', 'Passwords have at least 14 characters.', 'same'],
    ['Passwords must have at least 12 characters.', 'Passwords have at least 14 characters.', 'same'],
    ['Passwords must have at least 20 characters.', 'Passwords have at least 14 characters.', 'contradicts'],
    ['The notice is four weeks.', 'Give notice of 28 days.', 'same'],
    ['The notice is three weeks.', 'Give notice of 28 days.', 'contradicts'],
    ['It was signed on 3 May 2024.', 'On 3 May 2024 both parties signed.', 'same'],
    ['It was signed on 4 May 2024.', 'On 3 May 2024 both parties signed.', 'contradicts'],
    // Another kind of thing, several of one kind, or no figure at all: who could tell?
    ['The fee is £40.', 'Members pay within 14 days.', 'silent'],
    ['The fee is £40.', 'Adults pay £45, children £20.', 'silent'],
    ['It was signed on 4 May 2024.', 'Signed on 3 May 2024, in force from 1 June 2024.', 'silent'],
    ['It was signed in 2024.', 'The minutes of 3 May 2023 say so.', 'silent'],
    ['Dogs are allowed.', 'Up to 3 dogs are allowed.', 'silent'],
    ['The fee is £40.', '', 'silent'],
    // One of two figures is there, and of the other nothing is said.
    ['Members pay £40 within 14 days.', 'Members pay £40.', 'silent'],
  ];
  for (const [claim, text, expected] of cases)
    it(`${expected}: "${claim}" beside "${text}"`, () => {
      assert.equal(result(claim, text), expected);
    });

  it('name what is claimed and what is stated, in the words of each', () => {
    assert.deepEqual(checkFigures('The notice is three weeks.', 'Give notice of 28 days.'), {
      result: 'contradicts',
      kind: 'quantity',
      claimed: 'three weeks',
      stated: '28 days',
    });
  });

  const part = fc.constantFrom(
    '£40',
    '£45',
    '14 days',
    'two weeks',
    '10 per cent',
    '3 May 2024',
    '2024',
    'at least',
    'members',
    'or',
    '06:30',
    '1.500,00 €',
    'not',
    '.',
  );
  const texts = fc.oneof(
    fc.array(part, { maxLength: 10 }).map((parts) => parts.join(' ')),
    fc.string({ maxLength: 60 }),
  );

  it('are silent where a text has none, and of a claim without any', () => {
    fc.assert(
      fc.property(texts, (text) => {
        assert.equal(result(text, 'Dogs stay outside.'), 'silent');
        assert.equal(result('Dogs stay outside.', text), 'silent');
      }),
    );
  });

  it('never contradict what is stated in the same words, however much more is stated', () => {
    fc.assert(
      fc.property(texts, (text) => {
        assert.notEqual(result(text, text), 'contradicts');
      }),
    );
    const figure = fc.constantFrom('The fee is £40.', 'Pay within 14 days.', 'It was signed on 3 May 2024.', 'The share is 10 per cent.');
    fc.assert(
      fc.property(figure, fc.array(figure, { maxLength: 4 }), (own, others) => {
        assert.equal(result(own, [...others, own].join(' ')), 'same');
      }),
    );
  });

  it('say of a contradiction only words that stand in the claim and in the text', () => {
    fc.assert(
      fc.property(texts, texts, (claim, text) => {
        const found = checkFigures(claim, text);
        assert.deepEqual(checkFigures(claim, text), found);
        const isTold = found.result === 'contradicts';
        assert.ok(isTold ? found.claimed !== '' && claim.includes(found.claimed) : found.claimed === '');
        assert.ok(isTold ? found.stated !== '' && text.includes(found.stated) : found.stated === '');
      }),
    );
  });
});
