import { sameAnswer } from '../text/same-answer.ts';
import type { ChanceSigns } from '../refine/policy.ts';
import type { JudgedCandidate, Reading } from './answer/by-reading.ts';
import { type AnsweredSteps, shortened } from './steps.ts';

/** Of a question that was taken apart: how likely the answer in steps is right, and how likely the whole question's own (`src/refine/policy.ts`). */
type StepsChances = (signs: ChanceSigns) => { readonly steps: number; readonly direct: number };

/**
 * The answers to the whole question with the one that its steps come to. Where both give the same, the answer rests on the sentences of
 * all steps: one of them alone leaves open whether it speaks of the thing that was asked about.
 * @param chancesOf null takes the chances as they are
 */
export function withSteps(direct: Reading, steps: AnsweredSteps | null, chancesOf: StepsChances | null): Reading {
  const candidate = steps?.candidate ?? null;
  if (steps === null || candidate === null) return direct;
  // Questions of several steps ask for a name, a date or a figure: a sentence that holds many says little.
  const best = shortened(direct.candidates);
  const agrees = best !== undefined && isSame(best, candidate);
  const chances = chancesOf?.({ kind: steps.kind, steps: candidate.chance, direct: direct.candidates[0]?.chance ?? 0, agrees });
  const own: JudgedCandidate = {
    ...candidate,
    // Steps that come to the same make the whole question's own answer no less likely.
    chance: Math.max(chances?.steps ?? candidate.chance, agrees ? best.chance : 0),
    ...(agrees && best.short !== null && candidate.short === null ? { short: best.short } : {}),
  };
  // Where the two differ, a chance that was fitted on questions of one step promises too much.
  const most = chances?.direct ?? 1;
  const others = [...(best === undefined ? [] : [best]), ...direct.candidates.filter(({ by }) => by.id !== best?.by.id)]
    .filter((other) => !isSame(other, candidate))
    .map((other) => ({ ...other, chance: Math.min(other.chance, most) }));
  const candidates = [own, ...others].sort((a, b) => b.chance - a.chance);
  const known = new Set(direct.ranked.map(({ id }) => id));
  return { ...direct, ranked: [...direct.ranked, ...candidate.sentences.filter(({ id }) => !known.has(id))], candidates };
}

function isSame(a: JudgedCandidate, b: JudgedCandidate): boolean {
  return a.short !== null && b.short !== null ? sameAnswer(a.short.text, b.short.text) : a.by.id === b.by.id;
}
