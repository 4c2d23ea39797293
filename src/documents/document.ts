import { sha256 } from '../base/hash.ts';
import { LineIndex } from './cite.ts';
import { readerNameOf } from './formats.ts';
import { readingLimits } from './limits.ts';
import { NotReadable } from './not-readable.ts';
import { parserOf } from './parsers.ts';
import { passagesOf } from './passages.ts';
import { evidenceSpans } from './spans.ts';
import type { EvidenceSpan, HiddenText, ParsedDocument, Passage } from './types.ts';

export interface ReadDocument {
  readonly text: string;
  /** SHA-256 of the text. */
  readonly contentHash: string;
  /** `id@version` of the parser. */
  readonly parser: string;
  readonly title: string;
  readonly spans: readonly EvidenceSpan[];
  readonly passages: readonly Passage[];
  /** What it holds and no reader sees: no evidence. */
  readonly hidden: readonly HiddenText[];
  readonly lines: LineIndex;
}

/** A document as plain data, which passes from one thread to another. */
export interface DocumentContent extends Omit<ReadDocument, 'lines'> {
  /** The encoding that the bytes were decoded with, by its WHATWG name; null for formats that are not text. */
  readonly encoding: string | null;
}

/** Text as a document: the pure part. `path` chooses the parser. @throws NotReadable `over-limit` */
export function parseDocument(path: string, text: string): ReadDocument | null {
  const parser = parserOf(path);
  return parser === undefined ? null : { ...documentOf(path, parser.parse(text)), lines: new LineIndex(text) };
}

/** A parsed or extracted text as a document. @throws NotReadable `over-limit` */
export function documentOf(path: string, parsed: ParsedDocument, limits = readingLimits): Omit<ReadDocument, 'lines'> {
  const { text, hidden = [] } = parsed;
  const spans: EvidenceSpan[] = [];
  let characters = 0;
  for (const span of evidenceSpans(parsed)) {
    characters += charactersOf(span);
    if (spans.push(span) > limits.spans || characters > limits.characters)
      throw new NotReadable('over-limit', 'it holds more text than a document does: cut it into several files');
  }
  const fallback = path
    .slice(path.lastIndexOf('/') + 1)
    .replace(/\.[^.]+$/, '')
    .replaceAll(/[-_]+/g, ' ');
  return {
    text,
    contentHash: sha256(text),
    parser: readerNameOf(path),
    title: (parsed.title ?? fallback).slice(0, longestTitle).toWellFormed(),
    spans,
    passages: passagesOf(spans),
    hidden,
  };
}

/** Each passage carries it. Characters. */
const longestTitle = 300;

/** Of a span with what it carries. */
function charactersOf({ plain, leadIn = '', headingPath, row }: EvidenceSpan): number {
  const sum = (cells: readonly string[]): number => cells.reduce((length, cell) => length + cell.length, 0);
  return plain.length + leadIn.length + sum(headingPath) + (row === undefined ? 0 : sum(row.cells) + sum(row.columns));
}
