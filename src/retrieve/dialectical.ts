import { dot } from '../base/dot.ts';
import { globMatcher } from '../base/glob.ts';

import type { IndexedPassage, PassageIndex, SearchHit } from '../index/types.ts';
import type { ModelCall, Models } from '../models/ports.ts';
import { contentStems, tokenize } from '../text/tokens.ts';
import { headingOf } from './candidates.ts';
import type { ScoredPassage } from './types.ts';

/** How far a source is to be trusted, by glob; the first that matches counts. Unmatched paths have 1. */
export interface SourcePrior {
  readonly matches: (path: string) => boolean;
  /** [0, 1]. */
  readonly reliability: number;
}

export interface DialecticalOptions {
  /** Passages wanted for each query. */
  readonly limit: number;
  readonly exclude: readonly string[];
  readonly sources: readonly SourcePrior[];
  /** Eq. 4: above this similarity on the reference scale two passages are one. */
  readonly duplicateSimilarity: number;
  /** Eq. 5's thresholds, [0, 1]. */
  readonly leastQuality: number;
  readonly leastRelevance: number;
}

/** Priors from globs with reliabilities, in their order. */
export function sourcePriors(globs: Readonly<Record<string, number>>): SourcePrior[] {
  return Object.entries(globs).map(([glob, reliability]) => ({ matches: globMatcher([glob]), reliability }));
}

/** A passage of the dialectical evidence space: fits the question, a neighbouring question, or both. */
export interface DialecticalPassage extends ScoredPassage {
  /** s(q', e) for each probe in order, [0, 1]. */
  readonly probeRelevance: readonly number[];
  /** Coherence, informativeness and reliability together, [0, 1]. */
  readonly quality: number;
  /** Ids of near-duplicates: listed, never counted. */
  readonly duplicates: readonly string[];
}

/**
 * Dialectical retrieval (CF-RAG sec. 4.1.2): one batched search for the question and its probes, near-duplicates joined (eq. 4),
 * quality and relevance filters (eq. 5). Best first: by relevance to the question, ties by id.
 */
export async function retrieveDialectically(
  question: string,
  probes: readonly string[],
  index: PassageIndex,
  models: Models,
  options: DialecticalOptions,
  call: ModelCall,
): Promise<DialecticalPassage[]> {
  const queries = [question, ...probes];
  const vectors = await models.embedder.embed(queries, 'query', call);
  const searches = queries.flatMap((text, place) => {
    const vector = vectors[place];
    return vector === undefined ? [] : [{ text, vector }];
  });
  const results = await index.search(searches, { limit: options.limit, exclude: options.exclude }, call.signal);
  const hits = new Map<string, SearchHit>();
  for (const hit of results.flat()) {
    const known = hits.get(hit.passage.id);
    if (known === undefined || hit.score > known.score) hits.set(hit.passage.id, hit);
  }
  const union = [...hits.values()];
  const inputs = union.map(({ passage }) => ({
    text: passage.spans.map((span) => span.plain).join(' '),
    heading: headingOf(passage.title, passage.headingPath),
  }));
  const relevance = await Promise.all(queries.map((query) => models.relevance.score(query, inputs, call)));

  const scored = union.map((hit, place): DialecticalPassage => ({
    passage: hit.passage,
    vector: hit.vector,
    score: hit.score,
    relevance: relevance[0]?.[place] ?? 0,
    probeRelevance: relevance.slice(1).map((row) => row[place] ?? 0),
    quality: passageQuality(inputs[place]?.text ?? '', reliabilityOf(hit.passage.path, options.sources)),
    duplicates: [],
  }));
  const ranked = scored.sort((a, b) => b.relevance - a.relevance || (a.passage.id < b.passage.id ? -1 : 1));
  return joinDuplicates(ranked, (a, b) => models.embedder.similarity.toReference(dot(a, b)), options.duplicateSimilarity).filter(
    (entry) => entry.quality > options.leastQuality && Math.max(entry.relevance, ...entry.probeRelevance) > options.leastRelevance,
  );
}

/**
 * CF-RAG eq. 4. As printed it drops both members of a pair of near-duplicates; here the first - the most relevant, as the input is
 * ranked - stays and the others are recorded on it.
 */
export function joinDuplicates<T extends Pick<DialecticalPassage, 'passage' | 'vector' | 'duplicates'>>(
  ranked: readonly T[],
  similarity: (a: Float32Array, b: Float32Array) => number,
  threshold: number,
): T[] {
  const kept: { entry: T; duplicates: string[] }[] = [];
  for (const entry of ranked) {
    const twin = kept.find(
      (other) => similarity(other.entry.vector, entry.vector) > threshold && !saysMore(entry.passage.text, other.entry.passage.text),
    );
    if (twin === undefined) kept.push({ entry, duplicates: [] });
    else twin.duplicates.push(entry.passage.id);
  }
  return kept.map(({ entry, duplicates }) => ({ ...entry, duplicates: [...entry.duplicates, ...duplicates] }));
}

/** Two passages that differ in a number or a negation are no duplicates, however alike their vectors: that is how a superseded clause differs from the one in force. */
function saysMore(text: string, than: string): boolean {
  const decisive = (passage: string): string[] =>
    passage.toLowerCase().match(/\d+(?:[.,]\d+)*|\b(?:not|no|never|without|none|cannot)\b/g) ?? [];
  const known = new Set(decisive(than));
  return decisive(text).some((word) => !known.has(word));
}

/** Q(e) of eq. 5: is it well-formed text, does it say something, may its source be trusted? Geometric mean, [0, 1]. */
export function passageQuality(text: string, reliability: number): number {
  const tokens = tokenize(text);
  if (tokens.length === 0) return 0;
  const wordLike = tokens.filter((token) => /^[\p{L}][\p{L}'’-]*$/u.test(token.text) || /^\d/.test(token.text)).length / tokens.length;
  const density = Math.min(1, contentStems(text).length / tokens.length / 0.4);
  return Math.cbrt(wordLike * density * reliability);
}

/** Passages of a source that is trusted less, and of which too little is left of their quality (eq. 5): no stage may use them. */
export function isDistrusted({ path, spans }: IndexedPassage, sources: readonly SourcePrior[], leastQuality: number): boolean {
  const reliability = reliabilityOf(path, sources);
  return reliability < 1 && passageQuality(spans.map((span) => span.plain).join(' '), reliability) <= leastQuality;
}

function reliabilityOf(path: string, sources: readonly SourcePrior[]): number {
  return sources.find((source) => source.matches(path))?.reliability ?? 1;
}
