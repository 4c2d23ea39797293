import { sameAnswer } from '../text/same-answer.ts';
import type { JudgedCandidate, Reading } from './answer/by-reading.ts';
import type { AnsweredSteps } from './steps.ts';

/** How often answers in steps are right, by the chances of the steps and by whether the whole question's own reading gives the same. */
export type StepsChance = (signs: {
  readonly kind: AnsweredSteps['kind'];
  /** Product of the steps' chances, or what the rule of comparison gives. */
  readonly steps: number;
  /** Of the likeliest answer to the whole question. */
  readonly direct: number;
  readonly agrees: boolean;
}) => number;

export interface ReadingInSteps extends Reading {
  /** The whole question's own reading gives the same. */
  readonly agrees: boolean;
}

/**
 * The answers to the whole question with the one that its steps come to. Where both give the same, the answer rests on the sentences of
 * all steps: one of them alone leaves open whether it speaks of the thing that was asked about.
 * @param chanceOf null takes the steps' chance as it is
 */
export function withSteps(direct: Reading, steps: AnsweredSteps | null, chanceOf: StepsChance | null): ReadingInSteps {
  const candidate = steps?.candidate ?? null;
  if (steps === null || candidate === null) return { ...direct, agrees: false };
  const [best] = direct.candidates;
  const agrees = best !== undefined && isSame(best, candidate);
  const chance =
    chanceOf === null ? candidate.chance : chanceOf({ kind: steps.kind, steps: candidate.chance, direct: best?.chance ?? 0, agrees });
  const own: JudgedCandidate = {
    ...candidate,
    chance,
    ...(agrees && best.short !== null && candidate.short === null ? { short: best.short } : {}),
  };
  const candidates = [own, ...direct.candidates.filter((other) => !isSame(other, candidate))].sort(
    (a, b) => b.chance - a.chance || Number(a.short === null) - Number(b.short === null),
  );
  const known = new Set(direct.ranked.map(({ id }) => id));
  return { ranked: [...direct.ranked, ...candidate.sentences.filter(({ id }) => !known.has(id))], candidates, agrees };
}

function isSame(a: JudgedCandidate, b: JudgedCandidate): boolean {
  return a.short !== null && b.short !== null ? sameAnswer(a.short.text, b.short.text) : a.by.id === b.by.id;
}
