import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { z } from 'zod';

import { bundledEncoder } from '../../src/models/bundled/models.ts';
import { ReaderWords } from '../../src/models/bundled/neural-reader/words.ts';
import { NeuralSentenceChoice } from '../../src/models/bundled/sentence-choice/chooser.ts';
import type { SentenceChoice } from '../../src/models/ports.ts';

/**
 * Of each question a sentence choice that did not see its document.
 * @param folds choices.json (question to network) and choice-K/sentence-choice/choice.onnx; a question that it does not name was seen by none
 */
export function choicesByFold(folds: string): (id: string) => { readonly number: number; readonly network: SentenceChoice } {
  const numberOf = z.record(z.string(), z.int()).parse(JSON.parse(readFileSync(join(folds, 'choices.json'), 'utf8')));
  const words = new ReaderWords(bundledEncoder());
  const open = new Map<number, SentenceChoice>();
  return (id) => {
    const number = numberOf[id] ?? 0;
    const network = open.get(number) ?? new NeuralSentenceChoice(join(folds, `choice-${String(number)}`), words);
    open.set(number, network);
    return { number, network };
  };
}
