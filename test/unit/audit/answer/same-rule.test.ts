import assert from 'node:assert/strict';

import type { RankedSpan } from '../../../../src/audit/answer/candidates.ts';
import { newestOfSame } from '../../../../src/audit/answer/same-rule.ts';

function candidate(path: string, text: string, chance: number, short: string | null) {
  // What is looked at, and nothing else of a span.
  const by = { id: `${path}:0`, path, title: 'Access policy', text } as RankedSpan;
  const own = short === null ? null : { text: short, start: 0, end: 0, probability: 1, fits: true, others: 0 };
  return { form: 'number', sentences: [by], by, short: own, features: new Float32Array(), chance } as const;
}

describe('of two versions of a document', () => {
  const old = candidate('policies/access-2019.md', 'Passwords chosen by users must have at least 8 characters.', 0.6, 'at least 8');
  const now = candidate('policies/access-2025.md', 'Passwords chosen by users must have at least 14 characters.', 0.4, 'at least 14');

  it('the newer one answers, with the chances of both', () => {
    assert.deepEqual(
      newestOfSame('How long must passwords be?', [old, now]).map(({ by, chance }) => [by.path, chance]),
      [['policies/access-2025.md', 0.95]],
    );
  });

  it('the older one answers what the newer one does not speak of', () => {
    const other = candidate('policies/access-2025.md', 'Visitors are met at the gate and sign the book.', 0.4, 'gate');
    assert.equal(newestOfSame('How long must passwords be?', [old, other]).length, 2);
  });

  it('the one of the year that the question names answers', () => {
    assert.deepEqual(
      newestOfSame('How long did passwords have to be in 2019?', [old, now]).map(({ by }) => by.path),
      ['policies/access-2019.md'],
    );
  });

  it('neither gives way to a question that names a year of neither', () => {
    assert.equal(newestOfSame('How long did passwords have to be in 2021?', [old, now]).length, 2);
    assert.equal(newestOfSame('How long must passwords be in the old version?', [old, now]).length, 2);
  });

  it('neither gives way where names do not tell which is newer', () => {
    const elsewhere = candidate('handbook/passwords.md', now.by.text, 0.4, 'at least 14');
    assert.equal(
      newestOfSame('How long must passwords be?', [old, { ...elsewhere, by: { ...elsewhere.by, title: 'Handbook' } }]).length,
      2,
    );
  });
});
