import assert from 'node:assert/strict';

import { citationSchema, isInnerPath } from '../../../src/contract/citation.ts';

describe('the path of a citation', () => {
  const citation = { path: 'a.md', start: 0, end: 4, line: 1, quote: 'Text', prefix: '', suffix: '', contentHash: 'h' };

  it('stays in the folder', () => {
    for (const path of ['a.md', 'sub/a.md', 'sub/..a.md', 'a..b/c.txt', 'two words.md', 'ab:c.md', '...'])
      assert.ok(isInnerPath(path) && citationSchema.safeParse({ ...citation, path }).success, path);
    for (const path of [
      '',
      '/etc/passwd',
      '../a.md',
      'sub/../../a.md',
      '..',
      'sub/..',
      'sub\\..\\a.md',
      '\\\\host\\a',
      'C:/a.md',
      'c:a.md',
      'a\0.md',
    ])
      assert.ok(!isInnerPath(path) && !citationSchema.safeParse({ ...citation, path }).success, path);
  });
});
