import { areOpposites } from '../../text/antonyms.ts';
import type { Lexicon } from '../../text/lexicon.ts';

/** Sum of a word's embedding pieces, token weight folded in; null where the table knows none of it. */
export type WordVectors = (word: string) => Float32Array | null;

/** What relates a premise word to a hypothesis word; the order is that of the trained weights. */
export const relationNames = ['exact', 'lemma', 'derived', 'synonym', 'general', 'special', 'sister', 'opposite', 'path', 'cosine', 'sameField', 'spelling'] as const;
export const relationSize = relationNames.length;
export const relationAt = { exact: 0, lemma: 1, derived: 2, synonym: 3, general: 4, special: 5, sister: 6, opposite: 7, path: 8, cosine: 9, sameField: 10, spelling: 11 } as const;

const cacheLimit = 400_000;
const wordLimit = 1_000_000;

export interface KnownWord {
  readonly text: string;
  readonly lemmas: readonly string[];
  /** Unit vector, or null. */
  readonly vector: Float32Array | null;
  /** Norm of the embedder's vector: grows with rarity, about 0.4 ("the") to 7. */
  readonly weight: number;
  /** Could be a noun, verb, adjective, adverb. */
  readonly pos: readonly [boolean, boolean, boolean, boolean];
  readonly inLexicon: boolean;
}

const unknownWeight = 4;

function unitOf(vector: Float32Array): { unit: Float32Array | null; norm: number } {
  let sum = 0;
  for (const value of vector) sum += value * value;
  const norm = Math.sqrt(sum);
  return norm > 0 ? { unit: vector.map((value) => value / norm), norm } : { unit: null, norm: 0 };
}

/** Words met so far, with numbers for names, and what relates any two of them; grows to a bound and then starts anew. */
export class WordBook {
  readonly lexicon: Lexicon;
  readonly #vectors: WordVectors;
  readonly #ids = new Map<string, number>();
  readonly #words: KnownWord[] = [];
  readonly #relations = new Map<number, Float32Array>();

  constructor(lexicon: Lexicon, vectors: WordVectors) {
    this.lexicon = lexicon;
    this.#vectors = vectors;
  }

  id(text: string): number {
    let id = this.#ids.get(text);
    if (id === undefined) {
      id = this.#words.length;
      const vector = this.#vectors(text);
      const { unit, norm } = vector === null ? { unit: null, norm: 0 } : unitOf(vector);
      const lemmas = this.lexicon.lemmas(text);
      this.#words.push({ text, lemmas, vector: unit, weight: norm > 0 ? Math.min(norm, 8) : unknownWeight, pos: this.lexicon.partsOfSpeech(text), inLexicon: lemmas.some((lemma) => this.lexicon.has(lemma)) });
      this.#ids.set(text, id);
    }
    return id;
  }

  /** @throws RangeError when `id` was not given by this book. */
  word(id: number): KnownWord {
    const word = this.#words[id];
    if (word === undefined) throw new RangeError(`no word has the number ${id}`);
    return word;
  }

  get size(): number {
    return this.#words.length;
  }

  /** Forgets everything when it has grown too large. Ids given before are then void, so call it between pairs only. */
  trim(): void {
    if (this.#words.length < wordLimit / 10) return;
    this.#ids.clear();
    this.#words.length = 0;
    this.#relations.clear();
  }

  /** `relationNames`, each in [0, 1] but cosine in [-1, 1]. Not to be written to. */
  relation(premise: number, hypothesis: number): Float32Array {
    const key = premise * wordLimit + hypothesis;
    let relation = this.#relations.get(key);
    if (relation === undefined) {
      relation = this.#relate(this.word(premise), this.word(hypothesis));
      if (this.#relations.size >= cacheLimit) this.#relations.clear();
      this.#relations.set(key, relation);
    }
    return relation;
  }

  #relate(a: KnownWord, b: KnownWord): Float32Array {
    const out = new Float32Array(relationSize);
    if (a.text === b.text) {
      out[relationAt.exact] = 1;
      out[relationAt.lemma] = 1;
      out[relationAt.cosine] = 1;
      return out;
    }
    if (a.vector !== null && b.vector !== null) {
      let dot = 0;
      for (let at = 0; at < a.vector.length; at += 1) dot += (a.vector[at] ?? 0) * (b.vector[at] ?? 0);
      out[relationAt.cosine] = dot;
    }
    out[relationAt.spelling] = spelling(a.text, b.text);
    if (a.lemmas.some((lemma) => b.lemmas.includes(lemma))) {
      out[relationAt.lemma] = 1;
      return out;
    }
    if (!a.inLexicon || !b.inLexicon) return out;
    const known = this.lexicon.relation(a.text, b.text);
    out[relationAt.derived] = known.derived ? 1 : 0;
    out[relationAt.synonym] = known.synonym ? 1 : 0;
    out[relationAt.general] = known.up > 0 ? 1 / Math.sqrt(known.up) : 0;
    out[relationAt.special] = known.down > 0 ? 1 / Math.sqrt(known.down) : 0;
    out[relationAt.sister] = known.sister && !known.synonym ? 1 : 0;
    out[relationAt.opposite] = areOpposites(this.lexicon, a.text, b.text) ? 1 : 0;
    out[relationAt.path] = known.path;
    const field = this.lexicon.field(a.text);
    out[relationAt.sameField] = field >= 0 && field === this.lexicon.field(b.text) ? 1 : 0;
    return out;
  }
}

/** Share of the longer word that the common beginning covers, where it is at least four letters: names and their adjectives. */
function spelling(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  let same = 0;
  while (same < length && a[same] === b[same]) same += 1;
  return same >= 4 ? same / Math.max(a.length, b.length) : 0;
}
