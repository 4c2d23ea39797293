import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { PhraseBook } from '../../text/phrases.ts';
import { modelsFolder, unreadableModel } from './assets.ts';

/** Groups of phrases that say the same (models/phrases). @throws LinchpinError `model-unavailable`. */
export function readPhrases(lemmas: (word: string) => readonly string[]): PhraseBook {
  try {
    return new PhraseBook(readFileSync(join(modelsFolder(), 'phrases', 'phrases.txt'), 'utf8'), lemmas);
  } catch (error) {
    throw unreadableModel('phrases', error);
  }
}
