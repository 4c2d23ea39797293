import { z } from 'zod';

import { contentStems } from '../text/tokens.ts';
import { searchText, textKeyOf } from './rank.ts';
import { evidenceSpanSchema } from './records.ts';
import type { CountedPassage } from './statistics.ts';
import type { StoredPassage } from './store.ts';

export const numberColumns = ['start', 'end', 'line'] as const;
export const textColumns = ['id', 'path', 'contentHash', 'title', 'headingPath', 'text', 'spans', 'textKey', 'stems', 'revision'] as const;
export type NumberColumn = (typeof numberColumns)[number];
export type TextColumn = (typeof textColumns)[number];

/** Texts one after the other in UTF-8, and where each ends in bytes. */
export interface TextValues {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly ends: Int32Array<ArrayBuffer>;
}

/**
 * Passages of one document column by column, as their table takes them: a thread hands them over without a copy, and whoever writes them
 * makes no objects of them.
 */
export interface PassageColumns {
  readonly length: number;
  readonly texts: Readonly<Record<TextColumn, TextValues>>;
  readonly numbers: Readonly<Record<NumberColumn, Int32Array<ArrayBuffer>>>;
  /** One vector after the other. */
  readonly vectors: Float32Array<ArrayBuffer>;
}

const stringList = z.array(z.string());
const spanList = z.array(evidenceSpanSchema);

/** The index stems by itself, as the memory store does: LanceDB's own stemmer knows neither our tokens nor our negations. */
export function columnsOf(passages: readonly StoredPassage[], revision: string, dimensions: number): PassageColumns {
  const value: Record<TextColumn, (of: StoredPassage) => string> = {
    id: ({ passage }) => passage.id,
    path: ({ passage }) => passage.path,
    contentHash: ({ passage }) => passage.contentHash,
    title: ({ passage }) => passage.title,
    headingPath: ({ passage }) => JSON.stringify(passage.headingPath),
    text: ({ passage }) => passage.text,
    spans: ({ passage }) => JSON.stringify(passage.spans),
    textKey: ({ passage, searched }) => searched?.textKey ?? textKeyOf(passage),
    stems: ({ passage, searched }) => searched?.stems ?? contentStems(searchText(passage)).join(' '),
    revision: () => revision,
  };
  const vectors = new Float32Array(passages.length * dimensions);
  for (const [at, { vector }] of passages.entries()) vectors.set(vector.subarray(0, dimensions), at * dimensions);
  const text = (column: TextColumn): TextValues => textValues(passages.map(value[column]));
  return {
    length: passages.length,
    texts: record(textColumns, text),
    numbers: record(numberColumns, (column) => Int32Array.from(passages, ({ passage }) => passage[column])),
    vectors,
  };
}

/** What `columnsOf` was given, with what it is searched by. @param dimensions of a vector */
export function passagesOf(columns: PassageColumns, dimensions: number): StoredPassage[] {
  const texts = record(textColumns, (column) => textsOf(columns.texts[column]));
  const number = (column: NumberColumn, at: number): number => columns.numbers[column][at] ?? 0;
  return texts.id.map((id, at) => {
    const text = (column: TextColumn): string => texts[column][at] ?? '';
    return {
      passage: {
        id,
        path: text('path'),
        contentHash: text('contentHash'),
        title: text('title'),
        start: number('start', at),
        end: number('end', at),
        line: number('line', at),
        headingPath: stringList.parse(JSON.parse(text('headingPath'))),
        text: text('text'),
        spans: spanList.parse(JSON.parse(text('spans'))),
      },
      vector: columns.vectors.slice(at * dimensions, (at + 1) * dimensions),
      searched: { textKey: text('textKey'), stems: text('stems') },
    };
  });
}

/** Passages as the statistics see them. */
export function countedOf({ texts }: PassageColumns): CountedPassage[] {
  const [textKeys, stems] = [textsOf(texts.textKey), textsOf(texts.stems)];
  return textsOf(texts.id).map((id, at) => ({
    id,
    textKey: textKeys[at] ?? '',
    stems: (stems[at] ?? '').split(' ').filter((stem) => stem !== ''),
  }));
}

/** The memory of columns, to be handed to another thread. */
export function buffersOf({ texts, numbers, vectors }: PassageColumns): ArrayBuffer[] {
  return [
    ...Object.values(texts).flatMap(({ bytes, ends }) => [bytes.buffer, ends.buffer]),
    ...Object.values(numbers).map(({ buffer }) => buffer),
    vectors.buffer,
  ];
}

function textValues(values: readonly string[]): TextValues {
  const ends = new Int32Array(values.length);
  let end = 0;
  for (const [at, value] of values.entries()) ends[at] = end += Buffer.byteLength(value);
  // Memory of its own: a small Buffer is a part of one that others share, which cannot be handed over.
  const bytes = new Uint8Array(end);
  new TextEncoder().encodeInto(values.join(''), bytes);
  return { bytes, ends };
}

function textsOf({ bytes, ends }: TextValues): string[] {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Array.from(ends, (end, at) => buffer.toString('utf8', at === 0 ? 0 : ends[at - 1], end));
}

function record<Key extends string, Value>(keys: readonly Key[], value: (key: Key) => Value): Record<Key, Value> {
  return Object.fromEntries(keys.map((key) => [key, value(key)])) as Record<Key, Value>;
}
