import type { Locator } from '../contract/locator.ts';
import { Headings } from './headings.ts';
import { HiddenTexts } from './hidden-texts.ts';
import { describeRow, joinCells, tableRow } from './table.ts';
import type { Block, BlockKind, ParsedDocument } from './types.ts';

export interface Row {
  readonly cells: readonly string[];
  readonly locator?: Locator;
  /** What merged cells say in the rows that they reach down into; `cells` where it is left out. */
  readonly filled?: readonly string[];
}

/** Characters of a cell that stands for others too. */
const longestFilled = 400;

/** Where in a block's words, by offset, it goes on at another place. */
export type Turns = readonly (readonly [at: number, locator: Locator])[];

/**
 * Writes the text of a document that is not text, in the manner of Markdown, and notes its blocks. The same calls give the same text:
 * offsets of citations count in it. Marks of headings, items and tables stand outside the blocks, so that quotes are words only.
 */
export class TextBuilder {
  #text = '';
  #last: BlockKind | null = null;
  readonly #blocks: Block[] = [];
  readonly #headings = new Headings();
  #title: string | null = null;
  /** What the document holds and no reader sees. */
  readonly hidden = new HiddenTexts();

  get length(): number {
    return this.#text.length;
  }

  /** Only the first is kept; empty ones are none. */
  title(words: string | null | undefined): void {
    const clean = tidy(words ?? '').replaceAll(/\s+/g, ' ');
    if (clean !== '') this.#title ??= clean;
  }

  /** @param level from 1; 0 for a title that stands above all headings and over none */
  heading(level: number, words: string, locator?: Locator): void {
    const clean = tidy(words).replaceAll(/\s+/g, ' ');
    if (clean === '') return;
    this.#headings.leave(Math.max(1, level));
    this.#write('heading', `${'#'.repeat(Math.min(6, Math.max(1, level)))} `, clean, locator);
    if (level > 0) this.#headings.enter(level, clean);
    this.title(clean);
  }

  /** What follows stands under no heading: notes, attachments. */
  endSections(): void {
    this.#headings.leave(1);
  }

  paragraph(words: string, locator?: Locator, options: { readonly isQuote?: boolean; readonly turns?: Turns } = {}): void {
    const kind = options.isQuote === true ? 'quote' : 'paragraph';
    this.#write(kind, kind === 'quote' ? '> ' : '', tidy(words), locator, {}, options.turns);
  }

  /** @param label such as `1.` or `(a)`; a dash where there is none */
  item(words: string, depth = 1, label = '-', locator?: Locator, turns?: Turns): void {
    this.#write(
      'list-item',
      `${'  '.repeat(Math.max(0, depth - 1))}${label === '' ? '-' : label} `,
      tidy(words),
      locator,
      {
        depth: Math.max(1, depth),
      },
      turns,
    );
  }

  code(words: string, locator?: Locator): void {
    for (const line of words.split(/\r\n|\r|\n/)) this.#write('code-line', '    ', line.replaceAll(controls, '').trimEnd(), locator);
  }

  /** @param header null where the table names no columns */
  table(header: Row | null, rows: readonly Row[]): void {
    const names = header?.filled ?? header?.cells ?? null;
    for (const row of header === null ? rows : [header, ...rows]) {
      const cells = row.cells.map((cell) => tidy(cell).replaceAll(/\s+/g, ' '));
      if (cells.every((cell) => cell === '')) continue;
      // What a merged cell says in each of its rows is a name, no text.
      const filled = (row.filled ?? row.cells).map((cell, column) =>
        cell.length > longestFilled && cell !== row.cells[column] ? '' : tidy(cell),
      );
      const isHeader = row === header;
      this.#write('table-row', '| ', cells.join(' | ').trimEnd(), row.locator, {
        plain: isHeader || names === null ? joinCells(filled) : describeRow(names, filled),
        row: tableRow(isHeader ? null : names, filled),
      });
    }
    this.#last = null;
  }

  document(): ParsedDocument {
    return { text: `${this.#text}\n`, title: this.#title, blocks: this.#blocks, ...this.hidden.all };
  }

  #write(
    kind: BlockKind,
    mark: string,
    words: string,
    locator: Locator | undefined,
    rest: Pick<Block, 'plain' | 'row' | 'depth'> = {},
    turns: Turns = [],
  ): void {
    if (words.trim() === '') return;
    const isRun = kind === this.#last && (kind === 'list-item' || kind === 'table-row' || kind === 'code-line');
    if (this.#text !== '') this.#text += isRun ? '\n' : '\n\n';
    const start = this.#text.length + mark.length + (words.length - words.trimStart().length);
    this.#text += mark + words;
    this.#blocks.push({
      kind,
      start,
      end: this.#text.length,
      headingPath: this.#headings.path(),
      markup: [],
      ...rest,
      ...(locator === undefined ? {} : { locator }),
      ...(turns.length === 0 ? {} : { turns: turns.map(([at, to]) => [start + at, to] as const) }),
    });
    this.#last = kind;
  }
}

/** Line breaks and tabs are white space, not of these. */
const controls = /(?![\t\n\r])[\p{Cc}\u00ad\ufeff\ufffe\uffff]/gu;

/** Without control characters, soft hyphens and white space at the ends; spaces collapsed, line breaks kept; well formed. */
export function tidy(words: string): string {
  return words
    .toWellFormed()
    .replaceAll(/\r\n?|[\u2028\u2029]/g, '\n')
    .replaceAll(controls, '')
    .replaceAll(/[^\S\n]+/g, ' ')
    .replaceAll(/ ?\n[ \n]*/g, '\n')
    .trim();
}
