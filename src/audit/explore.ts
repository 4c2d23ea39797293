import { say } from '../base/language.ts';
import { type Arbitration, arbitrate, seenAs, writeDrafts } from '../arbitrate/arbitrate.ts';
import type { Hypothesis } from '../arbitrate/types.ts';
import type { Random } from '../base/random.ts';
import type { PassageIndex } from '../index/types.ts';
import type { AnswerReading } from '../answer/types.ts';
import type { GeneratedAnswer, GeneratedProbe, ModelCall, Models } from '../models/ports.ts';
import type { Draft, HeatMap, Probe, Trap } from '../contract/exploration.ts';
import type { AuditReport, ReportPassage } from '../contract/report.ts';
import { candidateSpans } from '../retrieve/candidates.ts';
import { isDistrusted, sourcePriors } from '../retrieve/dialectical.ts';
import { retrieve } from '../retrieve/retrieve.ts';
import type { CandidateSpan, RetrievedEvidence, ScoredPassage } from '../retrieve/types.ts';
import { type Gathered, gather, heatMapOf, seenBy, toArbitrationPassage } from './gathering.ts';
import { chooseProbes, type ProbedQuestion, queriesOf, readPlainly } from './probing.ts';
import { globOf, searchInForce } from './in-force.ts';
import { type Refined, refineQuestion } from './refinement.ts';
import type { AuditSettings } from '../contract/settings.ts';
import { abstention, readOnce, type Settled, settle, settleFromDrafts, settleWith } from './settle.ts';
import type { StageRunner } from './stages.ts';

export interface ExploreInput {
  readonly question: string;
  readonly kind: AuditReport['kind'];
  readonly route: AuditReport['route'];
  readonly exclude: readonly string[];
  readonly settings: AuditSettings;
  /** Paths that a person has marked as superseded. */
  readonly superseded?: ReadonlySet<string>;
}

export interface ExploreContext {
  readonly index: PassageIndex;
  readonly models: Models;
  readonly runner: StageRunner;
  readonly random: Random;
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
  /** Answers that a probe has shown to be a neighbouring question's. */
  readonly overruled: readonly string[];
}

/** The first search, told at once, and what the question's refinements find beside it. */
export async function find(
  input: ExploreInput,
  context: ExploreContext,
  readText: (path: string) => Promise<string | null>,
  tell: Tell,
): Promise<Refined> {
  const { runner, models, index } = context;
  const { question, kind, settings } = input;
  const limit = kind === 'claim' ? settings.passages : Math.max(readingDepth, settings.passages);
  const search = async (query: string, call: ModelCall): Promise<RetrievedEvidence> =>
    await searchInForce(
      question,
      async (without) =>
        await trusted(
          await retrieve(query, index, models, { limit, exclude: [...input.exclude, ...without.map(globOf)] }, call),
          { ...input, question: query },
          context,
          call,
        ),
      readText,
      input.superseded,
    );
  const first = await runner.run('retrieve', ({ call }) => search(question, call));
  // Evidence is on screen before anything is read.
  tell({ passages: firstPassages(first, settings.passages).passages.map(toReportPassage) });
  return await refineQuestion({ ...input, found: first }, search, models, runner);
}

/**
 * From what was found to an answer that is not yet verified (CF-RAG): probe, gather, arbitrate, answer. A claim is its own answer, and
 * where drafts are turned off the evidence is read at once.
 * @param reading what the judge answers, where its answer is the one that is shown: the drafts stand beside it
 */
export async function explore(
  input: ExploreInput,
  refined: Refined,
  context: ExploreContext,
  tell: Tell,
  reading: AnswerReading | null,
): Promise<Explored> {
  const { runner, models } = context;
  const { question, kind, settings } = input;
  const found = firstPassages(refined.retrieved, settings.passages);
  tell({ passages: found.passages.map(toReportPassage), refinements: [...refined.refinements] });
  const probing = await probeByRules(input, found, context);
  tell({ probes: [...probing.probes] });
  const noDrafts = reasonForNoDrafts(input, found);
  if (noDrafts !== null) {
    const probes = await selectProbes(input, probing, await probesOfModel(probing, context), context);
    tell({ probes });
    runner.skip('gather', noDrafts);
    runner.skip('arbitrate', noDrafts);
    const answer = await runner.run('answer', ({ call }) =>
      kind === 'claim' ? asClaim(question) : reading !== null ? asGenerated(reading) : readOnce(question, found.spans, models, call),
    );
    const passages = found.passages.map(toReportPassage);
    return {
      answer,
      spans: found.spans,
      passages,
      probes,
      drafts: [],
      consensus: null,
      heatMap: null,
      trap: null,
      overruled: [],
    };
  }
  // A language model writes its probes while the drafts are written, so that the two take one round and not two.
  const [{ gathered, hypotheses }, written] = await Promise.all([
    gatherAndDraft(input, found, probing.probes, context),
    probesOfModel(probing, context),
  ]);
  const probes = await selectProbes(input, probing, written, context);
  const { space, arbitration } = await scoreDrafts({ input, gathered, hypotheses, gatheredWith: probing.probes, probes }, context);
  tell({ probes, drafts: [...arbitration.drafts], consensus: arbitration.consensus });
  const selected = probes.filter((entry) => entry.selected);
  const { answer, drafts, trap, overruled } = await answerFromDrafts(
    { input, gathered: { ...gathered, space }, arbitration, selected, reading },
    context,
  );
  return {
    answer,
    spans: gathered.spans,
    passages: space.map(toReportPassage),
    probes,
    drafts,
    consensus: arbitration.consensus,
    heatMap: heatMapOf(space, selected),
    trap,
    overruled: overruled === null ? [] : [overruled],
  };
}

type Tell = (patch: Partial<AuditReport>) => void;

function reasonForNoDrafts({ kind, settings }: ExploreInput, { passages }: RetrievedEvidence): string | null {
  if (kind === 'claim') return say`a claim is its own answer`;
  if (settings.drafts === 0) return say`turned off: drafts is 0`;
  return passages.length === 0 ? say`nothing was retrieved` : null;
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
  { models }: ExploreContext,
  call: ModelCall,
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

/** Probes that rules write: at hand at once, and what evidence is gathered with. */
interface Probing {
  /** null: probes are turned off, or there is nothing to probe with. */
  readonly asked: ProbedQuestion | null;
  readonly candidates: readonly GeneratedProbe[];
  readonly probes: readonly Probe[];
}

async function probeByRules(input: ExploreInput, found: RetrievedEvidence, { runner, models, index }: ExploreContext): Promise<Probing> {
  if (input.settings.probes === 0 || found.passages.length === 0) {
    runner.skip('probe', input.settings.probes === 0 ? say`turned off: probes is 0` : say`nothing was retrieved`);
    return { asked: null, candidates: [], probes: [] };
  }
  return await runner.run('probe', async ({ call, note }) => {
    const asked = await readPlainly(input.question, found, models, call);
    const candidates = await models.reader.probes(asked.request, call);
    const probes = await chooseProbes(asked, candidates, choiceOf(input), models, index, call);
    if (isBundled(models) && !probes.some((entry) => entry.selected)) note(say`no valid probe: the causal score is undefined`);
    return { asked, candidates, probes };
  });
}

/** Candidates that a language model writes; null where there is none. They share the round of the drafts, and count none of their own. */
async function probesOfModel({ asked }: Probing, { runner, models }: ExploreContext): Promise<GeneratedProbe[] | null> {
  if (asked === null || isBundled(models)) return null;
  return await runner.run('probe', ({ call }) => models.generator.probes(asked.request, withoutRounds(call)));
}

/** The best of what rules and a language model wrote. */
async function selectProbes(
  input: ExploreInput,
  { asked, candidates, probes }: Probing,
  written: readonly GeneratedProbe[] | null,
  { runner, models, index }: ExploreContext,
): Promise<Probe[]> {
  if (asked === null || written === null) return [...probes];
  return await runner.run('probe', ({ call }) => chooseProbes(asked, [...written, ...candidates], choiceOf(input), models, index, call));
}

function choiceOf({ settings, exclude }: ExploreInput): { wanted: number; similarity: number; exclude: readonly string[] } {
  return { wanted: settings.probes, similarity: settings.probeSimilarity, exclude };
}

function withoutRounds(call: ModelCall): ModelCall {
  const { usage } = call;
  return usage === undefined
    ? call
    : {
        ...call,
        usage: {
          add: (spent) => {
            usage.add(spent);
          },
          round: () => undefined,
        },
      };
}

async function gatherAndDraft(
  { question, exclude, settings }: ExploreInput,
  found: RetrievedEvidence,
  probes: readonly Probe[],
  { runner, models, index, random }: ExploreContext,
): Promise<{ gathered: Gathered; hypotheses: Hypothesis[] }> {
  const gathered = await runner.run('gather', ({ call }) =>
    gather({ question, queries: queriesOf(probes), exclude, settings }, found, models, index, call),
  );
  const hypotheses = await runner.run('arbitrate', ({ call }) =>
    writeDrafts(
      { question, passages: gathered.space.map(toArbitrationPassage), evidence: gathered.evidence },
      models.generator,
      settings,
      random.fork('arbitrate'),
      call,
    ),
  );
  return { gathered, hypotheses };
}

/** The drafts scored with the probes that were selected in the end. */
async function scoreDrafts(
  {
    input,
    gathered,
    hypotheses,
    gatheredWith,
    probes,
  }: {
    readonly input: ExploreInput;
    readonly gathered: Gathered;
    readonly hypotheses: readonly Hypothesis[];
    readonly gatheredWith: readonly Probe[];
    readonly probes: readonly Probe[];
  },
  { runner, models }: ExploreContext,
): Promise<{ space: Gathered['space']; arbitration: Arbitration }> {
  return await runner.run('arbitrate', async ({ call }) => {
    const queries = queriesOf(probes);
    const same = queries.join('\n') === queriesOf(gatheredWith).join('\n');
    const space = same ? gathered.space : await seenBy(queries, gathered.space, models, call);
    const seen = new Map(space.map((entry) => [entry.passage.id, toArbitrationPassage(entry)]));
    const arbitration = await arbitrate(
      { question: input.question, hypotheses: seenAs(hypotheses, seen), evidence: gathered.evidence },
      models,
      input.settings,
      call,
    );
    return { space, arbitration };
  });
}

async function answerFromDrafts(
  {
    input,
    gathered,
    arbitration,
    selected,
    reading,
  }: {
    readonly input: ExploreInput;
    readonly gathered: Gathered;
    readonly arbitration: Arbitration;
    readonly selected: readonly Probe[];
    readonly reading: AnswerReading | null;
  },
  { runner, models }: ExploreContext,
): Promise<Settled> {
  const settling = {
    question: input.question,
    arbitration,
    passages: gathered.space.map(toArbitrationPassage),
    evidence: gathered.evidence,
    spans: gathered.spans,
    probes: selected,
    settings: input.settings,
  };
  if (reading !== null) return await runner.run('arbitrate', ({ call }) => settleWith(settling, asGenerated(reading), models, call));
  if (!arbitration.answer.abstained && !isBundled(models)) {
    runner.skip('answer', say`taken from the drafts`);
    return settleFromDrafts(settling);
  }
  return await runner.run('answer', async ({ call, note }) => {
    const settled = await settle(settling, models, call);
    if (settled.overruled !== null) note(say`not "${settled.overruled}": its evidence fits a neighbouring question better`);
    return settled;
  });
}

/** The bundled generator is the reader itself: a second pass of it would write nothing new. */
function isBundled({ generator }: Pick<Models, 'generator'>): boolean {
  return generator.identity.provider === 'bundled';
}

/** What the judge answers, as a generator would say it. */
function asGenerated({ best }: AnswerReading): GeneratedAnswer {
  if (best === null) return abstention;
  const { sentences, short, by, chance } = best;
  const statement = sentences.map(({ text }) => text).join(' ');
  const citedSpans = sentences.map(({ id }) => id);
  return {
    ...abstention,
    abstained: false,
    text: short?.text ?? statement,
    statement,
    claims: [{ text: statement, spanIds: citedSpans }],
    citedSpans,
    keySpans: [by.id],
    logProbability: Math.log(Math.max(1e-6, chance)),
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
