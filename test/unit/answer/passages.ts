import type { ReadPassage } from '../../../src/answer/types.ts';
import type { ReadablePassage } from '../../../src/inference/types.ts';
import { nothingRead, type PairScore } from '../../../src/inference/types.ts';

/** A passage of sentences, each with its place for an id. */
export function passageOf(path: string, ...texts: readonly string[]): ReadablePassage {
  return { id: path, path, heading: path, spans: texts.map((text, place) => ({ id: `${path}#${String(place)}`, text })) };
}

/** A passage with what was read of it. */
export function readOf(passage: ReadablePassage, rank: number, score: Partial<PairScore>): ReadPassage {
  return { passage, rank, score: { ...nothingRead, evidence: passage.spans.map(() => 0), ...score } };
}

/** A score that marks words in the first sentence that has them. */
export function marking(passage: ReadablePassage, words: string, answered: number, probability = 0.9): Partial<PairScore> {
  const sentence = passage.spans.findIndex(({ text }) => text.includes(words));
  const start = passage.spans[sentence]?.text.indexOf(words) ?? 0;
  return {
    answered,
    spans: [{ sentence, start, end: start + words.length, probability }],
    evidence: passage.spans.map((_, place) => (place === sentence ? 0.9 : 0.1)),
  };
}
