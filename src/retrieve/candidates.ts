import { headingsOf } from '../documents/headings.ts';
import type { EvidenceSpan } from '../documents/types.ts';
import type { IndexedPassage } from '../index/types.ts';
import type { ModelCall, RelevanceScorer } from '../models/ports.ts';
import { spanId } from '../contract/citation.ts';
import type { CandidateSpan, SpanPlace } from './types.ts';

/** Title and headings of a place, outermost first, each once. */
export function headingOf(title: string, headingPath: readonly string[]): string {
  const parts = [title, ...headingPath].filter((part, index, all) => part !== '' && all.indexOf(part) === index);
  return parts.join(' > ');
}

/**
 * The distinct spans of the passages, scored against the query. Overlapping passages share spans: each counts once. Spans that read
 * the same (case and white space aside) are copies of the most relevant one; copies never count twice (docs/methods.md 1.2).
 */
export async function candidateSpans(
  query: string,
  passages: readonly IndexedPassage[],
  relevance: RelevanceScorer,
  call: ModelCall,
): Promise<CandidateSpan[]> {
  const distinct = new Map<string, Omit<CandidateSpan, 'relevance' | 'copies'>>();
  for (const passage of passages) {
    for (const span of passage.spans) {
      const id = spanId(passage.path, span.start, span.end);
      if (distinct.has(id)) continue;
      distinct.set(id, { id, passage, span, heading: headingOf(passage.title, headingsOf(span)) });
    }
  }
  const spans = [...distinct.values()];
  const scores = await relevance.score(
    query,
    spans.map((entry) => ({ text: entry.span.plain, heading: entry.heading })),
    call,
  );
  const ranked = spans.map((entry, index) => ({ ...entry, relevance: scores[index] ?? 0 })).sort(byRelevance);

  const representatives = new Map<string, (typeof ranked)[number] & { copies: SpanPlace[] }>();
  for (const entry of ranked) {
    const words = wordsOfSpan(entry.span);
    const known = representatives.get(words);
    if (known === undefined) representatives.set(words, { ...entry, copies: [] });
    else {
      const { start, end, locator } = entry.span;
      known.copies.push({ path: entry.passage.path, start, end, ...(locator === undefined ? {} : { locator }) });
    }
  }
  return [...representatives.values()];
}

/** Spans of the same words are copies. "Defaults to 300 seconds." of one option is no copy of another's. */
export function wordsOfSpan({ item = '', plain }: EvidenceSpan): string {
  return `${item}\n${plain}`.toLowerCase().replaceAll(/\s+/g, ' ').trim();
}

export function byRelevance(a: { relevance: number; id: string }, b: { relevance: number; id: string }): number {
  return b.relevance - a.relevance || (a.id < b.id ? -1 : 1);
}
