import assert from 'node:assert/strict';

import { asksOf, supersededAmong } from '../../../src/verify/superseded.ts';

const document = (path: string, title: string, text: string) => ({ path, title, text });
const of = (...documents: readonly ReturnType<typeof document>[]) =>
  [...supersededAmong(documents)].map(([path, { saidIn, words }]) => [path, saidIn, words]);

describe('Documents that are no longer in force', () => {
  it('say so at their head', () => {
    for (const mark of [
      '*Superseded on 1 March 2025. Kept for the record.*',
      'Status: withdrawn',
      '**Status:** Obsolete since 2021',
      'This policy has been replaced by the Data Policy of 2024.',
      '> No longer in force.',
      '**WITHDRAWN**',
      'Superseded: see the policy of 2024.',
    ]) {
      const [[path, , words] = []] = of(document('old.md', 'Policy', `# Policy\n\n${mark}\n\nKeys must be kept safe.\n`));
      assert.equal(path, 'old.md', mark);
      assert.ok(mark.includes(words?.slice(0, 10) ?? '-'), words);
    }
  });

  it('are not those that only speak of it', () => {
    for (const text of [
      'Obsolete versions must be removed from the shelves.',
      'This policy is not superseded by any other.',
      'If this standard is withdrawn, members are told.',
      '5.8. Obsolete fields\n\nThese are not used.',
      '* 5.8. Obsolete fields',
      '## Obsolete\n\nNothing.',
      '- Withdrawn\n- Current',
      'Replaced parts are listed below.',
      'Withdrawn documents are kept for ten years.',
      'Replaced by default every five years, filters are listed in annex B.',
      'The old pump was replaced in 1988.',
      'It replaces the pump of 1988.',
      `${'A long head. '.repeat(400)}\nSuperseded on 1 March 2025.`,
    ])
      assert.deepEqual(of(document('a.md', 'Pump Policy', text), document('b.md', 'Filter Policy (1988)', '# Filter Policy\n')), [], text);
  });

  it('are named by their successor, by title and year or by number', () => {
    const policy = (year: number, head = '') => document(`access-${year}.md`, `Access and Password Policy (${year})`, head);
    const replaces = 'This policy takes effect on 1 March 2025. It replaces the Access and Password Policy of 2019 in full.';
    assert.deepEqual(of(policy(2019), policy(2025, replaces), policy(2015)), [
      ['access-2019.md', 'access-2025.md', 'It replaces the Access and Password Policy of 2019 in full'],
    ]);
    assert.deepEqual(
      of(policy(2019), policy(2025, 'This document supersedes the Access and Password Policy.')).map(([path]) => path),
      ['access-2019.md'],
      'without a year the older one by its name is meant',
    );
    assert.deepEqual(of(document('a.md', 'Access Policy', ''), document('b.md', 'Access Policy', 'It replaces the Access Policy.')), []);
    assert.deepEqual(
      of(
        document('sp800-63-2.pdf', 'NIST 800-63-2', ''),
        document('63-3.md', 'Guidelines', 'This publication supersedes NIST SP 800-63-2.'),
      ).map(([path]) => path),
      ['sp800-63-2.pdf'],
    );
  });

  it('are asked about by questions of the past, or that name their version', () => {
    const old = { path: 'policies/access-policy-2019.md', title: 'Access and Password Policy (2019)' };
    for (const question of [
      'What did the 2019 policy require?',
      'How long did passwords used to be?',
      'What changed in the password rules?',
    ])
      assert.ok(asksOf(question, old), question);
    for (const question of [
      'How long must passwords be?',
      'What must be done by 2025?',
      'How often must passwords be changed?',
      'How old must a user be?',
      'Which versions of TLS may be enabled?',
    ])
      assert.ok(!asksOf(question, old), question);
  });
});
