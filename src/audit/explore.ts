import { arbitrate } from '../arbitrate/arbitrate.ts';
import type { ArbitrationPassage } from '../arbitrate/types.ts';
import type { Random } from '../base/random.ts';
import type { PassageIndex, SearchHit } from '../index/types.ts';
import type { EvidenceText, GeneratedAnswer, GeneratedProbe, ModelCall, Models } from '../models/ports.ts';
import { chooseProbes } from '../probe/explore-probes.ts';
import { substitutesOf } from '../probe/substitutes.ts';
import type { Draft, HeatMap, Probe, Trap } from '../contract/exploration.ts';
import type { AuditReport, ReportPassage } from '../contract/report.ts';
import { candidateSpans, headingOf } from '../retrieve/candidates.ts';
import { type DialecticalPassage, isDistrusted, retrieveDialectically, sourcePriors } from '../retrieve/dialectical.ts';
import { retrieve } from '../retrieve/retrieve.ts';
import type { CandidateSpan, RetrievedEvidence, ScoredPassage } from '../retrieve/types.ts';
import { rivalsOf } from './rivals.ts';
import type { AuditSettings } from './settings.ts';
import { abstention, readOnce, settle, toEvidenceText } from './settle.ts';
import type { StageRunner } from './stages.ts';

export interface ExploreInput {
  readonly question: string;
  readonly kind: AuditReport['kind'];
  readonly exclude: readonly string[];
  readonly settings: AuditSettings;
}

export interface ExploreContext {
  readonly index: PassageIndex;
  readonly models: Models;
  readonly runner: StageRunner;
  readonly random: Random;
  readonly call: ModelCall;
}

export interface Explored {
  readonly answer: GeneratedAnswer;
  /** Most relevant first; those that the answer cites are among them. */
  readonly spans: readonly CandidateSpan[];
  readonly passages: readonly ReportPassage[];
  readonly probes: readonly Probe[];
  readonly drafts: readonly Draft[];
  readonly consensus: boolean | null;
  readonly heatMap: HeatMap | null;
  readonly trap: Trap | null;
  /** All that was retrieved for the question itself: more than the drafts see. */
  readonly retrieved: RetrievedEvidence;
  /** Answers that a probe has shown to be a neighbouring question's. */
  readonly overruled: readonly string[];
}

type Tell = (patch: Partial<AuditReport>) => void;

/** From the question to an answer that is not yet verified: retrieve, probe, arbitrate (CF-RAG), or read at once where drafts are turned off. */
export async function explore(input: ExploreInput, context: ExploreContext, tell: Tell): Promise<Explored> {
  const { runner, models, index, call } = context;
  const limit = input.kind === 'claim' ? input.settings.passages : Math.max(readingDepth, input.settings.passages);
  const retrieved = await runner.run('retrieve', async () =>
    trusted(await retrieve(input.question, index, models, { limit, exclude: input.exclude }, call), input, context),
  );
  const found = firstPassages(retrieved, input.settings.passages);
  tell({ passages: found.passages.map(toReportPassage) });
  const probing = await probe(input, found, context);
  if (input.kind === 'claim' || input.settings.drafts === 0 || found.passages.length === 0) {
    const probes = await probing.finish();
    tell({ probes });
    runner.skip(
      'arbitrate',
      input.kind === 'claim'
        ? 'a claim is its own answer'
        : input.settings.drafts === 0
          ? 'turned off: drafts is 0'
          : 'nothing was retrieved',
    );
    const answer = await runner.run('answer', () =>
      input.kind === 'claim' ? asClaim(input.question) : readOnce(input.question, found.spans, models, call),
    );
    return {
      answer,
      spans: found.spans,
      passages: found.passages.map(toReportPassage),
      probes,
      drafts: [],
      consensus: null,
      heatMap: null,
      trap: null,
      retrieved,
      overruled: [],
    };
  }
  tell({ probes: [...probing.first] });
  return { ...(await arbitrateDrafts(input, found, probing, context, tell)), retrieved };
}

/** Passages whose sentences are ranked and read: a person's own words bring the right one up later than the document's. */
const readingDepth = 40;

/** The first passages and the spans in them. */
function firstPassages({ passages, spans }: RetrievedEvidence, count: number): RetrievedEvidence {
  if (passages.length <= count) return { passages, spans };
  const first = passages.slice(0, count);
  const holds = ({ passage: { path }, span }: CandidateSpan): boolean =>
    first.some(({ passage }) => passage.path === path && span.start >= passage.start && span.end <= passage.end);
  return { passages: first, spans: spans.filter(holds) };
}

/** Without what the user trusts too little to use; a copy of it elsewhere stands for itself. */
async function trusted(
  found: RetrievedEvidence,
  { question, settings }: ExploreInput,
  { models, call }: ExploreContext,
): Promise<RetrievedEvidence> {
  const priors = sourcePriors(settings.sources);
  const passages = found.passages.filter(({ passage }) => !isDistrusted(passage, priors, settings.leastQuality));
  return passages.length === found.passages.length
    ? found
    : {
        passages,
        spans: await candidateSpans(
          question,
          passages.map((entry) => entry.passage),
          models.relevance,
          call,
        ),
      };
}

/** Probes at hand, and those that a language model writes meanwhile. */
interface Probing {
  /** What the drafts' evidence is gathered with. */
  readonly first: readonly Probe[];
  /** All of them, chosen together: what the drafts are scored with. */
  finish(): Promise<Probe[]>;
}

/**
 * A language model writes its probes while the drafts are written, so that the two take one round and not two: evidence is gathered with
 * the probes that rules write at once, and scored with the best of both.
 */
async function probe(input: ExploreInput, found: RetrievedEvidence, { runner, models, index, call }: ExploreContext): Promise<Probing> {
  const none: Probe[] = [];
  if (input.settings.probes === 0 || found.passages.length === 0) {
    runner.skip('probe', input.settings.probes === 0 ? 'turned off: probes is 0' : 'nothing was retrieved');
    return { first: none, finish: () => Promise.resolve(none) };
  }
  return await runner.run('probe', async (note) => {
    const evidence = found.spans.map(toEvidenceText);
    const request = { question: input.question, ...substitutesOf(input.question, found.passages), perKind: candidatesPerKind };
    const late =
      models.generator.identity.provider === 'bundled'
        ? null
        : models.generator.probes(request, {
            ...call,
            ...(call.usage === undefined
              ? {}
              : {
                  usage: {
                    add: (spent) => {
                      call.usage?.add(spent);
                    },
                    round: () => undefined,
                  },
                }),
          });
    // It is awaited later; until then nobody hears of a failure.
    late?.catch(() => undefined);
    const [plain = abstention] = await models.reader.answer([{ question: input.question, evidence }], call);
    const byRule = await models.reader.probes(request, call);
    const evidenceOf = async (query: string, hits: readonly SearchHit[]): Promise<EvidenceText[]> =>
      (
        await candidateSpans(
          query,
          hits.map((hit) => hit.passage),
          models.relevance,
          call,
        )
      ).map(toEvidenceText);
    const choose = (candidates: readonly GeneratedProbe[]): Promise<Probe[]> =>
      chooseProbes(
        {
          question: input.question,
          answer: plain.abstained ? null : plain.text,
          hits: found.passages.slice(0, probeDepth),
          candidates,
          wanted: input.settings.probes,
          similarity: input.settings.probeSimilarity,
          exclude: input.exclude,
        },
        { embedder: models.embedder, reader: models.reader, evidenceOf, rivalOf: rivalsOf(input.question, plain, evidence, models, call) },
        index,
        call,
      );
    const first = await choose(byRule);
    if (late === null && !first.some((entry) => entry.selected)) note('no valid probe: the causal score is undefined');
    return { first, finish: async () => (late === null ? first : await choose([...(await late), ...byRule])) };
  });
}

const candidatesPerKind = 2;
/** Passages whose mean direction stands for what a query is about. */
const probeDepth = 5;

async function arbitrateDrafts(
  input: ExploreInput,
  found: RetrievedEvidence,
  probing: Probing,
  context: ExploreContext,
  tell: Tell,
): Promise<Omit<Explored, 'retrieved'>> {
  const { runner, models, index, call, random } = context;
  const { settings, question } = input;
  const gathered = await runner.run('retrieve', () =>
    retrieveDialectically(
      question,
      queriesOf(probing.first),
      index,
      models,
      {
        limit: settings.passages,
        exclude: input.exclude,
        sources: sourcePriors(settings.sources),
        duplicateSimilarity: settings.duplicateSimilarity,
        leastQuality: settings.leastQuality,
        leastRelevance: settings.leastRelevance,
      },
      call,
    ),
  );
  const spans = await candidateSpans(
    question,
    [...found.passages, ...gathered].map((entry) => entry.passage),
    models.relevance,
    call,
  );
  const byPassage = groupByPassage(gathered, spans);
  const evidenceOf = (id: string): readonly EvidenceText[] => byPassage.get(id) ?? [];
  let probes: readonly Probe[] = probing.first;
  let space: readonly DialecticalPassage[] = gathered;
  const revise = async (): Promise<Map<string, ArbitrationPassage>> => {
    probes = await probing.finish();
    if (queriesOf(probes).join('\n') !== queriesOf(probing.first).join('\n'))
      space = await seenBy(queriesOf(probes), gathered, models, call);
    return new Map(space.map((entry) => [entry.passage.id, toArbitrationPassage(entry)]));
  };
  const result = await runner.run('arbitrate', () =>
    arbitrate(
      { question, passages: gathered.map(toArbitrationPassage), evidenceOf, revise },
      models,
      settings,
      random.fork('arbitrate'),
      call,
    ),
  );
  tell({ probes: [...probes], drafts: [...result.drafts], consensus: result.consensus });
  const selected = probes.filter((entry) => entry.selected);
  const { answer, drafts, trap, overruled } = await settle(
    { question, arbitration: result, passages: space.map(toArbitrationPassage), evidenceOf, spans, probes: selected, settings },
    models,
    runner,
    call,
  );
  return {
    answer,
    spans,
    passages: space.map(toReportPassage),
    probes,
    drafts,
    consensus: result.consensus,
    heatMap: heatMapOf(space, selected),
    trap,
    overruled: overruled === null ? [] : [overruled],
  };
}

function queriesOf(probes: readonly Probe[]): string[] {
  return probes.filter((entry) => entry.selected).map((entry) => entry.query);
}

/** The passages of the space with their relevance to other probes than those that gathered them. */
async function seenBy(
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

function toArbitrationPassage({ passage, vector, relevance, probeRelevance }: DialecticalPassage): ArbitrationPassage {
  return { id: passage.id, vector, text: [passage.title, ...passage.spans.map((span) => span.plain)].join(' '), relevance, probeRelevance };
}

function heatMapOf(space: readonly DialecticalPassage[], selected: readonly Probe[]): HeatMap | null {
  if (selected.length === 0) return null;
  return {
    passages: space.map((entry) => entry.passage.id),
    queries: ['question', ...selected.map((entry) => entry.id)],
    relevance: space.map((entry) => [entry.relevance, ...entry.probeRelevance]),
  };
}

/** A claim is its own statement: only its evidence is looked for. */
function asClaim(claim: string): GeneratedAnswer {
  return { ...abstention, abstained: false, statement: claim, type: 'claim' };
}

export function toReportPassage({ passage, score, relevance }: ScoredPassage): ReportPassage {
  return {
    id: passage.id,
    path: passage.path,
    start: passage.start,
    end: passage.end,
    line: passage.line,
    headingPath: [...passage.headingPath],
    score,
    relevance,
  };
}
