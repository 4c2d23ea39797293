import type { Embedder, ModelCall } from '../../models/ports.ts';
import { tokenize } from '../../text/tokens.ts';
import { toMask } from '../mask.ts';
import type { ScoredPool } from '../pool.ts';
import { cosine } from '../vectors.ts';
import type { RerankerPool } from './features.ts';

/** A scored pool as the reranker reads it; the embedder is asked once, for the statement and all spans under their headings. */
export async function toRerankerPool(scored: ScoredPool, statement: string, embedder: Embedder, call: ModelCall): Promise<RerankerPool> {
  const { pool, chosen, coverage, stored } = scored;
  const [[wanted] = [], vectors] = await Promise.all([
    embedder.embed([statement], 'query', call),
    embedder.embed(chosen.map(({ heading, text }) => (heading === '' ? text : `${heading}. ${text}`)), 'passage', call),
  ]);
  return {
    spans: chosen.map((candidate, index) => ({
      text: candidate.text,
      heading: candidate.heading,
      source: candidate.citation.path,
      tokens: tokenize(candidate.text).length,
      relevance: candidate.relevance,
      entailment: pool[index]?.entailment ?? { entail: 0, neutral: 1, contradict: 0 },
      covers: coverage.covers(candidate.text),
      headingCovers: coverage.covers(candidate.heading),
      similarity: embedder.similarity.toReference(cosine(wanted, vectors[index])),
    })),
    unitWeights: stored.units.map((unit) => unit.weight),
    answer: coverage.answer,
    joint: stored.joint.map(({ spans, entail }) => ({ set: toMask(spans), entail })),
  };
}
