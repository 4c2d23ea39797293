import { chanceOfEither } from '../../judge/judge.ts';
import { rankingSignNames } from '../../models/ports.ts';
import type { JudgedCandidate } from './by-reading.ts';

/** From this chance on one answer stands alone. */
const alone = 0.5;
/** A list or a comparison is one answer of several sentences. */
const notOfOne: ReadonlySet<JudgedCandidate['form']> = new Set(['list', 'comparison']);

/**
 * The two likeliest sentences as one answer, where no answer is more likely right than wrong: often the right one is the second, and which of
 * them answers is left to who reads them. Its chance is that one of the two answers. null: one answer stands alone.
 * @param candidates the likeliest first
 */
export function eitherOf(candidates: readonly JudgedCandidate[]): JudgedCandidate | null {
  const [best] = candidates;
  if (best === undefined || best.chance >= alone || !mayBeOneOfTwo(best)) return null;
  const first = candidates.find((other) => other.by.id === best.by.id && isOneSentence(other));
  const second = candidates.find((other) => other.by.id !== best.by.id && isOneSentence(other));
  if (second !== undefined && hasAsked(best) && !hasAsked(second)) return null;
  if (first?.share === undefined || second?.share === undefined) return null;
  // One of two is no less likely than the likelier.
  const chance = Math.max(chanceOfEither(first.share + second.share), first.chance);
  // Where the second cannot be it, what spoke for it speaks for the first.
  if (isAbout(first) && isAboutNothingAsked(second)) return { ...first, chance: Math.min(chance, alone) };
  return { ...first, sentences: [first.by, second.by], chance, either: [first, second] };
}

/** Is an answer one that another sentence may stand beside? */
function mayBeOneOfTwo({ form, sentences, byRules }: JudgedCandidate): boolean {
  return sentences.length === 1 && byRules !== true && !notOfOne.has(form);
}

const fitsForm = rankingSignNames.indexOf('fitsForm');
const holdsAsked = rankingSignNames.indexOf('holdsAsked');

/**
 * Has the sentence what every answer of its form has: an amount of the asked kind, a date, a cause, a rule? Beside one that has, one that has not is
 * never the answer (0 of 30 pairs of the fitted questions; definitions need no such words).
 */
function hasAsked({ form, by }: JudgedCandidate): boolean {
  if (form === 'definition') return true;
  return (by.signs?.[form === 'number' ? holdsAsked : fitsForm] ?? 0) > 0;
}

const said = rankingSignNames.indexOf('said');
const saidHeaded = rankingSignNames.indexOf('saidHeaded');

/**
 * Says a sentence, with what it stands under, nothing of what the question names, in these or other words? Beside one that does it was never the answer
 * (0 of 9 pairs of the fitted questions). Plain words tell nothing here: of 130 that share none with the question 23 answered, as many as of all.
 */
function isAboutNothingAsked({ by }: JudgedCandidate): boolean {
  return by.signs !== null && by.signs[said] === 0 && by.signs[saidHeaded] === 0;
}

function isAbout({ by }: JudgedCandidate): boolean {
  return (by.signs?.[said] ?? 0) > 0;
}

function isOneSentence({ short, sentences, by }: JudgedCandidate): boolean {
  return short === null && sentences.length === 1 && sentences[0]?.id === by.id;
}
