import type { Data, RecordBatch, Schema, Table, Vector } from 'apache-arrow';
import { z } from 'zod';

import { arrow } from './lance.ts';
import { type NumberColumn, numberColumns, type PassageColumns, type TextColumn, textColumns } from './passage-columns.ts';
import { lengthOf } from './rank.ts';
import { evidenceSpanSchema } from './records.ts';
import type { IndexedPassage } from './types.ts';

const textSchema = z.string();
const vectorSchema = z.custom<Iterable<number> & { toArray(): unknown }>(
  (value) => typeof value === 'object' && value !== null && Symbol.iterator in value && 'toArray' in value,
);
const wholeSchema = z.object({
  id: z.string(),
  path: z.string(),
  contentHash: z.string(),
  title: z.string(),
  start: z.number(),
  end: z.number(),
  line: z.number(),
  headingPath: z.string(),
  text: z.string(),
  spans: z.string(),
});
const rowSchema = wholeSchema.extend({ revision: z.string(), vector: vectorSchema });
const stringList = z.array(z.string());
const spanList = z.array(evidenceSpanSchema);

/** A passage as its table holds it. */
export interface StoredRow {
  readonly passage: IndexedPassage;
  readonly revision: string;
  readonly vector: Float32Array;
}

/** A passage without what is known of its document and its place. */
type PassageContent = Pick<IndexedPassage, 'title' | 'line' | 'headingPath' | 'text' | 'spans'> & { readonly rowId: bigint };

/** What a passage is ranked by. */
export interface Weight {
  readonly rowId: bigint;
  /** Parted by spaces. */
  readonly stems: string;
  /** Number of stems. */
  readonly length: number;
  readonly vector: Float32Array;
}

export const contentColumns = ['title', 'line', 'headingPath', 'text', 'spans'];
export const weightColumns = ['stems', 'vector'];

const rowIdsSchema = z.instanceof(BigUint64Array);
const floats = z.instanceof(Float32Array);
const wholeNumbers = z.instanceof(Int32Array);

/** The numbers of a query's rows. */
export function rowIdsOf(table: Table | RecordBatch): readonly bigint[] {
  return table.numRows === 0 ? [] : [...rowIdsSchema.parse(columnOf(table, '_rowid').toArray())];
}

/** A column of texts, by row. @throws ZodError when it is none. */
export function textOf(table: Table | RecordBatch, name: string): (at: number) => string {
  const column = columnOf(table, name);
  return (at) => textSchema.parse(column.get(at));
}

/** A column of 32-bit whole numbers, by row. @throws ZodError when it is none. */
export function numberOf(table: Table | RecordBatch, name: string): (at: number) => number {
  const values = wholeNumbers.parse(columnOf(table, name).toArray());
  return (at) => values[at] ?? 0;
}

function columnOf(table: Table | RecordBatch, name: string): Vector {
  const found = table.getChild(name);
  if (found === null) throw new Error(`no column ${name}`);
  return found;
}

/** @throws ZodError when the table is not one of ours. */
export function toWeights(table: Table): Weight[] {
  if (table.numRows === 0) return [];
  const stems = textOf(table, 'stems');
  const vectors = columnOf(table, 'vector');
  return rowIdsOf(table).map((rowId, at) => {
    const words = stems(at);
    // A copy: what the table gives is a view of all of its rows.
    const vector = floats.parse(vectorSchema.parse(vectors.get(at)).toArray()).slice();
    return { rowId, stems: words, length: lengthOf(words), vector };
  });
}

/** A column of 32-bit floats by the numbers of a query's rows. */
export function numbersOf(table: Table, name: string): Map<bigint, number> {
  if (table.numRows === 0) return new Map();
  const values = floats.parse(columnOf(table, name).toArray());
  return new Map(rowIdsOf(table).map((rowId, at) => [rowId, values[at] ?? 0]));
}

export function passageSchema(dimensions: number): Schema {
  const { Field, FixedSizeList, Float32, Int32, Schema: ArrowSchema, Utf8 } = arrow();
  const text = (name: string): InstanceType<typeof Field> => new Field(name, new Utf8(), false);
  const whole = (name: string): InstanceType<typeof Field> => new Field(name, new Int32(), false);
  return new ArrowSchema([
    text('id'),
    text('path'),
    text('contentHash'),
    text('title'),
    whole('start'),
    whole('end'),
    whole('line'),
    text('headingPath'),
    text('text'),
    text('spans'),
    text('textKey'),
    text('stems'),
    text('revision'),
    new Field('vector', new FixedSizeList(dimensions, new Field('item', new Float32(), true)), false),
  ]);
}

export function documentSchema(): Schema {
  const { Field, Float64, Int32, Schema: ArrowSchema, Utf8 } = arrow();
  const text = (name: string): InstanceType<typeof Field> => new Field(name, new Utf8(), false);
  const maybe = (name: string): InstanceType<typeof Field> => new Field(name, new Utf8(), true);
  return new ArrowSchema([
    text('path'),
    text('contentHash'),
    new Field('bytes', new Float64(), false),
    new Field('modifiedMs', new Float64(), false),
    text('parser'),
    maybe('encoding'),
    text('status'),
    maybe('cause'),
    maybe('reason'),
    new Field('passages', new Int32(), false),
  ]);
}

/** Passages of some documents as a table, column by column: made from objects it costs many times the memory. */
export function passageTable(documents: readonly PassageColumns[], dimensions: number): Table {
  const { Field, FixedSizeList, Float32, Int32, makeData, RecordBatch, Struct, Table: ArrowTable, Utf8 } = arrow();
  const schema = passageSchema(dimensions);
  const length = documents.reduce((sum, each) => sum + each.length, 0);
  const text = (column: TextColumn): Data => {
    const valueOffsets = new Int32Array(length + 1);
    const data = new Uint8Array(documents.reduce((sum, { texts }) => sum + texts[column].bytes.length, 0));
    let [at, start] = [1, 0];
    for (const { texts } of documents) {
      const { bytes, ends } = texts[column];
      data.set(bytes, start);
      for (const end of ends) valueOffsets[at++] = start + end;
      start += bytes.length;
    }
    return makeData({ type: new Utf8(), length, valueOffsets, data });
  };
  const numbers = (column: NumberColumn): Data => {
    const data = new Int32Array(length);
    let at = 0;
    for (const each of documents) {
      data.set(each.numbers[column], at);
      at += each.length;
    }
    return makeData({ type: new Int32(), length, data });
  };
  const vectors = (): Data => {
    const values = new Float32Array(length * dimensions);
    let at = 0;
    for (const each of documents) {
      values.set(each.vectors, at);
      at += each.vectors.length;
    }
    const child = makeData({ type: new Float32(), length: values.length, data: values });
    return makeData({ type: new FixedSizeList(dimensions, new Field('item', new Float32(), true)), length, child });
  };
  const children = schema.fields.map(({ name }) => {
    const textColumn = textColumns.find((each) => each === name);
    if (textColumn !== undefined) return text(textColumn);
    const numberColumn = numberColumns.find((each) => each === name);
    return numberColumn === undefined ? vectors() : numbers(numberColumn);
  });
  return new ArrowTable([new RecordBatch(schema, makeData({ type: new Struct(schema.fields), length, nullCount: 0, children }))]);
}

/** @throws ZodError, SyntaxError when the row is not one of ours. */
export function toRow(raw: unknown): StoredRow {
  const { revision, vector, ...passage } = rowSchema.parse(plain(raw));
  return { passage: passageOf(passage), revision, vector: Float32Array.from(vector) };
}

/** Column by column: rows as objects cost many times the time. @throws ZodError, SyntaxError when the table is not one of ours. */
export function toContents(table: Table): PassageContent[] {
  if (table.numRows === 0) return [];
  const [title, headings, text, spans] = [
    textOf(table, 'title'),
    textOf(table, 'headingPath'),
    textOf(table, 'text'),
    textOf(table, 'spans'),
  ];
  const line = numberOf(table, 'line');
  return rowIdsOf(table).map((rowId, at) => ({
    rowId,
    title: title(at),
    line: line(at),
    headingPath: stringList.parse(JSON.parse(headings(at))),
    text: text(at),
    spans: spanList.parse(JSON.parse(spans(at))),
  }));
}

function passageOf({ headingPath, spans, ...rest }: z.infer<typeof wholeSchema>): IndexedPassage {
  return { ...rest, headingPath: stringList.parse(JSON.parse(headingPath)), spans: spanList.parse(JSON.parse(spans)) };
}

export function splitStems(stems: string): string[] {
  return stems === '' ? [] : stems.split(' ');
}

/** Arrow's rows are proxies; their own columns as a plain object. */
export function plain(row: unknown): unknown {
  return typeof row === 'object' && row !== null ? { ...row } : row;
}
