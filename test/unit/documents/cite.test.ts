import assert from 'node:assert/strict';

import { cite, LineIndex } from '../../../src/documents/cite.ts';

const text = 'First line.\nThe lock is shut.\r\nThe key is lost.\rThe lock is shut.\n';

function citationOf(source: string, quote: string, at = source.indexOf(quote)): ReturnType<typeof cite> {
  return cite('a.md', source, 'hash', at, at + quote.length);
}

describe('citations', () => {
  it('hold the words, the place and the surroundings', () => {
    assert.deepEqual(citationOf(text, 'The key is lost.'), {
      path: 'a.md',
      start: 31,
      end: 47,
      line: 3,
      quote: 'The key is lost.',
      prefix: text.slice(0, 31),
      suffix: '\rThe lock is shut.\n',
      contentHash: 'hash',
    });
  });

  it('count lines as editors do', () => {
    const lines = new LineIndex('a\nb\r\nc\rd\n');
    assert.deepEqual(
      [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map((offset) => lines.lineAt(offset)),
      [1, 1, 2, 2, 2, 3, 3, 4, 4, 5],
    );
  });

  it('refuse a range that is not in the text', () => {
    for (const [start, end] of [
      [-1, 2],
      [3, 2],
      [0, text.length + 1],
    ] as const)
      assert.throws(() => cite('a.md', text, 'hash', start, end), RangeError);
  });
});
