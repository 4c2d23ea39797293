import { format } from 'numfmt';

import type { Locator } from '../../contract/locator.ts';
import { NotReadable } from '../not-readable.ts';
import { type Row, TextBuilder } from '../text-builder.ts';
import type { ParsedDocument } from '../types.ts';
import { partsOf } from './office-parts.ts';
import { assertOffice } from './signature.ts';
import { child, descendants, elements, parseXml, textIn, type XmlElement } from './xml.ts';
import { textOf, unzip } from './zip.ts';

/**
 * Excel workbooks: each sheet a section, each row a span with the names of its columns and its cells' address. Values as the sheet shows
 * them, by their number formats; of formulas the value that was saved. Not read: comments, charts, pivot caches.
 * @throws NotReadable
 */
export function extract(bytes: Uint8Array): ParsedDocument {
  assertOffice(bytes, 'an Excel workbook');
  const files = unzip(bytes, (name) =>
    /^(?:xl\/(?:workbook|sharedStrings|styles)\.xml|xl\/_rels\/workbook\.xml\.rels|xl\/worksheets\/[^/]+\.xml|docProps\/core\.xml)$/.test(
      name,
    ),
  );
  const xml = (name: string): XmlElement | undefined => {
    const text = textOf(files.get(name));
    return text === null ? undefined : parseXml(text);
  };
  const workbook = xml('xl/workbook.xml');
  if (workbook === undefined) throw new NotReadable('damaged', 'there is no Excel workbook in it: check the name, or save it again');
  const parts = partsOf(xml('xl/_rels/workbook.xml.rels'), 'xl');
  const values = new Values(xml('xl/sharedStrings.xml'), xml('xl/styles.xml'), isOn(child(workbook, 'workbookPr')?.attributes['date1904']));
  const builder = new TextBuilder();
  builder.title(textIn(child(xml('docProps/core.xml'), 'title')));
  for (const { attributes } of elements(child(workbook, 'sheets'), 'sheet')) {
    const sheet = xml(parts.get(attributes['id'] ?? '') ?? '');
    if (sheet !== undefined) writeSheet(attributes['name'] ?? '', sheet, values, builder);
  }
  return builder.document();
}

function isOn(value: string | undefined): boolean {
  return value === '1' || value === 'true';
}

/** What cells show. */
class Values {
  readonly #strings: readonly string[];
  /** Number formats by the cells' style. */
  readonly #formats: readonly string[];
  /** Days between the two ways to count dates. */
  readonly #shift: number;

  constructor(strings: XmlElement | undefined, styles: XmlElement | undefined, is1904: boolean) {
    this.#strings = elements(strings, 'si').map(richText);
    const own = new Map(
      elements(child(styles, 'numFmts'), 'numFmt').map(({ attributes }) => [attributes['numFmtId'], attributes['formatCode'] ?? 'General']),
    );
    this.#formats = elements(child(styles, 'cellXfs'), 'xf').map(
      ({ attributes: { numFmtId = '0' } }) => own.get(numFmtId) ?? builtIn[numFmtId] ?? 'General',
    );
    this.#shift = is1904 ? 1462 : 0;
  }

  of(cell: XmlElement): string {
    const value = textIn(child(cell, 'v'));
    switch (cell.attributes['t']) {
      case 's':
        return this.#strings[Number(value)] ?? '';
      case 'inlineStr':
        return richText(child(cell, 'is'));
      case 'b':
        return value === '1' ? 'TRUE' : 'FALSE';
      case 'str':
      case 'e':
      case 'd':
        return value;
      default:
        return this.#number(value, Number(cell.attributes['s'] ?? 0));
    }
  }

  #number(value: string, style: number): string {
    const number = Number(value);
    if (value === '' || !Number.isFinite(number)) return value;
    const pattern = this.#formats[style] ?? 'General';
    const isDate = /[ymdhs]/i.test(pattern.replaceAll(/"[^"]*"|\\.|\[[^\]]*\]|General/g, ''));
    try {
      return format(pattern, isDate ? number + this.#shift : number, { throws: true }).trim();
    } catch {
      // A format that no program knows: the value itself.
      return value;
    }
  }
}

/** Of the formats that workbooks do not write down. Dates in the one order that does not depend on the country. */
const builtIn: Readonly<Record<string, string>> = {
  1: '0',
  2: '0.00',
  3: '#,##0',
  4: '#,##0.00',
  9: '0%',
  10: '0.00%',
  11: '0.00E+00',
  14: 'yyyy-mm-dd',
  15: 'd-mmm-yy',
  16: 'd-mmm',
  17: 'mmm-yy',
  18: 'h:mm AM/PM',
  19: 'h:mm:ss AM/PM',
  20: 'h:mm',
  21: 'h:mm:ss',
  22: 'yyyy-mm-dd h:mm',
  37: '#,##0;(#,##0)',
  38: '#,##0;(#,##0)',
  39: '#,##0.00;(#,##0.00)',
  40: '#,##0.00;(#,##0.00)',
  45: 'mm:ss',
  46: '[h]:mm:ss',
  47: 'mm:ss.0',
};

/** Without the readings that are written above characters. */
function richText(item: XmlElement | undefined): string {
  return elements(item)
    .map((part) => (part.name === 't' ? textIn(part) : part.name === 'r' ? textIn(child(part, 't')) : ''))
    .join('');
}

interface SheetRow {
  readonly number: number;
  /** By column, from 0. */
  readonly cells: ReadonlyMap<number, { readonly text: string; readonly isText: boolean }>;
}

function writeSheet(name: string, sheet: XmlElement, values: Values, builder: TextBuilder): void {
  builder.heading(1, name, { kind: 'sheet', sheet: name, cells: 'A1' });
  const merged = mergedCells(sheet);
  let region: SheetRow[] = [];
  const flush = (): void => {
    writeRegion(name, region, merged, builder);
    region = [];
  };
  let next = 1;
  for (const row of elements(child(sheet, 'sheetData'), 'row')) {
    const number = Number(row.attributes['r'] ?? next);
    const cells = new Map<number, { text: string; isText: boolean }>();
    let column = 0;
    for (const cell of elements(row, 'c')) {
      const at = columnOf(cell.attributes['r'] ?? '') ?? column;
      column = at + 1;
      const text = values.of(cell);
      if (text.trim() !== '') cells.set(at, { text, isText: /^(?:s|str|inlineStr)$/.test(cell.attributes['t'] ?? '') });
    }
    // Empty rows part one table from the next.
    if (number > next || cells.size === 0) flush();
    if (cells.size > 0) region.push({ number, cells });
    next = number + 1;
  }
  flush();
}

/** Of a table: empty cells for each full one, from so many cells on. */
const mostEmpty = 100;
const leastSparse = 100_000;

/** Rows of one cell above a table are its title and notes; the first row of texts names the columns. */
function writeRegion(sheet: string, rows: readonly SheetRow[], merged: ReadonlyMap<string, string>, builder: TextBuilder): void {
  const isTable = rows.some((row) => row.cells.size > 1);
  let from = 0;
  for (; from < rows.length && (!isTable || rows[from]?.cells.size === 1); from += 1) {
    const row = rows[from];
    const [[column, cell] = [0, { text: '' }]] = row?.cells ?? [];
    builder.paragraph(cell.text, { kind: 'sheet', sheet, cells: `${letters(column)}${row?.number ?? 1}` });
  }
  const own = rows.slice(from);
  if (own.length === 0) return;
  const columns = own.flatMap((row) => [...row.cells.keys()]);
  const first = columns.reduce((least, column) => Math.min(least, column), Infinity);
  const last = columns.reduce((most, column) => Math.max(most, column), 0);
  // Rows that share no columns are no table: each cell would cost as many as the widest row has.
  const isSparse = (last - first + 1) * own.length > leastSparse + mostEmpty * columns.length;
  const span = isSparse ? [] : Array.from({ length: last - first + 1 }, (_, index) => first + index);
  const numbered = new Map(own.map((row) => [row.number, row]));
  const written = own.map(({ number, cells }): Row => {
    const locator: Locator = { kind: 'sheet', sheet, cells: `${letters(first)}${number}:${letters(last)}${number}` };
    if (isSparse) return { cells: [...cells.values()].map(({ text }) => text), locator };
    const words = span.map((column) => cells.get(column)?.text ?? '');
    const filled = span.map((column, index) => words[index] || cellOf(numbered, merged.get(`${letters(column)}${number}`)));
    return { cells: words, filled, locator };
  });
  const header = own[0];
  const named = [...(header?.cells.values() ?? [])];
  const isHeader =
    !isSparse &&
    own.length > 1 &&
    named.length >= Math.max(2, span.length * 0.6) &&
    named.every((cell) => cell.isText && cell.text.length <= 100);
  builder.table(isHeader ? (written[0] ?? null) : null, isHeader ? written.slice(1) : written);
}

function cellOf(rows: ReadonlyMap<number, SheetRow>, address: string | undefined): string {
  if (address === undefined) return '';
  const number = Number(/\d+$/.exec(address)?.[0]);
  return rows.get(number)?.cells.get(columnOf(address) ?? -1)?.text ?? '';
}

/** Cells that are looked at: merges over each other would be looked at again and again. */
const mostMerged = 100_000;

/** Of cells that are merged with the one above: the address of that which holds the words. */
function mergedCells(sheet: XmlElement): Map<string, string> {
  const found = new Map<string, string>();
  let left = mostMerged;
  for (const { attributes } of descendants(sheet, 'mergeCell')) {
    const [, column = '', top = '', , bottom = ''] = /^([A-Z]+)(\d+):([A-Z]+)(\d+)$/.exec(attributes['ref'] ?? '') ?? [];
    for (let row = Number(top) + 1; row <= Number(bottom) && left > 0; row += 1, left -= 1) found.set(`${column}${row}`, `${column}${top}`);
  }
  return found;
}

/** From 0; null where the address names none. */
function columnOf(address: string): number | null {
  const name = /^[A-Z]{1,3}/.exec(address)?.[0];
  if (name === undefined) return null;
  let column = 0;
  for (const letter of name) column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}

function letters(column: number): string {
  const rest = Math.floor(column / 26);
  return (rest === 0 ? '' : letters(rest - 1)) + String.fromCharCode(65 + (column % 26));
}
