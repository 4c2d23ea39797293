import assert from 'node:assert/strict';

import { extract } from '../../../../src/documents/formats/rtf.ts';
import { evidenceSpans } from '../../../../src/documents/spans.ts';
import { assertExtracted, reasonFor } from './checks.ts';

const letter = String.raw`{\rtf1\ansi\ansicpg1252{\fonttbl{\f0 Arial;}{\f1\fcharset204 Times;}}{\stylesheet{\s0 Normal;}{\s1 heading 1;}{\s2\outlinelevel1 Foo;}}{\info{\title Keys of the north}{\author Me}}
{\header head}\pard\s1 Keys\par\pard\plain The gate is \b old\b0 . It cost \u8364?5 in M\'fchlen.\par
{\f1 \'cf\'f0.}\par{\v hidden}\pard\s2 Holders\par
\pard{\listtext\bullet\tab}Ask first.\par{\listtext 1.\tab}Write {\*\bkmkstart x}it down.\par
\trowd\pard\intbl Key\cell Holder\cell\row\trowd\pard\intbl A1\cell Ines\line and Bo\cell\row\pard After{\footnote A note.} all.\par{\pict abc\bin5 }}}}}}}`;

describe('RTF documents', () => {
  it('are read with their headings, lists, tables and notes, in the letters of their fonts', () => {
    const document = extract(Buffer.from(letter));
    assertExtracted(document);
    assert.equal(document.title, 'Keys');
    assert.deepEqual(
      evidenceSpans(document).map(({ kind, plain, headingPath, locator }) => [
        kind,
        plain,
        headingPath.join(' > '),
        locator?.kind === 'paragraph' ? locator.paragraph : locator,
      ]),
      [
        ['heading', 'Keys', '', 1],
        ['paragraph', 'The gate is old.', 'Keys', 2],
        ['paragraph', 'It cost €5 in Mühlen.', 'Keys', 2],
        ['paragraph', 'Пр.', 'Keys', 3],
        ['heading', 'Holders', 'Keys', 4],
        ['list-item', 'Ask first.', 'Keys > Holders', 5],
        ['list-item', 'Write it down.', 'Keys > Holders', 6],
        ['table-row', 'Key; Holder', 'Keys > Holders', 8],
        ['table-row', 'Key: A1; Holder: Ines and Bo', 'Keys > Holders', 10],
        ['paragraph', 'After all.', 'Keys > Holders', 11],
        ['paragraph', 'A note.', '', { kind: 'part', part: 'footnote 1' }],
      ],
    );
  });

  it('that are broken are named', async () => {
    assert.equal(await reasonFor(() => extract(Buffer.from(''))), 'damaged: the file is empty');
    assert.match(await reasonFor(() => extract(Buffer.from('%PDF-1.7'))), /^damaged: it is not an RTF file but a PDF file/);
    assert.match(await reasonFor(() => extract(Buffer.from('plain'))), /^damaged: it is not an RTF file/);
    assert.match(await reasonFor(() => extract(Buffer.from(String.raw`{\rtf1{\fonttbl{\f0 A;}}}`))), /^damaged: there is no text/);
    assert.match(await reasonFor(() => extract(Buffer.from(`{\\rtf1 ${'{'.repeat(5000)}a`))), /^over-limit: it is nested/);
    assert.equal(await reasonFor(() => extract(Buffer.from(String.raw`{\rtf1 The gate is cut o`))), 'read');
  });
});
