import { areOpposites } from '../../text/antonyms.ts';
import type { Lexicon } from '../../text/lexicon.ts';

/** Sum of a word's embedding pieces, token weight folded in; null where the table knows none of it. */
export type WordVectors = (word: string) => Float32Array | null;

/** What relates a premise word to a hypothesis word; the order is that of the trained weights. */
export const relationNames = [
  'exact',
  'lemma',
  'derived',
  'synonym',
  'general',
  'special',
  'sister',
  'opposite',
  'path',
  'cosine',
  'sameField',
  'spelling',
] as const;
export const relationSize = relationNames.length;
export const relationAt = {
  exact: 0,
  lemma: 1,
  derived: 2,
  synonym: 3,
  general: 4,
  special: 5,
  sister: 6,
  opposite: 7,
  path: 8,
  cosine: 9,
  sameField: 10,
  spelling: 11,
} as const;

const cacheLimit = 150_000;
const wordLimit = 100_000;
/** Where `relation` keeps `strengthOf` of the values before it. */
const strengthAt = relationSize;

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
  /** By hypothesis word, then by premise word. */
  readonly #relations: (Map<number, Float32Array> | undefined)[] = [];
  #cached = 0;

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
      this.#words.push({
        text,
        lemmas,
        vector: unit,
        weight: norm > 0 ? Math.min(norm, 8) : unknownWeight,
        pos: this.lexicon.partsOfSpeech(text),
        inLexicon: lemmas.some((lemma) => this.lexicon.has(lemma)),
      });
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

  /** Forgets everything when it has grown too large, and says whether it did: ids given before are then void. */
  trim(): boolean {
    if (this.#words.length < wordLimit) return false;
    this.#ids.clear();
    this.#words.length = 0;
    this.#relations.length = 0;
    this.#cached = 0;
    return true;
  }

  /** `relationNames`, each in [0, 1] but cosine in [-1, 1]; one value more is for `strength`. Not to be written to. */
  relation(premise: number, hypothesis: number): Float32Array {
    let known = this.#relations[hypothesis];
    let relation = known?.get(premise);
    if (relation === undefined) {
      if (this.#cached >= cacheLimit) {
        this.#relations.length = 0;
        this.#cached = 0;
        known = undefined;
      }
      relation = this.#relate(this.word(premise), this.word(hypothesis));
      relation[strengthAt] = strengthOf(relation);
      if (known === undefined) this.#relations[hypothesis] = known = new Map<number, Float32Array>();
      known.set(premise, relation);
      this.#cached += 1;
    }
    return relation;
  }

  /** How far a premise word says a hypothesis word, [0, 1]: 1 the same word, 0.95 the same lemma, 0.8 to 0.93 a synonym or a more special word. */
  strength(premise: number, hypothesis: number): number {
    return this.relation(premise, hypothesis)[strengthAt] ?? 0;
  }

  #relate(a: KnownWord, b: KnownWord): Float32Array {
    const out = new Float32Array(relationSize + 1);
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

/** Strength of a word pair from its relation vector. */
function strengthOf(relation: Float32Array): number {
  const value = (at: number): number => relation[at] ?? 0;
  if (value(relationAt.exact) > 0) return 1;
  if (value(relationAt.lemma) > 0) return 0.95;
  const cosine = value(relationAt.cosine);
  let strength = 0;
  if (value(relationAt.synonym) > 0) strength = 0.85 + 0.08 * Math.max(0, cosine);
  if (value(relationAt.derived) > 0) strength = Math.max(strength, 0.86);
  if (value(relationAt.general) > 0) strength = Math.max(strength, 0.55 + 0.3 * value(relationAt.general));
  if (value(relationAt.spelling) >= 0.55) strength = Math.max(strength, 0.3 + 0.55 * value(relationAt.spelling));
  if (value(relationAt.opposite) > 0) return Math.min(strength, 0.4);
  if (value(relationAt.special) > 0) strength = Math.max(strength, 0.3 + 0.2 * value(relationAt.special));
  if (value(relationAt.sister) > 0) strength = Math.min(Math.max(strength, 0.3), 0.75);
  return Math.max(strength, Math.min(0.78, 1.25 * cosine), 0.5 * value(relationAt.path));
}
