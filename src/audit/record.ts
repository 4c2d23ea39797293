import { sha256 } from '../base/hash.ts';
import { type SpanId, spanId } from '../contract/citation.ts';
import type { ReadingRecord } from '../contract/reading.ts';
import { readLimits } from '../answer/read.ts';
import { passagesRead } from '../claims/read.ts';
import type { RetrievedEvidence } from '../retrieve/types.ts';
import { supersededRead } from './answering.ts';
import type { WhatWasRead } from './decide.ts';
import { readableOf, standingFor } from './readable.ts';
import type { RecordingJudge } from './recorded-judge.ts';
import type { Refined } from './refinement.ts';

interface Recorded {
  readonly read: WhatWasRead;
  readonly refined: Refined;
  /** What was found in documents in force. */
  readonly standing: RetrievedEvidence;
  readonly beside: readonly SpanId[];
  /** Paths beside those of `refined` that the report names passages of. */
  readonly further: readonly string[];
  readonly recorder: RecordingJudge;
  readonly readText: (path: string) => Promise<string | null>;
}

/** What was read for an audit, for its report. */
export async function recordOf({ read, refined, standing, beside, further, recorder, readText }: Recorded): Promise<ReadingRecord> {
  const { kind, reading, superseded, misleading, causal } = read;
  const found = refined.retrieved.passages.map(({ passage }) => passage.path);
  const searched = new Set(found);
  const documents = await Promise.all(
    [...new Set([...found, ...further])].map(async (path) => ({
      path,
      contentHash: sha256((await readText(path)) ?? ''),
      searched: searched.has(path),
    })),
  );
  const readable = readableOf(standing).passages.slice(0, kind === 'claim' ? passagesRead : readLimits.most);
  const ids = new Set(readable.map(({ id }) => id));
  const byPlace = standingFor(standing.spans);
  const places = standing.passages
    .filter(({ passage }) => ids.has(passage.id))
    .flatMap(({ passage: { path, spans } }) =>
      spans.filter((span) => span.kind !== 'heading').map(({ start, end }) => spanId(path, start, end)),
    );
  const together = kind === 'claim' ? null : (refined.steps?.together ?? null);
  if (together !== null) {
    const sentences = together.passage.spans.map(({ text }) => text);
    recorder.note({ query: read.question, heading: '', sentences }, together.score);
  }
  return {
    query: kind === 'claim' ? read.question : refined.readAs,
    documents,
    passages: [...ids],
    ended:
      reading === null
        ? []
        : refined.retrieved.passages
            .filter(({ passage }) => superseded.has(passage.path))
            .slice(0, supersededRead)
            .map(({ passage }) => passage.id),
    copies: [...new Set(places)].flatMap((place) => {
      const of = byPlace.get(place)?.id ?? null;
      return of === place ? [] : [{ place, of }];
    }),
    together:
      together === null
        ? null
        : together.passage.spans.map(({ id, text }) => ({ spanId: id, title: titleIn(text, reading?.spans.get(id)?.span.plain) })),
    beside: [...beside],
    misleading: causal === null ? [] : [...misleading],
    pairs: recorder.pairs(),
  };
}

/** What `readTogether` set before a sentence. */
function titleIn(text: string, plain: string | undefined): string {
  return plain === undefined || text === plain || !text.endsWith(`: ${plain}`) ? '' : text.slice(0, text.length - plain.length - 2);
}
