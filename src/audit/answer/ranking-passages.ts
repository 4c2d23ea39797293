import type { RankingPassage, RankingSentence } from '../../models/ports.ts';
import type { CandidateSpan, RetrievedEvidence } from '../../retrieve/types.ts';

export interface RankableSpan extends RankingSentence {
  readonly span: CandidateSpan;
}

export interface RankablePassage extends RankingPassage {
  readonly sentences: readonly RankableSpan[];
}

/** Retrieved passages as the ranker reads them: best first, each distinct span once, in the first passage that has it, in reading order. */
export function rankingPassages({ passages, spans }: RetrievedEvidence): RankablePassage[] {
  const byPassage = new Map<string, CandidateSpan[]>();
  for (const span of spans) {
    const own = byPassage.get(span.passage.id);
    if (own === undefined) byPassage.set(span.passage.id, [span]);
    else own.push(span);
  }
  return passages.flatMap(({ passage, score, relevance }) => {
    const own = byPassage.get(passage.id);
    if (own === undefined) return [];
    const sentences = own
      .sort((a, b) => a.span.start - b.span.start)
      .map((span): RankableSpan => ({
        text: span.span.plain,
        kind: span.span.kind,
        scope: [...span.span.headingPath, ...(span.span.leadIn === undefined ? [] : [span.span.leadIn])].join(' > '),
        relevance: span.relevance,
        span,
      }));
    return [{ path: passage.path, title: passage.title, score, relevance, sentences }];
  });
}
