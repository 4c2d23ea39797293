import type { Block, DocumentParser } from '../types.ts';
import { plainBlocks, trimRange } from './plain-text.ts';
import { languages, type SourceLanguage } from './source-languages.ts';

interface Comment {
  readonly start: number;
  readonly end: number;
  readonly kind: 'line' | 'block' | 'doc';
}

/** Named by what they stand over: the word after these in the code that follows. */
const declaration =
  /(?:\b(?:class|interface|struct|enum|trait|type|module|namespace|package|object|protocol|record|def|defmodule|function|func|fun|fn|sub|const|let|var|val|message|service|table|view|procedure)\s+(?:\([^)\n]{0,80}\)\s*)?|(?=\b[\w$]+\s*\())([A-Za-z_$][\w$]{0,80}(?:(?:\.|::)[\w$]{1,80}){0,4})/i;

/**
 * Comments and documentation strings of source code, by the rules of each language for comments and strings; code itself is not read.
 * Comments of lines that follow each other are one. The heading path names what a comment stands over, or in the case of a documentation
 * string what it stands in.
 */
function sourceParser(id: string, language: SourceLanguage, extensions: readonly string[]): DocumentParser {
  return {
    id,
    version: 1,
    extensions,
    parse(text) {
      const blocks: Block[] = [];
      for (const { start, end, kind } of joined(text, comments(text, language))) {
        const name = nameIn(kind === 'doc' ? lineBefore(text, start) : lineAfter(text, end));
        const path = name === null ? [] : [name];
        const marks = marksOf(text, start, end, kind);
        blocks.push(...commentBlocks(text, start, end, marks, path));
      }
      return { text, title: null, blocks };
    },
  };
}

/** One parser for each way of writing comments. */
export const sourceParsers: readonly DocumentParser[] = [...new Set(Object.values(languages))].map((language) => {
  const extensions = Object.entries(languages).flatMap(([extension, own]) => (own === language ? [extension] : []));
  return sourceParser(`source-${(extensions[0] ?? '').slice(1)}`, language, extensions);
});

/** In order; one pass, so that a comment's mark within a string is none. */
function* comments(text: string, language: SourceLanguage): Generator<Comment> {
  const marks = [...language.block.map(([open]) => open), ...language.strings, ...language.line].sort((a, b) => b.length - a.length);
  const next = new RegExp(marks.map(escaped).join('|'), 'g');
  for (let match = next.exec(text); match !== null; match = next.exec(text)) {
    const mark = match[0];
    const start = match.index;
    const after = start + mark.length;
    const block = language.block.find(([open]) => open === mark);
    let end: number;
    if (block !== undefined) {
      end = blockEnd(text, after, block, language.nests === true);
      yield { start: mark.startsWith('\n') ? start + 1 : start, end, kind: 'block' };
    } else if (language.line.includes(mark)) {
      // `https://` and `$#` are no comments.
      const before = text.charAt(start - 1);
      if ((mark === '//' && before === ':') || (language.parted === true && before !== '' && !/\s/.test(before))) {
        next.lastIndex = after;
        continue;
      }
      end = lineEnd(text, after);
      const isShebang = start === 0 && text.startsWith('#!');
      if (!isShebang) yield { start, end, kind: 'line' };
    } else {
      end = stringEnd(text, after, mark);
      if (language.doc?.includes(mark) === true && beginsStatement(text, start)) yield { start, end, kind: 'doc' };
    }
    next.lastIndex = Math.max(end, after);
  }
}

/** Longer indentation, or a decorator before a documentation string, has nobody. */
const longestBefore = 200;

function beginsStatement(text: string, start: number): boolean {
  const near = text.slice(Math.max(0, start - longestBefore), start);
  const before = near.slice(near.lastIndexOf('\n') + 1);
  return before.replace(/@\w*doc\s+|[rRuU]/, '').trim() === '';
}

function blockEnd(text: string, from: number, [open, close]: readonly [string, string], nests: boolean): number {
  if (!nests) {
    const end = text.indexOf(close, from);
    return end < 0 ? text.length : end + close.length;
  }
  const marks = new RegExp(`${escaped(open)}|${escaped(close)}`, 'g');
  marks.lastIndex = from;
  let depth = 1;
  for (let match = marks.exec(text); match !== null; match = marks.exec(text)) {
    depth += match[0] === open ? 1 : -1;
    if (depth === 0) return marks.lastIndex;
  }
  return text.length;
}

function escaped(mark: string): string {
  return mark.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}

function lineEnd(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  if (end < 0) return text.length;
  return text[end - 1] === '\r' ? end - 1 : end;
}

function stringEnd(text: string, from: number, mark: string): number {
  const isLong = mark.length > 1 || mark === '`';
  for (let at = from; at < text.length; at += 1) {
    // Where the line ends is seen on the way: to look for it first would read the line once for each of its strings.
    if (!isLong && text[at] === '\n') return text[at - 1] === '\r' && at > from ? at - 1 : at;
    if (text[at] === '\\') at += isLong || text[at + 1] !== '\n' ? 1 : 0;
    else if (text.startsWith(mark, at)) return at + mark.length;
  }
  return text.length;
}

/** Line comments of lines that follow each other, as one. */
function* joined(text: string, all: Iterable<Comment>): Generator<Comment> {
  let open: Comment | undefined;
  for (const comment of all) {
    if (open?.kind === 'line' && comment.kind === 'line' && /^\r?\n[^\S\n]*$/.test(text.slice(open.end, comment.start)))
      open = { start: open.start, end: comment.end, kind: 'line' };
    else {
      if (open !== undefined) yield open;
      open = comment;
    }
  }
  if (open !== undefined) yield open;
}

/** The marks of a comment on each of its lines, and lines without words. */
function marksOf(text: string, start: number, end: number, kind: Comment['kind']): [number, number][] {
  const marks: [number, number][] = [];
  const leading =
    kind === 'line'
      ? /^[^\S\n]*(?:\/{2,}!?|#+'?!?|-{2,}\|?)[^\S\n]?/
      : kind === 'block'
        ? /^[^\S\n]*(?:\/\*+!?|=begin|<#|--\[\[|\{-\|?|\*(?!\/))?[^\S\n]?/
        : /^[^\S\n]*(?:"""|''')?/;
  const closing = kind === 'line' ? null : kind === 'doc' ? /(?:"""|''')$/ : /(?:\*+\/|\n=end|#>|\]\]|-\})$/;
  const stop = closing === null ? null : closing.exec(text.slice(Math.max(start, end - 8), end));
  const last = stop === null ? end : end - stop[0].length;
  let at = start;
  while (at < last) {
    const lineStop = text.indexOf('\n', at);
    const to = lineStop < 0 || lineStop >= last ? last : lineStop + 1;
    const mark = leading.exec(text.slice(at, Math.min(to, at + 400)))?.[0].length ?? 0;
    // With the line break before it, so that a sentence does not begin with a mark.
    if (mark > 0) marks.push([at > start ? at - 1 : at, Math.min(at + mark, to)]);
    at = to;
  }
  if (last < end) marks.push([Math.max(last, marks.at(-1)?.[1] ?? start), end]);
  return marks.filter(([from, to]) => to > from);
}

/** Paragraphs of a comment: what lines without words part. They begin and end with words. */
function commentBlocks(text: string, start: number, end: number, marks: readonly [number, number][], path: readonly string[]): Block[] {
  // With the marks blanked out, the comment reads as plain text of the same offsets.
  let blank = '';
  let at = start;
  for (const [from, to] of marks) {
    blank += text.slice(at, from) + ' '.repeat(to - from);
    at = to;
  }
  blank += text.slice(at, end);
  // Blocks and marks both ascend.
  let first = 0;
  return plainBlocks(blank, 0, blank.length, path).flatMap((block) => {
    const range = trimRange(text, start + block.start, start + block.end);
    if (range === null) return [];
    while ((marks[first]?.[1] ?? Infinity) <= range.start) first += 1;
    let last = first;
    while ((marks[last]?.[0] ?? Infinity) < range.end) last += 1;
    return [{ ...block, ...range, markup: marks.slice(first, last) }];
  });
}

function lineAfter(text: string, end: number): string {
  const rest = text.slice(end, end + 400);
  // A name two lines away is of something else.
  if (/^[^\S\n]*\r?\n[^\S\n]*\r?\n/.test(rest)) return '';
  return /^\s*((?:@[^\n]*\n\s*)*[^\n]*)/.exec(rest)?.[1] ?? '';
}

function lineBefore(text: string, start: number): string {
  return (
    text
      .slice(Math.max(0, start - 400), start)
      .trimEnd()
      .split('\n')
      .at(-1) ?? ''
  );
}

function nameIn(line: string): string | null {
  return declaration.exec(line.slice(0, 300))?.[1] ?? null;
}
