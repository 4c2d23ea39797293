import assert from 'node:assert/strict';

import { GFM, type MarkdownParser, parser } from '@lezer/markdown';
import fc from 'fast-check';

import { plainRuns } from '../../../src/documents/parsers/markdown-runs.ts';

function treeOf(own: MarkdownParser, text: string): string {
  const nodes: string[] = [];
  own.parse(text).iterate({ enter: ({ name, from, to }) => void nodes.push(`${name} ${from}-${to}`) });
  return nodes.join(', ');
}

describe('runs of plain text in Markdown', () => {
  const [plain, fast] = [parser.configure(GFM), parser.configure([GFM, plainRuns()])];

  for (const text of [
    'Write to a.b@example.org, or to x_y@example.org.',
    'See www.example.org, awww.@a.b and https://example.org/a_b.',
    'Call mailto:me@example.org or xmpp:me@example.org/home: now.',
    'A line  \nand *one* `more`\nof ~~them~~.',
  ])
    it(`are parted as they were: ${JSON.stringify(text)}`, () => {
      assert.equal(treeOf(fast, text), treeOf(plain, text));
      assert.match(treeOf(fast, text), /URL|HardBreak/);
    });

  it('change no tree', () => {
    const words = ['a', 'b c', 'www.', 'ex.org', 'http', 'https', '://', ':', '@', 'mailto:', 'xmpp:', 'a.b', '/x', '1', 'é', '\t', '.'];
    const marks = ['*', '**', '_', '`', '[', ']', '(', ')', '<', '>', '-', '+', '!', '~', '~~', '\\', '&amp;', '&', '|', '#'];
    const breaks = [' ', '  ', '\n', '\r\n', '  \n'];
    const text = fc.array(fc.constantFrom(...words, ...marks, ...breaks), { maxLength: 40 }).map((list) => list.join(''));
    fc.assert(
      fc.property(text, (any) => {
        assert.equal(treeOf(fast, any), treeOf(plain, any));
      }),
      { numRuns: 3000 },
    );
  });
});
