import { join } from 'node:path';

import { carryOut, refinementState } from '../../src/audit/refinement.ts';
import { route } from '../../src/audit/route.ts';
import { readOnce } from '../../src/audit/settle.ts';
import { findCauses } from '../../src/audit/causal.ts';
import { createUsage, StageRunner } from '../../src/audit/stages.ts';
import { causesIn } from '../../src/audit/checked-answer.ts';
import { judgedStatement } from '../../src/audit/judged-statement.ts';
import type { AuditContext } from '../../src/audit/types.ts';
import type { GeneratedAnswer, Models } from '../../src/models/ports.ts';
import { chooseAction } from '../../src/refine/policy.ts';
import { retrieve } from '../../src/retrieve/retrieve.ts';
import type { CandidateSpan, RetrievedEvidence } from '../../src/retrieve/types.ts';
import { contentStems } from '../../src/text/tokens.ts';
import { checkClaims } from '../../src/verify/answer-claims.ts';
import { relateCauses, type StatedCause } from '../../src/verify/answer-claims-cause.ts';
import { claimsIn, verifyAnswer } from '../../src/verify/answer-claims-loop.ts';
import { overAnswers, tokenF1 } from '../answer-metrics.ts';
import { contextOf } from '../arms.ts';
import { claimEvidence } from './claim-evidence.ts';
import { type AuditItem, isAudit } from '../item.ts';
import { evidenceInference } from '../sets/evidence-inference.ts';
import { strategyqa } from '../sets/questions.ts';
import { type Estimate, estimate } from '../statistics.ts';

/** CDF-RAG table 3, and what CC-RAG measures beside it, with what stands for their language-model judges; docs/REFINEMENT.md defines each. */
export const figureNames = ['CRC', 'CCD', 'SRS', 'groundedness', 'hallucination rate', 'F1', 'precision', 'recall', 'CCIS'] as const;
export type FigureName = (typeof figureNames)[number];

export interface FigureRow {
  readonly set: string;
  readonly arm: string;
  readonly figures: Readonly<Record<FigureName, Estimate>>;
}

const call = { seed: 1 };
/** Retrieved sentences that are looked at. */
const depth = 10;

interface State {
  readonly found: RetrievedEvidence;
  readonly similarity: number;
  readonly answer: GeneratedAnswer;
}

/** Plain RAG and each module added to it in turn. */
export async function measureFigures(
  data: string,
  limit: number,
  models: Models,
  onProgress: (done: number) => void,
): Promise<FigureRow[]> {
  const rows: FigureRow[] = [];
  let done = 0;
  for (const [name, items, context] of await workspaces(data, limit, models)) {
    const values = new Map<string, Record<FigureName, number>[]>();
    for (const item of items) {
      const own = context ?? (await contextOf(item.documents, models));
      for (const [arm, figures] of await armsOf(item, own, models)) values.set(arm, [...(values.get(arm) ?? []), figures]);
      onProgress((done += 1));
    }
    for (const [arm, list] of values)
      rows.push({
        set: name,
        arm,
        figures: {
          CRC: estimate(list.map((one) => one.CRC)),
          CCD: estimate(list.map((one) => one.CCD)),
          SRS: estimate(list.map((one) => one.SRS)),
          groundedness: estimate(list.map((one) => one.groundedness)),
          'hallucination rate': estimate(list.map((one) => one['hallucination rate'])),
          F1: estimate(list.map((one) => one.F1)),
          precision: estimate(list.map((one) => one.precision)),
          recall: estimate(list.map((one) => one.recall)),
          CCIS: estimate(list.map((one) => one.CCIS)),
        },
      });
  }
  return rows;
}

/** StrategyQA's facts make one corpus, so that they have to be found; evidence-inference's papers stand alone. */
async function workspaces(data: string, limit: number, models: Models): Promise<[string, AuditItem[], AuditContext | null][]> {
  const strategy = (await strategyqa.read(join(data, strategyqa.defaultFile))).filter(isAudit);
  const pooled = strategy.map((item, place) => ({
    ...item,
    documents: item.documents.map((document) => ({ ...document, path: `${String(place)}-${document.path}` })),
  }));
  const trials = (await evidenceInference.read(join(data, evidenceInference.defaultFile))).filter(isAudit);
  // One question of each paper: neighbours share nearly all their evidence.
  const apart = trials.filter((item, place) => trials.findIndex((other) => other.corpus === item.corpus) === place);
  return [
    [
      'strategyqa dev',
      pooled.slice(0, limit),
      await contextOf(
        pooled.flatMap(({ documents }) => documents),
        models,
      ),
    ],
    ['evidence-inference', apart.slice(0, limit), null],
  ];
}

async function armsOf(item: AuditItem, context: AuditContext, models: Models): Promise<[string, Record<FigureName, number>][]> {
  const search = async (query: string): Promise<RetrievedEvidence> =>
    await retrieve(query, context.index, models, { limit: 20, exclude: [] }, call);
  const found = await search(item.question);
  const plain: State = { found, similarity: 1, answer: await readOnce(item.question, found.spans, models, call) };

  const state = refinementState(item.question, route(item.question, 'question'), found);
  const action = chooseAction(state.features, state.allowed);
  const better = await carryOut(action, item.question, found, state, { search, models, call });
  const refined: State = {
    found: better.retrieved,
    similarity: action === 'keep' ? 1 : await likeness(item.question, better.refinements.map(({ query }) => query).join(' '), models),
    answer: action === 'keep' ? plain.answer : await readOnce(better.readAs, better.retrieved.spans, models, call),
  };

  const causal = await withCauses(item.question, refined, context, models);
  const evidence = await claimEvidence(causal.found, context, models);
  const stated = withStatement(item.question, causal);
  const checked = await verifyAnswer(stated, evidence.texts, evidence.judge, null, causesIn);
  const corrected: State = { ...causal, answer: checked.answer };
  return [
    ['plain RAG', await figuresOf(item, plain, context, models)],
    ['+ refinement', await figuresOf(item, refined, context, models)],
    ['+ causal graph', await figuresOf(item, causal, context, models)],
    ['+ verification and rewriting', await figuresOf(item, corrected, context, models)],
  ];
}

/** Dual path: where the question is one of cause and effect, the sentences of its causal paths stand before what was retrieved. */
async function withCauses(question: string, state: State, { index }: AuditContext, models: Models): Promise<State> {
  const runner = new StageRunner({ seed: call.seed, usage: createUsage() });
  const finding = await findCauses(route(question, 'question'), question, [], state.found.spans, { index, models, runner });
  if (finding === null || finding.spans.length === 0) return state;
  const first = new Set(finding.spans.map(({ id }) => id));
  const found = { ...state.found, spans: [...finding.spans, ...state.found.spans.filter(({ id }) => !first.has(id))] };
  return { ...state, found, answer: await readOnce(question, found.spans, models, call) };
}

async function likeness(a: string, b: string, { embedder }: Models): Promise<number> {
  const [left, right] = await embedder.embed([a, b], 'query', call);
  return (left ?? new Float32Array()).reduce((sum, value, place) => sum + value * (right?.[place] ?? 0), 0);
}

function withStatement(question: string, { answer, found }: State): GeneratedAnswer {
  return answer.abstained
    ? answer
    : {
        ...answer,
        statement: judgedStatement(
          question,
          answer,
          found.spans.map(({ span }) => span.plain),
        ),
      };
}

async function figuresOf(item: AuditItem, state: State, context: AuditContext, models: Models): Promise<Record<FigureName, number>> {
  const first = state.found.spans.slice(0, depth);
  const causes = first.flatMap(({ span }) => causesIn(span.plain));
  const answer = withStatement(item.question, state);
  const { texts, judge } = await claimEvidence(state.found, context, models);
  const claims = answer.abstained ? [] : await checkClaims(claimsIn(answer), texts, judge, causesIn);
  const entailed = claims.filter(({ verdict }) => verdict === 'entailed').length;
  const groundedness = claims.length === 0 ? 0 : entailed / claims.length;
  const f1 = f1Of(item, answer, state);
  const gold = goldOf(item);
  const right = first.filter((span) => isGold(gold, span)).length;
  const found = gold.filter((place) => first.some((span) => isGold([place], span))).length;
  return {
    CRC: first.length === 0 ? 0 : first.filter((span) => isCausalFor(item, span)).length / first.length,
    CCD: longestChain(causes),
    SRS: state.similarity,
    groundedness,
    'hallucination rate': claims.some(({ verdict }) => verdict !== 'entailed') ? 1 : 0,
    F1: f1,
    precision: first.length === 0 ? 0 : right / first.length,
    recall: gold.length === 0 ? 1 : found / gold.length,
    CCIS:
      0.5 * (answer.abstained ? 0 : Math.max(0, await likeness(answer.text, idealOf(item, gold), models))) +
      0.5 * ((1 + 4 * f1 + (1 + 4 * groundedness)) / 10),
  };
}

interface GoldPlace {
  readonly path: string;
  readonly start: number;
  readonly end: number;
}

/** CC-RAG eq. 3 compares with an ideal answer: the gold answer and the gold sentences. */
function idealOf(item: AuditItem, gold: readonly GoldPlace[]): string {
  const sentences = gold.map(
    ({ path, start, end }) => item.documents.find((document) => document.path === path)?.text.slice(start, end) ?? '',
  );
  return [...item.answers.slice(0, 1), ...sentences].join('. ');
}

function isGold(gold: readonly GoldPlace[], { passage, span }: CandidateSpan): boolean {
  return gold.some((place) => place.path === passage.path && span.start < place.end && place.start < span.end);
}

function goldOf(item: AuditItem): GoldPlace[] {
  return [
    ...item.goldSpans,
    ...item.goldSets.flat().flatMap((ref) => {
      const at = ref.lastIndexOf('#');
      const own = item.documents.find(({ path }) => path.endsWith(ref.slice(0, at)));
      const place = own?.sentences[Number(ref.slice(at + 1))];
      return own === undefined || place === undefined ? [] : [{ path: own.path, ...place }];
    }),
  ];
}

/** A retrieved sentence that is gold evidence, or that states a cause and shares two words with the question. */
function isCausalFor(item: AuditItem, candidate: CandidateSpan): boolean {
  const { span } = candidate;
  if (isGold(goldOf(item), candidate)) return true;
  const asked = new Set(contentStems(item.question));
  return causesIn(span.plain).length > 0 && new Set(contentStems(span.plain).filter((word) => asked.has(word))).size >= 2;
}

/** Links of the longest chain in which the effect of one retrieved sentence is the cause of the next. */
function longestChain(causes: readonly StatedCause[]): number {
  const follows = (a: StatedCause, b: StatedCause): boolean => relateCauses({ ...b, cause: a.effect }, b) === 'same';
  const depthFrom = (at: number, seen: ReadonlySet<number>): number => {
    const own = causes[at];
    if (own === undefined) return 0;
    const next = causes.flatMap((other, place) =>
      seen.has(place) || !follows(own, other) ? [] : [depthFrom(place, new Set([...seen, place]))],
    );
    return 1 + Math.max(0, ...next);
  };
  return Math.max(0, ...causes.slice(0, depth).map((_, at) => depthFrom(at, new Set([at]))));
}

/** Against the gold answers; where the set has none, of what the answer rests on against the gold sentences, by words. */
function f1Of(item: AuditItem, answer: GeneratedAnswer, { found }: State): number {
  if (item.answers.length > 0) return overAnswers(tokenF1, answer.text, item.answers);
  const cited = found.spans.filter(({ id }) => answer.citedSpans.includes(id)).map(({ span }) => span.plain);
  const gold = item.goldSpans.map(
    ({ path, start, end }) => item.documents.find((document) => document.path === path)?.text.slice(start, end) ?? '',
  );
  return overAnswers(tokenF1, cited.join(' '), gold);
}
