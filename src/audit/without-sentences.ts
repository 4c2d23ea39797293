import type { IndexedPassage, PassageIndex, SearchHit } from '../index/types.ts';
import { tokenize } from '../text/tokens.ts';

/** A sentence by its words alone: case, marks of layout and white space aside. Empty for one of fewer than three words, which is none. */
export function wordsOfSentence(text: string): string {
  const words = tokenize(text).map(({ lower }) => lower);
  return words.length < 3 ? '' : words.join(' ');
}

/**
 * The index without some sentences: a search finds their passages, and in these everything but them.
 * @param refuted as `wordsOfSentence` gives them
 * @param onLeftOut told of each place that a search found and that was left out
 */
export function withoutSentences(index: PassageIndex, refuted: ReadonlySet<string>, onLeftOut: (place: string) => void): PassageIndex {
  if (refuted.size === 0) return index;
  const without = (passage: IndexedPassage): IndexedPassage => {
    const spans = passage.spans.filter(({ plain, start }) => {
      const isRefuted = refuted.has(wordsOfSentence(plain));
      if (isRefuted) onLeftOut(`${passage.path}:${start}`);
      return !isRefuted;
    });
    return spans.length === passage.spans.length ? passage : { ...passage, spans };
  };
  return {
    kind: index.kind,
    version: () => index.version(),
    search: async (queries, options, signal) =>
      (await index.search(queries, options, signal)).map((hits) =>
        hits.map((hit): SearchHit => ({ ...hit, passage: without(hit.passage), copies: hit.copies.map(without) })),
      ),
    passagesOf: async (path) => (await index.passagesOf(path)).map(without),
    documents: () => index.documents(),
    modifiedAt: () => index.modifiedAt(),
    derived: (name) => index.derived(name),
    ...(index.encoded === undefined ? {} : { encoded: async () => (await index.encoded?.()) ?? null }),
    close: () => index.close(),
  };
}
