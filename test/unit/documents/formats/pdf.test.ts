import assert from 'node:assert/strict';
import { deflateSync } from 'node:zlib';

import { extract } from '../../../../src/documents/formats/pdf.ts';
import { Joiner, plainWords } from '../../../../src/documents/formats/pdf-words.ts';
import { evidenceSpans } from '../../../../src/documents/spans.ts';
import { pdfOf, pdfOfObjects, type Placed } from '../../../support/make-documents.ts';
import { assertExtracted, reasonFor } from './checks.ts';

/** Lines of running text, one under the other. */
function column(x: number, top: number, lines: readonly string[]): Placed[] {
  return lines.map((text, index) => ({ x, y: top - index * 12, text }));
}

function furniture(page: number): Placed[] {
  return [
    { x: 50, y: 770, text: 'Handbook of gates' },
    { x: 290, y: 30, text: String(page) },
  ];
}

async function plainOf(pages: readonly (readonly Placed[])[]): Promise<[plain: string, page: number | undefined][]> {
  const document = await extract(pdfOf(pages));
  assertExtracted(document);
  return evidenceSpans(document).map(({ plain, locator }) => [plain, locator?.kind === 'page' ? locator.page : undefined]);
}

describe('PDF files', function () {
  this.timeout(60_000);

  it('become sentences with their page, words whole, without what repeats on every page', async () => {
    const spans = await plainOf([
      [
        ...furniture(1),
        { x: 50, y: 720, text: 'The northern gate', size: 16, bold: true },
        ...column(50, 690, [
          'It was built by the board of the harbour in 1931 and re-',
          'built in 1950. It is a well-known place, and a well-',
          'known gate; wardens lock it every night before they go',
        ]),
      ],
      [
        ...furniture(2),
        ...column(50, 720, ['home. Keys are kept in the tower.', '\u0095 One is red.', '\u0095 One is blue and has a long', '   handle.']),
      ],
      [...furniture(3), ...column(50, 720, ['The end of it is here.'])],
    ]);
    assert.deepEqual(spans, [
      ['The northern gate', 1],
      ['It was built by the board of the harbour in 1931 and rebuilt in 1950.', 1],
      ['It is a well-known place, and a well-known gate; wardens lock it every night before they go home.', 1],
      ['Keys are kept in the tower.', 2],
      ['One is red.', 2],
      ['One is blue and has a long handle.', 2],
      ['The end of it is here.', 3],
    ]);
  });

  it('are read column by column, however they were written', async () => {
    const left = Array.from({ length: 12 }, (_, index) => `Left line ${index + 10} of the text in its column goes on`);
    const right = Array.from({ length: 12 }, (_, index) => `Right line ${index + 10} of the text in its column goes on`);
    const rows = left.flatMap((_, index) => [
      ...column(50, 680 - 12 * index, [left[index] ?? '']),
      ...column(310, 680 - 12 * index, [right[index] ?? '']),
    ]);
    const [heading, first, second] = await plainOf([
      [{ x: 200, y: 740, text: 'A title over both columns', size: 18, bold: true }, ...rows],
    ]);
    assert.equal(heading?.[0], 'A title over both columns');
    assert.equal(first?.[0], left.join(' '));
    assert.equal(second?.[0], right.join(' '));
  });

  it('have tables as rows with the names of their columns, also over two pages and with cells set in the middle', async () => {
    const row = (y: number, cells: readonly (readonly [x: number, text: string])[]): Placed[] => cells.map(([x, text]) => ({ x, y, text }));
    const document = await extract(
      pdfOf([
        [
          { x: 50, y: 740, text: 'Gates are listed with their rates and with what is to be known of each of them.' },
          ...row(700, [
            [50, '#'],
            [90, 'Description'],
            [400, 'Rate'],
            [450, 'Since'],
          ]),
          ...row(680, [
            [50, '1.1'],
            [90, 'The northern gate, which is locked by the'],
            [400, '5'],
            [450, '1931'],
          ]),
          ...row(668, [[90, 'wardens every night.']]),
          { x: 90, y: 648, text: 'The southern gate, which has been' },
          ...row(642, [
            [50, '1.2'],
            [400, '7'],
            [450, '1950'],
          ]),
          { x: 90, y: 636, text: 'open since.' },
        ],
        [
          ...row(740, [
            [50, '1.3'],
            [90, 'The western gate.'],
            [450, '1960'],
          ]),
          { x: 50, y: 690, text: 'That is all that there is to be said about gates and rates.' },
        ],
      ]),
    );
    assertExtracted(document);
    const rows = evidenceSpans(document).flatMap(({ row: found, plain, locator }) =>
      found === undefined ? [] : [{ plain, locator, columns: found.columns.length, head: found.head }],
    );
    assert.deepEqual(rows, [
      { plain: '#; Description; Rate; Since', locator: { kind: 'page', page: 1 }, columns: 0, head: null },
      {
        plain: '#: 1.1; Description: The northern gate, which is locked by the wardens every night.; Rate: 5; Since: 1931',
        locator: { kind: 'page', page: 1 },
        columns: 4,
        head: '1.1',
      },
      {
        plain: '#: 1.2; Description: The southern gate, which has been open since.; Rate: 7; Since: 1950',
        locator: { kind: 'page', page: 1 },
        columns: 4,
        head: '1.2',
      },
      { plain: '#: 1.3; Description: The western gate.; Since: 1960', locator: { kind: 'page', page: 2 }, columns: 4, head: '1.3' },
    ]);
  });

  it('have letters in the place of ligatures', () => {
    assert.equal(plainWords('the o\ufb03ce \ufb01les a \ufb02at'), 'the office files a flat');
  });

  it('join a path that goes on in the next line', () => {
    const joiner = new Joiner([]);
    assert.equal(joiner.join(['settings in /usr/', 'local and /', 'etc, and/', 'or in']), 'settings in /usr/local and / etc, and/or in');
  });

  it('that are broken are named with what to do', async () => {
    const good = Buffer.from(pdfOf([[{ x: 50, y: 700, text: 'The gate is locked at night.' }]]));
    const sealed = pdfOf(
      [[{ x: 50, y: 700, text: 'Secret.' }]],
      `/ID [<00> <00>] /Encrypt << /Filter /Standard /V 1 /R 2 /P -4 /O <${'41'.repeat(32)}> /U <${'42'.repeat(32)}> >>`,
    );
    const stream = deflateSync(Buffer.from('BT /F1 10 Tf '.repeat(100)));
    const bomb = deflateSync(Buffer.alloc(64 * 1024 * 1024, 0x20));
    const withContent = (content: Uint8Array, length = content.length): Uint8Array =>
      pdfOfObjects([
        '<< /Type /Catalog /Pages 2 0 R >>',
        '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
        '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Resources << >> /Contents 4 0 R >>',
        `<< /Length ${length} /Filter /FlateDecode >>\nstream\n${Buffer.from(content).toString('latin1')}\nendstream`,
      ]);
    const cases: readonly (readonly [what: string, bytes: Uint8Array, reason: RegExp])[] = [
      ['empty', new Uint8Array(0), /^damaged: the file is empty/],
      ['only a header', Buffer.from('%PDF-1.7\n'), /^damaged: the file is cut off or damaged/],
      ['cut off in its first object', good.subarray(0, 40), /^damaged: /],
      ['text', Buffer.from('Nothing of that kind.'), /^damaged: it is not a PDF file, whatever its name says/],
      ['a Word document', Buffer.from([0x50, 0x4b, 0x03, 0x04, 0, 0]), /^damaged: it is not a PDF file but a zip file/],
      ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47]), /^damaged: it is not a PDF file but a picture/],
      ['with a password', sealed, /^encrypted: it is protected by a password/],
      ['a scan', pdfOf([[], []]), /^no-text-layer: its 2 pages are pictures: run text recognition/],
      ['with a damaged page', withContent(stream.subarray(0, 20)), /^damaged: its page 1 is damaged/],
      ['a bomb', withContent(bomb), /^no-text-layer: /],
      ['without pages', pdfOfObjects(['<< /Type /Catalog >>']), /^(?:damaged|no-text-layer): /],
      [
        'with pages in a circle',
        pdfOfObjects(['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Count 3 /Kids [2 0 R] >>']),
        /^damaged: /,
      ],
    ];
    for (const [what, bytes, reason] of cases) assert.match(await reasonFor(() => extract(bytes)), reason, what);
    // What is lost at the end can be made up for.
    assert.equal(await reasonFor(() => extract(good.subarray(0, good.length - 15))), 'read');
  });
});
