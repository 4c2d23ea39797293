import type { SearchResult } from '../contract/search.ts';
import { cite } from '../documents/cite.ts';
import { headingsOf } from '../documents/headings.ts';
import type { PassageIndex } from '../index/types.ts';
import type { Models } from '../models/ports.ts';
import { retrieve } from '../retrieve/retrieve.ts';
import { verifyQuotes } from '../verify/quotes.ts';
import { checkQuestion } from './question.ts';

/** Passages that are looked into, at least: the best sentences are not always in the best passages. */
const leastPassages = 20;

/**
 * The sentences of the index that are most relevant to a query. Nothing is answered and nothing asserted: each is cut from its document as
 * it is now.
 * @throws LinchpinError `question-empty`, `question-too-long`, `cancelled`, index and model codes.
 */
export async function searchSentences(
  query: string,
  limit: number,
  context: { readonly index: PassageIndex; readonly models: Models; readonly readText: (path: string) => Promise<string | null> },
  signal?: AbortSignal,
): Promise<SearchResult> {
  const { spans } = await retrieve(
    checkQuestion(query),
    context.index,
    context.models,
    { limit: Math.max(leastPassages, limit), exclude: [] },
    { seed: 0, ...(signal === undefined ? {} : { signal }) },
  );
  const { kept, dropped, documents } = await verifyQuotes(spans.slice(0, limit), context.readText);
  const found = kept.flatMap(({ passage, span, relevance }) => {
    const document = documents.get(passage.path);
    if (document === undefined) return [];
    const citation = cite(passage.path, document.text, document.contentHash, span.start, span.end, undefined, span.locator);
    return [{ citation, headingPath: [...headingsOf(span)], relevance }];
  });
  return { found, outdated: dropped.length };
}
