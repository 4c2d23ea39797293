import type { PassageIndex } from '../index/types.ts';
import type { ModelCall, Models } from '../models/ports.ts';
import { candidateSpans, headingOf } from './candidates.ts';
import type { RetrievedEvidence } from './types.ts';

export interface RetrieveOptions {
  /** Passages wanted. */
  readonly limit: number;
  readonly exclude: readonly string[];
}

/** Hybrid search for one query, then the scorer's relevance for passages and for the spans in them. */
export async function retrieve(
  query: string,
  index: PassageIndex,
  models: Models,
  options: RetrieveOptions,
  call: ModelCall,
): Promise<RetrievedEvidence> {
  const [vector] = await models.embedder.embed([query], 'query', call);
  if (vector === undefined) return { passages: [], spans: [] };
  const [hits = []] = await index.search([{ text: query, vector }], { limit: options.limit, exclude: options.exclude }, call.signal);
  const relevance = await models.relevance.score(
    query,
    hits.map(({ passage }) => ({
      text: passage.spans.map((span) => span.plain).join(' '),
      heading: headingOf(passage.title, passage.headingPath),
    })),
    call,
  );
  const passages = hits.map((hit, place) => ({
    passage: hit.passage,
    vector: hit.vector,
    score: hit.score,
    relevance: relevance[place] ?? 0,
  }));
  const spans = await candidateSpans(
    query,
    hits.map((hit) => hit.passage),
    models.relevance,
    call,
  );
  return { passages, spans };
}
