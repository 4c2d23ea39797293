import type { Embedder, ModelCall } from '../../models/ports.ts';
import type { EntailmentScores } from '../../contract/evidence.ts';
import { tokenize } from '../../text/tokens.ts';
import type { EvidenceCandidate } from '../types.ts';
import type { Coverage } from '../units.ts';
import { cosine } from '../vectors.ts';
import type { RerankerPool } from './features.ts';

/** Candidates as the reranker reads them; the embedder is asked once, for the statement and all spans under their headings. */
export async function toRerankerPool(
  candidates: readonly EvidenceCandidate[],
  scores: readonly EntailmentScores[],
  coverage: Coverage,
  statement: string,
  embedder: Embedder,
  call: ModelCall,
): Promise<RerankerPool> {
  const [wanted] = await embedder.embed([statement], 'query', call);
  const vectors = await embedder.embed(
    candidates.map(({ heading, text }) => (heading === '' ? text : `${heading}. ${text}`)),
    'passage',
    call,
  );
  return {
    spans: candidates.map((candidate, index) => ({
      text: candidate.text,
      heading: candidate.heading,
      source: candidate.citation.path,
      tokens: tokenize(candidate.text).length,
      entailment: scores[index] ?? { entail: 0, neutral: 1, contradict: 0 },
      covers: coverage.covers(candidate.text),
      headingCovers: coverage.covers(candidate.heading),
      similarity: embedder.similarity.toReference(cosine(wanted, vectors[index])),
    })),
    unitWeights: coverage.units.map((unit) => unit.weight),
    answer: coverage.answer,
  };
}
