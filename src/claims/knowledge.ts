import { modelsFolder } from '../models/bundled/assets.ts';
import { openWordBook } from '../models/bundled/entailment/entailment.ts';
import { bundledEncoder, bundledWordRarity } from '../models/bundled/models.ts';
import { areOpposites } from '../text/antonyms.ts';
import type { WordKnowledge } from './words.ts';

let loaded: WordKnowledge | undefined;

/** WordNet, the static vectors and the word frequencies that ship, loaded once a process. @throws LinchpinError `model-unavailable`. */
export function bundledKnowledge(): WordKnowledge {
  if (loaded !== undefined) return loaded;
  const book = openWordBook(modelsFolder(), bundledEncoder());
  const rarity = bundledWordRarity();
  loaded = {
    strength(stated, claimed) {
      return book.strength(book.id(stated), book.id(claimed));
    },
    opposite: (stated, claimed) => areOpposites(book.lexicon, stated, claimed),
    rarity,
    isVerb(word) {
      const [noun, verb] = book.word(book.id(word)).pos;
      return verb && (!noun || /(?:ed|ing|ify|ise|ize)$/.test(word));
    },
    mayBeVerb: (word) => book.word(book.id(word)).pos[1],
  };
  return loaded;
}
