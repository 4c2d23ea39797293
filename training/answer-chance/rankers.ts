import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { z } from 'zod';

import { modelsFolder } from '../../src/models/bundled/assets.ts';
import { bundledEncoder, bundledModels, bundledWordLore, bundledWordRarity } from '../../src/models/bundled/models.ts';
import { openRanker } from '../../src/models/bundled/ranking/ranker.ts';
import type { SentenceRanker } from '../../src/models/ports.ts';
import { matchesByFold } from '../question-match/by-fold.ts';
import { choicesByFold } from '../sentence-choice/by-fold.ts';

/**
 * The ranker of each question by weights, and networks, that were fitted without its document.
 * @param folds folds.json (question to fold of the ranker), fold-K.json (its weights), and what by-fold.ts of the sentence choice and of the question match say
 * @returns by the question's id, and whether a fold names it; of another the ranker of fold 0, which does not know it either
 */
export function rankersByFold(folds: string): { rankerOf: (id: string) => SentenceRanker; isKnown: (id: string) => boolean } {
  const models = bundledModels();
  const foldOf = z.record(z.string(), z.int()).parse(JSON.parse(readFileSync(join(folds, 'folds.json'), 'utf8')));
  const choiceOf = choicesByFold(folds);
  const matchOf = matchesByFold(folds);
  const rankers = new Map<string, SentenceRanker>();
  const rankerOf = (id: string): SentenceRanker => {
    const fold = foldOf[id] ?? 0;
    const choice = choiceOf(id);
    const match = matchOf(id);
    const key = [fold, choice.number, match.number].join(' ');
    let ranker = rankers.get(key);
    if (ranker === undefined) {
      const networks = { sentenceChoice: choice.network, spanReader: models.spanReader, questionMatch: match.network };
      const file = join(folds, `fold-${String(fold)}.json`);
      ranker = openRanker(modelsFolder(), bundledEncoder(), bundledWordRarity(), bundledWordLore, () => networks, file);
      rankers.set(key, ranker);
    }
    return ranker;
  };
  return { rankerOf, isKnown: (id) => id in foldOf };
}
