import { say } from '../base/language.ts';
import { createRandom, deriveSeed } from '../base/random.ts';
import { programVersion } from '../base/version.ts';
import { counterfactualRelevanceRatio, crrBand } from '../arbitrate/score.ts';
import { minimise } from '../minimise/minimise.ts';
import type { GeneratedAnswer, ModelCall, Models } from '../models/ports.ts';
import type { Evidence } from '../contract/evidence.ts';
import type { OnAuditEvent } from '../contract/event.ts';
import type { Probe } from '../contract/exploration.ts';
import { hashReport } from '../contract/hash.ts';
import { type AuditReport, reportSchemaVersion, type ReportPassage } from '../contract/report.ts';
import { basisOf } from './basis.ts';
import { globOf, notInForce, retrievedInForce, setAside } from './in-force.ts';
import { verifyQuotes } from '../verify/quotes.ts';
import { readEvidence, type Reading, spansToVerify } from './answering.ts';
import { checkAnswer, checkNote, entailing, guarded, markedClaims } from './checked-answer.ts';
import { findCauses, verifiedCauses } from './causal.ts';
import { claimReaderOf, readForClaim, spansOfClaim } from './claim.ts';
import { type Decided, decideByReading, saidOtherwise, toldAnswer, type WhatWasRead } from './decide.ts';
import { evidenceCandidates } from './evidence-candidates.ts';
import { explore, type Explored, find, toReportPassage } from './explore.ts';
import { auditId, auditIdentity, identitiesOf, identityOfBasis } from './identities.ts';
import { judgedStatement } from './judged-statement.ts';
import type { CandidateSpan } from '../retrieve/types.ts';
import { checkQuestion } from './question.ts';
import { recordOf } from './record.ts';
import { RecordingJudge } from './recorded-judge.ts';
import type { Refined } from './refinement.ts';
import { route } from './route.ts';
import { withoutSentences } from './without-sentences.ts';
import { auditSettingsSchema } from '../contract/settings.ts';
import { createUsage, StageRunner } from './stages.ts';
import { judge } from './status.ts';
import type { Audit } from './types.ts';

const silent: OnAuditEvent = () => undefined;

/** The audit of one question or claim, from the question to the report. Stages are joined here and in `explore.ts`, and nowhere else. */
export const audit: Audit = async (request, context, onEvent = silent, signal) => {
  const question = checkQuestion(request.question);
  const { models } = context;
  const { withheld = [], superseded: marked = new Set<string>(), refuted = new Set<string>() } = request.rules ?? {};
  const refutedPlaces = new Set<string>();
  const index = withoutSentences(context.index, refuted, (place) => refutedPlaces.add(place));
  const settings = auditSettingsSchema.parse(request.settings ?? {});
  const chosenRoute = route(question, request.kind, settings.route);
  // What is said and not asked is checked, as if it had been given as a claim.
  const kind = chosenRoute === 'claim' ? 'claim' : request.kind;
  const exclude = [...(request.exclude ?? []), ...withheld.map(({ path }) => globOf(path))];
  const indexVersion = await index.version();
  const basis = await basisOf(index, exclude, { withheld, superseded: marked, refuted });
  const encoded = (await index.encoded?.()) ?? null;
  const bundled = models.generator.identity.provider === 'bundled';
  const byReading = kind === 'question' && bundled && settings.sufficiency === 'reading';
  const identities = identitiesOf(models);
  const identity = auditIdentity({
    question,
    kind,
    indexVersion,
    settings,
    exclude,
    programVersion,
    models: identities,
    ...(encoded === null ? {} : { encoded }),
    ...identityOfBasis(basis),
    ...(request.fit === undefined ? {} : { fit: request.fit.id }),
  });
  const seed = request.seed ?? deriveSeed(identity);
  const usage = createUsage(context.price);
  const runner = new StageRunner({ seed, usage, onEvent, signal });
  const tell = (patch: Partial<AuditReport>): void => {
    onEvent({ type: 'report', patch });
  };

  const id = auditId(identity, seed);
  await runner.run('route', ({ note }) => {
    if (request.kind === 'question')
      note(settings.route === 'auto' ? say`${chosenRoute}, by the question's words` : say`${chosenRoute}, as the setting says`);
  });
  tell({ id, question, kind, route: chosenRoute, models: identities, seed, indexVersion });
  const input = { question, kind, route: chosenRoute, exclude, settings, superseded: marked };
  const exploring = { index, models, runner, random: createRandom(seed) };
  // What the judge says goes into the report, so that the answer can be had again from it.
  const recorder = new RecordingJudge(models.judge);
  const recorded = { ...models, judge: recorder };
  const isRecorded = kind === 'claim' ? models.entailment.identity.provider === 'bundled' : byReading;
  const readText = once(context.readText);
  const refined = await find(input, exploring, readText, tell);
  const superseded = await runner.run('verify', async ({ note }) => {
    const ended = await notInForce(question, refined.retrieved.passages, readText, marked);
    if (ended.size > 0) note(say`no longer in force: ${[...ended.keys()].join(', ')}`);
    return ended;
  });
  const standing = retrievedInForce(refined.retrieved, superseded);
  const claimed =
    kind !== 'claim' ? null : await runner.run('answer', ({ call }) => readForClaim(question, standing, claimReaderOf(recorded), call));
  const reading: Reading | null = !byReading
    ? null
    : await runner.run('answer', ({ call }) => readEvidence(refined.readAs, standing, refined.steps?.together ?? null, recorded, call));
  const explored = await explore(input, refined, exploring, tell, reading);
  const causes = await findCauses(chosenRoute, question, exclude, explored.spans, { index, models, runner });

  const quotes = await runner.run('verify', async ({ note }) => {
    const seen = claimed !== null ? spansOfClaim(claimed) : reading === null ? explored.spans : spansToVerify(reading, explored.spans);
    const verified = await verifyQuotes(withSpans(seen, causes?.spans ?? []), readText);
    if (verified.dropped.length > 0) note(say`${verified.dropped.length} spans left out: their documents have changed since indexing`);
    return verified;
  });
  const checked =
    bundled || kind === 'claim' || explored.answer.abstained
      ? null
      : await runner.run('verify', async ({ call, note }) => {
          const verified = await checkAnswer(question, explored.answer, quotes, models, call);
          note(checkNote(verified));
          return verified;
        });
  const answer = checked?.answer ?? explored.answer;

  const candidates = evidenceCandidates(quotes);
  const causal = verifiedCauses(causes, candidates);
  const read: WhatWasRead = {
    question,
    kind,
    route: chosenRoute,
    claimed,
    reading,
    causal,
    misleading: causes?.misleading ?? new Set(),
    candidates,
    superseded,
    searched: basis,
    fit: request.fit,
  };
  const decided = await runner.run('minimise', async ({ call }): Promise<Decided> => {
    const byJudge = decideByReading(read);
    if (byJudge !== null) return byJudge;
    const evidence = await minimise(
      {
        question,
        statement: judgedStatement(
          question,
          answer,
          explored.spans.map((entry) => entry.span.plain),
        ),
        candidates: candidates.filter(({ citation }) => !superseded.has(citation.path)),
        cited: [...answer.citedSpans, ...(checked === null ? [] : entailing(checked))],
        ...(request.fit === undefined ? {} : { fit: request.fit }),
        stance: 'support',
      },
      models,
      settings,
      call,
    );
    return {
      judged: (conflicts) => {
        const told = judge(answer, evidence, conflicts);
        return checked === null ? told : guarded(told, answer, checked, evidence);
      },
      evidence,
      counter: null,
      claims: checked === null ? claimsOf(answer, evidence) : markedClaims(checked, evidence),
    };
  });

  const { conflicts, beside } = await runner.run('conflicts', ({ call }) => saidOtherwise(decided, read, recorded, call));
  const judged = await runner.run('report', ({ call }) =>
    toldAnswer(decided, conflicts, read, byReading || kind === 'claim', refined.retrieved, recorded, call),
  );
  const passages = reading === null ? [...explored.passages] : allPassages(explored, refined);
  const record = isRecorded
    ? await recordOf({ read, refined, standing, beside, further: passages.map(({ path }) => path), recorder, readText })
    : null;
  const probes = await runner.run('ratios', ({ call }) => withRatios(explored.probes, decided.evidence, models, question, call));
  const notices = [...setAside(superseded), ...runner.warnings];
  const report: AuditReport = {
    schemaVersion: reportSchemaVersion,
    id,
    programVersion,
    createdAt: context.now().toISOString(),
    question,
    kind,
    route: chosenRoute,
    refinements: [...refined.refinements],
    passages,
    answer: judged,
    claims: decided.claims,
    evidence: decided.evidence,
    ...(decided.counter === null ? {} : { counterEvidence: decided.counter }),
    probes,
    drafts: [...explored.drafts],
    consensus: explored.consensus,
    heatMap: explored.heatMap,
    conflicts,
    causal,
    trap: explored.trap,
    stages: runner.stages,
    ...(notices.length === 0 ? {} : { notices }),
    models: identities,
    usage: usage.total,
    settings,
    seed,
    indexVersion,
    ...(encoded === null ? {} : { encoded }),
    ...(exclude.length === 0 ? {} : { exclude: [...exclude] }),
    ...(record === null ? {} : { reading: record }),
    basis: { ...basis, refuted: refutedPlaces.size },
    hash: '',
  };
  const whole = { ...report, hash: hashReport(report) };
  tell(whole);
  return whole;
};

/** Each document is read once in an audit. */
function once(readText: (path: string) => Promise<string | null>): (path: string) => Promise<string | null> {
  const known = new Map<string, Promise<string | null>>();
  return (path) => {
    const text = known.get(path) ?? readText(path);
    known.set(path, text);
    return text;
  };
}

/** The sentences of causal paths join what was retrieved, each once. */
function withSpans(retrieved: readonly CandidateSpan[], further: readonly CandidateSpan[]): CandidateSpan[] {
  const known = new Set(retrieved.map(({ id }) => id));
  return [...retrieved, ...further.filter(({ id }) => !known.has(id))];
}

/** Those of the drafts first, then what was retrieved beyond them. */
function allPassages({ passages }: Explored, { retrieved }: Refined): ReportPassage[] {
  const known = new Set(passages.map(({ id }) => id));
  return [...passages, ...retrieved.passages.filter(({ passage }) => !known.has(passage.id)).map(toReportPassage)];
}

/** Each sentence of the answer with the minimal evidence that supports it: what the generator cited for it, else all of it. */
function claimsOf(answer: GeneratedAnswer, evidence: Evidence): AuditReport['claims'] {
  if (answer.abstained) return [];
  const claims = answer.claims.length > 0 ? answer.claims : [{ text: answer.statement, spanIds: answer.citedSpans }];
  return claims.map(({ text, spanIds }) => {
    const cited = evidence.minimal.filter((item) => spanIds.includes(item.spanId));
    const items = cited.length > 0 ? cited : evidence.minimal;
    return {
      text,
      citations: items.map((item) => ({ ...item.citation, spanId: item.spanId, marker: item.marker })),
      supported: evidence.sufficient && items.length > 0,
    };
  });
}

/** CF-RAG eq. 47 for each selected probe, over the answer's minimal evidence. */
async function withRatios(
  probes: readonly Probe[],
  evidence: Evidence,
  models: Models,
  question: string,
  call: ModelCall,
): Promise<Probe[]> {
  const inputs = evidence.minimal.map((item) => ({ text: item.citation.quote, heading: item.headingPath.join(' > ') }));
  if (inputs.length === 0) return [...probes];
  const own = await models.relevance.score(question, inputs, call);
  return await Promise.all(
    probes.map(async (probe) => {
      if (!probe.selected) return probe;
      const theirs = await models.relevance.score(probe.query, inputs, call);
      const ratios = theirs.map((value, place) => counterfactualRelevanceRatio(own[place] ?? 0, [value])).filter((ratio) => ratio !== null);
      const crr = ratios.length === 0 ? null : Math.max(...ratios);
      return { ...probe, crr, band: crr === null ? null : crrBand(crr) };
    }),
  );
}
