import { LRUCache } from 'lru-cache';

import type { Lexicon } from '../../../text/lexicon.ts';
import type { PhraseBook } from '../../../text/phrases.ts';
import { stem } from '../../../text/stem.ts';
import { isStopword } from '../../../text/stopwords.ts';
import { tokenize } from '../../../text/tokens.ts';
import type { StaticEncoder } from '../encoder.ts';
import type { RankingQuery } from './query.ts';
import { SenseMatch } from './sense-match.ts';

/** A text as the stems of its content words, in order, its words with a digit, and the groups of phrases that it says. */
export interface TextWords {
  readonly stems: readonly string[];
  readonly distinct: ReadonlySet<string>;
  readonly codes: ReadonlySet<string>;
  readonly groups: Uint32Array;
}

/** What is known of words without a question: senses, and phrases that say one another. */
export interface WordLore {
  readonly lexicon: Lexicon;
  readonly phrases: PhraseBook;
}

interface ReadText extends TextWords {
  /** For each stem the word that it was first met as. */
  readonly words: ReadonlyMap<string, string>;
}

/** Passages come up again and again: their words are read once. */
const readTexts = new LRUCache<string, ReadText>({ max: 10_000 });

function readWords(text: string, phrases: PhraseBook): ReadText {
  const stems: string[] = [];
  const codes = new Set<string>();
  const words = new Map<string, string>();
  const tokens = tokenize(text);
  for (const { lower } of tokens) {
    if (/\d/.test(lower)) codes.add(lower);
    if (isStopword(lower)) continue;
    const root = stem(lower);
    stems.push(root);
    if (!words.has(root)) words.set(root, lower);
  }
  return { stems, distinct: new Set(stems), codes, words, groups: phrases.groupsSaidIn(tokens.map(({ lower }) => lower)) };
}

/**
 * How well the words of texts meet those of one question: the same stem is 1, other words by the cosine of their vectors, so that
 * "logged out" meets "session terminated". Words are compared once for a question, whatever the number of texts.
 */
export class WordMatch {
  readonly #query: RankingQuery;
  readonly #encoder: StaticEncoder;
  readonly #senses: SenseMatch;
  /** For each stem met so far its closeness to each word of the question, by vectors, then by senses. */
  readonly #closeness = new Map<string, Float32Array>();
  /** Texts met so far: headings come up with each of their sentences. */
  readonly #read = new Map<string, TextWords>();
  /** For each text met so far how far it says each word of the question. */
  readonly #meant = new Map<TextWords, Float32Array>();
  readonly #phrases: PhraseBook;
  /** For each group of phrases that the question says the places of the words that say it. */
  readonly #asked = new Map<number, Set<number>>();

  constructor(query: RankingQuery, encoder: StaticEncoder, { lexicon, phrases }: WordLore) {
    this.#query = query;
    this.#encoder = encoder;
    this.#phrases = phrases;
    const tokens = tokenize(query.text);
    for (const { group, side, words } of phrases.usesIn(tokens.map(({ lower }) => lower))) {
      if (side === 'says') continue;
      const places = this.#asked.get(group) ?? new Set();
      for (const at of words) {
        const root = stem(tokens[at]?.lower ?? '');
        const place = query.words.findIndex((word) => word.stem === root);
        if (place >= 0) places.add(place);
      }
      this.#asked.set(group, places);
    }
    this.#senses = new SenseMatch(
      query.words.map(({ word }) => word),
      lexicon,
    );
  }

  read(text: string): TextWords {
    const met = this.#read.get(text);
    if (met !== undefined) return met;
    let read = readTexts.get(text);
    if (read === undefined) readTexts.set(text, (read = readWords(text, this.#phrases)));
    for (const [root, lower] of read.words) if (!this.#closeness.has(root)) this.#closeness.set(root, this.#compare(lower, root));
    this.#read.set(text, read);
    return read;
  }

  /** Share of the question's word weight that the words have, [0, 1]. @param weights other weights of the question's words, in order */
  coverage(words: ReadonlySet<string>, weights?: readonly number[]): number {
    let sum = 0;
    let total = 0;
    this.#query.words.forEach((word, place) => {
      const weight = weights?.[place] ?? word.weight;
      total += weight;
      if (words.has(word.stem)) sum += weight;
    });
    return total === 0 ? 0 : sum / total;
  }

  /** The same with each word of the question met by the closest word. */
  weighedCloseness(weights: readonly number[], ...texts: readonly ReadonlySet<string>[]): number {
    const met = this.#met(texts);
    let sum = 0;
    let total = 0;
    weights.forEach((weight, place) => {
      sum += weight * (met[place] ?? 0);
      total += weight;
    });
    return total === 0 ? 0 : sum / total;
  }

  /** Share of the weight of the question's words that the words say by WordNet: the same word, a synonym, a more special or more general word. */
  said(weights: readonly number[] | null, ...texts: readonly ReadonlySet<string>[]): number {
    const met = this.#met(texts, this.#query.words.length);
    let sum = 0;
    let total = 0;
    this.#query.words.forEach((word, place) => {
      const weight = weights?.[place] ?? word.weight;
      sum += weight * (met[place] ?? 0);
      total += weight;
    });
    return total === 0 ? 0 : sum / total;
  }

  /** Share of the weight of the question's words that texts say together: by WordNet, or by a phrase that says the question's. */
  meant(weights: readonly number[] | null, ...texts: readonly TextWords[]): number {
    const met = texts.map((text) => this.#meantBy(text));
    let sum = 0;
    let total = 0;
    this.#query.words.forEach((word, place) => {
      const weight = weights?.[place] ?? word.weight;
      let best = 0;
      for (const values of met) best = Math.max(best, values[place] ?? 0);
      sum += weight * best;
      total += weight;
    });
    return total === 0 ? 0 : sum / total;
  }

  #meantBy(text: TextWords): Float32Array {
    let met = this.#meant.get(text);
    if (met === undefined) {
      met = this.#met([text.distinct], this.#query.words.length);
      for (const group of text.groups) {
        const places = this.#asked.get(group);
        if (places === undefined) continue;
        for (const place of places) met[place] = Math.max(met[place] ?? 0, this.#phrases.strengthOf(group));
      }
      this.#meant.set(text, met);
    }
    return met;
  }

  /** How close the closest word is to one of the question's, [0, 1]. @param place of the question's word */
  closenessTo(place: number, words: ReadonlySet<string>): number {
    let best = 0;
    for (const root of words) best = Math.max(best, this.#closeness.get(root)?.[place] ?? 0);
    return best;
  }

  /** The same with each word of the question met by the closest word, [0, 1]; and the closeness of the three best and of the worst met word. */
  closeness(...texts: readonly ReadonlySet<string>[]): { readonly soft: number; readonly best: number; readonly least: number } {
    const { words: asked, totalWeight } = this.#query;
    const met = this.#met(texts);
    let sum = 0;
    asked.forEach((word, place) => {
      sum += word.weight * (met[place] ?? 0);
    });
    const sorted = [...met].sort((a, b) => b - a);
    const top = sorted.slice(0, 3);
    return {
      soft: totalWeight === 0 ? 0 : sum / totalWeight,
      best: top.length === 0 ? 0 : top.reduce((all, value) => all + value, 0) / top.length,
      least: sorted.at(-1) ?? 0,
    };
  }

  /** BM25 with rarity for inverse document frequency, over a text of common length; divided to be near [0, 1]. */
  bm25(stems: readonly string[], commonLength: number): number {
    let sum = 0;
    for (const { stem: root, weight } of this.#query.words) {
      const count = stems.reduce((all, other) => all + Number(other === root), 0);
      if (count > 0) sum += (weight * count * 2.2) / (count + 1.2 * (0.25 + (0.75 * stems.length) / commonLength));
    }
    return sum / 40;
  }

  /** Share of the question's neighbouring word pairs that stand so in the text. */
  pairs(stems: readonly string[]): number {
    const { pairs } = this.#query;
    if (pairs.size === 0) return 0;
    const own = new Set(stems.slice(1).map((root, index) => `${stems[index] ?? ''} ${root}`));
    let shared = 0;
    for (const pair of pairs) if (own.has(pair)) shared += 1;
    return shared / pairs.size;
  }

  /** For each word of the question how well the closest word meets it. @param from 0: by vectors; the number of the question's words: by senses */
  #met(texts: readonly ReadonlySet<string>[], from = 0): Float32Array {
    const met = new Float32Array(this.#query.words.length);
    for (const words of texts)
      for (const root of words) {
        const row = this.#closeness.get(root);
        if (row !== undefined)
          for (let place = 0; place < met.length; place += 1) {
            const own = row[from + place] ?? 0;
            if (own > (met[place] ?? 0)) met[place] = own;
          }
      }
    return met;
  }

  #compare(lower: string, root: string): Float32Array {
    const vector = this.#encoder.vector(lower);
    const { words } = this.#query;
    const senses = this.#senses.strengths(lower);
    const row = new Float32Array(2 * words.length);
    words.forEach((word, place) => {
      let dot = 0;
      if (word.stem !== root) for (let d = 0; d < vector.length; d += 1) dot += (vector[d] ?? 0) * (word.vector[d] ?? 0);
      row[place] = word.stem === root ? 1 : Math.max(0, dot);
      row[words.length + place] = word.stem === root ? 1 : (senses[place] ?? 0);
    });
    return row;
  }
}
