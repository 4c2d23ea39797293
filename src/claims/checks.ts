import { datesAgree, datesIn } from '../text/dates.ts';
import { quantitiesIn, relateQuantities } from '../text/quantities.ts';

/** What figures and dates of two texts say of each other. They may take a verdict back, and never give one. */
export interface ExactCheck {
  /** `contradicts`: the text gives another figure for the same kind of thing, and not the claim's; `same`: it gives every figure of the claim. */
  readonly result: 'silent' | 'same' | 'contradicts';
  /** Of what is contradicted; null for the others. */
  readonly kind: 'quantity' | 'time' | null;
  /** As the claim has it; empty unless it is contradicted. */
  readonly claimed: string;
  /** As the text has it. */
  readonly stated: string;
}

const silent: ExactCheck = { result: 'silent', kind: null, claimed: '', stated: '' };

/** Every amount and date of the claim beside those of the text. In doubt it is silent. */
export function checkFigures(claim: string, text: string): ExactCheck {
  const own = figuresOf(claim);
  const stated = figuresOf(text);
  if (own.dates.length + own.amounts.length === 0) return silent;
  let found = 0;
  for (const date of own.dates) {
    if (stated.dates.some(({ normal }) => datesAgree(normal, date.normal))) found += 1;
    // One date of the same fineness beside it is another date for the same; of several cannot be told which.
    else if (stated.dates.length === 1 && stated.dates[0]?.normal.length === date.normal.length)
      return contradicted('time', claim, date, text, stated.dates[0]);
  }
  for (const amount of own.amounts) {
    const relations = stated.amounts.map((other) => ({ other, relation: relateQuantities(other, amount) }));
    const comparable = relations.filter(({ relation }) => relation !== 'incomparable');
    if (comparable.some(({ relation }) => relation === 'same' || relation === 'implies')) found += 1;
    else if (comparable.length === 1 && comparable[0]?.relation === 'breaks')
      return contradicted('quantity', claim, amount, text, comparable[0].other);
  }
  return found === own.dates.length + own.amounts.length ? { ...silent, result: 'same' } : silent;
}

interface Placed {
  readonly start: number;
  readonly end: number;
}

function contradicted(kind: 'quantity' | 'time', claim: string, own: Placed, text: string, other: Placed): ExactCheck {
  return { result: 'contradicts', kind, claimed: claim.slice(own.start, own.end), stated: text.slice(other.start, other.end) };
}

/** Dates of a text, and its amounts beyond them. */
export function figuresOf(text: string): { readonly dates: ReturnType<typeof datesIn>; readonly amounts: ReturnType<typeof quantitiesIn> } {
  const dates = datesIn(text);
  const amounts = quantitiesIn(text).filter(({ start, end }) => !dates.some((date) => start < date.end && date.start < end));
  return { dates, amounts };
}
