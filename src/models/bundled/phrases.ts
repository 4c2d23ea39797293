import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { PhraseBook } from '../../text/phrases.ts';
import { modelsFolder, unreadableModel } from './assets.ts';

/**
 * Groups of phrases that say the same (models/phrases).
 * @param everyday with what people say for the words of documents: for questions, which are less careful than claims
 * @throws LinchpinError `model-unavailable`.
 */
export function readPhrases(lemmas: (word: string) => readonly string[], everyday = false): PhraseBook {
  const read = (name: string): string => readFileSync(join(modelsFolder(), 'phrases', name), 'utf8');
  try {
    return new PhraseBook(read('phrases.txt'), lemmas, everyday ? read('everyday.txt') : '');
  } catch (error) {
    throw unreadableModel('phrases', error);
  }
}
