import { type EvaluationDocument, sentenceRef, type SentenceRef } from './item.ts';
import { sameSpan } from './set-metrics.ts';

/** The set's own sentences that predicted spans stand for. */
export function sentencesOf(
  documents: readonly EvaluationDocument[],
  spans: readonly { readonly path: string; readonly start: number; readonly end: number }[],
): Set<SentenceRef> {
  const byPath = new Map(documents.map((document) => [document.path, document]));
  const found = new Set<SentenceRef>();
  for (const span of spans)
    byPath.get(span.path)?.sentences.forEach((sentence, index) => {
      if (sameSpan(span, sentence)) found.add(sentenceRef(span.path, index));
    });
  return found;
}
