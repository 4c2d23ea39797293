import { dot } from '../base/dot.ts';
import type { PassageIndex, SearchHit } from '../index/types.ts';
import type { Embedder, GeneratedProbe, ModelCall } from '../models/ports.ts';

export interface ProbeInput {
  readonly question: string;
  /** What the question retrieved. */
  readonly hits: readonly Pick<SearchHit, 'vector'>[];
  readonly candidates: readonly GeneratedProbe[];
  readonly exclude: readonly string[];
}

/** A candidate with what it retrieves. */
export interface SearchedProbe {
  readonly candidate: GeneratedProbe;
  /** To the question, reference scale, [0, 1]. */
  readonly similarity: number;
  /** Similarity of the centroids of what the two retrieve, [0, 1]. */
  readonly domainRelevance: number;
  /** What a plain answer to it is read from. */
  readonly hits: readonly SearchHit[];
}

/** Passages that a plain answer is read from. */
const readingDepth = 5;

/** One batched search for all distinct candidates (CF-RAG sec. 4.1.1, app. E); the question itself is none. */
export async function searchProbes(input: ProbeInput, embedder: Embedder, index: PassageIndex, call: ModelCall): Promise<SearchedProbe[]> {
  const candidates = distinct(input.candidates, input.question);
  if (candidates.length === 0) return [];
  const [questionVector, ...vectors] = await embedder.embed(
    [input.question, ...candidates.map((candidate) => candidate.query)],
    'query',
    call,
  );
  const embedded = candidates.flatMap((candidate, place) => {
    const vector = vectors[place];
    return vector === undefined || questionVector === undefined
      ? []
      : [{ candidate, vector, similarity: clamp(embedder.similarity.toReference(dot(questionVector, vector))) }];
  });
  const results = await index.search(
    embedded.map(({ candidate, vector }) => ({ text: candidate.query, vector })),
    { limit: readingDepth, exclude: input.exclude },
    call.signal,
  );
  const centre = centroid(input.hits);
  return embedded.map(({ candidate, similarity }, place) => {
    const hits = results[place] ?? [];
    return { candidate, similarity, hits, domainRelevance: clamp(embedder.similarity.toReference(dot(centre, centroid(hits)))) };
  });
}

/** One of each wording, without the question itself. */
function distinct(candidates: readonly GeneratedProbe[], question: string): GeneratedProbe[] {
  const seen = new Set([normal(question)]);
  return candidates.filter((candidate) => {
    const words = normal(candidate.query);
    if (words === '' || seen.has(words)) return false;
    seen.add(words);
    return true;
  });
}

function normal(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** The mean direction of what was retrieved; the zero vector for nothing. */
function centroid(hits: readonly Pick<SearchHit, 'vector'>[]): Float32Array {
  const sum = new Float32Array(hits[0]?.vector.length ?? 0);
  for (const { vector } of hits) for (let d = 0; d < sum.length; d += 1) sum[d] = (sum[d] ?? 0) + (vector[d] ?? 0);
  const norm = Math.hypot(...sum);
  return norm === 0 ? sum : sum.map((value) => value / norm);
}

function clamp(value: number): number {
  return Math.min(1, Math.max(0, value));
}
