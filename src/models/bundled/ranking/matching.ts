import type { ModelCall, QuestionMatch, RankingPassage } from '../../ports.ts';
import { pairTexts } from './pair-texts.ts';

/** Sentences that are read beside the question as a pair: the likeliest so far. A few milliseconds each. */
const matchedSentences = 16;

export const matchFeatureNames = ['chance', 'chancePlace', 'lead', 'match', 'matchLead', 'matchPlace', 'matchShare'] as const;

/** A sentence by its passage and its place in it. */
export interface MatchedSentence {
  readonly order: number;
  readonly place: number;
  /** So far, [0, 1]. */
  readonly chance: number;
  /** Log-odds that it answers, by the pair alone. */
  readonly match: number;
}

/**
 * The likeliest sentences with what the pair network says of each, likeliest first.
 * @param chances so far, of each passage's sentences; null where no network read the passage
 */
export async function matchLikeliest(
  question: string,
  passages: readonly RankingPassage[],
  chances: readonly (readonly number[] | null)[],
  model: QuestionMatch | undefined,
  call: Pick<ModelCall, 'signal'>,
  most = matchedSentences,
): Promise<MatchedSentence[]> {
  const likeliest = chances
    .flatMap((row, order) => (row ?? []).map((chance, place) => ({ order, place, chance })))
    .sort((a, b) => b.chance - a.chance || a.order - b.order || a.place - b.place)
    .slice(0, most);
  const scores = await model?.score(
    question,
    likeliest.map(({ order, place }) => {
      const passage = passages[order];
      return passage === undefined ? { text: '', context: '' } : pairTexts(passage, place);
    }),
    call,
  );
  return likeliest.map((sentence, at) => ({ ...sentence, match: scores?.[at] ?? 0 }));
}

/** A row of `matchFeatureNames` for each of a question's matched sentences. */
export function matchFeatures(sentences: readonly MatchedSentence[]): Float32Array[] {
  const logits = sentences.map(({ chance }) => logit(chance));
  const top = Math.max(...sentences.map(({ match }) => match));
  const powers = sentences.map(({ match }) => Math.exp(match - top));
  const sum = powers.reduce((total, power) => total + power, 0);
  return sentences.map(({ match }, at) => {
    const own = logits[at] ?? 0;
    const best = Math.max(...logits.filter((_value, other) => other !== at), logit(0));
    const bestMatch = Math.max(...sentences.flatMap((other, place) => (place === at ? [] : [other.match])), -10);
    const before = sentences.filter((other) => other.match > match).length;
    return Float32Array.of(own, 1 / (1 + at), own - best, match, match - bestMatch, 1 / (1 + before), (powers[at] ?? 0) / sum);
  });
}

function logit(chance: number): number {
  const inside = Math.min(0.999, Math.max(0.0005, chance));
  return Math.log(inside / (1 - inside));
}
