import assert from 'node:assert/strict';

import fc from 'fast-check';

import { citationSchema } from '../../../src/contract/citation.ts';
import { findQuote } from '../../../src/contract/find-quote.ts';
import { cite } from '../../../src/documents/cite.ts';

const text = 'First line.\nThe lock is shut.\r\nThe key is lost.\rThe lock is shut.\n';
const second = text.lastIndexOf('The lock');

function citationOf(source: string, quote: string, at = source.indexOf(quote)): ReturnType<typeof cite> {
  return cite('a.md', source, 'hash', at, at + quote.length);
}

describe('Quotes in a text that may have changed', () => {
  it('are found again where the surroundings fit, not at the first of the same words', () => {
    const citation = citationOf(text, 'The lock is shut.', second);
    const changed = `New first line.\n${text}`;
    assert.deepEqual(findQuote(changed, citation), { start: second + 16, end: second + 33, moved: true });
  });

  it('stay at their place when a word beside them is edited, although the same words stand elsewhere', () => {
    const source = 'One. Keys are kept. Two.\n\nThree. Keys are kept. Four.\n';
    const citation = citationOf(source, 'Keys are kept.');
    const edited = source.replace('Two.', 'Too.');
    assert.deepEqual(findQuote(edited, citation), { start: citation.start, end: citation.end, moved: false });
  });

  it('are not taken at their place when all around fits another place with the same words', () => {
    const source = 'ab. It is shut. Red gates stand at the northern wall of it.';
    const citation = citationOf(source, 'It is shut.');
    const changed = `xy. It is shut. Nothing.\n${source}`;
    assert.equal(findQuote(changed, citation)?.start, changed.lastIndexOf('It is shut.'));
  });

  it('are found with other white space', () => {
    const changed = text.replace('The key is lost.', 'The key\n    is lost.');
    const found = findQuote(changed, citationOf(text, 'The key is lost.'));
    assert.ok(found?.moved === true);
    assert.equal(changed.slice(found.start, found.end), 'The key\n    is lost.');
  });

  it('are stale when the words are gone', () => {
    assert.equal(findQuote(text.replace('lost', 'found'), citationOf(text, 'The key is lost.')), null);
    assert.equal(findQuote('', citationOf(text, 'The key is lost.')), null);
    assert.equal(findQuote('abc', { start: 7, quote: '  ', prefix: '', suffix: '' }), null);
  });

  it('take the signs of patterns for what they are', () => {
    const source = 'Is it (a|b)* [c] \\d+ $1 ^x?';
    const citation = citationOf(source, '(a|b)* [c] \\d+ $1 ^x?');
    const found = findQuote('Now (a|b)*  [c] \\d+\n$1 ^x? it is', citation);
    assert.ok(found !== null);
    assert.equal(found.start, 4);
  });

  it('of any range of any text come back to it, also when text is put before', () => {
    const range = fc
      .string({ unit: 'binary', minLength: 1, maxLength: 80 })
      .chain((source) => fc.tuple(fc.constant(source), fc.nat(source.length - 1), fc.nat(source.length - 1), fc.string({ maxLength: 40 })));
    fc.assert(
      fc.property(range, ([source, a, b, before]) => {
        const start = Math.min(a, b);
        const end = Math.max(a, b) + 1;
        const citation = citationSchema.parse(cite('a.md', source, 'hash', start, end));
        assert.equal(citation.quote, source.slice(start, end));
        assert.ok(citation.prefix.length <= 32 && citation.suffix.length <= 32);
        assert.deepEqual(findQuote(source, citation), { start, end, moved: false });
        const changed = before + source;
        const found = findQuote(changed, citation);
        assert.ok(found !== null);
        assert.equal(changed.slice(found.start, found.end), citation.quote);
      }),
    );
  });
});
