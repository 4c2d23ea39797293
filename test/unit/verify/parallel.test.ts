import assert from 'node:assert/strict';

import fc from 'fast-check';

import { parallelDifference } from '../../../src/verify/parallel.ts';

const of = (a: string, b: string, answer: string | null = null, headings: [string, string] = ['', '']) =>
  parallelDifference({ text: a, heading: headings[0] }, { text: b, heading: headings[1] }, answer);

describe('sentences that are alike but for one thing', () => {
  const password = 'Passwords chosen by users must be at least 14 characters long.';

  it('differ in a number', () => {
    const found = of(password, 'Passwords chosen by users must be at least 8 characters long.', '14 characters');
    assert.deepEqual([found?.kind, found?.explanation, found?.overlap], ['number', 'one says 14, the other 8', 1]);
  });

  it('differ in a date', () => {
    assert.equal(of('Brenz Steelworks was founded in 1894.', 'Brenz Steelworks was founded in 1887.', '1894')?.kind, 'date');
  });
  it('differ by a negation', () => {
    assert.equal(of('Password hints are allowed on terminals.', 'Password hints are not allowed on terminals.')?.kind, 'negation');
  });

  it('say the same where one denies by a prefix', () => {
    assert.equal(of('Random values must be unguessable by an attacker.', 'Random values must be not guessable by an attacker.'), null);
  });

  it('differ in a name only where it was asked for', () => {
    const [a, b] = ['The bridge at Corvey was built by Ida Falkau in 1894.', 'The bridge at Corvey was built by Anna Dornum in 1894.'];
    assert.equal(of(a, b, 'Ida Falkau')?.kind, 'entity');
    assert.equal(of(a, b, '1894'), null);
    assert.equal(of(a, b), null);
  });

  it('are about two things where two things differ', () => {
    assert.equal(
      of(
        'The 22nd awards took place on 8 January 2005 in Paradise.',
        'The 17th awards took place on 8 January 2000 in Paradise.',
        'Paradise',
      ),
      null,
    );
  });
  it('are about two things where a pronoun stands under two headings', () => {
    const [a, b] = ['It was held in London in October 1948.', 'It was held in London in January 1951.'];
    assert.equal(of(a, b, null, ['Conference of 1948', 'Conference of 1951']), null);
    assert.equal(of(a, b, null, ['Conference', 'Conference'])?.kind, 'date');
  });
  it('say something else where few words are the same', () => {
    assert.equal(of(password, 'The office has 8 doors.', '14'), null);
  });
  it('say the same where nothing differs', () => {
    assert.equal(of(password, password, '14'), null);
  });

  it('differ in the number of one clause, whatever stands beside it', () => {
    const found = of(
      '6.2.1; Verify that user set passwords are at least 8 characters in length although 15 characters are recommended.; 1',
      '2.1.1; Verify that user set passwords are at least 12 characters in length (after spaces are combined).; 521',
    );
    assert.deepEqual([found?.kind, found?.explanation, found?.overlap], ['number', 'one says 8, the other 12', 1]);
  });
  it('differ where one is a clause of the other', () => {
    assert.equal(
      of(
        'User set passwords must be at least 12 characters long.',
        'User set passwords must be at least 8 characters long, although 15 are better.',
      )?.kind,
      'number',
    );
  });
  it('are about two things where the rest of the sentence names others', () => {
    assert.equal(
      of(
        'Ida Falkau, who was elected to the harbour board in 2009, retired.',
        'Anna Dornum, who was elected to the harbour board in 2008, retired.',
      ),
      null,
    );
    assert.equal(
      of('Falling ill, she was elected to the harbour board in 2009.', 'Growing old, she was elected to the harbour board in 2008.', null, [
        'Ida Falkau',
        'Anna Dornum',
      ]),
      null,
    );
    assert.equal(
      of(
        'The 22nd awards ceremony, which was long, took place in the spring.',
        'The 12th awards ceremony, which was short, took place in the autumn.',
      ),
      null,
    );
  });
  it('are not at odds over the numbers of table rows', () => {
    assert.equal(
      of('6.4.2; Verify that password hints are not present.; 1', '2.5.2; Verify that password hints are not present.; 640; 5.1.1.2'),
      null,
    );
    assert.equal(
      of(
        '#: 6.4.2; Description: Verify that password hints are not present.; Level: 1',
        '#: 2.5.2; Description: Verify that password hints are not present.; L1: ✓; CWE: 640',
      ),
      null,
    );
    assert.equal(of('Region: North of the river; Users: 120', 'Region: North of the river; Users: 130')?.kind, 'number');
  });
  it('are not at odds over asides', () => {
    assert.equal(
      of(
        'Lookup secrets have 20 bits of entropy (typically 4 random alphanumeric characters is sufficient).',
        'Secrets with less than 112 bits of entropy (19 random alphanumeric characters is typical) are hashed.',
      ),
      null,
    );
  });

  it('are a pair in either order, and whatever they hold', () => {
    const part = fc.constantFrom('Corvey', '14', 'in 1894', 'not', 'the bridge', 'was built', 'it', 'Ida Falkau', '8 characters');
    const sentence = fc.array(part, { maxLength: 7 }).map((parts) => parts.join(' '));
    fc.assert(
      fc.property(sentence, sentence, (a, b) => {
        const [there, back] = [of(a, b), of(b, a)];
        // Only the first one's subject is looked at.
        if (there !== null && back !== null) assert.deepEqual([there.kind, there.overlap], [back.kind, back.overlap]);
        assert.ok(there === null || (there.overlap >= 0.6 && there.overlap <= 1));
        assert.equal(of(a, a), null);
      }),
    );
  });
});
