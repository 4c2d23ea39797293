import { dot } from '../base/dot.ts';
import { modelsFolder } from '../models/bundled/assets.ts';
import { openWordBook } from '../models/bundled/entailment/entailment.ts';
import { bundledEncoder, bundledWordRarity } from '../models/bundled/models.ts';
import { readPhrases } from '../models/bundled/phrases.ts';
import { areOpposites } from '../text/antonyms.ts';
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
    areKin(stated, claimed) {
      const { synonym, sister, up, down, derived } = book.lexicon.relation(stated, claimed);
      return sister && !synonym && up === 0 && down === 0 && !derived;
    },
    rarity,
    cosine(stated, claimed) {
      const [a, b] = [stated, claimed].map((word) => book.word(book.id(word)).vector);
      return a === null || a === undefined || b === null || b === undefined ? 0 : dot(a, b);
    },
    likeness: (stated, claimed) => dot(vectorOf(stated), vectorOf(claimed)),
    isVerb(word) {
      const [noun, verb] = book.word(book.id(word)).pos;
      return verb && (!noun || /(?:ed|ing|ify|ise|ize)$/.test(word));
    },
    mayBeVerb: (word) => book.word(book.id(word)).pos[1],
  };
  return loaded;
}
