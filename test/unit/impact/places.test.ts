import assert from 'node:assert/strict';

import { parsePlace, stands } from '../../../src/impact/places.ts';

describe('Places of a document', () => {
  const none = (): boolean => false;

  it('are a document, a line or lines', () => {
    assert.deepEqual(parsePlace('rules/a.md', none), { path: 'rules/a.md', lines: null });
    assert.deepEqual(parsePlace('rules/a.md:12', none), { path: 'rules/a.md', lines: [12, 12] });
    assert.deepEqual(parsePlace('rules/a.md:12-20', none), { path: 'rules/a.md', lines: [12, 20] });
    assert.deepEqual(
      parsePlace('notes 10:30', (path) => path === 'notes 10:30'),
      { path: 'notes 10:30', lines: null },
    );
  });

  it('hold the quotes that have a line in them', () => {
    const quote = { path: 'a.md', line: 5, quote: 'two\nlines' };
    const at = (first: number, last: number): boolean => stands(quote, { path: 'a.md', lines: [first, last] });
    assert.deepEqual([at(1, 4), at(4, 5), at(6, 9), at(7, 9)], [false, true, true, false]);
    assert.equal(stands(quote, { path: 'a.md', lines: null }), true);
    assert.equal(stands(quote, { path: 'b.md', lines: null }), false);
  });
});
