import { say } from '../base/language.ts';
import type { AuditSettings } from '../contract/settings.ts';
import type { AuditReport } from '../contract/report.ts';
import type { ModelCall, Models } from '../models/ports.ts';
import { openWordBook } from '../models/bundled/models.ts';
import { acronymsIn } from '../refine/acronyms.ts';
import { decompose } from '../refine/decompose.ts';
import { expand } from '../refine/expand.ts';
import { type FirstRetrieval, type Possible, refinementFeatures } from '../refine/features.ts';
import { simplify } from '../refine/simplify.ts';
import { chooseAction } from '../refine/policy.ts';
import type { RefinementAction } from '../refine/types.ts';
import { isWellFormed } from '../refine/well-formed.ts';
import type { RetrievedEvidence } from '../retrieve/types.ts';
import { tokenize } from '../text/tokens.ts';
import { joinEvidence } from './joined-evidence.ts';
import type { StageRunner } from './stages.ts';
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
export function refinementState(question: string, route: AuditReport['route'], found: RetrievedEvidence): RefinementState {
  const texts = found.passages.map(({ passage }) => passage.spans.map((span) => span.plain).join(' '));
  const simplified = simplify(question);
  const possible: Possible = {
    expanded: found.passages.length === 0 ? null : expand(question, vocabularyOf(texts.slice(0, vocabularyDepth)), glossaryOf(texts)),
    simplified,
    decomposition: route !== 'relational' ? null : decompose(simplified ?? question),
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

let book: ReturnType<typeof openWordBook> | undefined;

function glossaryOf(texts: readonly string[]): Parameters<typeof expand>[2] {
  const words = (book ??= openWordBook());
  return { acronyms: acronymsIn(texts), related: (word, other) => words.strength(words.id(other), words.id(word)) >= sameSense };
}

/** Of `WordBook.strength`: a shared sense or a derived word. */
const sameSense = 0.9;

/**
 * The stage *refine* (CDF-RAG sec. 2.2): by what the question and its first search look like, expands it, cuts it short, takes it apart, or
 * keeps it. A language model words what is chosen; without one rules do. The steps of a question are read by the bundled reader.
 */
export async function refineQuestion(
  { question, kind, route, settings, found }: RefinementRequest,
  search: (query: string, call: ModelCall) => Promise<RetrievedEvidence>,
  models: Models,
  runner: Pick<StageRunner, 'run' | 'skip'>,
): Promise<Refined> {
  const reason = kind === 'claim' ? say`a claim is checked as it stands` : found.passages.length === 0 ? say`nothing was retrieved` : null;
  if (reason !== null) {
    runner.skip('refine', reason);
    return { action: 'keep', refinements: [], readAs: question, retrieved: found, steps: null };
  }
  return await runner.run('refine', async ({ call, note }) => {
    const state = refinementState(question, route, found);
    const action = settings.refinement === 'auto' ? chooseAction(state.features, state.allowed) : settings.refinement;
    const worded = state.allowed.has(action) ? await inModelsWords(action, question, state, models, call) : state;
    const refined = await carryOut(action, question, found, worded, { search: (query) => search(query, call), models, call });
    note(noteOf(refined));
    return refined;
  });
}

export interface RefinementRequest {
  readonly question: string;
  readonly kind: AuditReport['kind'];
  readonly route: AuditReport['route'];
  readonly settings: Pick<AuditSettings, 'refinement'>;
  /** By the question as it was asked. */
  readonly found: RetrievedEvidence;
}

function noteOf({ action, steps }: Refined): string {
  if (action !== 'decompose' || steps === null) return action;
  const answers = steps.steps.map(({ query, answer }) => `"${query}" ${answer === '' ? 'was not answered' : `→ "${shown(answer)}"`}`);
  return `decompose: ${answers.join(', then ')}`;
}

function shown(text: string): string {
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}

/** What is to be done, as a language model words it. Sides that are compared are told by rules: the comparison knows what they mean. */
async function inModelsWords(
  action: RefinementAction,
  question: string,
  state: RefinementState,
  { generator }: Models,
  call: ModelCall,
): Promise<RefinementState> {
  const { possible } = state;
  if (action === 'keep' || generator.rewrite === undefined || (action === 'decompose' && possible.decomposition?.kind === 'sides'))
    return state;
  const written = await generator.rewrite({ question, action }, call);
  const [first = null] = written ?? [];
  // What is no question is not asked: the rules' own words stand.
  if (written === null || first === null || !written.every(isWellFormed)) return state;
  switch (action) {
    case 'expand':
      return { ...state, possible: { ...possible, expanded: first } };
    case 'simplify':
      return { ...state, possible: { ...possible, simplified: first } };
    case 'decompose':
      return { ...state, possible: { ...possible, decomposition: { kind: 'bridge', steps: written } } };
  }
}

interface RefinementContext {
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
  if (action !== 'decompose' || decomposition === null) return kept;
  const steps = await answerSteps(question, decomposition, search, models, call);
  return {
    ...kept,
    action,
    refinements: steps.steps.map(({ query }) => ({ action, query })),
    retrieved: await joinEvidence(question, [found, ...steps.steps.map(({ retrieved }) => retrieved)], models, call),
    steps,
  };
}
