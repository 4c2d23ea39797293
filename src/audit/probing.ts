import type { PassageIndex } from '../index/types.ts';
import type { EvidenceText, GeneratedAnswer, GeneratedProbe, ModelCall, Models, ProbeRequest } from '../models/ports.ts';
import { searchProbes } from '../probe/search-probes.ts';
import { type MeasuredProbe, selectProbes } from '../probe/select.ts';
import { substitutesOf } from '../probe/substitutes.ts';
import type { Probe } from '../contract/exploration.ts';
import { candidateSpans } from '../retrieve/candidates.ts';
import type { RetrievedEvidence } from '../retrieve/types.ts';
import { sameAnswer } from '../text/same-answer.ts';
import { rivalsOf } from './rivals.ts';
import { abstention, toEvidenceText } from './settle.ts';

const candidatesPerKind = 2;
/** Passages whose mean direction stands for what a query is about. */
const probeDepth = 5;

/** A question as it is probed: with its plain answer, by the bundled reader, so that validation costs no call. */
export interface ProbedQuestion {
  readonly question: string;
  readonly plain: GeneratedAnswer;
  /** What the plain answer was read from. */
  readonly evidence: readonly EvidenceText[];
  readonly hits: RetrievedEvidence['passages'];
  readonly request: ProbeRequest;
}

export async function readPlainly(
  question: string,
  found: RetrievedEvidence,
  { reader }: Pick<Models, 'reader'>,
  call: ModelCall,
): Promise<ProbedQuestion> {
  const evidence = found.spans.map(toEvidenceText);
  const [plain = abstention] = await reader.answer([{ question, evidence }], call);
  return {
    question,
    plain,
    evidence,
    hits: found.passages.slice(0, probeDepth),
    request: { question, ...substitutesOf(question, found.passages), perKind: candidatesPerKind },
  };
}

/**
 * Validates and selects counterfactual queries (CF-RAG sec. 4.1.1, app. E): a plain answer to each candidate, then eq. 2 and 3. A question
 * without a valid probe gets an empty selection: its causal score is then undefined.
 */
export async function chooseProbes(
  asked: ProbedQuestion,
  candidates: readonly GeneratedProbe[],
  {
    wanted,
    similarity,
    exclude,
  }: {
    /** CF-RAG N. */
    readonly wanted: number;
    /** Eq. 2, reference scale. */
    readonly similarity: number;
    readonly exclude: readonly string[];
  },
  models: Pick<Models, 'embedder' | 'reader' | 'relevance'>,
  index: PassageIndex,
  call: ModelCall,
): Promise<Probe[]> {
  const { question, plain, hits } = asked;
  const searched = await searchProbes({ question, hits, candidates, exclude }, models.embedder, index, call);
  const answers = await Promise.all(
    searched.map(async ({ candidate: { query }, hits: found }) => {
      const spans = await candidateSpans(
        query,
        found.map((hit) => hit.passage),
        models.relevance,
        call,
      );
      const [answer = abstention] = await models.reader.answer([{ question: query, evidence: spans.map(toEvidenceText) }], call);
      return textOf(answer);
    }),
  );
  const own = textOf(plain);
  // Question and probe with one plain answer are a paraphrase, says eq. 2 - or the trap itself: the answer is wrong for the question, and right for the probe.
  const alike = searched.filter((_probe, place) => {
    const answer = answers[place] ?? null;
    return own !== null && answer !== null && sameAnswer(own, answer);
  });
  const rivals = await rivalsOf(
    asked,
    alike.map(({ candidate }) => candidate),
    models,
    call,
  );
  const measured = searched.map(({ candidate, similarity, domainRelevance }, place): MeasuredProbe => {
    const rival = rivals[alike.findIndex((other) => other.candidate === candidate)] ?? null;
    return {
      ...candidate,
      similarity,
      domainRelevance,
      questionAnswer: rival ?? own,
      contested: rival !== null,
      answer: answers[place] ?? null,
    };
  });
  return selectProbes(measured, wanted, similarity);
}

/** The queries of the selected probes, in their order. */
export function queriesOf(probes: readonly Probe[]): string[] {
  return probes.filter((entry) => entry.selected).map((entry) => entry.query);
}

function textOf({ abstained, text }: GeneratedAnswer): string | null {
  return abstained || text === '' ? null : text;
}
