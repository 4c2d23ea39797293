import type { AskedForm } from '../../text/answer-form.ts';
import type { RankedSpan } from './candidates.ts';
import { comparisonUnits } from './comparisons.ts';
import { listsOf } from './lists.ts';

/** What answers as a whole: a sentence, a list with the sentence that introduces it, or what says both sides of a comparison. */
export interface Unit {
  /** The sentence that stands for it: of a list the one that introduces it, else its likeliest item. */
  readonly by: RankedSpan;
  /** That it answers, [0, 1]: of a list that one of its sentences does. */
  readonly chance: number;
  /** In reading order; null where it is open what belongs to the sentence. */
  readonly list: readonly RankedSpan[] | null;
  /** The chance is calibrated: no other judgement is asked. */
  readonly isJudged?: true;
}

/**
 * What may answer, the likeliest first. Where a list is asked for, the sentences of one list speak for it together: with each by itself the list that
 * answers was the first of all for 22 of 58 questions, together for 40.
 * @param ranked best first
 * @param inOrder the same by document and place
 * @param lists of these, where they are known already
 */
export function unitsOf(
  question: string,
  form: AskedForm,
  ranked: readonly RankedSpan[],
  inOrder: readonly RankedSpan[],
  lists = listsOf(inOrder),
): Unit[] {
  if (form === 'comparison') return comparisonUnits(question, ranked, inOrder);
  if (form !== 'list') return ranked.map((by): Unit => ({ by, chance: by.chance, list: null }));
  const inList = new Set(lists.flatMap(({ sentences }) => sentences.map(({ id }) => id)));
  return [
    ...lists.map(({ by, chance, sentences }): Unit => ({ by, chance, list: sentences })),
    ...ranked.filter(({ id }) => !inList.has(id)).map((by): Unit => ({ by, chance: by.chance, list: null })),
  ].sort((a, b) => b.chance - a.chance || (a.by.id < b.by.id ? -1 : 1));
}
