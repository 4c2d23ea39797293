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
import { notInForce, orOnlySuperseded, readingInForce, retrievedInForce, withSuperseded } from './in-force.ts';
import { findConflicts } from '../verify/conflicts.ts';
import { verifyQuotes } from '../verify/quotes.ts';
import { checkAnswer, checkNote, entailing, guarded, markedClaims } from './checked-answer.ts';
import { causalAnswer, findCauses, verifiedCauses } from './causal.ts';
import { claimFit, claimParts, judgeClaim, openFit } from './claim.ts';
import { realConflicts } from './conflicts.ts';
import { answerFrom, judgeRead, type Reading, spansToVerify } from './answer/by-reading.ts';
import { readCandidates, type ReadQuestion } from './answer/candidates.ts';
import { evidenceCandidates } from './evidence-candidates.ts';
import { explore, type Explored, find, toReportPassage } from './explore.ts';
import { auditId, auditIdentity, identitiesOf } from './identities.ts';
import { judgedStatement } from './judged-statement.ts';
import type { CandidateSpan, RetrievedEvidence } from '../retrieve/types.ts';
import { checkQuestion } from './question.ts';
import type { Refined } from './refinement.ts';
import { route } from './route.ts';
import { withSteps } from './with-steps.ts';
import { chancesOfSteps } from '../refine/policy.ts';
import { auditSettingsSchema } from '../contract/settings.ts';
import { createUsage, StageRunner } from './stages.ts';
import { judge, onlyOneReader, withConflicts } from './status.ts';
import type { Audit } from './types.ts';

const silent: OnAuditEvent = () => undefined;

/** The audit of one question or claim, from the question to the report. Stages are joined here and in `explore.ts`, and nowhere else. */
export const audit: Audit = async (request, context, onEvent = silent, signal) => {
  const question = checkQuestion(request.question);
  const { index, models } = context;
  const settings = auditSettingsSchema.parse(request.settings ?? {});
  const chosenRoute = route(question, request.kind, settings.route);
  // What is said and not asked is checked, as if it had been given as a claim.
  const kind = chosenRoute === 'claim' ? 'claim' : request.kind;
  const exclude = request.exclude ?? [];
  const indexVersion = await index.version();
  const bundled = models.generator.identity.provider === 'bundled';
  const byReading = kind === 'question' && bundled && settings.sufficiency === 'reading';
  // Where networks cannot be run there is none, and one reader alone, whose answers are not asserted.
  const ranker = byReading ? models.ranker : undefined;
  const identities = identitiesOf(models, { reading: ranker !== undefined, claims: kind === 'claim' });
  const identity = auditIdentity({
    question,
    kind,
    indexVersion,
    settings,
    exclude,
    programVersion,
    models: identities,
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
  const input = { question, kind, route: chosenRoute, exclude, settings };
  const exploring = { index, models, runner, random: createRandom(seed) };
  const readText = once(context.readText);
  const refined = await find(input, exploring, readText);
  // The networks read what was found while the drafts are written from it.
  const [explored, found] = await Promise.all([
    explore(input, refined, exploring, tell),
    ranker === undefined
      ? null
      : runner.run('answer', async ({ call }) => {
          const readFrom = (from: RetrievedEvidence): Promise<ReadQuestion> =>
            readCandidates(refined.readAs, from, { ...models, ranker }, call);
          const { retrieved } = refined;
          const [whole, superseded] = await Promise.all([readFrom(retrieved), notInForce(question, retrieved.passages, readText)]);
          return { whole, standing: superseded.size === 0 ? whole : await readFrom(retrievedInForce(retrieved, superseded)) };
        }),
  ]);
  const superseded = await runner.run('verify', async ({ note }) => {
    const ended = await notInForce(question, [...refined.retrieved.passages, ...explored.spans], readText);
    if (ended.size > 0) note(say`no longer in force: ${[...ended.keys()].join(', ')}`);
    return ended;
  });
  const judgedReading = (of: ReadQuestion): Reading =>
    withSteps(judgeRead(refined.readAs, of, explored.overruled), refined.steps, chancesOfSteps);
  const readings = found === null ? null : readingInForce(judgedReading(found.whole), judgedReading(found.standing), superseded);
  const reading = readings?.reading ?? null;

  const causes = await findCauses(chosenRoute, question, exclude, explored.spans, { index, models, runner });

  const quotes = await runner.run('verify', async ({ note }) => {
    const found = withSpans(reading === null ? explored.spans : spansToVerify(reading, explored.spans), causes?.spans ?? []);
    const verified = await verifyQuotes(found, readText);
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
  const causal = verifiedCauses(causes, evidenceCandidates(quotes));

  const { evidence, refutation, judgement, read } = await runner.run('minimise', async ({ call }) => {
    const all = evidenceCandidates(quotes);
    const candidates = all.filter(({ citation }) => !superseded.has(citation.path));
    const first =
      reading === null
        ? null
        : causalAnswer(
            chosenRoute,
            question,
            answerFrom(question, reading, all, answer, request.fit, explored.overruled.length > 0),
            reading,
            causal,
            causes?.misleading ?? new Set(),
            candidates,
            request.fit,
          );
    if (first?.settled === true) return { evidence: first.evidence, refutation: null, judgement: null, read: first };
    const spans = quotes.kept.filter(({ passage }) => !superseded.has(passage.path));
    const judgement = kind === 'claim' ? await judgeClaim(question, spans, candidates, models, call) : null;
    const decided = judgement !== null && judgement.deciding.length > 0;
    const common = {
      // A claim's figures are atoms: they are not required a second time.
      question: decided ? '' : question,
      statement:
        kind === 'claim'
          ? answer.statement
          : judgedStatement(
              question,
              answer,
              explored.spans.map((entry) => entry.span.plain),
            ),
      candidates,
      cited: judgement === null ? [...answer.citedSpans, ...(checked === null ? [] : entailing(checked))] : judgement.deciding,
      ...(judgement !== null
        ? decided
          ? { fit: claimFit }
          : { fit: openFit(settings.threshold), replace: false as const }
        : request.fit === undefined
          ? {}
          : { fit: request.fit }),
    };
    const judging = !decided ? models : { ...models, entailment: judgement.entailment };
    const support = await minimise({ ...common, stance: 'support' }, judging, settings, call);
    // The second reader's answer is heard where its evidence says what was asked, and is otherwise no better than the first.
    if (first !== null && !support.sufficient) return { evidence: first.evidence, refutation: null, judgement: null, read: first };
    const against = !decided ? null : await minimise({ ...common, stance: 'refute' }, judging, settings, call);
    return { evidence: support, refutation: against, judgement, read: null };
  });

  const conflicts = await runner.run('conflicts', () => {
    const candidates = evidenceCandidates(quotes);
    const texts = new Map(candidates.map(({ spanId, text }) => [spanId, text]));
    const beside = withSuperseded(evidence, candidates, superseded);
    const found = findConflicts(beside, kind === 'claim' ? null : (read?.answer.text ?? answer.text), texts, superseded);
    return realConflicts(found, beside, texts, superseded);
  });
  const parts = await runner.run('report', () => {
    const told = read === null ? judge(kind, answer, evidence, conflicts, refutation) : withConflicts(read.answer, conflicts);
    const heard = checked === null ? told : guarded(told, answer, checked, evidence);
    const judged =
      readings === null
        ? byReading
          ? onlyOneReader(heard, evidence)
          : heard
        : read === null
          ? onlyOneReader(heard, evidence)
          : orOnlySuperseded(heard, readings.onlyIn, superseded);
    const shown = judged.status === 'refuted' && refutation !== null ? refutation : evidence;
    const other = shown === evidence ? refutation : evidence;
    return {
      ...(judgement === null
        ? {
            judged,
            shown,
            claims:
              checked !== null
                ? markedClaims(checked, shown)
                : read === null
                  ? claimsOf(answer, shown)
                  : claimsOfReading(read.answer, shown),
          }
        : claimParts(judgement, judged, shown)),
      counter: other?.sufficient === true ? other : null,
    };
  });
  const probes = await runner.run('ratios', ({ call }) => withRatios(explored.probes, parts.shown, models, question, call));
  const report: AuditReport = {
    schemaVersion: reportSchemaVersion,
    id,
    programVersion,
    createdAt: context.now().toISOString(),
    question,
    kind,
    route: chosenRoute,
    refinements: [...refined.refinements],
    passages: reading === null ? [...explored.passages] : allPassages(explored, refined),
    answer: parts.judged,
    claims: parts.claims,
    evidence: parts.shown,
    ...(parts.counter === null ? {} : { counterEvidence: parts.counter }),
    probes,
    drafts: [...explored.drafts],
    consensus: explored.consensus,
    heatMap: explored.heatMap,
    conflicts,
    causal,
    trap: explored.trap,
    stages: runner.stages,
    ...(runner.warnings.length === 0 ? {} : { notices: runner.warnings }),
    models: identities,
    usage: usage.total,
    settings,
    seed,
    indexVersion,
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

/** What is shown of a reading is the documents' own: one statement with all that it rests on. */
function claimsOfReading(answer: AuditReport['answer'], evidence: Evidence): AuditReport['claims'] {
  if (answer.statement === '') return [];
  const citations = evidence.minimal.map((item) => ({ ...item.citation, spanId: item.spanId, marker: item.marker }));
  return [{ text: answer.statement, citations, supported: evidence.sufficient }];
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
