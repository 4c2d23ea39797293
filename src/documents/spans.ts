import { sentences } from '../text/sentences.ts';
import { endsTheOneBefore, termOfItem } from './items.ts';
import { leadIns } from './lead-in.ts';
import { letteredItems } from './lettered-items.ts';
import { pieceOfRow } from './piece-of-row.ts';
import { parting, toPlain } from './plain.ts';
import type { Block, EvidenceSpan, ParsedDocument } from './types.ts';

/** Longer headings, rows and code lines are cut like sentences. */
const longestWhole = 1200;
/** The same for rows that come with their columns' names: cut, they lose them. */
const longestRow = 4000;

type Markup = Block['markup'];

/**
 * The evidence spans of a document, in order and disjoint: sentences of running text, whole table rows, code lines and headings.
 * A span says something: what holds no letter or digit is none. It knows its scope:
 * headings, what introduces its list, its table's columns.
 */
export function evidenceSpans({ text, blocks: parsed }: ParsedDocument): EvidenceSpan[] {
  const blocks = letteredItems(text, parsed);
  const leads = leadIns(text, blocks);
  return blocks.flatMap((block, index) => {
    const { row, turns = [] } = block;
    const leadIn = leads[index];
    const term = termOfItem(text, block);
    const scope = leadIn === undefined ? {} : { leadIn };
    const spans = spansOf(text, block);
    const rowOf = row === undefined ? () => null : spans.length === 1 ? () => row : pieceOfRow(row);
    return spans.map((span, place) => {
      const own = rowOf(span.plain);
      const locator = turns.findLast(([from]) => from <= span.start)?.[1] ?? block.locator;
      // The first sentence of an item begins with its term, unless the term stands before the item.
      const saysIt = place === 0 && (block.term === undefined || span.plain.startsWith(block.term));
      const item = term === null || saysIt ? {} : { item: term };
      return { ...span, ...scope, ...(own === null ? {} : { row: own }), ...item, ...(locator === undefined ? {} : { locator }) };
    });
  });
}

function spansOf(text: string, block: Block): EvidenceSpan[] {
  const { kind, start, end, headingPath, markup } = block;
  const length = end - start;
  if (block.plain !== undefined && length <= longestRow)
    return says(block.plain) ? [{ start, end, kind, headingPath, plain: block.plain }] : [];
  const whole = kind === 'heading' || kind === 'table-row' || kind === 'code-line';
  const ranges = whole && length <= longestWhole ? [{ start, end }] : sentenceRanges(text, block);
  const spans: EvidenceSpan[] = [];
  // Ranges and marks both ascend: one pass over each.
  let first = 0;
  for (const range of ranges) {
    while ((markup[first]?.[1] ?? Infinity) <= range.start) first += 1;
    let last = first;
    while ((markup[last]?.[0] ?? Infinity) < range.end) last += 1;
    const own = markup.slice(first, last);
    const plain = toPlain(text, range.start, range.end, own);
    if (says(plain)) spans.push({ ...withoutLeadingBreaks(text, range, own), kind, headingPath, plain });
  }
  return spans;
}

const sectionNumber = /^\s*\(?\d{1,3}(?:\.\d{1,3})*[.)]?\s*$/;

/** Sentences are found with the marks blanked out, so that "**Note.** Next" ends where a reader sees it end; offsets stay. */
function sentenceRanges(text: string, { start, end, markup }: Block): { start: number; end: number }[] {
  let source = '';
  let at = start;
  for (const [markStart, markEnd] of markup) {
    const from = Math.max(at, markStart);
    const to = Math.min(end, markEnd);
    if (to <= from) continue;
    // A mark inside a word must not cut it: word joiners stand for it, and spaces for what parts words.
    source += text.slice(at, from) + (parting.test(text.slice(from, to)) ? ' ' : '\u2060').repeat(to - from);
    at = to;
  }
  source += text.slice(at, end);
  const ranges: { start: number; end: number }[] = [];
  for (const range of sentences(source)) {
    const before = ranges.at(-1);
    const words = source.slice(range.start, range.end).replaceAll('\u2060', '');
    // "6.5. Details of removal": a number alone is no sentence.
    if (
      before !== undefined &&
      (endsTheOneBefore(words) || sectionNumber.test(source.slice(before.start, before.end).replaceAll('\u2060', '')))
    )
      ranges[ranges.length - 1] = { start: before.start, end: range.end };
    else ranges.push(range);
  }
  return ranges.map((range, index) => {
    // A mark that opens the next sentence hangs on the end of this one: "Shut. *Open.*"
    const opened = openingMarks(source, ranges[index - 1]);
    const given = index + 1 < ranges.length ? openingMarks(source, range) : null;
    const stop = given === null ? range.end : range.start + source.slice(range.start, given).trimEnd().length;
    return { start: start + (opened ?? range.start), end: start + stop };
  });
}

/** Where the marks at the end of a sentence begin, if there is white space before them. */
function openingMarks(source: string, range: { start: number; end: number } | undefined): number | null {
  if (range === undefined) return null;
  let at = range.end;
  while (at > range.start && source[at - 1] === '\u2060') at -= 1;
  return at < range.end && at > range.start && /\s/.test(source.charAt(at - 1)) ? at : null;
}

/** Quote marks and line breaks at the front are not part of what is quoted. Marks that enclose are: a quote keeps what it opens. */
function withoutLeadingBreaks(
  text: string,
  { start, end }: { start: number; end: number },
  markup: Markup,
): { start: number; end: number } {
  let from = start;
  for (const [markStart, markEnd] of markup) {
    if (markStart > from || markEnd >= end || !/^(?:>|<br\s*\/?>)$/i.test(text.slice(markStart, markEnd))) break;
    from = markEnd;
    while (from < end && /\s/.test(text.charAt(from))) from += 1;
  }
  return from < end ? { start: from, end } : { start, end };
}

function says(plain: string): boolean {
  return /[\p{L}\p{N}]/u.test(plain);
}
