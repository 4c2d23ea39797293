import type { RankedSpan } from '../../src/audit/answer/candidates.ts';

/** A sentence as the ranker gives it, in a document of its own. */
export const rankedSentence = (id: string, text: string): RankedSpan =>
  ({
    id,
    text,
    path: `${id}.md`,
    title: '',
    start: 0,
    leadIn: '',
    chance: 0.5,
    signs: null,
    kind: 'paragraph',
    scope: '',
    relevance: 0.5,
    span: { id, passage: { text, start: 0, path: `${id}.md` }, span: { start: 0, end: text.length, headingPath: [] } },
  }) as unknown as RankedSpan;

/** Sentences of one document, in reading order. */
export function inDocument(...sentences: readonly (readonly [text: string, chance: number, more?: Partial<RankedSpan>])[]): RankedSpan[] {
  return sentences.map(([text, chance, more], place) => ({
    ...rankedSentence(text, text),
    path: 'a.md',
    start: 100 * place,
    chance,
    ...more,
  }));
}
