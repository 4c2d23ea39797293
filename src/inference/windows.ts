import type { TextPair } from './types.ts';
import type { Pieces, WordPiece } from './wordpiece.ts';

/** Limits in tokens: those that the model was fitted with. */
export const windowLimits = { query: 64, heading: 24, whole: 224 } as const;

/** A run of tokens of one sentence within a window. */
export interface WindowPart {
  /** Number of the sentence in the pair. */
  readonly sentence: number;
  /** Tokens of the window that belong to it: [from, to). */
  readonly from: number;
  readonly to: number;
  /** Number of the first of them in its sentence. */
  readonly skipped: number;
}

/** `[CLS] query [SEP] heading : sentences [SEP]`. */
export interface Window {
  readonly ids: readonly number[];
  /** Tokens before the heading and the sentences. */
  readonly queryLength: number;
  readonly parts: readonly WindowPart[];
}

export interface Windows {
  readonly windows: readonly Window[];
  /** Of each sentence, for the offsets of its tokens. */
  readonly pieces: readonly Pieces[];
}

/**
 * Windows over a pair that hold every sentence: each as many as fit, the last of one begins the next, a sentence that is longer than a
 * window is cut into pieces. The query is never cut for the text's sake; it has 64 tokens at most.
 */
export function windowsOf({ query, heading, sentences }: TextPair, tokens: WordPiece): Windows {
  const asked = tokens.encode(query).ids.slice(0, windowLimits.query);
  const head = heading === '' ? [] : [...tokens.encode(heading).ids.slice(-windowLimits.heading), tokens.colon];
  const start = [tokens.cls, ...asked, tokens.sep];
  const room = windowLimits.whole - start.length - head.length - 1;
  const pieces = sentences.map((sentence) => tokens.encode(sentence));
  const units = pieces.flatMap(({ ids }, sentence) =>
    Array.from({ length: Math.ceil(ids.length / room) }, (_, at) => ({
      sentence,
      skipped: at * room,
      ids: ids.slice(at * room, (at + 1) * room),
    })),
  );
  const windows: Window[] = [];
  for (let from = 0; from < units.length;) {
    const ids = [...start, ...head];
    const parts: WindowPart[] = [];
    let to = from;
    for (let unit = units[to]; unit !== undefined; unit = units[to]) {
      if (to > from && ids.length + unit.ids.length + 1 > windowLimits.whole) break;
      parts.push({ sentence: unit.sentence, from: ids.length, to: ids.length + unit.ids.length, skipped: unit.skipped });
      ids.push(...unit.ids);
      to += 1;
    }
    windows.push({ ids: [...ids, tokens.sep], queryLength: start.length, parts });
    if (to >= units.length) break;
    // The overlap must leave room for the next sentence, or no window would get further.
    const last = units[to - 1];
    const next = units[to];
    const fits = last !== undefined && next !== undefined && last.ids.length + next.ids.length <= room / 2;
    from = to - 1 > from && fits ? to - 1 : to;
  }
  return { windows, pieces };
}
