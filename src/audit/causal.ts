import { say } from '../base/language.ts';
import { answerCausally } from '../causal/answer.ts';
import { type CausalRelation, causalRelations } from '../causal/extract/extract.ts';
import { joinLinks, linksFromModel } from '../causal/from-model.ts';
import { buildGraph, type WorkspaceGraph } from '../causal/graph.ts';
import type { CausalLink } from '../causal/links.ts';
import { citationIn } from '../causal/read-document.ts';
import { workspaceGraph } from '../causal/build.ts';
import { mechanisms, toldSentences } from '../causal/mechanism.ts';
import { asksOfWorsening, parseCausalQuery } from '../causal/query.ts';
import type { CausalAnswer, Intervention } from '../contract/causal.ts';
import type { Citation } from '../contract/citation.ts';
import type { QualityFit } from '../contract/evidence.ts';
import { admits } from '../index/rank.ts';
import type { PassageIndex } from '../index/types.ts';
import { minimiseByReading } from '../minimise/by-reading.ts';
import type { EvidenceCandidate } from '../minimise/types.ts';
import type { Generator, ModelCall, Models } from '../models/ports.ts';
import type { CandidateSpan } from '../retrieve/types.ts';
import { shippedAnswerChance } from '../answer/chance.ts';
import type { AnswerByReading, Reading } from './answering.ts';
import { checkQuestion } from './question.ts';
import type { Route } from './route.ts';
import type { StageRunner } from './stages.ts';

/** Paths of the causal graph that answer a question, and the sentences that state them. */
export interface CausalFinding {
  readonly answer: CausalAnswer;
  /** They enter the evidence with what was retrieved. */
  readonly spans: readonly CandidateSpan[];
  /** Sentences that are about what is asked and do not answer it: the outcome is their cause, or they deny the link. */
  readonly misleading: ReadonlySet<string>;
}

/** CC-RAG: the causal graph is asked where cause and effect are in question, beside the passages. null where it has nothing to say. */
export async function findCauses(
  route: Route,
  question: string,
  exclude: readonly string[],
  retrieved: readonly CandidateSpan[],
  {
    index,
    models,
    runner,
  }: { readonly index: PassageIndex; readonly models: Pick<Models, 'relevance' | 'generator'>; readonly runner: StageRunner },
): Promise<CausalFinding | null> {
  const query = route === 'causal' ? parseCausalQuery(question) : null;
  if (query === null) {
    runner.skip(
      'causal',
      route === 'causal'
        ? say`the question names no event whose cause or effect could be looked up`
        : say`not a question of cause and effect`,
    );
    return null;
  }
  return await runner.run('causal', async ({ call, note }) => {
    const { graph: known, links, documents, read } = await workspaceGraph(index, undefined, call.signal);
    const further = await readByModel(retrieved, models.generator, call);
    const graph = further.length === 0 ? known : buildGraph(joinLinks(links, further));
    if (further.length > 0) note(say`${String(further.length)} causal links read by ${models.generator.identity.id}`);
    if (read > 0) note(say`causal links read from ${String(read)} of ${String(documents)} documents`);
    const answer = answerCausally(query, graph, admits({ limit: 0, exclude }));
    if (answer === null) {
      note(say`no sentence states a cause or effect of what is asked about`);
      return null;
    }
    const spans = await spansOf(answer, index);
    const scores = await models.relevance.score(
      question,
      spans.map(({ span, heading }) => ({ text: span.plain, heading })),
      call,
    );
    return {
      answer,
      spans: spans.map((span, place) => ({ ...span, relevance: scores[place] ?? 0 })),
      misleading: misleadingSentences(answer, graph),
    };
  });
}

/** "Guests signed in again because the sessions were lost" does not say why the sessions were lost. */
function misleadingSentences({ query }: CausalAnswer, graph: WorkspaceGraph): ReadonlySet<string> {
  const asked = query.kind === 'effects' ? query.causeNodes : query.outcomeNodes;
  const sought = [...graph.edges.values()].filter(
    ({ cause, effect, denied, polarity }) =>
      !denied &&
      asked.includes(query.kind === 'effects' ? cause : effect) &&
      (polarity !== 'worsens' || query.kind !== 'causes' || asksOfWorsening(query.outcome ?? '')),
  );
  const turned = [...graph.edges.values()].filter(
    ({ cause, effect, denied, polarity }) =>
      asked.includes(query.kind === 'effects' ? effect : cause) ||
      (polarity === 'worsens' && query.kind === 'causes' && asked.includes(effect) && !asksOfWorsening(query.outcome ?? '')) ||
      (denied && query.kind === 'causes' && asked.includes(effect)),
  );
  const right = new Set(sought.flatMap(({ statements }) => statements.map(({ spanId }) => spanId)));
  return new Set(turned.flatMap(({ statements }) => statements.map(({ spanId }) => spanId)).filter((id) => !right.has(id)));
}

/** Sentences that a language model is given to read for cause and effect. */
const mostRead = 24;

/** What a language model, where one is chosen, reads in the sentences that were retrieved. */
async function readByModel(retrieved: readonly CandidateSpan[], generator: Generator, call: ModelCall): Promise<CausalLink[]> {
  if (generator.causalLinks === undefined) return [];
  const sentences = [...retrieved].sort((a, b) => b.relevance - a.relevance || (a.id < b.id ? -1 : 1)).slice(0, mostRead);
  const generated = await generator.causalLinks(
    sentences.map(({ id, passage, span, heading, relevance }) => ({
      spanId: id,
      path: passage.path,
      heading,
      text: span.plain,
      relevance,
    })),
    call,
  );
  return linksFromModel(
    new Map(sentences.map(({ id, passage, span }) => [id, { span, citation: citationIn(passage, span) }])),
    generated ?? [],
  );
}

/** What leads to an outcome, which may be named or asked for. @throws LinchpinError `question-empty`, `question-too-long`, index codes, `cancelled`. */
export async function lookUpCauses(effect: string, index: PassageIndex, signal?: AbortSignal): Promise<CausalAnswer | null> {
  const asked = checkQuestion(effect);
  const query = parseCausalQuery(asked) ?? { kind: 'causes' as const, cause: null, outcome: asked, opposite: false };
  const { graph } = await workspaceGraph(index, undefined, signal);
  return answerCausally(query, graph);
}

/** The sentences of the paths and denials that are shown, as spans of their passages. */
async function spansOf(answer: CausalAnswer, index: PassageIndex): Promise<CandidateSpan[]> {
  const citations = new Map(answer.graph.edges.flatMap(({ statements }) => statements.map(({ spanId, citation }) => [spanId, citation])));
  const spans: CandidateSpan[] = [];
  const passages = new Map<string, Awaited<ReturnType<PassageIndex['passagesOf']>>>();
  for (const [id, { path, start, end }] of citations) {
    const own = passages.get(path) ?? (await index.passagesOf(path));
    passages.set(path, own);
    for (const passage of own) {
      const span = passage.spans.find((each) => each.start === start && each.end === end);
      if (span === undefined) continue;
      const heading = [passage.title, ...span.headingPath].filter((part) => part !== '').join(' > ');
      spans.push({ id, passage, span, heading, relevance: 0, copies: [] });
      break;
    }
  }
  return spans;
}

/** The finding with quotes cut from the documents as they are now; null where a sentence of it no longer stands there. */
export function verifiedCauses(finding: CausalFinding | null, candidates: readonly EvidenceCandidate[]): CausalAnswer | null {
  if (finding === null) return null;
  const current = new Map(candidates.map(({ spanId, citation }) => [spanId, citation]));
  const { answer } = finding;
  const used = answer.graph.edges.flatMap(({ statements }) => statements);
  if (used.some(({ spanId }) => !current.has(spanId))) return null;
  const cited = <T extends { readonly spanId: string; readonly citation: Citation }>(part: T): T => ({
    ...part,
    citation: current.get(part.spanId) ?? part.citation,
  });
  const nodes = answer.graph.nodes
    .map((node) => ({ ...node, mentions: node.mentions.filter(({ spanId }) => current.has(spanId)).map(cited) }))
    .filter(({ mentions }) => mentions.length > 0);
  const shown = new Set(nodes.map(({ id }) => id));
  const only = (ids: readonly string[]): string[] => ids.filter((id) => shown.has(id));
  return {
    ...answer,
    interventions: answer.interventions.map((each) => ({
      ...each,
      oppositeNodes: only(each.oppositeNodes),
      simulated: only(each.simulated),
    })),
    graph: {
      nodes,
      edges: answer.graph.edges.map((edge) => ({ ...edge, statements: edge.statements.map(cited) })),
    },
  };
}

/** CER K2. */
const poolSize = 25;
/** What paths alone give never reaches the chance from which an answer is called supported: that is counted on answers that were read. */
const unconfirmed = 0.49;

/**
 * The answer to a causal question: the sentences that state the links, in causal order, and nothing beyond them. It is called supported only where two
 * signs that know nothing of each other agree: the reader gives, with a chance that keeps its promise, a sentence that states a link to the very event
 * that is asked about. Where the graph has nothing to say, the reader's answer is called supported only where its sentence states a cause.
 */
export function causalAnswer(
  route: Route,
  question: string,
  read: AnswerByReading,
  reading: Reading,
  causal: CausalAnswer | null,
  misleading: ReadonlySet<string>,
  candidates: readonly EvidenceCandidate[],
  fit: QualityFit | undefined,
): AnswerByReading {
  if (causal === null) return route === 'causal' ? unlessStated(question, read, reading) : read;
  const ways = mechanisms(causal);
  // What somebody only supposes does not take the place of what a sentence states.
  if (ways.length > 0 && ways.every(({ statements }) => statements.some(({ certainty }) => certainty === 'hedged')))
    return unlessStated(question, read, reading);
  const known = new Map(candidates.map((candidate) => [candidate.spanId, candidate]));
  const sentences = toldSentences(ways).filter(({ spanId }) => known.has(spanId));
  if (sentences.length === 0) return unlessStated(question, read, reading);
  const ids = sentences.map(({ spanId }) => spanId);
  const first = reading.best;
  const direct = directSentences(causal);
  const confirmed = first?.sentences.some(({ id }) => ids.includes(id) && direct.has(id)) === true;
  const misled = first?.sentences.some(({ id }) => misleading.has(id)) === true;
  // What only denies a cause does not say what the cause was; the reader's own answer is shown beside the doubt.
  if (causal.paths.length === 0 && causal.query.kind === 'causes' && !misled) return doubted(read);
  const { supported: threshold } = shippedAnswerChance().fit;
  const chanceOf = (score: number): number => (confirmed ? first.chance : Math.min(unconfirmed, threshold * 0.99, score));
  const inPool = [...ids.flatMap((id) => known.get(id) ?? []), ...candidates.filter(({ spanId }) => !ids.includes(spanId))].slice(
    0,
    poolSize,
  );
  const text = sentences.map(({ spanId }) => known.get(spanId)?.text ?? '').join(' ');
  const evidence = minimiseByReading({
    candidates: inPool,
    shown: ids,
    readings: ways.map(({ statements, score }) => ({ spanIds: statements.map(({ spanId }) => spanId), chance: chanceOf(score) })),
    statement: text,
    threshold,
    fit,
  });
  const reason = verdictOf(causal);
  return {
    evidence,
    answer: {
      text,
      statement: text,
      status: evidence.sufficient ? 'supported' : 'uncertain',
      reason: evidence.sufficient ? reason : `${say`These sentences state it; whether they answer is for you to judge.`} ${reason}`,
      form: 'reason',
      short: null,
      body: sentences.map(({ spanId, cause, effect }) => ({ spanId, marks: inOrder([cause, effect]) })),
      // Paths alone have no counted chance.
      chance: confirmed ? evidence.quality : null,
      promise: null,
    },
  };
}

/** Sentences that state a link to the outcome that is asked about, or from the cause; of "did X cause Y" those that deny it too. */
function directSentences({ query, graph }: CausalAnswer): ReadonlySet<string> {
  const asked = query.kind === 'effects' ? query.causeNodes : query.outcomeNodes;
  const direct = graph.edges.filter(
    ({ cause, effect, denied }) => asked.includes(query.kind === 'effects' ? cause : effect) && (!denied || query.kind === 'link'),
  );
  return new Set(
    direct.flatMap(({ statements }) => statements.filter(({ certainty }) => certainty === 'stated').map(({ spanId }) => spanId)),
  );
}

/** An answer that no sign beside the reader's stands by may answer; it is not called supported. */
function doubted(read: AnswerByReading): AnswerByReading {
  if (read.answer.status !== 'supported') return read;
  return {
    ...read,
    answer: {
      ...read.answer,
      status: 'uncertain',
      reason: say`Whether it is stated as the cause was not read with certainty; that is for you to judge.`,
      promise: null,
    },
  };
}

/** What made it worse did not cause it, unless that is what is asked. */
function unlessStated(question: string, read: AnswerByReading, { best }: Reading): AnswerByReading {
  const states = ({ denied, polarity, certainty }: CausalRelation): boolean =>
    !denied && certainty === 'stated' && (polarity !== 'worsens' || asksOfWorsening(question));
  return best?.sentences.some(({ text }) => causalRelations(text).some(states)) === true ? read : doubted(read);
}

function inOrder(marks: readonly (readonly [number, number])[]): [number, number][] {
  return marks
    .filter(([start, end]) => end > start)
    .map(([start, end]): [number, number] => [start, end])
    .sort((a, b) => a[0] - b[0]);
}

/** What became of the outcome when the causes were removed, in one sentence. */
function verdictOf({ interventions, graph, query }: CausalAnswer): string {
  const asked = interventions.find(({ cause }) => query.causeNodes.includes(cause));
  const label = ({ cause }: Intervention): string => graph.nodes.find(({ id }) => id === cause)?.label ?? '';
  if (asked !== undefined) return say`Without "${label(asked)}": ${lower(asked.reason)}`;
  const count = (verdict: Intervention['verdict']): number => interventions.filter((each) => each.verdict === verdict).length;
  const told = (['necessary', 'one-of-several', 'correlated', 'unknown'] as const)
    .map((verdict) => ({ verdict, n: count(verdict) }))
    .filter(({ n }) => n > 0)
    .map(({ verdict, n }) => verdictWords[verdict](n));
  return told.length === 0 ? say`No cause could be tested.` : say`Causes tested by removal: ${told.join('; ')}.`;
}

const verdictWords = {
  necessary: (n: number) => say`${n} necessary`,
  'one-of-several': (n: number) => say`${n} one of several`,
  correlated: (n: number) => say`${n} correlated only`,
  unknown: (n: number) => say`${n} unknown`,
} as const;

function lower(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
