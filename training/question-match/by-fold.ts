import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { z } from 'zod';

import { modelsFolder } from '../../src/models/bundled/assets.ts';
import { openWordBook } from '../../src/models/bundled/entailment/entailment.ts';
import { bundledEncoder, bundledWordLore } from '../../src/models/bundled/models.ts';
import { NeuralQuestionMatch } from '../../src/models/bundled/question-match.ts';
import type { QuestionMatch } from '../../src/models/ports.ts';

/**
 * Of each question a network of questions that did not see its document.
 * @param folds matches.json (question to network) and match-K/question-match, beside it match-K/neural-entailment with the vectors of word order; a question that it does not name was seen by none
 */
export function matchesByFold(folds: string): (id: string) => { readonly number: number; readonly network: QuestionMatch } {
  const numberOf = z.record(z.string(), z.int()).parse(JSON.parse(readFileSync(join(folds, 'matches.json'), 'utf8')));
  const encoder = bundledEncoder();
  const open = new Map<number, QuestionMatch>();
  return (id) => {
    const number = numberOf[id] ?? 0;
    const network =
      open.get(number) ??
      new NeuralQuestionMatch(
        join(folds, `match-${String(number)}`),
        encoder,
        () => openWordBook(modelsFolder(), encoder),
        () => bundledWordLore().phrases,
      );
    open.set(number, network);
    return { number, network };
  };
}
