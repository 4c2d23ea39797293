import type { AnswerForm } from '../contract/report.ts';
import { quantitiesIn } from '../text/quantities.ts';
import { comparedSides, shareOfSide } from './sides.ts';
import type { RankedSentence } from './types.ts';

/** More items than this are no answer but a chapter. */
const longestList = 25;
/** Sentences among which the other side of a comparison is looked for. */
const partners = 15;

/**
 * The sentences that answer together, from the best one: a list with the sentence that introduces it, a line for each side of a comparison,
 * what stands under a heading that is the term, else the sentence alone. In reading order.
 * @param ranked best first; at least one
 * @param inOrder all sentences of the passages that were read, by document and place
 */
export function bodyOf(
  question: string,
  form: AnswerForm,
  ranked: readonly RankedSentence[],
  inOrder: readonly RankedSentence[],
): RankedSentence[] {
  const [best] = ranked;
  if (best === undefined) return [];
  if (form === 'comparison') return comparison(question, best, ranked);
  if (best.kind === 'heading') return underHeading(best, inOrder);
  // A sentence that only announces what follows says nothing without it.
  if (form === 'list' || introduces(best)) return listOf(best, inOrder) ?? (form === 'list' ? withWhatFollows(best, inOrder) : [best]);
  return [best];
}

const goesOn =
  /^\W*(?:in addition|additionally|also|furthermore|moreover|further|besides|finally|lastly|second(?:ly)?|third(?:ly)?|another)\b/i;
/** Sentences of an enumeration that goes on in running text. */
const longestRun = 5;

/** "Other means may be used. These include:", "..., nor is this. In addition, ...": a list that goes on in the sentences after the one that begins it. */
function withWhatFollows(best: RankedSentence, inOrder: readonly RankedSentence[]): RankedSentence[] {
  const document = inOrder.filter((other) => other.path === best.path);
  const at = document.findIndex((other) => other.id === best.id);
  const next = document[at + 1];
  if (next === undefined || next.kind === 'heading' || next.scope !== best.scope) return [best];
  const list = introduces(next) ? listOf(next, inOrder) : null;
  if (list !== null && list.length > 1) return [best, ...list];
  let end = at + 1;
  while (end - at < longestRun && document[end]?.scope === best.scope && goesOn.test(document[end]?.text ?? '')) end += 1;
  return document.slice(at, end);
}

function introduces({ text }: RankedSentence): boolean {
  return /[:：]\s*$/.test(text);
}

/** The list that a sentence introduces or is an item of; null where it is neither. */
export function listOf(sentence: RankedSentence, inOrder: readonly RankedSentence[]): RankedSentence[] | null {
  const document = inOrder.filter((other) => other.path === sentence.path);
  const at = document.findIndex((other) => other.id === sentence.id);
  if (at < 0) return null;
  const isItem = (place: number): boolean => document[place]?.kind === 'list-item';
  let first = at;
  if (isItem(at)) while (isItem(first - 1) && sameList(document[first - 1], sentence)) first -= 1;
  else if (introduces(sentence) || announces(sentence, document, at + 1) || (isItem(at + 1) && document[at + 1]?.leadIn === sentence.text))
    first = at + 1;
  else return null;
  let last = first;
  while (isItem(last) && sameList(document[last], document[first])) last += 1;
  const items = document.slice(first, last);
  if (items.length === 0 || items.length > longestList) return null;
  const lead = document[first - 1];
  const leads =
    lead !== undefined &&
    lead.kind !== 'heading' &&
    (introduces(lead) || announces(lead, document, first) || lead.text === items[0]?.leadIn);
  return leads ? [lead, ...items] : items;
}

/** "There are three levels.", "The following are exempt.": a sentence that the list right behind it counts out or follows, though it ends with no colon. */
function announces({ text, kind, scope }: RankedSentence, document: readonly RankedSentence[], first: number): boolean {
  const items = document.slice(first, first + longestList).findIndex((item) => item.kind !== 'list-item' || item.scope !== scope);
  const count = items < 0 ? document.length - first : items;
  if (kind !== 'paragraph' || count < 2) return false;
  if (/\b(?:the following|as follows|these|below)\b/i.test(text)) return true;
  // Items may be of several sentences.
  return quantitiesIn(text).some(
    ({ dimension, low, high }) => dimension === 'count' && low === high && low >= 2 && low <= count && count <= 3 * low,
  );
}

function sameList(a: RankedSentence | undefined, b: RankedSentence | undefined): boolean {
  return a !== undefined && b !== undefined && a.scope === b.scope && a.leadIn === b.leadIn;
}

/** A heading says nothing by itself: the first sentence under it, with its list where it introduces one. */
function underHeading(heading: RankedSentence, inOrder: readonly RankedSentence[]): RankedSentence[] {
  const next = inOrder[inOrder.findIndex((other) => other.id === heading.id) + 1];
  if (next === undefined || next.path !== heading.path || next.kind === 'heading') return [heading];
  return introduces(next) ? (listOf(next, inOrder) ?? [next]) : [next];
}

/** The best sentence, and the best one that says the other side where the first does not; where the sides are not known, the next best. */
function comparison(question: string, best: RankedSentence, ranked: readonly RankedSentence[]): RankedSentence[] {
  const others = ranked.slice(1, partners).filter((sentence) => sentence.text !== best.text && sentence.kind !== 'heading');
  const sides = comparedSides(question);
  let partner = others[0];
  if (sides !== null) {
    const [left, right] = sides.map((side) => shareOfSide(side, best));
    if (left === 1 && right === 1) return [best];
    const [own, other] = (left ?? 0) >= (right ?? 0) ? sides : [sides[1], sides[0]];
    const shares = others.map((sentence) => ({ sentence, gap: shareOfSide(other, sentence) - shareOfSide(own, sentence) }));
    const most = Math.max(0, ...shares.map(({ gap }) => gap));
    partner = (most > 0 ? shares.find(({ gap }) => gap === most)?.sentence : undefined) ?? partner;
  }
  const both = partner === undefined ? [best] : [best, partner];
  return both.sort((a, b) => (a.path === b.path ? a.start - b.start : a.path < b.path ? -1 : 1));
}
