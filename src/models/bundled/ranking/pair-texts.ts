import type { ContextSentence, RankingPassage, RankingSentence } from '../../ports.ts';

/** Headings and a list's lead-in nearest to the sentence, behind the document's title. */
const nearestScopes = 2;
/** Characters of a list's items that its lead-in is read with. */
const mostOfList = 240;

/** Such a beginning says nothing without the sentence before it. "There are three roles" does not point back. */
const pointsBack =
  /^(?:(?:it|its|they|their|them|he|she|his|her|this|these|those|such|both|neither|either|one of them|the same|otherwise|then|here|in that case|in this case|after that|before that|until then|from then|(?:later|earlier|longer|more|less|fewer|sooner) than (?:that|this))\b|that (?!is why)\w)/i;

/**
 * A sentence as the pair network reads it, with what it stands under: the document's title, its nearest headings and its list's lead-in, and
 * the sentence before where it points back to it. The lead-in of a list is read with its items: "Bring the following:" alone answers nothing.
 */
export function pairTexts(passage: RankingPassage, place: number): ContextSentence {
  const { title, sentences } = passage;
  const sentence = sentences[place];
  if (sentence === undefined) return { text: '', context: title };
  const scopes = sentence.scope.split(' > ').filter((part) => part !== '' && part !== title);
  const before = sentences[place - 1];
  const pointed = before?.scope === sentence.scope && before.kind === sentence.kind && pointsBack.test(sentence.text) ? [before.text] : [];
  return {
    text: [sentence.text, ...itemsOf(sentence, sentences.slice(place + 1))].join(' '),
    context: [title, ...scopes.slice(-nearestScopes), ...pointed].join(': '),
  };
}

/** Of the list that a sentence leads into the items that follow it. */
function itemsOf(lead: RankingSentence, after: readonly RankingSentence[]): string[] {
  if (!lead.text.endsWith(':') || lead.kind === 'list-item') return [];
  const items: string[] = [];
  let size = 0;
  for (const { text, scope, kind } of after) {
    if (kind !== 'list-item' || !scope.endsWith(lead.text) || size + text.length > mostOfList) break;
    items.push(text);
    size += text.length;
  }
  return items;
}
