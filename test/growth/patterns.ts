import { formats } from '../../src/documents/formats.ts';
import { parsers } from '../../src/documents/parsers.ts';
import { docxOf, pdfOf, pptxOf, wordParagraph, wordTable, xlsxOf, zipOf } from '../support/make-documents.ts';

/** A text of about so many characters. */
export type Pattern = (length: number) => string;

/** A piece, again and again. */
function many(piece: string): Pattern {
  return (length) => piece.repeat(Math.ceil(length / piece.length));
}

/** The same between a beginning and an end. */
function between(before: string, piece: string, after: string): Pattern {
  return (length) => before + many(piece)(length) + after;
}

const pieces = [
  'a', 'word ', 'a  b  ', 'a b c d  e ', 'A sentence is here. ', 'A sentence is here.\n', 'Why? Not! ', 'e.g. i.e. ', 'Dr. A. B. ', '1. ', '1.1. ',
  '30. April ', '... ', '. ', '? ', '。', '漢字', '😀', '\u0301', '\u200b', '\u00a0 ', '\t', ' ', ' \n', '\n', '\r\n', '\r', 'a\n', 'a\n\n', 'a\n  ',
  '- a\n', '* ', '- ', '1) a\n', '(a) b\n', '(i) ', '> ', '>', '#', '# a\n', '#\n', '# ', 'a\n===\n', 'a\n---\n', '=', '-', '---\n', '***', '*a ', '**a** ', '_a', '`a', '``', '```\n', '~~~\n',
  '| a ', '| a | b |\n', '|', '|a|b|\n|-|-|\n', '|||\n', '+--+\n', '|===\n', 'a,b\n', 'a,', ',', 'x""', '"', '"a', '"",', 'a;b;', 'a\tb\n',
  '[', ']', '[a](', '[a](b) ', '![a', '[^1]', '[^1]: a\n', '(', ')', '{', '}', '[[', '{"a":', '{"a": 1}\n', '[1,', '- a: b\n', 'a: b\n', 'a:\n', 'a: |\n  b\n', '%', '%a\n', '&a ', '&amp;', '&#', '&lt',
  '<', '>a', '<a', '<a>', '<b>a</b>', '<p>a', '<div>', '</div>', '<td>a', '<tr><td>a<td>b', '<li>a', '<!--', '<!-- a -->', '<a href="', '<br>', '<h1>a', '<pre>', '<table>', '<![CDATA[', '<?', '<svg>', '<script>',
  '\\', '\\begin{a}', '\\item a ', '\\section{a}', '\\\\', '\\emph{a}', '\\emph{', '$a', '$$', '\\(', '\\[a', 'a & b \\\\\n', '.. a::\n', '.. ', '::\n\n a\n', ':a: b\n', '`a <b>`_ ', 'x   y', 'x        ', '        y',
  '// a\n', '/* a */ ', '/*', '*/', '# a', '"""', "'''", "'", '"""a"""\n', '--', '{-', '--[[', '=begin\n', 'def a():\n', '@a\n', 'http://a.b ', 'a@b ', 'http://a[b] ', '<<a,b>> ', 'xref:a[', 'term:: a\n', '== a\n', '----\n', '....\n', '[a]\n', '-----BEGIN PRIVATE KEY-----',
  'A:\n', 'a b c d:\n- e\n', 'Note: ', '5 km ', '1,234.56 ', '§ 1 ', 'a-', 'A', 'Ab. ', 'Default: 5. ', '6.5. ', '(1) a: ', '\\0', '\ufeff', '\ud800', '{\\b ', '\\par ', '\\cell ', '\\u8364?', "\\'e4", 'Subject: a\n', '--b\n', '=20', '=\n',
]; // prettier-ignore

/** By a name that shows them. */
export const patterns: ReadonlyMap<string, Pattern> = new Map<string, Pattern>([
  ...pieces.map((piece): [string, Pattern] => [JSON.stringify(piece), many(piece)]),
  ['one row, one long cell', between('a,b\n1,"', 'The gate is locked at night. ', '"\n')],
  ['one long cell (HTML)', between('<table><tr><td>a</td><td>', 'The gate is locked at night. ', '</td></tr></table>')],
  ['one long cell (Markdown)', between('| a | b |\n|---|---|\n| 1 | ', 'The gate is locked at night. ', '|\n')],
  ['two wide rows', (length) => `${many('name,')(length / 2)}\n${many('12,')(length / 2)}\n`],
  ['a wide row over short ones', (length) => `${many('name,')(length / 2)}\n${many('12\n')(length / 2)}`],
  ['a wide row over short ones (HTML)', (length) => `<table><tr>${many('<th>n')(length / 2)}</tr>${many('<tr><td>1')(length / 2)}</table>`],
  ['open elements', (length) => `${many('<div>')(length / 2)}${many('a ')(length / 2)}`],
  ['long list below a term', between('Words:\n', '- **term** `a` is one.\n', '')],
  ['JSON list of records', between('[', '{"name": "a", "rate": 5},', '{"name": "b"}]')],
  ['JSON object of fields', (length) => `{${Array.from({ length: length / 12 }, (_, at) => `"k${at}": ${at}`).join(',')}}`],
  ['footnotes', (length) => Array.from({ length: length / 20 }, (_, at) => `Word[^${at}]\n\n[^${at}]: a\n`).join('')],
  ['link definitions', (length) => Array.from({ length: length / 20 }, (_, at) => `[a${at}]: http://b\n`).join('')],
  ['headings of all depths', (length) => Array.from({ length: length / 8 }, (_, at) => `${'#'.repeat(1 + (at % 6))} a\n\n`).join('')],
]);

type Make = (text: string) => Uint8Array;

const xml = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/\p{Cc}(?<![\n\t\r])/gu, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('\uFEFF', ' ');

const epub = (spine: string, chapter: string): Uint8Array =>
  zipOf({
    'META-INF/container.xml': '<c><rootfile full-path="b.opf"/></c>',
    'b.opf': `<p><manifest><item id="a" href="a.html"/></manifest><spine>${spine}</spine></p>`,
    'a.html': chapter,
  });

/** A file of each format that says a text. */
export const wrapped: Readonly<Record<(typeof formats)[number]['id'], Make>> = {
  docx: (text) => docxOf(wordParagraph(xml(text)) + wordTable([['a', 'b'], ['1', xml(text)]])), // prettier-ignore
  pdf: (text) => pdfOf(chunksOf(text).map((lines) => lines.map((line, at) => ({ x: 50, y: 780 - 12 * at, text: line })))),
  xlsx: (text) => xlsxOf({ A: '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c></row>' }, ['a', xml(text)]),
  pptx: (text) => pptxOf([`<p:sp><p:txBody><a:p><a:r><a:t>${xml(text)}</a:t></a:r></a:p></p:txBody></p:sp>`], xml(text)),
  odt: (text) => zipOf({ 'content.xml': `<d><body><text><p>${xml(text)}</p></text></body></d>` }),
  epub: (text) => epub('<itemref idref="a"/>', text),
  ipynb: (text) => Buffer.from(JSON.stringify({ cells: [{ cell_type: 'markdown', source: [text] }, { cell_type: 'code', source: text }] })), // prettier-ignore
  rtf: (text) => Buffer.from(`{\\rtf1\\ansi ${text}}`),
  eml: (text) => Buffer.from(`Subject: Gate\r\nContent-Type: text/html\r\n\r\n${text}`),
};

/** Lines and pages of a PDF file. */
function chunksOf(text: string): string[][] {
  const lines = text.replaceAll(/[^\n -~]/g, '?').match(/[^\n]{1,90}/g) ?? [];
  return Array.from({ length: Math.ceil(lines.length / 60) }, (_, page) => lines.slice(60 * page, 60 * page + 60));
}

/** Files that are made of the parts of a format rather than of its text. */
export const own: ReadonlyMap<string, { readonly path: string; readonly bytes: (length: number) => Uint8Array }> = new Map([
  ['a spine that names one chapter again and again', { path: 'a.epub', bytes: (length) => epub(many('<itemref idref="a"/>')(length), `<p>${many('The gate is locked. ')(length / 10)}</p>`) }], // prettier-ignore
  [
    'merged cells, one for each row',
    { path: 'a.xlsx', bytes: (length) => xlsxOf({ A: rowsOf(length / 60) }, ['a'], mergesOf(length / 60)) },
  ],
  ['merged cells over the whole sheet', { path: 'b.xlsx', bytes: (length) => xlsxOf({ A: rowsOf(length / 60) }, ['a'], `<mergeCells><mergeCell ref="A1:A${Math.ceil(length / 60)}"/></mergeCells>`) }], // prettier-ignore
  ['rows far apart', { path: 'c.xlsx', bytes: (length) => xlsxOf({ A: Array.from({ length: length / 60 }, (_, at) => `<row r="${1 + 50 * at}"><c r="A${1 + 50 * at}"><v>5</v></c><c r="ZZ${1 + 50 * at}"><v>6</v></c></row>`).join('') }, ['a']) }], // prettier-ignore
  ['runs of a paragraph', { path: 'a.docx', bytes: (length) => docxOf(`<w:p>${many('<w:r><w:t>a </w:t></w:r>')(length)}</w:p>`) }],
  ['rows of a table', { path: 'b.docx', bytes: (length) => docxOf(wordTable(Array.from({ length: length / 100 }, () => ['a', 'b']))) }],
  ['empty paragraphs', { path: 'c.docx', bytes: (length) => docxOf(many('<w:p/>')(length)) }],
  ['a merged cell over all rows', { path: 'd.docx', bytes: (length) => docxOf(wordTable([['a', 'b'], [`<w:tc><w:tcPr><w:vMerge w:val="restart"/></w:tcPr>${wordParagraph('word '.repeat(100))}</w:tc>`, 'b'], ...Array.from({ length: length / 100 }, () => ['<w:tc><w:tcPr><w:vMerge/></w:tcPr><w:p/></w:tc>', 'b'])])) }], // prettier-ignore
  ['slides', { path: 'a.pptx', bytes: (length) => pptxOf(Array.from({ length: length / 300 }, () => '<p:sp><p:txBody><a:p><a:r><a:t>Gate.</a:t></a:r></a:p></p:txBody></p:sp>'), 'a') }], // prettier-ignore
  ['texts of one line', { path: 'a.pdf', bytes: (length) => pdfOf([Array.from({ length: length / 40 }, (_, at) => ({ x: 50 + (at % 500), y: 700, text: 'gate' }))]) }], // prettier-ignore
  ['texts all over a page', { path: 'b.pdf', bytes: (length) => pdfOf([Array.from({ length: length / 40 }, (_, at) => ({ x: 50 + (at % 500), y: 50 + (at % 700), text: 'gate' }))]) }], // prettier-ignore
  ['cells of an RTF row', { path: 'a.rtf', bytes: (length) => Buffer.from(`{\\rtf1 \\intbl ${many('a\\cell ')(length)}\\row}`) }],
  ['groups of RTF', { path: 'b.rtf', bytes: (length) => Buffer.from(`{\\rtf1 ${many('{\\b a}')(length)}}`) }],
  ['parts of a mail', { path: 'a.eml', bytes: (length) => Buffer.from(`Subject: a\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n${many('--b\r\n\r\nText.\r\n')(length)}--b--`) }], // prettier-ignore
  ['cells of a notebook', { path: 'a.ipynb', bytes: (length) => Buffer.from(`{"cells": [${many('{"cell_type": "markdown", "source": ["a"]},')(length)}{}]}`) }], // prettier-ignore
]);

function rowsOf(count: number): string {
  return Array.from(
    { length: count },
    (_, at) => `<row r="${at + 1}"><c r="A${at + 1}" t="s"><v>0</v></c><c r="C${at + 1}"><v>5</v></c></row>`,
  ).join('');
}

function mergesOf(count: number): string {
  return `<mergeCells>${Array.from({ length: count }, (_, at) => `<mergeCell ref="A${at + 1}:B${at + 2}"/>`).join('')}</mergeCells>`;
}

/** A path for each reader: parsers of text by their first extension, and formats. */
export const readers: readonly string[] = [...parsers, ...formats].flatMap(({ extensions }) => extensions.slice(0, 1));
