import { type Token, tokenize } from '../../text/tokens.ts';
import type { Signal } from './signals.ts';

/** A sentence with what finding spans in it needs, computed once. */
export interface SentenceView {
  readonly text: string;
  readonly tokens: readonly Token[];
  readonly signals: readonly Signal[];
  /** Where its words end: before the full stop and closing quotes. */
  readonly end: number;
}

/** A place where the words of a cause or effect may begin or end. */
export interface Cut {
  readonly at: number;
  /** What stands there: `edge`, a mark, or a word. */
  readonly by: string;
}

export function viewOf(text: string, signals: readonly Signal[]): SentenceView {
  return {
    text,
    tokens: tokenize(text),
    signals,
    end: text.replace(/^\s*\(/.test(text) ? /[\s.!?"'”’)\]]+$/u : /[\s.!?"'”’]+$/u, '').length,
  };
}

const breaks =
  /([,;:()–—]|--|["“”])\s*(?:(and|but|while|which|who|where|when|although|though|so|then|or)\b\s*)?|\s(and|but|while|that|which|who|where|though|although)\s+/giu;

/** Places at which a span before `to` may begin, nearest first; the sentence's start is always one. */
export function startsBefore(view: SentenceView, from: number, to: number): Cut[] {
  const cuts: Cut[] = [{ at: skipSpace(view.text, from), by: 'edge' }];
  for (const { end, by } of breaksIn(view.text, from, to)) if (end < to) cuts.push({ at: end, by });
  for (const signal of view.signals)
    if (signal.start >= from && signal.end < to) cuts.push({ at: skipSpace(view.text, signal.end), by: `signal-${signal.rule.kind}` });
  return unique(cuts).sort((a, b) => b.at - a.at);
}

/** Places at which a span from `from` on may end, nearest first. */
export function endsAfter(view: SentenceView, from: number, to: number): Cut[] {
  const cuts: Cut[] = [{ at: trimEnd(view.text, from, to), by: 'edge' }];
  for (const { start, by } of breaksIn(view.text, from, to)) if (start > from) cuts.push({ at: trimEnd(view.text, from, start), by });
  for (const signal of view.signals)
    if (signal.start > from && signal.start < to)
      cuts.push({ at: trimEnd(view.text, from, signal.start), by: `signal-${signal.rule.kind}` });
  return unique(cuts.filter(({ at }) => at > from)).sort((a, b) => a.at - b.at);
}

function* breaksIn(text: string, from: number, to: number): Generator<{ start: number; end: number; by: string }> {
  breaks.lastIndex = from;
  for (let match = breaks.exec(text); match !== null && match.index < to; match = breaks.exec(text)) {
    const [whole, mark, joined, word] = match;
    // "1,000" and "12:30" are one number.
    if (mark !== undefined && /\d/.test(text.charAt(match.index - 1)) && /\d/.test(text.charAt(match.index + 1))) continue;
    const by =
      mark === undefined
        ? (word ?? '').toLowerCase()
        : `${/["“”]/.test(mark) ? '"' : /[–—-]/.test(mark) ? '-' : mark}${joined?.toLowerCase() ?? ''}`;
    yield { start: match.index, end: match.index + whole.length, by };
  }
}

function unique(cuts: readonly Cut[]): Cut[] {
  const known = new Map<number, Cut>();
  for (const cut of cuts) if (!known.has(cut.at)) known.set(cut.at, cut);
  return [...known.values()];
}

export function skipSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && /[\s,;:"“'‘(–—-]/u.test(text.charAt(at))) at += 1;
  return at;
}

export function trimEnd(text: string, from: number, to: number): number {
  let at = to;
  while (at > from && /[\s,;:"”’'(–—-]/u.test(text.charAt(at - 1))) at -= 1;
  return at;
}

/** The lower-case words of a span. */
export function lowerWords(view: SentenceView, [start, end]: readonly [number, number]): string[] {
  return view.tokens.filter((token) => token.start >= start && token.end <= end).map(({ lower }) => lower);
}
