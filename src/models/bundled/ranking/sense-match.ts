import { LRUCache } from 'lru-cache';

import type { Lexicon, WordSenses } from '../../../text/lexicon.ts';

/** Words come up again and again, in all questions. */
const known = new LRUCache<string, WordSenses>({ max: 20_000 });

/** How far a word that is related so says another: a synonym, a derived word, a more special word, a more general one. */
const strength = { same: 0.95, synonym: 0.85, derived: 0.8, special: 0.75, general: 0.5 } as const;

/** How far words of texts say the words of one question, by WordNet. */
export class SenseMatch {
  readonly #lexicon: Lexicon;
  readonly #asked: readonly WordSenses[];

  /** @param words of the question, in lower case */
  constructor(words: readonly string[], lexicon: Lexicon) {
    this.#lexicon = lexicon;
    this.#asked = words.map((word) => this.#sensesOf(word));
  }

  /** For each word of the question how far a word says it, [0, 1]; never throws. */
  strengths(word: string): Float32Array {
    const stated = this.#sensesOf(word);
    return Float32Array.from(this.#asked, (asked) => strengthOf(stated, asked));
  }

  #sensesOf(word: string): WordSenses {
    let senses = known.get(word);
    if (senses === undefined) known.set(word, (senses = this.#lexicon.senses(word)));
    return senses;
  }
}

function strengthOf(stated: WordSenses, asked: WordSenses): number {
  if (stated.lemmas.some((lemma) => asked.lemmas.includes(lemma))) return strength.same;
  if (meet(stated.own, asked.own)) return strength.synonym;
  if (stated.lemmas.some((lemma) => asked.derived.has(lemma)) || asked.lemmas.some((lemma) => stated.derived.has(lemma)))
    return strength.derived;
  if (meet(stated.above, asked.own)) return strength.special;
  return meet(asked.above, stated.own) ? strength.general : 0;
}

function meet(a: ReadonlySet<number>, b: ReadonlySet<number>): boolean {
  const [fewer, more] = a.size <= b.size ? [a, b] : [b, a];
  for (const value of fewer) if (more.has(value)) return true;
  return false;
}
