import type { EvidenceByPassage } from '../arbitrate/arbitrate.ts';
import type { ArbitrationPassage } from '../arbitrate/types.ts';
import type { PassageIndex } from '../index/types.ts';
import type { EvidenceText, ModelCall, Models } from '../models/ports.ts';
import type { HeatMap, Probe } from '../contract/exploration.ts';
import { candidateSpans, headingOf } from '../retrieve/candidates.ts';
import { type DialecticalPassage, retrieveDialectically, sourcePriors } from '../retrieve/dialectical.ts';
import type { CandidateSpan, RetrievedEvidence } from '../retrieve/types.ts';
import type { AuditSettings } from '../contract/settings.ts';
import { toEvidenceText } from './settle.ts';

/** The dialectical evidence of a question: what fits it, and what fits its neighbours. */
export interface Gathered {
  readonly space: readonly DialecticalPassage[];
  /** All distinct spans of it and of what the question retrieved, scored against the question. */
  readonly spans: readonly CandidateSpan[];
  readonly evidence: EvidenceByPassage;
}

/** @param queries those of the selected probes */
export async function gather(
  {
    question,
    queries,
    exclude,
    settings,
  }: {
    readonly question: string;
    readonly queries: readonly string[];
    readonly exclude: readonly string[];
    readonly settings: AuditSettings;
  },
  found: RetrievedEvidence,
  models: Models,
  index: PassageIndex,
  call: ModelCall,
): Promise<Gathered> {
  const space = await retrieveDialectically(
    question,
    queries,
    index,
    models,
    {
      limit: settings.passages,
      exclude,
      sources: sourcePriors(settings.sources),
      duplicateSimilarity: settings.duplicateSimilarity,
      leastQuality: settings.leastQuality,
      leastRelevance: settings.leastRelevance,
    },
    call,
  );
  const spans = await candidateSpans(
    question,
    [...found.passages, ...space].map((entry) => entry.passage),
    models.relevance,
    call,
  );
  return { space, spans, evidence: groupByPassage(space, spans) };
}

/** The passages of the space with their relevance to other probes than those that gathered them. */
export async function seenBy(
  queries: readonly string[],
  space: readonly DialecticalPassage[],
  { relevance }: Pick<Models, 'relevance'>,
  call: ModelCall,
): Promise<DialecticalPassage[]> {
  const inputs = space.map(({ passage }) => ({
    text: passage.spans.map((span) => span.plain).join(' '),
    heading: headingOf(passage.title, passage.headingPath),
  }));
  const rows = await Promise.all(queries.map((query) => relevance.score(query, inputs, call)));
  return space.map((entry, place) => ({ ...entry, probeRelevance: rows.map((row) => row[place] ?? 0) }));
}

/** Spans by the passages of the space that hold them; a span in an overlap belongs to each. */
function groupByPassage(space: readonly DialecticalPassage[], spans: readonly CandidateSpan[]): Map<string, EvidenceText[]> {
  return new Map(
    space.map(({ passage }) => {
      const own = spans.filter(
        (entry) => entry.passage.path === passage.path && entry.span.start >= passage.start && entry.span.end <= passage.end,
      );
      return [passage.id, own.sort((a, b) => a.span.start - b.span.start).map(toEvidenceText)];
    }),
  );
}

export function toArbitrationPassage({ passage, vector, relevance, probeRelevance }: DialecticalPassage): ArbitrationPassage {
  return { id: passage.id, vector, text: [passage.title, ...passage.spans.map((span) => span.plain)].join(' '), relevance, probeRelevance };
}

/** Relevance of each passage to the question and to each selected probe; null without one. */
export function heatMapOf(space: readonly DialecticalPassage[], selected: readonly Probe[]): HeatMap | null {
  if (selected.length === 0) return null;
  return {
    passages: space.map((entry) => entry.passage.id),
    queries: ['question', ...selected.map((entry) => entry.id)],
    relevance: space.map((entry) => [entry.relevance, ...entry.probeRelevance]),
  };
}
