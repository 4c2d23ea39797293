import { containmentMatch, overAnswers, tokenF1 } from '../../evaluation/answer-metrics.ts';
import type { JudgedAnswer, ReadPassage } from '../../src/answer/types.ts';
import type { Refined } from '../../src/audit/refinement.ts';
import type { CandidateSpan } from '../../src/retrieve/types.ts';
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
  /** Share of the gold sentences in the passages that were found first, and among the sentences that the judge thinks needed most. */
  readonly passages: number;
  readonly coverage: number;
  readonly evidenceF1: number;
}

/** An answer, what was read for it, and where the sentences stand. */
export interface Answered {
  /** null where nothing answers. */
  readonly best: Pick<JudgedAnswer, 'short' | 'sentences'> | null;
  readonly read: readonly ReadPassage[];
  readonly spans: ReadonlyMap<string, CandidateSpan>;
}

const firstPassages = 10;
const bestSentences = 6;

export function outcomeOf({ answers, gold }: TrainingQuestion, { best, read, spans }: Answered, { retrieved }: Refined): Outcome {
  const text = best === null ? '' : (best.short?.text ?? best.sentences.map((sentence) => sentence.text).join(' '));
  const share = (places: readonly Place[]): number =>
    gold.filter((own) => places.some((place) => overlap(place, own))).length / gold.length;
  const placesOf = (ids: readonly string[]): Place[] =>
    ids.flatMap((id) => {
      const entry = spans.get(id);
      return entry === undefined ? [] : [{ path: entry.passage.path, start: entry.span.start, end: entry.span.end }];
    });
  const shown = placesOf((best?.sentences ?? []).map(({ id }) => id));
  const recall = share(shown);
  const precision = shown.length === 0 ? 0 : shown.filter((place) => gold.some((own) => overlap(place, own))).length / shown.length;
  return {
    text: text.slice(0, 80),
    f1: overAnswers(tokenF1, text, answers),
    contains: overAnswers(containmentMatch, text, answers),
    passages: share(retrieved.passages.slice(0, firstPassages).map(({ passage }) => passage)),
    coverage: share([...shown, ...placesOf(mostNeeded(read))]),
    evidenceF1: precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall),
  };
}

/** Ids of the sentences that are needed most in the passages that answer most surely. */
function mostNeeded(read: readonly ReadPassage[]): string[] {
  return read
    .flatMap(({ passage, score }) => passage.spans.map(({ id }, place) => ({ id, value: score.answered * (score.evidence[place] ?? 0) })))
    .sort((a, b) => b.value - a.value)
    .slice(0, bestSentences)
    .map(({ id }) => id);
}
