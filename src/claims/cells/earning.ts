import type { Place } from './types.ts';

const earns = /\b(?:earns?|earned|wages?|salary|salaries)\b/i;
const spends = /\b(?:costs?|pays?|charge[sd]?)\b/i;
/** Names and headings of what people are paid, and of what they pay. */
const wages = /\b(?:pay|wages?|salary|salaries|earnings)\b/i;
const prices = /\b(?:prices?|fees?|costs?|charges?|fares?|rents?|tariffs?|tickets?|hire|fines?|loans?|memberships?)\b/i;

/** Does the claim say that somebody earns what the table says is paid, or pays what it says is earned? "Bosuns pay £24 an hour." */
export function isOtherSideOfPay(claim: string, { head, label }: Place, above: readonly string[]): boolean {
  const topic = [head, label, ...above].join(' ');
  return (
    (earns.test(claim) && !wages.test(topic) && !/\brate\b/i.test(head)) || (spends.test(claim) && wages.test(topic) && !prices.test(topic))
  );
}
