import assert from 'node:assert/strict';

import fc from 'fast-check';

import { passageDefaults, passagesOf } from '../../../src/documents/passages.ts';
import { parseDocument } from '../../../src/documents/document.ts';
import type { EvidenceSpan } from '../../../src/documents/types.ts';
import { tokenize } from '../../../src/text/tokens.ts';
import { assertSound } from './checks.ts';

/** A text of sentences with the given numbers of words; a size of 0 is a heading of the first level. */
function textOf(sizes: readonly number[]): { text: string; spans: EvidenceSpan[] } {
  let text = '';
  const spans = sizes.map((size): EvidenceSpan => {
    const plain = size === 0 ? 'Heading' : `${'word '.repeat(size).trim()}.`;
    const start = text.length;
    text += `${plain} `;
    return { start, end: start + plain.length, kind: size === 0 ? 'heading' : 'paragraph', headingPath: [], plain };
  });
  return { text, spans };
}

const sizes = fc.array(fc.oneof(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 200, max: 400 }), fc.constant(0)), { maxLength: 80 });

describe('passages', () => {
  it('hold every span, in order, within the limit unless one span alone is longer', () => {
    fc.assert(
      fc.property(sizes, (lengths) => {
        const { text, spans } = textOf(lengths);
        const passages = passagesOf(spans);
        assertSound(text, spans, passages);
        for (const passage of passages) {
          assert.equal(
            passage.tokens,
            passage.spans.reduce((sum, span) => sum + tokenize(span.plain).length, 0),
          );
          assert.ok(passage.tokens <= passageDefaults.tokens || passage.spans.length === 1);
        }
      }),
    );
  });

  it('overlap by at most fifty tokens, and none lies within another', () => {
    fc.assert(
      fc.property(sizes, (lengths) => {
        const passages = passagesOf(textOf(lengths).spans);
        for (const [index, passage] of passages.entries()) {
          const next = passages[index + 1];
          if (next === undefined) continue;
          const shared = passage.spans.filter((span) => next.spans.includes(span));
          assert.ok(shared.reduce((sum, span) => sum + tokenize(span.plain).length, 0) <= passageDefaults.overlap);
          assert.ok(next.end > passage.end);
        }
      }),
    );
  });

  it('share the last sentences of running text', () => {
    const [first, second] = passagesOf(textOf(Array.from({ length: 40 }, () => 12)).spans);
    assert.equal(first?.spans.length, 20);
    assert.equal(first.spans.filter((span) => second?.spans.includes(span) === true).length, 4);
  });

  it('begin anew with a chapter once they are half full', () => {
    const passages = passagesOf(textOf([0, ...Array.from({ length: 12 }, () => 12), 0, 12]).spans);
    assert.deepEqual(
      passages.map((passage) => passage.spans.length),
      [13, 2],
    );
  });

  it('carry the headings above their text', () => {
    const document = parseDocument('a.md', '# One\n\n## Two\n\nThe lock is shut.\n');
    assert.deepEqual(
      document?.passages.map((passage) => passage.headingPath),
      [['One', 'Two']],
    );
  });

  it('of nothing are none', () => {
    assert.deepEqual(passagesOf([]), []);
  });
});
