import assert from 'node:assert/strict';

import fc from 'fast-check';

import { LineIndex } from '../../../src/documents/cite.ts';
import { passagesOf } from '../../../src/documents/passages.ts';
import type { ReadDocument } from '../../../src/documents/document.ts';
import { evidenceSpans } from '../../../src/documents/spans.ts';
import type { DocumentParser, EvidenceSpan, ParsedDocument, Passage } from '../../../src/documents/types.ts';

/** What must hold of any document, whatever its format and its text. */
export function assertSound(text: string, spans: readonly EvidenceSpan[], passages: readonly Passage[]): void {
  let last = 0;
  for (const span of spans) {
    assert.ok(
      Number.isInteger(span.start) && Number.isInteger(span.end) && span.start >= last && span.end <= text.length,
      `span ${span.start}-${span.end} after ${last} of ${text.length}`,
    );
    assert.notEqual(text.slice(span.start, span.end).trim(), '');
    assert.match(span.plain, /[\p{L}\p{N}]/u);
    assert.equal(span.plain, span.plain.trim());
    last = span.end;
  }
  const covered = new Set<EvidenceSpan>();
  let from = -1;
  for (const passage of passages) {
    assert.ok(passage.start > from && passage.end <= text.length, 'passages ascend');
    assert.ok(passage.spans.length > 0 && passage.tokens > 0);
    assert.equal(passage.start, passage.spans[0]?.start);
    assert.equal(passage.end, passage.spans.at(-1)?.end);
    for (const span of passage.spans) {
      assert.ok(span.start >= passage.start && span.end <= passage.end);
      covered.add(span);
    }
    from = passage.start;
  }
  for (const span of spans) assert.ok(covered.has(span), `span ${span.start}-${span.end} is in no passage`);
}

/** Blocks as `types.ts` promises them to the spans. */
export function assertBlocks({ text, blocks }: ParsedDocument): void {
  let last = 0;
  for (const { start, end, markup } of blocks) {
    assert.ok(start >= last && end > start && end <= text.length, `block ${start}-${end} after ${last} of ${text.length}`);
    last = end;
    let at = 0;
    for (const [from, to] of markup) {
      assert.ok(from >= at && to > from && to <= text.length, `mark ${from}-${to} after ${at}`);
      at = to;
    }
  }
}

export function parseAndCheck(parser: DocumentParser, text: string): void {
  const parsed = parser.parse(text);
  assert.equal(parsed.text, text);
  assertBlocks(parsed);
  const spans = evidenceSpans(parsed);
  assertSound(text, spans, passagesOf(spans));
}

export function assertDocument(document: ReadDocument): void {
  assertSound(document.text, document.spans, document.passages);
  assert.equal(new LineIndex(document.text).lineAt(document.text.length), document.lines.lineAt(document.text.length));
}

const marks = [
  '# ',
  '## ',
  '===',
  '---',
  '\n',
  '\n\n',
  '\r\n',
  '\r\n\r\n',
  '\r',
  '\t',
  '    ',
  '- ',
  '* ',
  '1. ',
  '> ',
  '>',
  '**',
  '_',
  '`',
  '```\n',
  '[',
  ']',
  '(',
  ')',
  '](',
  '![',
  '[^1]',
  '[^1]: ',
  '|',
  '| a | b |\n|---|---|\n',
  '\\',
  '&amp;',
  '&#0;',
  '&nope;',
  '<',
  '>',
  '<p>',
  '</p>',
  '<table>',
  '<tr>',
  '<td>',
  '<th>',
  '<b>',
  '</b>',
  '<i>',
  '<br>',
  '<h2>',
  '<li>',
  '<pre>',
  '<!--',
  '-->',
  '<![CDATA[',
  '<script>',
  '<template>',
  '<svg>',
  '<title>',
  '</table>',
  '.. ',
  '.. note:: ',
  '.. code::\n',
  '::\n\n',
  ':a: ',
  '`a <b>`_',
  ',',
  ';',
  '"',
  '""',
  '"a',
  'a,b\n',
  '. ',
  'e.g. ',
  '? ',
  '。',
  '\u0000',
  '\ud800',
  '\udc00',
  '😀',
  '\ufeff',
  '\u2028',
  '\u0085',
  '\u00a0',
  '\u200b',
  'e\u0301',
  'ﷺ',
  '漢字',
  'word',
  'A sentence is here. ',
  '+++\n',
  '---\ntitle: x\n---\n',
  '~~~',
  '[ ] ',
  'http://a.b ',
  '{',
  '}',
  '{"a": ',
  '"b": [',
  '- a: ',
  'a: |\n  ',
  '&a ',
  '*a',
  '%',
  '\\section{',
  '\\begin{tabular}{l}',
  '\\end{tabular}',
  '\\begin{itemize}',
  '\\item ',
  '\\emph{',
  '\\\\',
  '$x$',
  '== ',
  '|===\n',
  '----\n',
  '// ',
  '/* ',
  ' */',
  '# ',
  '"""',
  "'",
  '=begin\n',
];

/** Text made of what parsers stumble over. */
export const nastyText = fc
  .array(
    fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom(...marks) },
      { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 12 }) },
      { weight: 1, arbitrary: fc.constantFrom(...marks).map((mark) => mark.repeat(70)) },
    ),
    { maxLength: 60 },
  )
  .map((parts) => parts.join(''));
