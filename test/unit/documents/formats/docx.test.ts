import assert from 'node:assert/strict';

import { extract } from '../../../../src/documents/formats/docx.ts';
import { evidenceSpans } from '../../../../src/documents/spans.ts';
import { docxOf, wordParagraph as p, wordTable, zipOf } from '../../../support/make-documents.ts';
import { assertExtracted, reasonFor } from './checks.ts';

const guide = docxOf(
  [
    p('Gate Guide', 'Title'),
    p('Contents 3', 'TOC1'),
    p('Keys', 'H1'),
    p('Wardens shall:'),
    p('Lock the gate.', 'Normal', 0),
    p('the north one', 'Normal', 1),
    p('the south one', 'Normal', 1),
    p('Rates', 'H2'),
    wordTable([
      ['Gate', 'Rate', 'Note'],
      ['North', '5', '<w:tc><w:tcPr><w:vMerge w:val="restart"/></w:tcPr><w:p><w:r><w:t>new</w:t></w:r></w:p></w:tc>'],
      ['South', '7', '<w:tc><w:tcPr><w:vMerge/></w:tcPr><w:p/></w:tc>'],
    ]),
    p('Appendix', 'Own'),
    '<w:p><w:r><w:t xml:space="preserve">It is </w:t></w:r><w:del><w:r><w:delText>old</w:delText></w:r></w:del><w:ins><w:r><w:t>new</w:t></w:r></w:ins><w:commentRangeStart w:id="1"/><w:r><w:t>.</w:t></w:r><w:r><w:rPr><w:vanish/></w:rPr><w:t>Hidden.</w:t></w:r><w:r><w:footnoteReference w:id="2"/></w:r></w:p>',
    '<w:p><w:r><mc:AlternateContent><mc:Choice><wps:txbx><w:txbxContent><w:p><w:r><w:t>In a box.</w:t></w:r></w:p></w:txbxContent></wps:txbx></mc:Choice><mc:Fallback><w:p><w:r><w:t>In a box.</w:t></w:r></w:p></mc:Fallback></mc:AlternateContent></w:r></w:p>',
  ].join(''),
  {
    'word/footnotes.xml':
      '<w:footnotes xmlns:w="w"><w:footnote w:id="2"><w:p><w:r><w:t>Since 1931.</w:t></w:r></w:p></w:footnote></w:footnotes>',
    'word/comments.xml':
      '<w:comments xmlns:w="w"><w:comment w:id="1"><w:p><w:r><w:t>Is that so?</w:t></w:r></w:p></w:comment></w:comments>',
  },
);

describe('Word documents', () => {
  it('become headings with their numbers, lists with their lead-ins, rows with their columns, and notes', () => {
    const document = extract(guide);
    assertExtracted(document);
    assert.equal(document.title, 'Gate Guide');
    assert.equal(
      document.text,
      [
        '# Gate Guide',
        '# 1. Keys',
        'Wardens shall:',
        '- Lock the gate.\n  a) the north one\n  b) the south one',
        '## 1.1 Rates',
        '| Gate | Rate | Note\n| North | 5 | new\n| South | 7 |',
        '# Appendix',
        'It is new.',
        'In a box.',
        'Since 1931.\n',
      ].join('\n\n'),
    );
    const spans = evidenceSpans(document);
    assert.deepEqual(
      spans.map(({ plain, headingPath, leadIn }) => [plain, headingPath.join(' > '), leadIn]),
      [
        ['Gate Guide', '', undefined],
        ['1. Keys', '', undefined],
        ['Wardens shall:', '1. Keys', undefined],
        ['Lock the gate.', '1. Keys', 'Wardens shall:'],
        ['the north one', '1. Keys', 'Wardens shall:'],
        ['the south one', '1. Keys', 'Wardens shall:'],
        ['1.1 Rates', '1. Keys', undefined],
        ['Gate; Rate; Note', '1. Keys > 1.1 Rates', undefined],
        ['Gate: North; Rate: 5; Note: new', '1. Keys > 1.1 Rates', undefined],
        ['Gate: South; Rate: 7; Note: new', '1. Keys > 1.1 Rates', undefined],
        ['Appendix', '', undefined],
        ['It is new.', 'Appendix', undefined],
        ['In a box.', 'Appendix', undefined],
        ['Since 1931.', '', undefined],
      ],
    );
    assert.deepEqual(spans.find((span) => span.plain === 'the south one')?.locator, { kind: 'paragraph', paragraph: 7 });
    assert.deepEqual(spans.at(-1)?.locator, { kind: 'part', part: 'footnote 1' });
    assert.deepEqual(spans.find((span) => span.plain.includes('South'))?.row, {
      columns: ['Gate', 'Rate', 'Note'],
      cells: ['South', '7', 'new'],
      head: 'South',
    });
  });

  it('that are broken are named with what to do', async () => {
    const nested = '<w:sdt>'.repeat(500) + '</w:sdt>'.repeat(500);
    const ole = Buffer.alloc(4096);
    ole.set([0xd0, 0xcf, 0x11, 0xe0]);
    const sealed = Buffer.from(ole);
    sealed.write('EncryptedPackage', 1024, 'utf16le');
    const bomb = zipOf({ 'word/document.xml': new Uint8Array(60 * 1024 * 1024) });
    const lying = Buffer.from(guide);
    // The directory says that a part is shorter than it is.
    const entry = lying.indexOf(Buffer.from([0x50, 0x4b, 0x01, 0x02]), lying.indexOf(Buffer.from([0x50, 0x4b, 0x01, 0x02])) + 4);
    lying.writeUInt32LE(10, entry + 24);
    const cases: readonly (readonly [what: string, bytes: Uint8Array, reason: RegExp])[] = [
      ['empty', new Uint8Array(0), /^damaged: the file is empty/],
      ['cut off', guide.subarray(0, guide.length / 2), /^damaged: the file is cut off or damaged/],
      ['text', Buffer.from('Not a document at all.'), /^damaged: it is not a Word document/],
      ['a PDF file', Buffer.from('%PDF-1.4 and more'), /^damaged: it is not a Word document but a PDF file: give it its right name/],
      ['another zip', zipOf({ 'a.txt': 'a' }), /^damaged: there is no Word document in it/],
      ['damaged XML', docxOf('<w:p><w:r>'), /^damaged: a part of the file is damaged/],
      ['too deep', docxOf(nested), /^over-limit: it is nested deeper/],
      ['a bomb', bomb, /^over-limit: it unpacks to far more/],
      ['with a password', sealed, /^encrypted: it is protected by a password/],
      ['an old one', ole, /^damaged: it is an Office file of before 2007/],
      ['with a false size', lying, /^damaged: /],
    ];
    for (const [what, bytes, reason] of cases) assert.match(await reasonFor(() => extract(bytes)), reason, what);
  });
});
