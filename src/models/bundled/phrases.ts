import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { PhraseBook } from '../../text/phrases.ts';
import { modelsFolder, unreadableModel } from './assets.ts';

/**
 * Groups of phrases that say the same (models/phrases).
 * @param everyday with what people say for the words of documents, and what comes up with it: for questions, which are less careful than claims; `same`: without what only comes up with it
 * @throws LinchpinError `model-unavailable`.
 */
export function readPhrases(lemmas: (word: string) => readonly string[], everyday: boolean | 'same' = false): PhraseBook {
  const read = (name: string): string => readFileSync(join(modelsFolder(), 'phrases', name), 'utf8');
  try {
    const spoken = everyday === false ? '' : read('everyday.txt');
    return new PhraseBook(read('phrases.txt'), lemmas, everyday === 'same' ? spoken.replaceAll(/\|[^|\n]*$/gm, '') : spoken);
  } catch (error) {
    throw unreadableModel('phrases', error);
  }
}
