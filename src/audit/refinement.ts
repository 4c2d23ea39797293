import { acronymsIn } from '../claims/acronyms.ts';
import { bundledKnowledge } from '../claims/knowledge.ts';
import type { AuditReport } from '../contract/report.ts';
import type { ModelCall, Models } from '../models/ports.ts';
import { decompose } from '../refine/decompose.ts';
import { expand } from '../refine/expand.ts';
import { type FirstRetrieval, type Possible, refinementFeatures } from '../refine/features.ts';
import { simplify } from '../refine/simplify.ts';
import type { RefinementAction } from '../refine/types.ts';
import type { RetrievedEvidence } from '../retrieve/types.ts';
import { tokenize } from '../text/tokens.ts';
import { joinEvidence } from './joined-evidence.ts';
import { type AnsweredSteps, answerSteps } from './steps.ts';

/** A question with what was made of it. */
export interface Refined {
  readonly action: RefinementAction;
  readonly refinements: AuditReport['refinements'];
  /** What sentences are ranked and read for. */
  readonly readAs: string;
  /** What the question and its refinements found together. */
  readonly retrieved: RetrievedEvidence;
  /** Of a question that was taken apart. */
  readonly steps: AnsweredSteps | null;
}

export interface RefinementState {
  readonly possible: Possible;
  readonly allowed: ReadonlySet<RefinementAction>;
  readonly features: readonly number[];
}

/** Passages whose words are known as the documents' own. */
const vocabularyDepth = 10;

/** What can be done to a question, and what the policy sees of it. */
export function refinementState(
  question: string,
  route: AuditReport['route'],
  found: RetrievedEvidence,
  models: Pick<Models, 'ranker'>,
): RefinementState {
  const texts = found.passages.map(({ passage }) => passage.spans.map((span) => span.plain).join(' '));
  const possible: Possible = {
    expanded: found.passages.length === 0 ? null : expand(question, vocabularyOf(texts.slice(0, vocabularyDepth)), glossaryOf(texts)),
    simplified: simplify(question),
    decomposition: models.ranker === undefined || route === 'claim' ? null : decompose(question),
  };
  const first: FirstRetrieval = { relevances: found.passages.map(({ relevance }) => relevance), texts };
  const allowed = new Set<RefinementAction>(['keep']);
  if (possible.expanded !== null) allowed.add('expand');
  if (possible.simplified !== null) allowed.add('simplify');
  if (possible.decomposition !== null) allowed.add('decompose');
  return { possible, allowed, features: refinementFeatures(question, first, possible) };
}

function vocabularyOf(texts: readonly string[]): string[] {
  return [...new Set(texts.flatMap((text) => tokenize(text).map(({ lower }) => lower)))];
}

function glossaryOf(texts: readonly string[]): Parameters<typeof expand>[2] {
  const knowledge = bundledKnowledge();
  return { acronyms: acronymsIn(texts), related: (word, other) => knowledge.strength(other, word) >= sameSense };
}

/** Of `WordKnowledge.strength`: a shared sense or a derived word. */
const sameSense = 0.85;

export interface RefinementContext {
  readonly search: (query: string) => Promise<RetrievedEvidence>;
  readonly models: Models;
  readonly call: ModelCall;
}

/** Does to a question what was chosen, and joins what is found to what the question itself found. An action that is not possible keeps it. */
export async function carryOut(
  action: RefinementAction,
  question: string,
  found: RetrievedEvidence,
  { possible: { expanded, simplified, decomposition } }: RefinementState,
  { search, models, call }: RefinementContext,
): Promise<Refined> {
  const kept: Refined = { action: 'keep', refinements: [], readAs: question, retrieved: found, steps: null };
  if (action === 'expand' && expanded !== null)
    return {
      ...kept,
      action,
      refinements: [{ action, query: expanded }],
      retrieved: await joinEvidence(question, [found, await search(expanded)], models, call),
    };
  if (action === 'simplify' && simplified !== null)
    return {
      ...kept,
      action,
      refinements: [{ action, query: simplified }],
      readAs: simplified,
      retrieved: await joinEvidence(simplified, [await search(simplified), found], models, call),
    };
  const { ranker, spanReader, reader } = models;
  if (action !== 'decompose' || decomposition === null || ranker === undefined) return kept;
  const steps = await answerSteps(question, decomposition, search, { ranker, spanReader, reader }, call);
  return {
    ...kept,
    action,
    refinements: steps.steps.map(({ query }) => ({ action, query })),
    retrieved: await joinEvidence(question, [found, ...steps.steps.map(({ retrieved }) => retrieved)], models, call),
    steps,
  };
}
