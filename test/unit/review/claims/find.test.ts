import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import fc from 'fast-check';

import { parseDocument } from '../../../../src/documents/document.ts';
import { findClaims } from '../../../../src/review/claims/find.ts';

function claimsIn(text: string): { text: string; statement: string }[] {
  const document = parseDocument('draft.md', text);
  assert.ok(document !== null);
  return findClaims({ path: 'draft.md', ...document }).map((claim) => {
    assert.equal(text.slice(claim.place.start, claim.place.end), claim.text);
    return { text: claim.text, statement: claim.statement };
  });
}
const textsIn = (text: string): string[] => claimsIn(text).map((claim) => claim.text);
const statementsIn = (text: string): string[] => claimsIn(text).map((claim) => claim.statement);

describe('claims of a document', () => {
  it('are the sentences that can be checked, not those about layout, the document or the writer', () => {
    const draft = [
      '# Report of 2026',
      'This report describes 3 audits. In this section we list them.',
      'The verifier must limit attempts to 100. How many are allowed today?',
      'We recommend that 100 be written down. I think 50 would do. In our view the limit of 100 is high.',
      'See section 4 for the 3 tables. TODO: check the 12 figures with Ann.',
      '© 2026 Example Ltd. All rights reserved.',
      'It went well.',
      'Author: Ann Lee, 3 March 2026',
      '```',
      'const limit = 100; // the verifier must stop',
      '```',
      'Biometrics are not treated as secrets.',
    ].join('\n\n');
    assert.deepEqual(textsIn(draft), ['The verifier must limit attempts to 100.', 'Biometrics are not treated as secrets.']);
  });

  it('are all those of the draft that an auditor marked', async () => {
    const folder = join(import.meta.dirname, '..', '..', '..', '..', 'evaluation', 'beds', 'review', 'tuning');
    const gold = (await readFile(join(folder, 'gold.jsonl'), 'utf8')).trim().split('\n');
    const found = textsIn(await readFile(join(folder, 'draft.md'), 'utf8'));
    assert.deepEqual(
      gold.filter((line) => !found.some((text) => line.includes(JSON.stringify(text).slice(1, -1)))),
      [],
    );
  });

  it('carry the level or document that their headings limit them to, unless they name one or the headings name two', () => {
    const draft = (heading: string, sentence: string): string => `# Rules\n\n## ${heading}\n\n${sentence}\n`;
    assert.deepEqual(statementsIn(draft('4.2 AAL2', 'The session lasts 12 hours.')), ['At AAL2, the session lasts 12 hours.']);
    assert.deepEqual(statementsIn(draft('RFC 8446', 'Servers must not reuse the value.')), [
      'In RFC 8446, Servers must not reuse the value.',
    ]);
    // "Sessions" is a plain word where the document writes it small; "Paris" is not.
    assert.deepEqual(statementsIn(draft('Authenticator Assurance Level 2', 'Sessions last 12 hours, and sessions of visitors 1 hour.')), [
      'At Authenticator Assurance Level 2, sessions last 12 hours, and sessions of visitors 1 hour.',
    ]);
    assert.deepEqual(statementsIn(draft('Tier 2', 'Paris keeps its sessions for 12 hours.')), [
      'At Tier 2, Paris keeps its sessions for 12 hours.',
    ]);
    for (const [heading, sentence] of [
      ['AAL2', 'At AAL3 the session lasts 12 hours.'],
      ['AAL2 and AAL3', 'The session lasts 12 hours.'],
      ['Step 3', 'The session lasts 12 hours.'],
    ] as const)
      assert.deepEqual(statementsIn(draft(heading, sentence)), [sentence]);
  });

  it('have what a pronoun stands for where one thing alone can be meant, and keep it where two can', () => {
    assert.deepEqual(
      statementsIn('Look-up secrets are printed. They need at least 20 bits of entropy.').at(-1),
      'Look-up secrets need at least 20 bits of entropy.',
    );
    assert.equal(statementsIn('Codes on the new printed cards stay valid. They last 3 years.').at(-1), 'They last 3 years.');
    for (const sentence of [
      'The CSP sends the applicant a code. It must be used within 10 minutes.',
      'It is required that the code is used within 10 minutes.',
      'The codes are short. It lasts 10 minutes and no longer.',
    ])
      assert.ok(statementsIn(sentence).at(-1)?.startsWith('It '), sentence);
    // Another paragraph is no antecedent.
    assert.equal(
      statementsIn('Look-up secrets are printed.\n\nThey need at least 20 bits of entropy.').at(-1),
      'They need at least 20 bits of entropy.',
    );
  });

  it('have the lead-in of their list, without marks and joining words', () => {
    assert.deepEqual(statementsIn('The verifier must:\n\n- limit failed attempts to 100\n- The salt has 32 bits at least.\n'), [
      'The verifier must limit failed attempts to 100',
      'The salt has 32 bits at least.',
    ]);
    assert.deepEqual(statementsIn('However, the **salt** has 32 bits at least [3].'), ['The salt has 32 bits at least.']);
    assert.deepEqual(statementsIn('The salt has 32 bits.[^2] The key has [1] 112 bits.'), [
      'The salt has 32 bits.',
      'The key has 112 bits.',
    ]);
  });

  it('are named by what they say, so that the same claim has the same name in every clone', () => {
    const ids = (text: string): string[] => {
      const document = parseDocument('draft.md', text);
      return document === null ? [] : findClaims({ path: 'draft.md', ...document }).map(({ id }) => id);
    };
    const [first, second] = ids('The salt has 32 bits. The salt has 32 bits.');
    assert.notEqual(first, second);
    assert.deepEqual(ids('New: the limit is 5 days.\n\nThe salt has 32 bits. The salt has 32 bits.').slice(1), [first, second]);
    assert.notEqual(ids('## AAL2\n\nThe salt has 32 bits.')[0], first);
  });

  it('hold no word that the document does not hold, whatever it says', () => {
    const piece = fc.constantFrom(
      'It lasts 12 hours.',
      'They must stop.',
      'The verifier limits attempts to 3.',
      'This period is 5 days.',
      'However, it may be 7.',
      '\n\n## AAL2\n\n',
      '\n\n- ',
      'The rules say:',
      'A period of 5 days is given.',
      'Codes expire.',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const text = pieces.join(' ');
        const known = new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);
        for (const { statement } of claimsIn(text))
          for (const word of statement.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])
            assert.ok(known.has(word) || word === 'at' || word === 'in', word);
      }),
      { numRuns: 60 },
    );
  });
});
