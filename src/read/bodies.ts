import type { AnswerForm } from '../contract/report.ts';
import type { RankedSentence } from './types.ts';

/** More items than this are no answer but a chapter. */
const longestList = 25;

/**
 * The sentences that answer together, from the best one: a list with the sentence that introduces it, a line for each side of a comparison,
 * else the sentence alone. In reading order.
 * @param ranked best first; at least one
 * @param inOrder all sentences of the passages that were read, by document and place
 */
export function bodyOf(form: AnswerForm, ranked: readonly RankedSentence[], inOrder: readonly RankedSentence[]): RankedSentence[] {
  const [best] = ranked;
  if (best === undefined) return [];
  if (form === 'list') return listOf(best, inOrder) ?? [best];
  if (form === 'comparison') return comparison(best, ranked);
  // A sentence that only announces what follows says nothing without it.
  if (/:\s*$/.test(best.text)) return listOf(best, inOrder) ?? [best];
  return [best];
}

/** The list that a sentence introduces or is an item of; null where it is neither. */
export function listOf(sentence: RankedSentence, inOrder: readonly RankedSentence[]): RankedSentence[] | null {
  const document = inOrder.filter((other) => other.path === sentence.path);
  const at = document.findIndex((other) => other.id === sentence.id);
  if (at < 0) return null;
  const isItem = (place: number): boolean => document[place]?.kind === 'list-item';
  let first = at;
  if (isItem(at)) while (isItem(first - 1) && sameList(document[first - 1], sentence)) first -= 1;
  else if (/:\s*$/.test(sentence.text)) first = at + 1;
  else return null;
  let last = first;
  while (isItem(last) && sameList(document[last], document[first])) last += 1;
  const items = document.slice(first, last);
  if (items.length === 0 || items.length > longestList) return null;
  const lead = document[first - 1];
  const leads = lead !== undefined && lead.kind !== 'heading' && /[:：]\s*$/.test(lead.text);
  return leads ? [lead, ...items] : items;
}

function sameList(a: RankedSentence | undefined, b: RankedSentence | undefined): boolean {
  return a !== undefined && b !== undefined && a.scope === b.scope && a.leadIn === b.leadIn;
}

/** The best sentence, and the best other one that says what it does not: one of another heading, row or document, or its neighbour. */
function comparison(best: RankedSentence, ranked: readonly RankedSentence[]): RankedSentence[] {
  const other = ranked.slice(1, 6).find((sentence) => sentence.text !== best.text);
  const both = other === undefined ? [best] : [best, other];
  return both.sort((a, b) => (a.path === b.path ? a.start - b.start : a.path < b.path ? -1 : 1));
}
