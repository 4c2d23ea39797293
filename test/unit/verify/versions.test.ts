import assert from 'node:assert/strict';

import fc from 'fast-check';

import { olderFolder, olderOf } from '../../../src/verify/versions.ts';

describe('the older of two documents', () => {
  const paths = (a: string, b: string) => olderOf({ path: a, title: '' }, { path: b, title: '' });

  it('is told by year, version or date', () => {
    assert.deepEqual(paths('policies/access-policy-2019.md', 'policies/access-policy-2025.md'), { older: 'a', versions: ['2019', '2025'] });
    assert.deepEqual(paths('v10.0/Standard_10.0_en.html', 'v9.1.3/Standard_9.1.3_en.html'), { older: 'b', versions: ['v9.1.3', 'v10.0'] });
    assert.deepEqual(paths('minutes/board-2025-02-19.md', 'minutes/board-2025-01-22.md'), {
      older: 'b',
      versions: ['2025-01-22', '2025-02-19'],
    });
    assert.deepEqual(olderOf({ path: 'old.md', title: 'Policy (2019)' }, { path: 'new.md', title: 'Policy (2025)' }), {
      older: 'a',
      versions: ['2019', '2025'],
    });
  });

  it('is not told where the names differ otherwise, or not at all', () => {
    assert.equal(paths('access-2019.md', 'travel-2025.md'), null);
    assert.equal(paths('access.md', 'access-2025.md'), null);
    assert.equal(paths('2019.md', '2025.md'), null);
    assert.equal(paths('access-2019.md', 'access-2019.md'), null);
    assert.equal(paths('room-101.md', 'room-102.md'), null);
  });

  it('is the same whichever is named first', () => {
    const name = fc
      .array(fc.constantFrom('policy', '2019', '2025', 'v1.2', 'v1.10', '-', '/', '_', '.md'), { maxLength: 6 })
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(name, name, (a, b) => {
        const [there, back] = [paths(a, b), paths(b, a)];
        assert.deepEqual(there?.versions, back?.versions);
        assert.equal(there === null ? null : there.older === 'a' ? 'b' : 'a', back?.older ?? null);
      }),
    );
  });
});

describe('folders that are versions', () => {
  it('tell the older document, whatever the files are called', () => {
    assert.equal(olderFolder('v5.0.0/standard_5.0.0.pdf', 'v2.0/OLD.docx')?.older, 'b');
    assert.equal(olderFolder('v2.0/OLD.docx', 'v5.0.0/standard_5.0.0.pdf')?.older, 'a');
  });

  it('tell nothing where a folder has another name, or both are the same', () => {
    assert.equal(olderFolder('v5.0.0/a.pdf', 'drafts/b.pdf'), null);
    assert.equal(olderFolder('v5.0.0/a.pdf', 'v5.0.0/b.pdf'), null);
    assert.equal(olderFolder('a.pdf', 'b.pdf'), null);
  });
});
