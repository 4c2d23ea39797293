import { modelsFolder } from '../models/bundled/assets.ts';
import { openWordBook } from '../models/bundled/entailment/entailment.ts';
import { bundledEncoder, bundledWordRarity } from '../models/bundled/models.ts';
import { areOpposites } from '../text/antonyms.ts';
import { readPhrases } from './phrases.ts';
import type { WordKnowledge } from './words.ts';

/** Sentences of one claim come again and again with others. */
const vectorLimit = 5000;
const vectors = new Map<string, Float32Array>();

function vectorOf(text: string): Float32Array {
  let vector = vectors.get(text);
  if (vector === undefined) {
    if (vectors.size >= vectorLimit) vectors.clear();
    vectors.set(text, (vector = bundledEncoder().encode(text)));
  }
  return vector;
}

function dot(a: Float32Array | null, b: Float32Array | null): number {
  let sum = 0;
  if (a !== null && b !== null) for (let at = 0; at < a.length; at += 1) sum += (a[at] ?? 0) * (b[at] ?? 0);
  return sum;
}

let loaded: WordKnowledge | undefined;

/** WordNet, the static vectors and the word frequencies that ship, loaded once a process. @throws LinchpinError `model-unavailable`. */
export function bundledKnowledge(): WordKnowledge {
  if (loaded !== undefined) return loaded;
  const book = openWordBook(modelsFolder(), bundledEncoder());
  const rarity = bundledWordRarity();
  const phrases = readPhrases((word) => book.lexicon.lemmas(word));
  loaded = {
    phrases: (words) => phrases.usesIn(words),
    strength(stated, claimed) {
      return book.strength(book.id(stated), book.id(claimed));
    },
    opposite: (stated, claimed) => areOpposites(book.lexicon, stated, claimed),
    rarity,
    cosine: (stated, claimed) => dot(book.word(book.id(stated)).vector, book.word(book.id(claimed)).vector),
    likeness: (stated, claimed) => dot(vectorOf(stated), vectorOf(claimed)),
    isVerb(word) {
      const [noun, verb] = book.word(book.id(word)).pos;
      return verb && (!noun || /(?:ed|ing|ify|ise|ize)$/.test(word));
    },
    mayBeVerb: (word) => book.word(book.id(word)).pos[1],
  };
  return loaded;
}
