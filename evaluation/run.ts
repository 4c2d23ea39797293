import { z } from 'zod';

import { LinchpinError, throwIfCancelled } from '../src/base/error.ts';
import { causalConnectives } from './causal/connectives.ts';
import type { AuditContext } from '../src/audit/types.ts';
import type { EntailmentScores } from '../src/contract/evidence.ts';
import type { Entailment, Models } from '../src/models/ports.ts';
import { containmentMatch, exactMatch, overAnswers, tokenF1 } from './answer-metrics.ts';
import { type Arm, contextOf, type Prediction, predictionSchema } from './arms.ts';
import { type CitationScores, citationScores, type Cited } from './citation-metrics.ts';
import { areaUnderCurve, balancedAccuracy, expectedCalibrationError } from './classification-metrics.ts';
import {
  type AuditItem,
  type EvaluationItem,
  type EvaluationSet,
  isAudit,
  type PairItem,
  type SentenceItem,
  type SufficiencyItem,
} from './item.ts';
import { appendRecord, readRecords } from './json-lines.ts';
import { sentencesOf } from './gold-sentences.ts';
import type { ErrorRecord } from './read-errors.ts';
import { bestSetScores, minimalityArea, minimalityAt, sameSpan } from './set-metrics.ts';
import { type Estimate, estimate, estimateOf } from './statistics.ts';
import { readable } from './trace.ts';

export interface RunOptions {
  readonly set: EvaluationSet;
  readonly file: string;
  readonly arms: readonly Arm[];
  readonly limit: number;
  readonly seed: number;
  /** Per-item records, one JSON value a line; items that are there already are not run again. null: none are kept. */
  readonly records: string | null;
  readonly onProgress?: (done: number, total: number) => void;
  readonly signal?: AbortSignal;
}

export interface ArmResult {
  readonly arm: string;
  readonly metrics: Readonly<Record<string, Estimate>>;
  /** Per-item values of each metric that is a mean of items, in item order: for paired tests. */
  readonly values: Readonly<Record<string, readonly number[]>>;
}

export interface SetResult {
  readonly set: string;
  readonly items: number;
  readonly seed: number;
  readonly results: readonly ArmResult[];
}

const recordSchema = z.object({ id: z.string(), arm: z.string(), prediction: predictionSchema });

/** Runs the arms over a set and measures them. The same set, seed and models give the same result, times aside. */
export async function evaluate(models: Models, options: RunOptions): Promise<SetResult> {
  const items = (await options.set.read(options.file)).slice(0, options.limit);
  if (items.length === 0)
    throw new LinchpinError('document-unreadable', `${options.file} holds no items.`, 'Choose another file with --file.');
  const [first] = items;
  if (first?.task === 'pair')
    return {
      set: options.set.name,
      items: items.length,
      seed: options.seed,
      results: [await measurePairs(items.filter(isPair), models.entailment, options)],
    };
  if (first?.task === 'sufficiency')
    return {
      set: options.set.name,
      items: items.length,
      seed: options.seed,
      results: [await measureSufficiency(items.filter(isSufficiency), models, options)],
    };
  if (first?.task === 'sentence')
    return { set: options.set.name, items: items.length, seed: options.seed, results: [measureSentences(items.filter(isSentence))] };
  const audits = items.filter(isAudit);
  const predictions = await predict(audits, models, options);
  const results: ArmResult[] = [];
  for (const arm of options.arms) {
    const own = audits.map((item) => predictions.get(`${arm.name}\n${item.id}`));
    results.push(measureAudits(arm.name, audits, own, await citationsOf(audits, own, models, options.seed)));
  }
  return { set: options.set.name, items: audits.length, seed: options.seed, results };
}

async function predict(
  items: readonly AuditItem[],
  models: Models,
  { arms, seed, records, onProgress, signal }: RunOptions,
): Promise<Map<string, Prediction>> {
  const known = new Map<string, Prediction>();
  if (records !== null) {
    for (const { arm, id, prediction } of await readRecords(records, recordSchema)) known.set(`${arm}\n${id}`, prediction);
  }
  const corpora = new Map<string, AuditContext>();
  for (const [index, item] of items.entries()) {
    throwIfCancelled(signal);
    const open = arms.filter((arm) => !known.has(`${arm.name}\n${item.id}`));
    if (open.length > 0) {
      const context =
        item.corpus === null
          ? await contextOf(item.documents, models)
          : (corpora.get(item.corpus) ?? (await contextOf(item.documents, models)));
      if (item.corpus !== null) corpora.set(item.corpus, context);
      for (const arm of open) {
        const prediction = await arm.predict(item, context, models, seed);
        known.set(`${arm.name}\n${item.id}`, prediction);
        if (records !== null) await appendRecord(records, toRecord(arm.name, item, prediction));
      }
    }
    onProgress?.(index + 1, items.length);
  }
  return known;
}

function toRecord(arm: string, item: AuditItem, prediction: Prediction): z.infer<typeof recordSchema> & ErrorRecord {
  const { trace } = prediction;
  return {
    id: item.id,
    arm,
    prediction,
    question: item.question,
    answers: [...item.answers],
    answer: prediction.answer,
    status: prediction.status,
    group: item.group,
    ...(trace === null ? {} : { read: readable(item, prediction, trace) }),
  };
}

/** Of each item's shown spans, by the bundled scorer, whoever chose them; null where nothing is said that they could support. */
async function citationsOf(
  items: readonly AuditItem[],
  predictions: readonly (Prediction | undefined)[],
  { entailment }: Models,
  seed: number,
): Promise<(CitationScores | null)[]> {
  const said = items.map((item, index): Cited | null => {
    const prediction = predictions[index];
    if (prediction === undefined || prediction.statement === '' || prediction.status === 'not-enough-evidence') return null;
    const documents = new Map(item.documents.map((document) => [document.path, document]));
    return {
      statement: prediction.statement,
      spans: prediction.spans.map(({ path, start, end }) => ({
        text: (documents.get(path)?.text ?? '').slice(start, end).trim(),
        heading: documents.get(path)?.title ?? '',
      })),
    };
  });
  const scores = await citationScores(
    said.filter((entry) => entry !== null),
    entailment,
    seed,
  );
  let at = 0;
  return said.map((entry) => (entry === null ? null : (scores[at++] ?? null)));
}

function measureAudits(
  arm: string,
  items: readonly AuditItem[],
  predictions: readonly (Prediction | undefined)[],
  citations: readonly (CitationScores | null)[],
): ArmResult {
  const values: Record<string, number[]> = {};
  const add = (metric: string, value: number): void => {
    (values[metric] ??= []).push(value);
  };
  const pairs = items.flatMap((item, index) => {
    const prediction = predictions[index];
    return prediction === undefined ? [] : [{ item, prediction, citation: citations[index] ?? null }];
  });
  for (const { item, prediction, citation } of pairs) {
    const { answer, spans } = prediction;
    let reached: number | null = null;
    if (item.answers.length > 0 && item.kind === 'question') {
      add('EM', overAnswers(exactMatch, answer, item.answers));
      reached = overAnswers(tokenF1, answer, item.answers);
      add('F1', reached);
      add('containment', overAnswers(containmentMatch, answer, item.answers));
    }
    if (item.goldSets.length > 0) {
      const scores = bestSetScores(
        sentencesOf(item.documents, spans),
        item.goldSets.map((set) => new Set(set)),
      );
      add('evidence precision', scores.precision);
      add('evidence recall', scores.recall);
      add('evidence F1', scores.f1);
      add('evidence exact', scores.exact);
      reached ??= scores.f1;
    }
    if (item.goldSpans.length > 0) {
      add('span hit', spans.some((span) => item.goldSpans.some((gold) => gold.path === span.path && sameSpan(span, gold))) ? 1 : 0);
      add(
        'span recall',
        item.goldSpans.filter((gold) => spans.some((span) => gold.path === span.path && sameSpan(span, gold))).length /
          item.goldSpans.length,
      );
    }
    if (reached !== null) {
      add('minimality@3', minimalityAt(3, reached, spans.length));
      add('minimality AUC', minimalityArea(reached, spans.length));
    }
    if (citation !== null) {
      add('citation precision', citation.precision);
      add('citation recall', citation.recall);
      add('contradiction rate', citation.contradiction);
    }
    add('set size', spans.length);
    add('tokens', prediction.tokens);
    if (prediction.deletionDrop !== null) add('deletion sensitivity', prediction.deletionDrop);
    if (item.label !== null) add('status accuracy', prediction.status === item.label ? 1 : 0);
    add('ms', prediction.ms);
  }
  const metrics: Record<string, Estimate> = Object.fromEntries(Object.entries(values).map(([metric, list]) => [metric, estimate(list)]));
  if (pairs.some(({ item }) => !item.answerable) && pairs.some(({ item }) => item.answerable)) {
    const gold = pairs.map(({ item }) => (item.answerable ? 'answer' : 'abstain'));
    const said = pairs.map(({ prediction }) => (prediction.status === 'not-enough-evidence' ? 'abstain' : 'answer'));
    metrics['abstention balanced accuracy'] = estimateOf(pairs.length, (indices) =>
      balancedAccuracy(
        indices.map((index) => said[index] ?? ''),
        indices.map((index) => gold[index] ?? ''),
      ),
    );
    const auc = areaUnderCurve(
      pairs.map(({ prediction }) => prediction.confidence),
      pairs.map(({ item }) => item.answerable),
    );
    const areaOf = (places: readonly number[]): number =>
      areaUnderCurve(
        places.map((place) => pairs[place]?.prediction.confidence ?? 0),
        places.map((place) => pairs[place]?.item.answerable === true),
      ) ?? 0.5;
    if (auc !== null) metrics['abstention AUC'] = estimateOf(pairs.length, areaOf);
  }
  return { arm, metrics, values };
}

async function measurePairs(items: readonly PairItem[], scorer: Entailment, { seed }: RunOptions): Promise<ArmResult> {
  const scores = await scorer.classify(
    items.map(({ premise, hypothesis, context }) => ({ premise, hypothesis, ...(context === '' ? {} : { context }) })),
    { seed },
  );
  const outcomes = items.map((item, index) => outcomeOf(scores[index] ?? { entail: 0, neutral: 1, contradict: 0 }, item.twoWay));
  const correct = outcomes.map((outcome, index) => outcome.label === items[index]?.label);
  const accuracy = correct.map(Number);
  const majority = mostCommon(items.map((item) => item.label));
  return {
    arm: scorer.identity.id,
    metrics: {
      accuracy: estimate(accuracy),
      'majority baseline': estimate(items.map((item) => Number(item.label === majority))),
      'macro recall': estimateOf(items.length, (indices) =>
        balancedAccuracy(
          indices.map((index) => outcomes[index]?.label ?? ''),
          indices.map((index) => items[index]?.label ?? ''),
        ),
      ),
      ECE: estimateOf(items.length, (indices) =>
        expectedCalibrationError(
          indices.map((index) => outcomes[index]?.confidence ?? 0),
          indices.map((index) => correct[index] === true),
        ),
      ),
    },
    values: { accuracy },
  };
}

function outcomeOf({ entail, neutral, contradict }: EntailmentScores, twoWay: boolean): { label: PairItem['label']; confidence: number } {
  if (twoWay) {
    const share = entail + contradict === 0 ? 0.5 : entail / (entail + contradict);
    return share >= 0.5 ? { label: 'entail', confidence: share } : { label: 'contradict', confidence: 1 - share };
  }
  if (entail >= neutral && entail >= contradict) return { label: 'entail', confidence: entail };
  return neutral >= contradict ? { label: 'neutral', confidence: neutral } : { label: 'contradict', confidence: contradict };
}

async function measureSufficiency(items: readonly SufficiencyItem[], models: Models, { seed }: RunOptions): Promise<ArmResult> {
  const scores = await models.entailment.classify(
    items.map((item) => ({
      premise: item.evidence.map((entry) => entry.text).join(' '),
      hypothesis: item.claim,
      context: item.evidence.map((entry) => entry.title).join(' > '),
    })),
    { seed },
  );
  const decided = scores.map(({ entail, contradict }) => Math.max(entail, contradict));
  const gold = items.map((item) => item.sufficient);
  const auc = areaUnderCurve(decided, gold);
  return {
    arm: models.entailment.identity.id,
    metrics: {
      accuracy: estimate(decided.map((value, index) => Number(value >= 0.5 === gold[index]))),
      'majority baseline': estimate(gold.map((value) => Number(!value))),
      ...(auc === null
        ? {}
        : {
            AUC: estimateOf(
              items.length,
              (indices) =>
                areaUnderCurve(
                  indices.map((index) => decided[index] ?? 0),
                  indices.map((index) => gold[index] === true),
                ) ?? 0.5,
            ),
          }),
    },
    values: {},
  };
}

/** The rules by which causal sentences are known, beside calling every sentence causal. */
function measureSentences(items: readonly SentenceItem[]): ArmResult {
  const said = items.map((item) => causalConnectives(item.text).length > 0);
  const correct = items.map((item, index) => Number(said[index] === item.positive));
  const share = items.filter((item) => item.positive).length / items.length;
  return {
    arm: 'connectives',
    metrics: {
      accuracy: estimate(correct),
      'majority baseline': estimate(items.map((item) => Number(item.positive === share >= 0.5))),
      precision: estimate(items.flatMap((item, index) => (said[index] === true ? [Number(item.positive)] : []))),
      recall: estimate(items.flatMap((item, index) => (item.positive ? [Number(said[index] === true)] : []))),
    },
    values: { accuracy: correct },
  };
}

function mostCommon(labels: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const label of labels) counts.set(label, (counts.get(label) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? '';
}

const isPair = (item: EvaluationItem): item is PairItem => item.task === 'pair';
const isSufficiency = (item: EvaluationItem): item is SufficiencyItem => item.task === 'sufficiency';
const isSentence = (item: EvaluationItem): item is SentenceItem => item.task === 'sentence';
