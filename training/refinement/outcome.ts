import { containmentMatch, overAnswers, tokenF1 } from '../../evaluation/answer-metrics.ts';
import type { Reading } from '../../src/audit/answer/by-reading.ts';
import type { Refined } from '../../src/audit/refinement.ts';
import type { TrainingQuestion } from './questions.ts';

interface Place {
  readonly path: string;
  readonly start: number;
  readonly end: number;
}

const overlap = (a: Place, b: Place): boolean => a.path === b.path && a.start < b.end && b.start < a.end;

/** What an action came to: how much of the gold is among the best sentences, how right the answer is, and what it rests on. */
export interface Outcome {
  readonly text: string;
  readonly f1: number;
  readonly contains: number;
  /** Share of the gold sentences in the passages that were found first, and among the best ranked sentences. */
  readonly passages: number;
  readonly coverage: number;
  readonly evidenceF1: number;
}

const firstPassages = 10;
const bestSentences = 6;

export function outcomeOf({ answers, gold }: TrainingQuestion, { candidates, ranked }: Reading, { retrieved }: Refined): Outcome {
  const [best] = candidates;
  const text = best === undefined ? '' : (best.short?.text ?? best.sentences.map((sentence) => sentence.text).join(' '));
  const share = (places: readonly Place[]): number =>
    gold.filter((own) => places.some((place) => overlap(place, own))).length / gold.length;
  const shown = (best?.sentences ?? []).map(({ path, start, span }) => ({ path, start, end: span.span.end }));
  const recall = share(shown);
  const precision = shown.length === 0 ? 0 : shown.filter((place) => gold.some((own) => overlap(place, own))).length / shown.length;
  return {
    text: text.slice(0, 80),
    f1: overAnswers(tokenF1, text, answers),
    contains: overAnswers(containmentMatch, text, answers),
    passages: share(retrieved.passages.slice(0, firstPassages).map(({ passage }) => passage)),
    coverage: share([...shown, ...ranked.slice(0, bestSentences).map(({ path, start, span }) => ({ path, start, end: span.span.end }))]),
    evidenceF1: precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall),
  };
}
