import { sentences } from '../text/sentences.ts';
import { toPlain } from './plain.ts';
import type { Block, EvidenceSpan, ParsedDocument } from './types.ts';

/** Longer code lines and table rows are cut like sentences. */
const longestWhole = 1200;

/**
 * The evidence spans of a document, in order and disjoint: sentences of running text, whole table rows, code lines and headings.
 * A span says something: what holds no letter or digit is none.
 */
export function evidenceSpans({ text, blocks }: ParsedDocument): EvidenceSpan[] {
  return blocks.flatMap((block) => spansOf(text, block));
}

function spansOf(text: string, block: Block): EvidenceSpan[] {
  const { kind, headingPath, markup } = block;
  if (block.plain !== undefined) return says(block.plain) ? [{ start: block.start, end: block.end, kind, headingPath, plain: block.plain }] : [];
  const whole = kind === 'heading' || kind === 'table-row' || kind === 'code-line';
  if (whole && block.end - block.start <= longestWhole) return one(text, block, block.start, block.end);
  return sentenceRanges(text, block, markup).flatMap(({ start, end }) => one(text, block, start, end));
}

/** Sentences are found with the marks blanked out, so that "**Note.** Next" ends where a reader sees it end; offsets stay. */
function sentenceRanges(text: string, block: Block, markup: Block['markup']): { start: number; end: number }[] {
  let source = text.slice(block.start, block.end);
  for (const [from, to] of markup) {
    const start = Math.max(0, from - block.start);
    const end = Math.min(source.length, to - block.start);
    // White space would end nothing and join nothing: word joiners keep a mark inside a word from cutting it.
    if (end > start) source = source.slice(0, start) + '\u2060'.repeat(end - start) + source.slice(end);
  }
  return sentences(source).map(({ start, end }) => ({ start: block.start + start, end: block.start + end }));
}

function one(text: string, { kind, headingPath, markup }: Block, start: number, end: number): EvidenceSpan[] {
  const own = markup.filter(([from, to]) => to > start && from < end);
  const plain = toPlain(text, start, end, own);
  if (!says(plain)) return [];
  const range = withoutOuterMarks(text, start, end, own);
  return [{ ...range, kind, headingPath, plain }];
}

/** A list mark or heading mark at the front is not part of what is quoted. Marks that enclose are: a quote keeps what it opens. */
function withoutOuterMarks(text: string, start: number, end: number, markup: Block['markup']): { start: number; end: number } {
  const first = markup[0];
  if (first === undefined || first[0] > start || !/^[\s#>*+\-\d.)[\]xX]*$/.test(text.slice(start, first[1])) || /^[*_]/.test(text.slice(first[0], first[1]))) return { start, end };
  let from = first[1];
  while (from < end && /\s/.test(text.charAt(from))) from += 1;
  return from < end ? { start: from, end } : { start, end };
}

function says(plain: string): boolean {
  return /[\p{L}\p{N}]/u.test(plain);
}
