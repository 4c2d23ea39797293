import type { Schema } from 'apache-arrow';
import { z } from 'zod';

import { sha256 } from '../base/hash.ts';
import { contentStems } from '../text/tokens.ts';
import { arrow } from './lance.ts';
import { countWords, type RankedRow, searchText, textKeyOf } from './rank.ts';
import { evidenceSpanSchema } from './records.ts';
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

export async function passageSchema(dimensions: number): Promise<Schema> {
  const { Field, FixedSizeList, Float32, Int32, Schema: ArrowSchema, Utf8 } = await arrow();
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

export async function documentSchema(): Promise<Schema> {
  const { Field, Float64, Int32, Schema: ArrowSchema, Utf8 } = await arrow();
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

/** The index stems by itself, as the memory store does: LanceDB's own stemmer knows neither our tokens nor our negations. */
export function toRecord(passage: IndexedPassage, vector: Float32Array, revision: string): Record<string, unknown> {
  return {
    ...passage,
    headingPath: JSON.stringify(passage.headingPath),
    spans: JSON.stringify(passage.spans),
    textKey: textKeyOf(passage),
    stems: contentStems(searchText(passage)).join(' '),
    revision,
    vector: [...vector],
  };
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
