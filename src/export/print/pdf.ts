import { join } from 'node:path';

import pdfmake, { type Content, type TableCell } from 'pdfmake';

import { speech } from '../../base/language.ts';
import { type Block, colours, markColour, type Printed, type Run } from './blocks.ts';
import { fontsFolder } from './fonts.ts';

const sizes = { 1: 18, 2: 13, 3: 11 } as const;

/** The report as a PDF with its fonts in it. Nothing is fetched, and no other file is read. */
export async function pdfOf({ title, at, blocks }: Printed): Promise<Uint8Array> {
  const folder = fontsFolder();
  const font = (name: string): string => join(folder, `Roboto-${name}.ttf`);
  const fonts = { normal: font('Regular'), bold: font('Medium'), italics: font('Italic'), bolditalics: font('MediumItalic') };
  pdfmake.setFonts({ Roboto: fonts });
  pdfmake.setUrlAccessPolicy(() => false);
  pdfmake.setLocalAccessPolicy((path) => Object.values(fonts).includes(path));
  const time = new Date(at);
  const made = pdfmake.createPdf({
    info: { title, creator: 'Linchpin', producer: 'Linchpin', ...(Number.isNaN(time.getTime()) ? {} : { creationDate: time }) },
    language: speech().language,
    pageMargins: [56, 56, 56, 56],
    defaultStyle: { font: 'Roboto', fontSize: 10, lineHeight: 1.25 },
    footer: (page, pages) => ({
      text: `${page} / ${pages}`,
      alignment: 'center',
      fontSize: 8,
      color: `#${colours.soft}`,
      margin: [0, 20, 0, 0],
    }),
    content: blocks.map(contentOf),
  });
  return new Uint8Array(await made.getBuffer());
}

function contentOf(block: Block): Content {
  switch (block.type) {
    case 'heading':
      return {
        text: block.text,
        bold: true,
        fontSize: sizes[block.level],
        margin: [0, block.level === 1 ? 0 : 12, 0, 6],
        headlineLevel: block.level,
      };
    case 'paragraph':
      return { text: block.runs.map(textOf), margin: [0, 0, 0, 6] };
    case 'quote':
      return { text: block.runs.map(textOf), margin: [14, 2, 0, 8] };
    case 'list':
      return { ul: block.items.map((text) => ({ text })), margin: [0, 0, 0, 6] };
    case 'table':
      return tableOf(block);
    case 'page-break':
      return { text: '', pageBreak: 'after' };
  }
}

function tableOf({ head, rows }: Extract<Block, { type: 'table' }>): Content {
  // The widest words are in the columns of text: numbers and short names take what they need.
  const widths = head.map((_, column) => {
    const longest = Math.max(...rows.map((row) => row[column]?.text.length ?? 0), 0);
    return longest <= 12 ? 'auto' : '*';
  });
  const cells = (row: readonly Run[]): TableCell[] => row.map((run) => textOf(run));
  return {
    table: {
      headerRows: 1,
      dontBreakRows: true,
      widths,
      body: [
        cells(head.map((text) => ({ text, strong: true }))),
        ...rows.map((row) => cells(head.map((_, column) => row[column] ?? { text: '' }))),
      ],
    },
    layout: 'lightHorizontalLines',
    fontSize: 9,
    margin: [0, 4, 0, 8],
  };
}

function textOf({ text, strong = false, italic = false, tone = 'plain', marked = false }: Run): { readonly text: string } {
  return {
    text,
    ...(strong ? { bold: true } : {}),
    ...(italic ? { italics: italic } : {}),
    ...(tone === 'plain' ? {} : { color: `#${colours[tone]}` }),
    ...(marked ? { background: `#${markColour}` } : {}),
  };
}
