import { datesAgree, datesIn } from '../text/dates.ts';
import { quantitiesIn, relateQuantities } from '../text/quantities.ts';

export interface FigureFinding {
  /** `broken`: the evidence gives another figure for the same; `missing`: it gives none. */
  readonly state: 'broken' | 'missing';
  /** The figure as the claim has it. */
  readonly text: string;
}

/**
 * A claim's figures and dates against one piece of evidence, the first that does not hold; null where all do.
 * @param claimed the claim; @param stated the evidence, its headings included
 */
export function figureAgainst(claimed: string, stated: string): FigureFinding | null {
  const statedDates = datesIn(stated);
  for (const date of datesIn(claimed)) {
    if (statedDates.some(({ normal }) => datesAgree(normal, date.normal) && normal.length >= date.normal.length)) continue;
    return { state: statedDates.length > 0 ? 'broken' : 'missing', text: claimed.slice(date.start, date.end) };
  }
  const free = (text: string) => {
    const dates = datesIn(text);
    return quantitiesIn(text).filter(({ start, end }) => !dates.some((date) => start < date.end && date.start < end));
  };
  const statedAmounts = free(stated);
  for (const amount of free(claimed)) {
    const relations = statedAmounts.map((own) => relateQuantities(own, amount));
    if (relations.some((relation) => relation === 'same' || relation === 'implies')) continue;
    return { state: relations.includes('breaks') ? 'broken' : 'missing', text: claimed.slice(amount.start, amount.end) };
  }
  return null;
}
