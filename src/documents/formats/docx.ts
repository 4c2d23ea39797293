import type { Locator } from '../../contract/locator.ts';
import { NotReadable } from '../not-readable.ts';
import { type Row, TextBuilder } from '../text-builder.ts';
import type { ParsedDocument } from '../types.ts';
import { Numbering } from './docx-numbering.ts';
import { Looks, runWords } from './docx-looks.ts';
import { Styles } from './docx-styles.ts';
import { assertOffice } from './signature.ts';
import { child, elements, parseXml, textIn, type XmlElement } from './xml.ts';
import { textOf, unzip } from './zip.ts';

const wanted = /^(?:word\/(?:document|document2|styles|numbering|footnotes|endnotes)\.xml|docProps\/core\.xml)$/;

/**
 * Word documents: headings, paragraphs, lists with their labels, tables as rows with their column names, footnotes and endnotes after the
 * body. Not text, and kept out: comments, tracked deletions, hidden text, field codes, tables of contents, headers and footers.
 * @throws NotReadable
 */
export function extract(bytes: Uint8Array): ParsedDocument {
  assertOffice(bytes, 'a Word document');
  const parts = unzip(bytes, (name) => wanted.test(name));
  const source = textOf(parts.get('word/document.xml') ?? parts.get('word/document2.xml'));
  if (source === null) throw new NotReadable('damaged', 'there is no Word document in it: check the name, or save it again');
  const xml = (name: string): XmlElement | undefined => {
    const text = textOf(parts.get(name));
    return text === null ? undefined : parseXml(text);
  };
  const styles = new Styles(xml('word/styles.xml'));
  const builder = new TextBuilder();
  const title = child(xml('docProps/core.xml'), 'title');
  const document = parseXml(source);
  const looks = new Looks(xml('word/styles.xml'), child(document, 'background') !== undefined);
  const walk = new Walk(builder, styles, new Numbering(xml('word/numbering.xml')), looks);
  walk.blocks(child(document, 'body'));
  builder.endSections();
  for (const [kind, file] of [
    ['footnote', 'word/footnotes.xml'],
    ['endnote', 'word/endnotes.xml'],
  ] as const)
    walk.notes(kind, xml(file));
  if (walk.title !== null) builder.title(walk.title);
  else builder.title(textIn(title));
  return builder.document();
}

/** Not shown as text of the document. */
const unread = new Set([
  'pPr',
  'rPr',
  'instrText',
  'delText',
  'delInstrText',
  'del',
  'moveFrom',
  'Fallback',
  'sdtPr',
  'sdtEndPr',
  'tblPr',
  'trPr',
  'tcPr',
  'rt',
]);

class Walk {
  title: string | null = null;
  readonly #builder: TextBuilder;
  readonly #styles: Styles;
  readonly #numbering: Numbering;
  readonly #looks: Looks;
  /** Paragraphs so far, as Word counts them: empty ones and those in tables too. */
  #paragraphs = 0;
  /** Notes in the order of their marks in the text. */
  readonly #marks = { footnote: new Array<string>(), endnote: new Array<string>() };

  constructor(builder: TextBuilder, styles: Styles, numbering: Numbering, looks: Looks) {
    this.#looks = looks;
    this.#builder = builder;
    this.#styles = styles;
    this.#numbering = numbering;
  }

  blocks(parent: XmlElement | undefined): void {
    for (const element of elements(parent)) {
      if (element.name === 'p') this.#paragraph(element);
      else if (element.name === 'tbl') this.#table(element);
      else if (!unread.has(element.name)) this.blocks(element);
    }
  }

  notes(kind: 'footnote' | 'endnote', part: XmlElement | undefined): void {
    const notes = new Map(elements(part, kind).map((note) => [note.attributes['id'], note]));
    for (const [index, id] of this.#marks[kind].entries()) {
      const note = notes.get(id);
      if (note === undefined) continue;
      const words = elements(note, 'p').map((paragraph) => this.#words(paragraph).text);
      this.#builder.paragraph(words.join('\n'), { kind: 'part', part: `${kind} ${index + 1}` });
    }
  }

  #paragraph(element: XmlElement): void {
    this.#paragraphs += 1;
    const locator: Locator = { kind: 'paragraph', paragraph: this.#paragraphs };
    const { text, boxes } = this.#words(element);
    const style = this.#styles.of(child(element, 'pPr'));
    const label = text.trim() === '' ? null : this.#numbering.label(style.numbering);
    if (style.kind === 'title') {
      this.title ??= text.replaceAll(/\s+/g, ' ').trim() || null;
      this.#builder.heading(0, text, locator);
    } else if (style.kind === 'heading') this.#builder.heading(style.level, label === null ? text : `${label.text} ${text}`, locator);
    else if (style.kind === 'code') this.#builder.code(text, locator);
    else if (style.kind === 'quote') this.#builder.paragraph(text, locator, { isQuote: true });
    else if (style.kind === 'contents') return;
    else if (label !== null) this.#builder.item(text, label.depth, label.text, locator);
    else this.#builder.paragraph(text, locator);
    for (const box of boxes)
      this.#looks.inBox(() => {
        this.blocks(box);
      });
  }

  /** The words of a paragraph as they stand after tracked changes, and the text boxes that hang on it. */
  #words(paragraph: XmlElement): { text: string; boxes: XmlElement[] } {
    let text = '';
    const boxes: XmlElement[] = [];
    const visit = (element: XmlElement): void => {
      switch (element.name) {
        case 't':
          text += textIn(element);
          return;
        case 'tab':
        case 'ptab':
          text += ' ';
          return;
        case 'br':
        case 'cr':
          text += '\n';
          return;
        case 'noBreakHyphen':
          text += '-';
          return;
        case 'footnoteReference':
        case 'endnoteReference': {
          const { id } = element.attributes;
          if (id !== undefined) this.#marks[element.name === 'footnoteReference' ? 'footnote' : 'endnote'].push(id);
          return;
        }
        case 'txbxContent':
          boxes.push(element);
          return;
        case 'r': {
          const by = this.#looks.hides(element, child(paragraph, 'pPr'));
          if (by !== null) {
            this.#builder.hidden.add(runWords(element), by);
            return;
          }
        }
      }
      for (const inner of elements(element)) if (!unread.has(inner.name)) visit(inner);
    };
    for (const inner of elements(paragraph)) if (!unread.has(inner.name)) visit(inner);
    return { text, boxes };
  }

  #table(table: XmlElement): void {
    this.#looks.inTable(table, () => {
      this.#rows(table);
    });
  }

  #rows(table: XmlElement): void {
    const source = rowsIn(table);
    const grid = source.map((row) => cellsIn(row));
    // A table of one cell in each row is a frame around text.
    if (grid.every((cells) => cells.length <= 1)) {
      for (const cells of grid) for (const cell of cells) this.blocks(cell);
      return;
    }
    const above: string[] = [];
    const rows = grid.map((cells): Row => {
      const locator: Locator = { kind: 'paragraph', paragraph: this.#paragraphs + 1 };
      const words: string[] = [];
      const filled: string[] = [];
      for (const cell of cells) {
        const column = words.length;
        const text = this.#cell(cell);
        const merge = child(cell, 'tcPr', 'vMerge');
        const isContinued = merge !== undefined && merge.attributes['val'] !== 'restart';
        words.push(text);
        filled.push(isContinued && text.trim() === '' ? (above[column] ?? '') : text);
        above[column] = filled[column] ?? '';
        for (let span = Number(child(cell, 'tcPr', 'gridSpan')?.attributes['val'] ?? 1); span > 1 && words.length < 500; span -= 1) {
          above[words.length] = '';
          words.push('');
          filled.push('');
        }
      }
      return { cells: words, filled, locator };
    });
    const first = source[0];
    const hasHeader = first !== undefined && rows.length > 1 && namesColumns(table, first, rows[0]?.cells ?? []);
    this.#builder.table(hasHeader ? (rows[0] ?? null) : null, hasHeader ? rows.slice(1) : rows);
  }

  /** All words of a cell, those of tables in it too. */
  #cell(cell: XmlElement): string {
    const words: string[] = [];
    const visit = (parent: XmlElement): void => {
      for (const element of elements(parent)) {
        if (element.name === 'p') {
          this.#paragraphs += 1;
          const { text, boxes } = this.#words(element);
          const label = text.trim() === '' ? null : this.#numbering.label(this.#styles.of(child(element, 'pPr')).numbering);
          words.push(label === null || label.text === '-' ? text : `${label.text} ${text}`);
          boxes.forEach(visit);
        } else if (!unread.has(element.name)) visit(element);
      }
    };
    visit(cell);
    return words.join('\n');
  }
}

function rowsIn(table: XmlElement): XmlElement[] {
  return elements(table).flatMap((element) => {
    if (element.name === 'tr') return child(element, 'trPr', 'del') === undefined ? [element] : [];
    return unread.has(element.name) ? [] : rowsIn(element);
  });
}

function cellsIn(row: XmlElement): XmlElement[] {
  return elements(row).flatMap((element) => (element.name === 'tc' ? [element] : unread.has(element.name) ? [] : cellsIn(element)));
}

/** The first row names the columns: it says so, or it looks so: bold all over, or marked as first row with short words in each cell. */
function namesColumns(table: XmlElement, row: XmlElement, cells: readonly string[]): boolean {
  if (isOn(child(row, 'trPr', 'tblHeader'))) return true;
  const names = cells.filter((cell) => cell.trim() !== '');
  if (names.length < 2) return false;
  const runs = cellsIn(row)
    .flatMap((cell) => elements(cell, 'p'))
    .flatMap((paragraph) => elements(paragraph, 'r'));
  const shown = runs.filter((run) => textIn(child(run, 't')).trim() !== '');
  if (shown.length > 0 && shown.every((run) => isOn(child(run, 'rPr', 'b')))) return true;
  const look = child(table, 'tblPr', 'tblLook')?.attributes;
  const isMarked = look?.['firstRow'] === '1' || (Number.parseInt(look?.['val'] ?? '0', 16) & 0x20) !== 0;
  return (
    isMarked &&
    names.length === cells.length &&
    names.every((name) => name.trim().length <= 40 && !/^[\d.,\s%]+$/.test(name)) &&
    new Set(names).size === names.length
  );
}

/** A property that is on by being there. */
function isOn(property: XmlElement | undefined): boolean {
  return property !== undefined && !/^(?:0|false|off|none)$/.test(property.attributes['val'] ?? '');
}
