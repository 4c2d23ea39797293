import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { modelsFolder, unreadableModel } from '../models/bundled/assets.ts';
import { stem } from '../text/stem.ts';

/** A phrase of a text that stands in a group of phrases which say the same. */
export interface PhraseUse {
  readonly group: number;
  /** What it may do: say a claim's phrase of the group, be said by one, or both. */
  readonly side: 'both' | 'says' | 'said';
  /** Places of its words among the text's words. */
  readonly words: readonly number[];
}

interface Phrase extends Pick<PhraseUse, 'group' | 'side'> {
  readonly words: readonly { readonly text: string; readonly stem: string; readonly afterGap: boolean }[];
}

type Lemmas = (word: string) => readonly string[];

const determiner = new Set('a an the its their his her our your my this that these those any each every one'.split(' '));
/** Words that "~" stands for at most; between other words of a phrase only determiners may stand. */
const longestGap = 3;

/** Groups of phrases that say the same (models/phrases). Knows words and their forms, nothing of what they mean. */
export class PhraseBook {
  /** By the stem of the first word. */
  readonly #byFirst = new Map<string, Phrase[]>();
  readonly #lemmas: Lemmas;

  /** @param text a group a line: "a / b" say each other, "a > b": a says b; "#" begins a remark. @param lemmas dictionary forms of a word */
  constructor(text: string, lemmas: Lemmas) {
    this.#lemmas = lemmas;
    const lines = text.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('#'));
    let group = 0;
    for (const line of lines) {
      if (!line.includes('>')) {
        this.#add(line.split('/'), group, 'both');
        group += 1;
        continue;
      }
      for (const pair of line.split('/')) {
        const [says = '', said = ''] = pair.split('>');
        this.#add([says], group, 'says');
        this.#add([said], group, 'said');
        group += 1;
      }
    }
  }

  #add(phrases: readonly string[], group: number, side: PhraseUse['side']): void {
    for (const phrase of phrases) {
      const words: { text: string; stem: string; afterGap: boolean }[] = [];
      let afterGap = false;
      for (const piece of phrase
        .trim()
        .toLowerCase()
        .split(/[\s-]+/)) {
        if (piece !== '~' && piece !== '') words.push({ text: piece, stem: stem(piece), afterGap });
        afterGap = piece === '~';
      }
      const [first] = words;
      if (first === undefined) continue;
      const known = this.#byFirst.get(first.stem);
      if (known === undefined) this.#byFirst.set(first.stem, [{ words, group, side }]);
      else known.push({ words, group, side });
    }
  }

  /** The phrases in a text. @param words its words in order, in lower case */
  usesIn(words: readonly string[]): PhraseUse[] {
    const forms = words.map((word) => new Set([stem(word), ...this.#lemmas(word).map(stem)]));
    return words.flatMap((_, at) => {
      const phrases = [...(forms[at] ?? [])].flatMap((form) => this.#byFirst.get(form) ?? []);
      return [...new Set(phrases)].flatMap(({ words: wanted, group, side }): PhraseUse[] => {
        const places = placesOf(wanted, at, words, forms);
        return places === null ? [] : [{ group, side, words: places }];
      });
    });
  }
}

/** Where the words of a phrase stand from a place on; null where one is missing. */
function placesOf(wanted: Phrase['words'], from: number, words: readonly string[], forms: readonly ReadonlySet<string>[]): number[] | null {
  const places = [from];
  let at = from;
  for (const word of wanted.slice(1)) {
    const last = at;
    at += 1;
    while (at < words.length && forms[at]?.has(word.stem) !== true) {
      if (!(word.afterGap ? at - last <= longestGap : determiner.has(words[at] ?? ''))) return null;
      at += 1;
    }
    if (at >= words.length) return null;
    places.push(at);
  }
  return places;
}

/** @throws LinchpinError `model-unavailable`. */
export function readPhrases(lemmas: Lemmas): PhraseBook {
  try {
    return new PhraseBook(readFileSync(join(modelsFolder(), 'phrases', 'phrases.txt'), 'utf8'), lemmas);
  } catch (error) {
    throw unreadableModel('phrases', error);
  }
}
