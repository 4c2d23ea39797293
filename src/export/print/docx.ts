import {
  AlignmentType,
  BorderStyle,
  Document,
  Footer,
  HeadingLevel,
  type IRunOptions,
  Packer,
  PageBreak,
  PageNumber,
  Paragraph,
  ShadingType,
  Table,
  TableCell,
  TableRow,
  TextRun,
  WidthType,
} from 'docx';

import { speech } from '../../base/language.ts';
import { type Block, colours, markColour, type Printed, type Run } from './blocks.ts';

const levels = { 1: HeadingLevel.HEADING_1, 2: HeadingLevel.HEADING_2, 3: HeadingLevel.HEADING_3 } as const;
const rule = { style: BorderStyle.SINGLE, size: 4, color: 'D1D9E0' } as const;

/** The report as a Word document: real headings, lists and tables, so that it can be edited and commented on. */
export async function docxOf({ title, blocks }: Printed): Promise<Uint8Array> {
  const document = new Document({
    title: printable(title),
    creator: 'Linchpin',
    styles: { default: { document: { run: { font: 'Calibri', size: 22, language: { value: speech().language } } } } },
    sections: [
      {
        children: blocks.flatMap(partsOf),
        footers: {
          default: new Footer({
            children: [
              new Paragraph({
                alignment: AlignmentType.CENTER,
                children: [new TextRun({ children: [PageNumber.CURRENT, ' / ', PageNumber.TOTAL_PAGES] })],
              }),
            ],
          }),
        },
      },
    ],
  });
  return new Uint8Array(await Packer.toBuffer(document));
}

function partsOf(block: Block): (Paragraph | Table)[] {
  switch (block.type) {
    case 'heading':
      return [new Paragraph({ heading: levels[block.level], keepNext: true, children: [textOf({ text: block.text })] })];
    case 'paragraph':
      return [new Paragraph({ spacing: { after: 120 }, children: block.runs.map(textOf) })];
    case 'quote':
      return [
        new Paragraph({
          indent: { left: 360 },
          keepLines: true,
          spacing: { after: 160 },
          border: { left: { ...rule, size: 18, space: 8 } },
          children: block.runs.map(textOf),
        }),
      ];
    case 'list':
      return block.items.map((item) => new Paragraph({ bullet: { level: 0 }, children: [textOf({ text: item })] }));
    case 'table':
      return [tableOf(block), new Paragraph({ children: [] })];
    case 'page-break':
      return [new Paragraph({ children: [new PageBreak()] })];
  }
}

function tableOf({ head, rows }: Extract<Block, { type: 'table' }>): Table {
  const cell = (run: Run): TableCell => new TableCell({ children: [new Paragraph({ children: [textOf(run)] })] });
  return new Table({
    width: { size: 100, type: WidthType.PERCENTAGE },
    borders: { top: rule, bottom: rule, left: rule, right: rule, insideHorizontal: rule, insideVertical: rule },
    rows: [
      new TableRow({ tableHeader: true, children: head.map((text) => cell({ text, strong: true })) }),
      ...rows.map((row) => new TableRow({ cantSplit: true, children: row.map(cell) })),
    ],
  });
}

function textOf({ text, strong = false, italic = false, tone = 'plain', marked = false }: Run): TextRun {
  const look: IRunOptions = {
    text: printable(text),
    bold: strong,
    italics: italic,
    ...(tone === 'plain' ? {} : { color: colours[tone] }),
    ...(marked ? { shading: { type: ShadingType.CLEAR, fill: markColour } } : {}),
  };
  return new TextRun(look);
}

/** Without what XML cannot hold. */
function printable(text: string): string {
  return text.replaceAll(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '\u{FFFD}');
}
