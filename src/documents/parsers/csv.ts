import { parse } from 'csv-parse/sync';

import { describeRow, joinCells, tableRow } from '../table.ts';
import type { DocumentParser } from '../types.ts';
import { trimRange } from './plain-text.ts';

/** Rows are spans. The first row names the columns, and a row reads "name: value; name: value" to models: see `describeRow`. */
export const csv: DocumentParser = {
  id: 'csv',
  version: 3,
  extensions: ['.csv', '.tsv'],
  parse(text) {
    const rows = readRows(text);
    const [header = [], ...records] = rows.map((row) => row.cells);
    const blocks = rows.flatMap(({ start, end }, index) => {
      const range = trimRange(text, start, end);
      if (range === null) return [];
      const cells = index === 0 ? header : (records[index - 1] ?? []);
      return [
        {
          kind: 'table-row' as const,
          ...range,
          headingPath: [],
          markup: [],
          plain: index === 0 ? joinCells(cells) : describeRow(header, cells),
          row: tableRow(index === 0 ? null : header, cells),
        },
      ];
    });
    return { text, title: null, blocks };
  },
};

/** Characters between two records, at most: a line break. */
const mostBetween = 10;

interface Row {
  readonly start: number;
  readonly end: number;
  readonly cells: readonly string[];
}

function readRows(text: string): Row[] {
  const sample = text.slice(0, 10_000);
  const delimiter =
    ['\t', ';', ','].map((mark) => ({ mark, count: sample.split(mark).length })).sort((a, b) => b.count - a.count)[0]?.mark ?? ',';
  const rows: Row[] = [];
  let start = 0;
  try {
    // Characters, not bytes: each record's own source is asked for, and its place follows from the lengths.
    // The library reads UTF-8, where lone surrogates would change and the lengths with them.
    const source = text.toWellFormed();
    const records: unknown[] = parse(source, {
      delimiter,
      raw: true,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: false,
      bom: false,
    });
    for (const record of records) {
      if (!isRaw(record)) continue;
      const ahead = source.slice(start, start + record.raw.length + mostBetween).indexOf(record.raw);
      if (ahead < 0) continue;
      const at = start + ahead;
      rows.push({ start: at, end: at + record.raw.length, cells: record.record.map((cell) => cell.replace(/^\uFEFF/, '')) });
      start = at + record.raw.length;
    }
  } catch {
    // Quotes that never close: every line is a row then.
    rows.length = 0;
    for (const line of text.matchAll(/[^\r\n]+/g))
      rows.push({ start: line.index, end: line.index + line[0].length, cells: line[0].split(delimiter) });
  }
  return rows.filter((row) => row.cells.some((cell) => cell.trim() !== ''));
}

function isRaw(record: unknown): record is { raw: string; record: string[] } {
  return (
    typeof record === 'object' &&
    record !== null &&
    'raw' in record &&
    typeof record.raw === 'string' &&
    'record' in record &&
    Array.isArray(record.record)
  );
}
