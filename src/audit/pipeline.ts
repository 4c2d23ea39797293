import { canonicalJson, sha256 } from '../base/hash.ts';
import { createRandom, deriveSeed } from '../base/random.ts';
import { cite } from '../documents/cite.ts';
import { minimise } from '../minimise/minimise.ts';
import type { GeneratedAnswer, ModelCall } from '../models/ports.ts';
import type { Citation } from '../report/citation.ts';
import type { Evidence } from '../report/evidence.ts';
import type { OnAuditEvent } from '../report/event.ts';
import { hashReport } from '../report/hash.ts';
import { type AuditReport, reportSchemaVersion } from '../report/report.ts';
import type { CandidateSpan } from '../retrieve/types.ts';
import { findConflicts } from '../verify/conflicts.ts';
import { type VerifiedQuotes, verifyQuotes } from '../verify/quotes.ts';
import { explore } from './explore.ts';
import { checkQuestion } from './question.ts';
import { route } from './route.ts';
import { auditSettingsSchema } from './settings.ts';
import { createUsage, StageRunner } from './stages.ts';
import { judge } from './status.ts';
import type { Audit } from './types.ts';

const silent: OnAuditEvent = () => undefined;

/** The audit of one question or claim, from the question to the report. Stages are joined here and nowhere else. */
export const audit: Audit = async (request, context, onEvent = silent, signal) => {
  const question = checkQuestion(request.question);
  const { index, models } = context;
  const settings = auditSettingsSchema.parse(request.settings ?? {});
  const exclude = request.exclude ?? [];
  const indexVersion = await index.version();
  const identities = { embedder: models.embedder.identity, relevance: models.relevance.identity, entailment: models.entailment.identity, generator: models.generator.identity };
  const identity = canonicalJson({ question, kind: request.kind, indexVersion, settings, exclude, models: identities });
  const seed = request.seed ?? deriveSeed(identity);
  const usage = createUsage();
  const runner = new StageRunner(usage, onEvent, signal);
  const call: ModelCall = { seed, usage, ...(signal === undefined ? {} : { signal }) };
  const tell = (patch: Partial<AuditReport>): void => {
    onEvent({ type: 'report', patch });
  };

  const id = sha256(`${identity}\n${seed}`).slice(0, 16);
  const chosenRoute = await runner.run('route', () => route(question, request.kind));
  tell({ id, question, kind: request.kind, route: chosenRoute, models: identities, seed, indexVersion });
  runner.skip('refine', 'not built yet');

  const explored = await explore({ question, kind: request.kind, exclude, settings }, { index, models, runner, random: createRandom(seed), call }, tell);
  const { answer } = explored;
  tell({ answer: { text: answer.text, statement: answer.statement, status: 'not-enough-evidence', reason: 'Being verified.' } });

  const quotes = await runner.run('verify', async (note) => {
    const verified = await verifyQuotes(explored.spans, context.readText);
    if (verified.dropped.length > 0) note(`${verified.dropped.length} spans left out: their documents have changed since indexing`);
    return verified;
  });
  runner.skip('causal', 'not built yet');

  const evidence = await runner.run('minimise', () =>
    minimise(
      {
        question,
        statement: answer.statement,
        candidates: quotes.kept.map((span) => toCandidate(span, quotes, answer)),
        corpus: [],
      },
      models,
      settings,
      call,
    ),
  );
  return await runner.run('report', () => {
    const conflicts = findConflicts(answer.statement, evidence);
    const judged = judge(request.kind, answer, evidence, conflicts);
    const draft: AuditReport = {
      schemaVersion: reportSchemaVersion,
      id,
      createdAt: context.now().toISOString(),
      question,
      kind: request.kind,
      route: chosenRoute,
      refinements: [],
      passages: explored.passages,
      answer: judged,
      claims: claimsOf(answer, evidence),
      evidence,
      probes: explored.probes,
      drafts: explored.drafts,
      consensus: explored.consensus,
      heatMap: explored.heatMap,
      conflicts,
      causal: null,
      trap: explored.trap,
      stages: [],
      models: identities,
      usage: usage.total,
      settings,
      seed,
      indexVersion,
      hash: '',
    };
    return draft;
  }).then((draft) => {
    const report = { ...draft, stages: runner.stages };
    const whole = { ...report, hash: hashReport(report) };
    tell(whole);
    return whole;
  });
};

