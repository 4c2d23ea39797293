import assert from 'node:assert/strict';

import fc from 'fast-check';

import { sentences } from '../../../src/text/sentences.ts';

function check(text: string, expected: readonly string[]): void {
  assert.deepEqual(
    sentences(text).map(({ start, end }) => text.slice(start, end)),
    expected,
  );
}

const cut: readonly (readonly [name: string, sentences: readonly string[]])[] = [
  ['plain sentences', ['The lock is open.', 'Is it safe?', 'No!', 'It is not.']],
  ['titles and initials', ['Dr. A. B. Okafor met Mrs. Lindqvist.', 'They agreed.']],
  ['units of one letter', ['The hall reached 41 °C.', 'Racks 5 to 9 shut down.', 'It is set to 230 V.', 'Nobody changes it.']],
  ['initials before a name', ['The method is due to J. Pearl.', 'It is old.']],
  ['Latin abbreviations', ['Use a second factor, e.g. a key, i.e. something you hold, vs. a word.', 'Or both.']],
  ['a reference to a figure', ['See Fig. 3 and Sec. 4.2.1 (cf. Eq. 5).', 'They differ.']],
  ['a section at the end', ['This is said in Section 4.3.1.', 'Verifiers obey it.']],
  ['a document number with a letter', ['The rule is in SP 800-63B.', 'Verifiers obey it.']],
  ['a label with a letter', ['The terms are in Appendix A.', 'Verifiers obey them.']],
  ['numbers and versions', ['Version 3.0.1 costs 1,234.50 euros.', 'It is dear.']],
  ['no as a word and as a sign', ['The answer is no.', 'Order No. 5 says so.']],
  ['a company', ['It was made by Acme Inc. of Turku.', 'It failed.']],
  ['a company at the end', ['It was made by Acme Inc.', 'The part failed.']],
  ['states', ['It is used in the U.S. Army.', 'It was bought in the U.S.', 'The price fell.']],
  ['hours', ['It opens at 9 a.m. on Mondays.', 'It shuts at 5 p.m.', 'Nobody minds.']],
  ['and so on', ['Bring keys, cards, etc.', 'Leave the rest.']],
  ['months', ['It began on Jan. 5, 2020.', 'It ended in the sun.', 'Everyone left.']],
  ['a citation', ['This was shown by Chen et al. (2019) at length.', 'We agree.']],
  ['quotation marks', ['“Stop.”', 'He stopped.']],
  ['brackets', ['(It holds.)', 'It may not.']],
  ['before code', ['It is removed first.', '`npm ci` then installs (see `package.json`).', '*`fetch`* retries.']],
  ['before a name in small letters', ['It runs on phones.', 'iOS has it.', 'So has eBay.', 'npm was first.']],
  ['before the word that the last one began with', ['pip deletes the folder.', 'pip can be run again.']],
  ['not within abbreviations before code', ['Use a flag, e.g. `--force` or i.e. `-f`, approx. five times.', 'Then stop.']],
  ['not before other small letters', ['It holds (cf. the rule in sect. two of the act).', 'So it does.']],
];

describe('sentences', () => {
  for (const [name, parts] of cut)
    it(`cuts ${name}`, () => {
      check(parts.join(' '), parts);
    });

  it('keeps the mark of an enumeration with its text', () => {
    check('1. Open the door.', ['1. Open the door.']);
    check('a. Open the door.', ['a. Open the door.']);
  });

  it('reads line breaks as white space, whatever their kind', () => {
    check('One line\nand the next.\r\nAnother\rone.', ['One line\nand the next.', 'Another\rone.']);
  });

  it('cuts Chinese and Japanese at their own marks', () => {
    check('证据必须充分。这是必要的!', ['证据必须充分。', '这是必要的!']);
    check('証拠は十分だ。本当か?', ['証拠は十分だ。', '本当か?']);
  });

  it('finds nothing where nothing is', () => {
    check('', []);
    check(' \t\r\n ', []);
  });

  it('cuts what is too long to check after a clause mark', () => {
    const clause = 'the verifier shall refuse it, ';
    const text = clause.repeat(100).trimEnd();
    const found = sentences(text);
    assert.ok(found.length > 1);
    for (const { start, end } of found) {
      assert.ok(end - start <= 1200);
      assert.ok(text.slice(start, end).endsWith(','));
    }
  });

  it('carries 200,000 characters in a line, with and without spaces', () => {
    for (const text of [
      'word '.repeat(40_000),
      'x'.repeat(200_000),
      'a. '.repeat(66_667),
      '漢'.repeat(200_000),
      '😀'.repeat(100_000),
      'No. '.repeat(50_000),
    ])
      assertSound(text);
  });

  it('holds its promises on any text', () => {
    const nasty = fc.array(
      fc.oneof(
        fc.constantFrom(
          '.',
          '. ',
          'e.g. ',
          'J. ',
          '\r\n',
          '\n\n',
          '\u0000',
          '\ud800',
          '\udc00',
          '\ufeff',
          '。',
          '…',
          '\u2028',
          '\u2060',
          '"',
          ') ',
        ),
        fc.string({ unit: 'binary' }),
        fc.string(),
      ),
      { maxLength: 60 },
    );
    fc.assert(
      fc.property(
        nasty.map((parts) => parts.join('')),
        assertSound,
      ),
      { numRuns: 500 },
    );
  });

  it('takes a part of a text, by offsets into the whole', () => {
    const text = 'Zero. One. Two. Three.';
    assert.deepEqual(
      sentences(text, 6, 15).map(({ start, end }) => text.slice(start, end)),
      ['One.', 'Two.'],
    );
  });
});

/** In order, disjoint, trimmed, short enough, no letter lost, no surrogate pair cut. */
function assertSound(text: string): void {
  let last = 0;
  let kept = '';
  for (const { start, end } of sentences(text)) {
    assert.ok(start >= last && end > start && end <= text.length && end - start <= 1200);
    const words = text.slice(start, end);
    assert.equal(words, words.trim());
    for (const edge of [start, end])
      assert.ok(!(/[\ud800-\udbff]/.test(text.charAt(edge - 1)) && /[\udc00-\udfff]/.test(text.charAt(edge))));
    kept += words;
    last = end;
  }
  assert.equal(kept.replaceAll(/\s/g, ''), text.replaceAll(/\s/g, ''));
}
