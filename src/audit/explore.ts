import type { Random } from '../base/random.ts';
import type { PassageIndex } from '../index/types.ts';
import type { AnswerRequest, EvidenceText, GeneratedAnswer, ModelCall, Models } from '../models/ports.ts';
import type { Draft, HeatMap, Probe, Trap } from '../report/exploration.ts';
import type { AuditReport, ReportPassage } from '../report/report.ts';
import { retrieve } from '../retrieve/retrieve.ts';
import type { CandidateSpan, ScoredPassage } from '../retrieve/types.ts';
import type { AuditSettings } from './settings.ts';
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
}

/** From the question to an answer that is not yet verified: retrieve and read. */
export async function explore(input: ExploreInput, context: ExploreContext, tell: (patch: Partial<AuditReport>) => void): Promise<Explored> {
  const { runner, models, index, call } = context;
  const found = await runner.run('retrieve', () => retrieve(input.question, index, models, { limit: input.settings.passages, exclude: input.exclude }, call));
  const passages = found.passages.map(toReportPassage);
  tell({ passages });
  runner.skip('probe', 'not built yet');
  runner.skip('arbitrate', 'not built yet');
  const answer = await runner.run('answer', async () => {
    const request: AnswerRequest = { question: input.question, evidence: found.spans.map(toEvidenceText) };
    const [first] = await models.generator.answer([request], call);
    return input.kind === 'claim' ? asClaim(input.question, first) : (first ?? abstention);
  });
  return { answer, spans: found.spans, passages, probes: [], drafts: [], consensus: null, heatMap: null, trap: null };
}

export const abstention: GeneratedAnswer = {
  abstained: true, text: '', statement: '', type: 'entity', claims: [], rationale: '', citedSpans: [], keySpans: [], conflicts: [], logProbability: null,
};

/** A claim is its own statement, whatever was read: only its evidence is looked for. */
function asClaim(claim: string, read: GeneratedAnswer | undefined): GeneratedAnswer {
  return { ...(read ?? abstention), abstained: false, text: '', statement: claim, type: 'claim' };
}

export function toEvidenceText(entry: CandidateSpan): EvidenceText {
  return { spanId: entry.id, path: entry.passage.path, heading: entry.heading, text: entry.span.plain, relevance: entry.relevance };
}

export function toReportPassage({ passage, score, relevance }: ScoredPassage): ReportPassage {
  return { id: passage.id, path: passage.path, start: passage.start, end: passage.end, line: passage.line, headingPath: [...passage.headingPath], score, relevance };
}
