import { fullStopContext, goesOnAfterFullStop } from './full-stop.ts';

/** Half-open UTF-16 range. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** Segmenting is superlinear in the length of a text: longer ones are cut at white space first. */
const chunkLength = 4000;
/** No sentence is longer: what is, is cut at clause or word boundaries, as nobody can check it as one. */
const longestSentence = 1200;

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });

/** Anything that could end a sentence, or is not known not to. */
const mayEnd = /[^\t\r\n \x22-\x2d\x2f-\x3e\x40-\x7e\u00a0\u2060‘’“”–—]/;
const onlyClosers = /^["')\]”’*_`]*\s*$/;

/**
 * Sentences of running text, in order and disjoint, without the white space around them. Offsets are into `text`. Knows abbreviations,
 * initials, decimals and enumerations; CJK punctuation ends sentences too. No sentence is longer than 1,200 characters. Line breaks are
 * white space: cut paragraphs first. Time is linear in the length; never throws.
 */
export function sentences(text: string, from = 0, to = text.length): Range[] {
  const found: Range[] = [];
  for (const chunk of chunks(text, from, to)) {
    for (const range of segment(text, chunk)) found.push(...split(text, range));
  }
  return found;
}

function* chunks(text: string, from: number, to: number): Generator<Range> {
  let start = from;
  while (to - start > chunkLength) {
    const window = text.slice(start, start + chunkLength);
    const stop = Math.max(window.lastIndexOf('. '), window.lastIndexOf('? '), window.lastIndexOf('! '), window.lastIndexOf('。'));
    const space = window.lastIndexOf(' ');
    const cut = stop > chunkLength / 2 ? stop + 1 : space > chunkLength / 2 ? space : wholeCharacter(text, start + chunkLength) - start;
    yield { start, end: start + cut };
    start += cut;
  }
  if (start < to) yield { start, end: to };
}

/** Never between the halves of a surrogate pair. */
function wholeCharacter(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff ? at - 1 : at;
}

function segment(text: string, { start, end }: Range): Range[] {
  const source = text.slice(start, end);
  const first = source.search(mayEnd);
  if (first < 0 || (/[.!?]/.test(source.charAt(first)) && onlyClosers.test(source.slice(first + 1)))) {
    const whole = trim(text, start, end);
    return whole === null ? [] : [whole];
  }
  const ranges: Range[] = [];
  let open: number | null = null;
  // The segmenter ends a sentence at every line break; running text is wrapped.
  for (const part of segmenter.segment(source.replaceAll(/[\r\n\u0085\u2028\u2029]/g, ' '))) {
    const partStart = start + part.index;
    const partEnd = partStart + part.segment.length;
    open ??= partStart;
    if (partEnd < end && continues(text, open, partEnd)) continue;
    const trimmed = trim(text, open, partEnd);
    if (trimmed !== null) ranges.push(...atNames(text, trimmed));
    open = null;
  }
  return ranges;
}

/** A full stop before a small letter, which the segmenter reads over. */
const beforeSmall = /(?<=[\p{Ll}\p{N})\]"”*_`]\.["”*_`)]*)\s+(?=[*_]*(`?)(\p{Ll}[\p{L}\p{N}]*))/gu;
/** iOS, eBay; npm, zsh: no English words, so that they are names and may begin a sentence. */
const smallName = /^(?:\p{Ll}{1,3}\p{Lu}|[b-df-hj-np-tv-xz]{2,}$)/u;

/** Cuts where a name in small letters begins a sentence: code, a name that no word looks like, or the word that this one began with. */
function atNames(text: string, { start, end }: Range): Range[] {
  const whole = text.slice(start, end);
  const stop = whole.indexOf('.');
  if (stop < 0 || stop === whole.length - 1) return [{ start, end }];
  const opener = /^[*_`]*(\p{Ll}[\p{L}\p{N}]*)/u.exec(whole)?.[1];
  const ranges: Range[] = [];
  let open = start;
  for (const { 0: space, 1: code, 2: word = '', index } of whole.matchAll(beforeSmall)) {
    const at = start + index + space.length;
    if ((code === '' && word !== opener && !smallName.test(word)) || continues(text, open, at)) continue;
    ranges.push({ start: open, end: start + index });
    open = at;
  }
  return [...ranges, { start: open, end }];
}

/** Does the sentence that began at `start` go on after `at`, the segmenter's full stop notwithstanding? */
function continues(text: string, start: number, at: number): boolean {
  let stop = at;
  while (stop > start && isSpace(text.charCodeAt(stop - 1))) stop -= 1;
  if (text.charCodeAt(stop - 1) !== 0x2e) return false;
  const from = Math.max(start, stop - fullStopContext);
  return goesOnAfterFullStop(text.slice(from, stop), text.slice(at, at + fullStopContext), from === start);
}

function isSpace(code: number): boolean {
  return code === 0x20 || (code >= 0x09 && code <= 0x0d) || code === 0xa0 || code === 0x2028 || code === 0x2029;
}

function trim(text: string, start: number, end: number): Range | null {
  const inner = text.slice(start, end);
  const left = inner.length - inner.trimStart().length;
  const right = inner.trimEnd().length;
  return right > left ? { start: start + left, end: start + right } : null;
}

/** Cuts an over-long sentence after a clause mark, else at a space, else anywhere. */
function* split(text: string, range: Range): Generator<Range> {
  let { start } = range;
  while (range.end - start > longestSentence) {
    const window = text.slice(start, start + longestSentence);
    const clause = Math.max(window.lastIndexOf('; '), window.lastIndexOf(', '), window.lastIndexOf(': '));
    const space = window.lastIndexOf(' ');
    const cut =
      clause > longestSentence / 2
        ? clause + 1
        : space > longestSentence / 2
          ? space
          : wholeCharacter(text, start + longestSentence) - start;
    const piece = trim(text, start, start + cut);
    if (piece !== null) yield piece;
    start += cut;
  }
  const rest = trim(text, start, range.end);
  if (rest !== null) yield rest;
}
