import { readFileSync } from 'node:fs';

import { unreadableModel } from './weights.ts';

/** Pieces of a text in order, with the UTF-16 offsets that each stands at. */
export interface Pieces {
  readonly ids: readonly number[];
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

/** Longer runs of letters are one unknown piece: nothing in a text is so long but noise. */
const longestWord = 100;

/** Words, and each mark by itself. */
const wordPattern = /[\p{L}\p{N}]+|_|[^\p{L}\p{N}\p{M}_\s]/gu;

/**
 * Uncased WordPiece (BERT's, 30,522 pieces) with offsets: longest match first, continuations with `##`. The training recipe cuts in the same
 * way (training/pair-encoder/wordpiece.py), and a test holds the two together.
 */
export class WordPiece {
  readonly #ids = new Map<string, number>();
  readonly #words = new Map<string, readonly (readonly [id: number, start: number, end: number])[]>();
  readonly cls: number;
  readonly sep: number;
  readonly unknown: number;
  readonly colon: number;

  /** @param vocabulary the pieces in the order of their ids */
  constructor(vocabulary: readonly string[]) {
    for (const [id, piece] of vocabulary.entries()) this.#ids.set(piece, id);
    const id = (piece: string): number => {
      const found = this.#ids.get(piece);
      if (found === undefined) throw new Error(`the vocabulary lacks ${piece}`);
      return found;
    };
    this.cls = id('[CLS]');
    this.sep = id('[SEP]');
    this.unknown = id('[UNK]');
    this.colon = id(':');
  }

  /** @param file one piece a line @throws LinchpinError `model-unavailable`. */
  static read(file: string): WordPiece {
    try {
      return new WordPiece(readFileSync(file, 'utf8').trimEnd().split('\n'));
    } catch (error) {
      throw unreadableModel('vocabulary', error);
    }
  }

  encode(text: string): Pieces {
    const { folded, at } = fold(text);
    const ids: number[] = [];
    const starts: number[] = [];
    const ends: number[] = [];
    for (const { 0: word, index } of folded.matchAll(wordPattern))
      for (const [id, from, to] of this.#piecesOf(word)) {
        ids.push(id);
        starts.push(at(index + from));
        ends.push(at(index + to));
      }
    return { ids, starts, ends };
  }

  #piecesOf(word: string): readonly (readonly [number, number, number])[] {
    const known = this.#words.get(word);
    if (known !== undefined) return known;
    const pieces = this.#cut(word);
    // Words come again and again; a folder of noise must not fill the memory.
    if (this.#words.size > 50_000) this.#words.clear();
    this.#words.set(word, pieces);
    return pieces;
  }

  #cut(word: string): readonly (readonly [number, number, number])[] {
    const whole = [[this.unknown, 0, word.length] as const];
    if (word.length > longestWord) return whole;
    const pieces: (readonly [number, number, number])[] = [];
    for (let from = 0; from < word.length;) {
      let to = word.length;
      let id: number | undefined;
      while (to > from) {
        id = this.#ids.get((from > 0 ? '##' : '') + word.slice(from, to));
        if (id !== undefined) break;
        to -= 1;
      }
      if (id === undefined) return whole;
      pieces.push([id, from, to]);
      from = to;
    }
    return pieces;
  }
}

/** Lower case without accents, and where each of its places stands in the text. */
function fold(text: string): { readonly folded: string; readonly at: (place: number) => number } {
  // ASCII texts need no table of places.
  if (/^[\0-\x7f]*$/.test(text)) return { folded: text.toLowerCase(), at: (place) => place };
  let folded = '';
  const places: number[] = [];
  let place = 0;
  for (const character of text) {
    const base = character.toLowerCase().normalize('NFD').replaceAll(/\p{M}/gu, '');
    const [first = ' '] = base;
    folded += first;
    for (let unit = 0; unit < first.length; unit += 1) places.push(place);
    place += character.length;
  }
  places.push(place);
  return { folded, at: (index) => places[index] ?? place };
}
