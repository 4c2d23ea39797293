import type { Data, Schema, Table } from 'apache-arrow';
import { z } from 'zod';

import { sha256 } from '../base/hash.ts';
import { contentStems } from '../text/tokens.ts';
import { arrow } from './lance.ts';
import { countWords, type RankedRow, searchText, textKeyOf } from './rank.ts';
import { evidenceSpanSchema } from './records.ts';
import type { StoredPassage } from './store.ts';
import type { CountedPassage } from './statistics.ts';
import type { IndexedDocument, IndexedPassage } from './types.ts';

const vectorSchema = z.custom<Iterable<number>>((value) => typeof value === 'object' && value !== null && Symbol.iterator in value);
const rowSchema = z.object({
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
  textKey: z.string(),
  stems: z.string(),
  revision: z.string(),
  vector: vectorSchema,
});
const stringList = z.array(z.string());
const spanList = z.array(evidenceSpanSchema);

/** A passage as its table holds it. */
export interface StoredRow extends RankedRow {
  readonly revision: string;
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

/** Names what a document's passages were made from: its path, its content and its parser. */
export function revisionOf({ path, contentHash, parser }: IndexedDocument): string {
  return sha256(`${path}\n${contentHash}\n${parser}`);
}

/** A passage as it is put into its table. */
export interface PassageRecord {
  readonly words: Readonly<Record<(typeof textColumns)[number], string>>;
  readonly start: number;
  readonly end: number;
  readonly line: number;
  readonly vector: Float32Array;
}

const numberColumns = ['start', 'end', 'line'] as const;
const textColumns = ['id', 'path', 'contentHash', 'title', 'headingPath', 'text', 'spans', 'textKey', 'stems', 'revision'] as const;

/** The index stems by itself, as the memory store does: LanceDB's own stemmer knows neither our tokens nor our negations. */
export function toRecord({ passage, vector, searched }: StoredPassage, revision: string): PassageRecord {
  const { id, path, contentHash, title, start, end, line, text } = passage;
  return {
    words: {
      id,
      path,
      contentHash,
      title,
      headingPath: JSON.stringify(passage.headingPath),
      text,
      spans: JSON.stringify(passage.spans),
      textKey: searched?.textKey ?? textKeyOf(passage),
      stems: searched?.stems ?? contentStems(searchText(passage)).join(' '),
      revision,
    },
    start,
    end,
    line,
    vector,
  };
}

export function toCounted({ words: { id, textKey, stems } }: PassageRecord): CountedPassage {
  return { id, textKey, stems: splitStems(stems) };
}

/** The records as a table, column by column: made from objects it costs many times the memory. */
export function passageTable(records: readonly PassageRecord[], dimensions: number): Table {
  const { Field, FixedSizeList, Float32, Int32, makeData, RecordBatch, Struct, Table: ArrowTable, Utf8 } = arrow();
  const schema = passageSchema(dimensions);
  const length = records.length;
  const text = (column: (typeof textColumns)[number]): Data => {
    const bytes = records.map(({ words }) => Buffer.from(words[column]));
    const valueOffsets = new Int32Array(length + 1);
    for (const [at, each] of bytes.entries()) valueOffsets[at + 1] = (valueOffsets[at] ?? 0) + each.length;
    return makeData({ type: new Utf8(), length, valueOffsets, data: new Uint8Array(Buffer.concat(bytes)) });
  };
  const numbers = (column: (typeof numberColumns)[number]): Data =>
    makeData({ type: new Int32(), length, data: Int32Array.from(records, (record) => record[column]) });
  const vectors = (): Data => {
    const values = new Float32Array(length * dimensions);
    for (const [at, { vector }] of records.entries()) values.set(vector.subarray(0, dimensions), at * dimensions);
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
  const { headingPath, spans, vector, textKey, stems, revision, ...rest } = rowSchema.parse(plain(raw));
  const passage: IndexedPassage = {
    ...rest,
    headingPath: stringList.parse(JSON.parse(headingPath)),
    spans: spanList.parse(JSON.parse(spans)),
  };
  return { passage, revision, vector: Float32Array.from(vector), textKey, words: countWords(splitStems(stems)) };
}

export function splitStems(stems: string): string[] {
  return stems === '' ? [] : stems.split(' ');
}

/** Arrow's rows are proxies; their own columns as a plain object. */
export function plain(row: unknown): unknown {
  return typeof row === 'object' && row !== null ? { ...row } : row;
}
