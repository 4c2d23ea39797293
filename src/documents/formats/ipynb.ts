import { z } from 'zod';

import type { Locator } from '../../contract/locator.ts';
import { NotReadable } from '../not-readable.ts';
import { markdown } from '../parsers/markdown.ts';
import { toPlain } from '../plain.ts';
import { type Row, TextBuilder } from '../text-builder.ts';
import type { ParsedDocument } from '../types.ts';

const textSchema = z.union([z.string(), z.array(z.string()).transform((lines) => lines.join(''))]);
const notebookSchema = z.object({
  cells: z.array(
    z.object({
      cell_type: z.string(),
      source: textSchema,
      outputs: z
        .array(z.object({ text: textSchema.optional(), data: z.object({ 'text/plain': textSchema.optional() }).optional() }))
        .optional(),
    }),
  ),
});
/** Of what a cell printed: more is a log. */
const mostOutput = 20_000;

/**
 * Jupyter notebooks: text cells as Markdown, code and what it printed as code lines; spans say the cell.
 * @throws NotReadable
 */
export function extract(bytes: Uint8Array): ParsedDocument {
  const notebook = notebookSchema.safeParse(jsonOf(bytes));
  if (!notebook.success) throw new NotReadable('damaged', 'it is not a notebook of version 4: save it again with Jupyter', notebook.error);
  const builder = new TextBuilder();
  for (const [index, cell] of notebook.data.cells.entries()) {
    const locator: Locator = { kind: 'cell', cell: index + 1 };
    if (cell.cell_type === 'markdown') writeMarkdown(cell.source, locator, builder);
    else builder.code(cell.source, locator);
    for (const { text, data } of cell.outputs ?? []) builder.code((text ?? data?.['text/plain'] ?? '').slice(0, mostOutput), locator);
  }
  return builder.document();
}

function jsonOf(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch (error) {
    throw new NotReadable('damaged', 'it is not a notebook, or it is cut off: save it again with Jupyter', error);
  }
}

function writeMarkdown(source: string, locator: Locator, builder: TextBuilder): void {
  let table: Row[] = [];
  const flush = (): void => {
    if (table.length > 0) builder.table(table[0] ?? null, table.slice(1));
    table = [];
  };
  for (const { kind, start, end, markup, headingPath, depth, row } of markdown.parse(source).blocks) {
    if (kind === 'table-row' && row !== undefined) {
      if (row.columns.length === 0) flush();
      table.push({ cells: row.cells, locator });
      continue;
    }
    flush();
    const words = toPlain(source, start, end, markup);
    if (kind === 'heading') builder.heading(headingPath.length + 1, words, locator);
    else if (kind === 'list-item') builder.item(words, depth, '-', locator);
    else if (kind === 'code-line') builder.code(source.slice(start, end), locator);
    else builder.paragraph(words, locator, { isQuote: kind === 'quote' });
  }
  flush();
}
