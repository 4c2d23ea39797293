import { z } from 'zod';

import { judgedStatement } from '../src/audit/judged-statement.ts';
import { audit } from '../src/audit/pipeline.ts';
import { rerank } from '../src/audit/rerank.ts';
import type { AuditSettings } from '../src/contract/settings.ts';
import type { AuditContext } from '../src/audit/types.ts';
import { createMemoryIndex } from '../src/index/memory-store.ts';
import type { PassageIndex } from '../src/index/types.ts';
import type { GeneratedAnswer, Models } from '../src/models/ports.ts';
import { retrieve } from '../src/retrieve/retrieve.ts';
import type { CandidateSpan } from '../src/retrieve/types.ts';
import { answerStatusSchema } from '../src/contract/report.ts';
import { sentences } from '../src/text/sentences.ts';
import { contentStems, tokenize } from '../src/text/tokens.ts';
import { countWords, rank, StatisticsBuilder } from '../src/index/rank.ts';
import type { AuditItem, EvaluationDocument } from './item.ts';
import { traceOf, traceSchema } from './trace.ts';

/** What an arm says of an item. */
export const predictionSchema = z.object({
  answer: z.string(),
  status: answerStatusSchema,
  /** What the shown spans are to support; empty where nothing is said. */
  statement: z.string(),
  /** Calibrated quality, or the arm's own confidence, [0, 1]. */
  confidence: z.number(),
  /** Evidence spans by place. */
  spans: z.array(z.object({ path: z.string(), start: z.number(), end: z.number() })).readonly(),
  tokens: z.number(),
  ms: z.number(),
  /** Mean drop in quality when one span is taken away; null where there is no certificate. */
  deletionDrop: z.number().nullable(),
  crr: z.number().nullable(),
  consensus: z.boolean().nullable(),
  /** What each stage did, for reading errors; null where the arm has no stages. */
  trace: traceSchema.nullable(),
  probes: z
    .array(
      z.object({
        kind: z.string(),
        selected: z.boolean(),
        rejection: z.string().nullable(),
        similarity: z.number(),
        answerDistance: z.number(),
      }),
    )
    .readonly(),
});
export type Prediction = z.infer<typeof predictionSchema>;

export interface Arm {
  readonly name: string;
  predict(item: AuditItem, context: AuditContext, models: Models, seed: number): Promise<Prediction>;
}

const none = { deletionDrop: null, crr: null, consensus: null, probes: [], trace: null } as const;

/** The set's own sentences, or the product's where it has none. */
function sentencesIn({ text, sentences: own }: EvaluationDocument): readonly { readonly start: number; readonly end: number }[] {
  return own.length > 0 ? own : sentences(text);
}

/** Sentences by BM25 alone, titles read with them: the baseline of the field. Answers nothing. */
function bm25Top(count: number): Arm {
  return {
    name: `bm25-top-${count}`,
    predict(item) {
      const started = performance.now();
      const rows = item.documents.flatMap((document) =>
        sentencesIn(document).map((sentence) => ({
          document,
          sentence,
          words: countWords(contentStems(`${document.title} ${document.text.slice(sentence.start, sentence.end)}`)),
        })),
      );
      const builder = new StatisticsBuilder();
      for (const row of rows) builder.add(`${row.document.path}:${row.sentence.start}`, row.document.path, row.words);
      // One and the same for all: words alone decide.
      const vector = Float32Array.of(1);
      const hits = rank(
        { text: item.question, vector },
        rows.map(({ document, sentence, words }) => ({
          id: `${document.path}:${String(sentence.start).padStart(8, '0')}`,
          path: document.path,
          ...sentence,
          vector,
          textKey: `${document.path}:${sentence.start}`,
          // Of no use without a sentence encoder.
          key: 0n,
          words,
        })),
        builder.build(),
        { limit: count },
      );
      const spans = hits.map(({ best: { path, start, end } }) => ({ path, start, end }));
      return Promise.resolve({
        ...none,
        answer: '',
        statement: '',
        status: 'not-enough-evidence',
        confidence: 0,
        spans,
        tokens: tokensOf(item.documents, spans),
        ms: performance.now() - started,
      });
    },
  };
}

/** Retrieve and read, without probes, arbitration or minimal sets: plain RAG on the same models, the same passages, in the same process. */
export async function plainAnswer(
  question: string,
  index: PassageIndex,
  models: Models,
  seed: number,
  reranked: boolean,
): Promise<{ answer: GeneratedAnswer | undefined; read: readonly CandidateSpan[] }> {
  const found = await retrieve(question, index, models, { limit: 20, exclude: [] }, { seed });
  const read = reranked ? await rerank(question, found.spans, models, 6, { seed }) : found.spans;
  const [answer] = await models.generator.answer(
    [
      {
        question,
        evidence: read.map((entry) => ({
          spanId: entry.id,
          path: entry.passage.path,
          heading: entry.heading,
          text: entry.span.plain,
          relevance: entry.relevance,
        })),
      },
    ],
    { seed },
  );
  return { answer, read };
}

function plainArm(name: string, reranked: boolean): Arm {
  return {
    name,
    async predict(item, { index }, models, seed) {
      const started = performance.now();
      const { answer, read } = await plainAnswer(item.question, index, models, seed, reranked);
      const spans = read.slice(0, 2).map((entry) => ({ path: entry.passage.path, start: entry.span.start, end: entry.span.end }));
      const abstained = answer === undefined || answer.abstained;
      const statement = abstained
        ? ''
        : item.kind === 'claim'
          ? item.question
          : judgedStatement(
              item.question,
              answer,
              read.map((entry) => entry.span.plain),
            );
      return {
        ...none,
        answer: answer?.text ?? '',
        statement,
        status: abstained ? 'not-enough-evidence' : 'supported',
        confidence: Math.exp(answer?.logProbability ?? -Infinity),
        spans,
        tokens: tokensOf(item.documents, spans),
        ms: performance.now() - started,
      };
    },
  };
}

/** No documents: what the models know by themselves. The bundled reader knows nothing, so that guessing shows. */
const closed: Arm = {
  name: 'closed',
  async predict(item, _context, models, seed) {
    const started = performance.now();
    const [answer] = await models.generator.answer([{ question: item.question, evidence: [] }], { seed });
    const abstained = answer === undefined || answer.abstained;
    return {
      ...none,
      answer: answer?.text ?? '',
      statement: '',
      status: abstained ? 'not-enough-evidence' : 'supported',
      confidence: Math.exp(answer?.logProbability ?? -Infinity),
      spans: [],
      tokens: 0,
      ms: performance.now() - started,
    };
  },
};

/** The product's audit with its answer, but with the five spans that its pool begins with in place of a minimal set. */
const withoutMinimise: Arm = {
  name: 'linchpin-without-minimise',
  async predict(item, context, models, seed) {
    const whole = await auditArm('linchpin', {}).predict(item, context, models, seed);
    const cited = whole.trace === null ? [] : whole.trace.pool.slice(0, 5);
    const spans = cited.map(({ path, start, end }) => ({ path, start, end }));
    return { ...whole, spans, tokens: tokensOf(item.documents, spans), deletionDrop: null };
  },
};

/** The product's audit with some settings. */
export function auditArm(name: string, settings: Partial<AuditSettings>): Arm {
  return {
    name,
    async predict(item, context, _models, seed) {
      const started = performance.now();
      const report = await audit({ question: item.question, kind: item.kind, seed, settings }, context);
      const spans = report.evidence.minimal.map(({ citation }) => ({ path: citation.path, start: citation.start, end: citation.end }));
      const ratios = report.probes.flatMap((probe) => (probe.crr === null ? [] : [probe.crr]));
      const { certificate } = report.evidence;
      return {
        answer: report.answer.text,
        status: report.answer.status,
        statement: report.evidence.scores.statement ?? report.answer.statement,
        confidence: report.evidence.quality,
        spans,
        tokens: tokensOf(item.documents, spans),
        ms: performance.now() - started,
        deletionDrop:
          certificate === null || certificate.without.length === 0
            ? null
            : certificate.without.reduce((sum, entry) => sum + certificate.terms.calibrated - entry.quality, 0) /
              certificate.without.length,
        crr: ratios.length === 0 ? null : Math.max(...ratios),
        consensus: report.consensus,
        trace: traceOf(report),
        probes: report.probes.map(({ kind, selected, rejection, similarity, answerDistance }) => ({
          kind,
          selected,
          rejection,
          similarity,
          answerDistance,
        })),
      };
    },
  };
}

export const arms: readonly Arm[] = [
  closed,
  bm25Top(2),
  bm25Top(5),
  plainArm('plain', false),
  plainArm('plain+rerank', true),
  auditArm('linchpin', {}),
  auditArm('linchpin-without-probe', { probes: 0 }),
  auditArm('linchpin-without-arbitrate', { drafts: 0, probes: 0 }),
  withoutMinimise,
  auditArm('linchpin-one-cluster', { clusters: 1 }),
  auditArm('linchpin-no-causal-score', { causalWeight: 0 }),
  auditArm('linchpin-fast', { probes: 1, clusters: 2, drafts: 1 }),
];

/** The documents of an item as the product would have them, indexed in memory. */
export async function contextOf(documents: readonly EvaluationDocument[], models: Models): Promise<AuditContext> {
  const texts = new Map(documents.map((document) => [document.path, document.text]));
  const index = await createMemoryIndex(
    documents.map(({ path, text }) => ({ path: /\.\w+$/.test(path) ? path : `${path}.md`, text })),
    models.embedder,
  );
  return { index, models, readText: (path) => Promise.resolve(texts.get(path) ?? null), now: () => new Date(0) };
}

function tokensOf(documents: readonly EvaluationDocument[], spans: Prediction['spans']): number {
  const byPath = new Map(documents.map((document) => [document.path, document.text]));
  return spans.reduce((sum, span) => sum + tokenize((byPath.get(span.path) ?? '').slice(span.start, span.end)).length, 0);
}
