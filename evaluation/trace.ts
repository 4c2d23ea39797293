import { z } from 'zod';

import type { AuditReport } from '../src/contract/report.ts';
import { normaliseAnswer, overAnswers, tokenF1 } from './answer-metrics.ts';
import { sentencesOf } from './gold-sentences.ts';
import { type AuditItem, parseSentenceRef } from './item.ts';
import { bestSetScores, sameSpan } from './set-metrics.ts';

const spanSchema = z.object({
  path: z.string(),
  start: z.number(),
  end: z.number(),
  text: z.string(),
  relevance: z.number(),
  entail: z.number(),
  role: z.string(),
});

/** What an audit of one item did, stage by stage, short enough to be kept with its record. */
export const traceSchema = z.object({
  statement: z.string(),
  reason: z.string(),
  quality: z.number(),
  passages: z.array(z.object({ path: z.string(), start: z.number(), end: z.number(), relevance: z.number() })),
  pool: z.array(spanSchema),
  drafts: z.array(z.object({ text: z.string(), total: z.number(), selected: z.boolean() })),
  probes: z.array(z.object({ kind: z.string(), query: z.string(), answer: z.string().nullable(), state: z.string() })),
  notes: z.array(z.string()),
});
export type Trace = z.infer<typeof traceSchema>;

export function traceOf(report: AuditReport): Trace {
  return {
    statement: report.answer.statement,
    reason: report.answer.reason,
    quality: report.evidence.quality,
    passages: report.passages.map(({ path, start, end, relevance }) => ({ path, start, end, relevance })),
    pool: report.evidence.pool.map(({ citation, relevance, entailment, role }) => ({
      path: citation.path,
      start: citation.start,
      end: citation.end,
      text: citation.quote,
      relevance,
      entail: entailment?.entail ?? 0,
      role,
    })),
    drafts: report.drafts.map(({ text, scores, selected }) => ({ text, total: scores.total, selected })),
    probes: report.probes.map(({ kind, query, answer, rejection, selected }) => ({
      kind,
      query,
      answer,
      state: selected ? 'selected' : (rejection ?? 'valid'),
    })),
    notes: report.stages.flatMap(({ name, note }) => (note === undefined ? [] : [`${name}: ${note}`])),
  };
}

/** The stage at which an item was lost; `none` where it was not. */
export const losses = ['none', 'retrieve', 'candidates', 'read', 'minimise', 'abstain', 'answered anyway'] as const;
export type Loss = (typeof losses)[number];

/** What the evaluation keeps of an item beside the prediction, so that a person can see why. */
export const readableSchema = z.object({
  /** F1 of the answer, where the set has answers; else of the evidence; [0, 1]. */
  score: z.number(),
  loss: z.enum(losses),
  gold: z.array(z.object({ path: z.string(), start: z.number(), end: z.number(), text: z.string() })),
  trace: traceSchema,
});
export type Readable = z.infer<typeof readableSchema>;

type Said = {
  readonly answer: string;
  readonly status: string;
  readonly spans: readonly { readonly path: string; readonly start: number; readonly end: number }[];
};
type Gold = Readable['gold'][number];

/**
 * Where an item was lost: the first stage after which what it takes was not there any more. Evidence: a gold sentence in no passage, in
 * a passage but no candidate, a candidate but not in the minimal set. Answers: in no candidate, or in one and not read from it.
 */
export function readable(item: AuditItem, said: Said, trace: Trace): Readable {
  const found = sentencesOf(item.documents, said.spans);
  const nearest = [...item.goldSets].sort((a, b) => bestSetScores(found, [new Set(b)]).f1 - bestSetScores(found, [new Set(a)]).f1)[0] ?? [];
  const gold = nearest.flatMap((ref) => goldOf(item, ref));
  const evidenceF1 =
    item.goldSets.length === 0
      ? null
      : bestSetScores(
          found,
          item.goldSets.map((set) => new Set(set)),
        ).f1;
  const answerF1 = item.answers.length === 0 || item.kind === 'claim' ? null : overAnswers(tokenF1, said.answer, item.answers);
  const score = answerF1 ?? evidenceF1 ?? (item.answerable === (said.status !== 'not-enough-evidence') ? 1 : 0);
  return { score, loss: lossOf(item, said, trace, gold, score, answerF1), gold, trace };
}

function goldOf(item: AuditItem, ref: string): Gold[] {
  const { path, sentence } = parseSentenceRef(ref);
  const document = item.documents.find((entry) => entry.path === path);
  const place = document?.sentences[sentence];
  return document === undefined || place === undefined
    ? []
    : [{ path, start: place.start, end: place.end, text: document.text.slice(place.start, place.end) }];
}

function lossOf(item: AuditItem, said: Said, trace: Trace, gold: readonly Gold[], score: number, answerF1: number | null): Loss {
  if (!item.answerable) return said.status === 'not-enough-evidence' ? 'none' : 'answered anyway';
  if (score >= 0.999) return 'none';
  const inPassage = (place: Gold): boolean => trace.passages.some((passage) => passage.path === place.path && sameSpan(place, passage));
  const inPool = (place: Gold): boolean => trace.pool.some((entry) => entry.path === place.path && sameSpan(entry, place));
  if (gold.some((place) => !inPassage(place))) return 'retrieve';
  if (gold.some((place) => !inPool(place))) return 'candidates';
  if (answerF1 === null) return said.status === 'not-enough-evidence' ? 'abstain' : 'minimise';
  const words = item.answers.map(normaliseAnswer);
  const there = words.some(
    (answer) =>
      answer === 'yes' || answer === 'no' || (answer !== '' && trace.pool.some((entry) => normaliseAnswer(entry.text).includes(answer))),
  );
  if (!there) return 'candidates';
  return said.answer === '' ? 'abstain' : 'read';
}
