import { spanId } from '../contract/citation.ts';
import type { ReadablePassage, ReadableSpan } from '../inference/types.ts';
import { headingOf } from '../retrieve/candidates.ts';
import type { CandidateSpan, RetrievedEvidence } from '../retrieve/types.ts';

/** What was retrieved as the judge reads it, and where each sentence of it comes from. */
export interface Readable {
  /** In the search's order. */
  readonly passages: readonly ReadablePassage[];
  /** By id: one stands for all its copies. */
  readonly spans: ReadonlyMap<string, CandidateSpan>;
}

/** Headings are read as headings and not as sentences; of copies the one that stands for them is read. */
export function readableOf({ passages, spans }: RetrievedEvidence): Readable {
  const byPlace = standingFor(spans);
  return {
    spans: new Map(spans.map((entry) => [entry.id, entry])),
    passages: passages
      .map(({ passage }) => ({
        id: passage.id,
        path: passage.path,
        heading: headingOf(passage.title, passage.headingPath),
        spans: passage.spans.flatMap(({ kind, start, end, plain, leadIn }): ReadableSpan[] => {
          const known = byPlace.get(spanId(passage.path, start, end));
          return kind === 'heading' || known === undefined
            ? []
            : [{ id: known.id, text: plain, ...(leadIn === undefined ? {} : { leadIn }) }];
        }),
      }))
      .filter((passage) => passage.spans.length > 0),
  };
}

/** Which sentence stands for the one at a place: itself, or the one that it is a copy of. */
export function standingFor(spans: readonly CandidateSpan[]): Map<string, CandidateSpan> {
  const byPlace = new Map<string, CandidateSpan>();
  for (const entry of spans) for (const { path, start, end } of entry.copies) byPlace.set(spanId(path, start, end), entry);
  for (const entry of spans) byPlace.set(entry.id, entry);
  return byPlace;
}
