import { dot } from '../base/dot.ts';
import type { Random } from '../base/random.ts';
import type { AnswerRequest, Embedder, EvidenceText, GeneratedAnswer, Generator, ModelCall } from '../models/ports.ts';
import type { Draft, DraftScores } from '../contract/exploration.ts';
import { sameAnswer } from '../text/same-answer.ts';
import { contentStems } from '../text/tokens.ts';
import { spectralClusters } from './cluster.ts';
import { agreements } from './consensus.ts';
import { causalDiscrimination, coherence, confidence, dualScore, specificity, weightedScore } from './score.ts';
import { stratifiedSamples } from './sample.ts';
import { mentions } from './support.ts';
import type { ArbitrationPassage, Hypothesis } from './types.ts';

export interface ArbitrationSettings {
  /** CF-RAG K. */
  readonly clusters: number;
  /** CF-RAG M, at least 1. */
  readonly drafts: number;
  /** CF-RAG lambda, [0, 1]. */
  readonly causalWeight: number;
  /** CF-RAG rho, (0, 1]. */
  readonly samplingRate: number;
  readonly scoring: 'dual' | 'weighted';
  /** Algorithm 1: share of the answers that must agree, [0, 1]; 0 takes the best-scored one as it is. */
  readonly consensus: number;
}

/** The spans of each passage by its id, as the generator shall see them. */
export type EvidenceByPassage = ReadonlyMap<string, readonly EvidenceText[]>;

export interface DraftInput {
  readonly question: string;
  /** Distinct passages in a fixed order; copies are dealt with before. */
  readonly passages: readonly ArbitrationPassage[];
  readonly evidence: EvidenceByPassage;
}

export interface ArbitrationInput {
  readonly question: string;
  /** What `writeDrafts` gave, with their passages as the selected probes see them. */
  readonly hypotheses: readonly Hypothesis[];
  readonly evidence: EvidenceByPassage;
}

export interface Arbitration {
  /** Best first; ties by id. */
  readonly drafts: readonly Draft[];
  readonly hypotheses: readonly Hypothesis[];
  /** The answer to go on with: the best draft of the consensus, or a synthesis of the top three. Abstained when every draft did. */
  readonly answer: GeneratedAnswer;
  /** The hypothesis the answer was taken from; null for a synthesis that matches none. */
  readonly chosen: Hypothesis | null;
  /** The best hypothesis with another answer; null when there is none. */
  readonly rival: Hypothesis | null;
  readonly consensus: boolean;
}

const synthesisDrafts = 3;

/**
 * The first half of parallel arbitration (CF-RAG sec. 4.2, algorithm 1): clusters, stratified samples, and one hypothesis a sample, all in
 * one batch. Draws from `random` only, so the same seed gives the same drafts.
 */
export async function writeDrafts(
  { question, passages, evidence }: DraftInput,
  generator: Generator,
  settings: Pick<ArbitrationSettings, 'clusters' | 'drafts' | 'samplingRate'>,
  random: Random,
  call: ModelCall,
): Promise<Hypothesis[]> {
  const clusters = spectralClusters(
    passages.map((passage) => passage.vector),
    settings.clusters,
    random.fork('clusters'),
  );
  const samples = stratifiedSamples(passages, clusters, settings.drafts, settings.samplingRate, random.fork('samples'));
  const requests: AnswerRequest[] = samples.map((sample) => ({
    question,
    evidence: sample.flatMap((passage) => evidence.get(passage.id) ?? []),
  }));
  const answers = await generator.answer(requests, call);
  return samples.flatMap((sample, index) => {
    const answer = answers[index];
    if (answer === undefined) return [];
    const cited = new Set(answer.keySpans.length > 0 ? answer.keySpans : answer.citedSpans);
    const support = sample.filter((passage) => (evidence.get(passage.id) ?? []).some((span) => cited.has(span.spanId)));
    return [{ id: `draft-${index + 1}`, answer, passages: sample, support }];
  });
}

/** The same drafts with their passages as other probes see them. @param passages by id */
export function seenAs(hypotheses: readonly Hypothesis[], passages: ReadonlyMap<string, ArbitrationPassage>): Hypothesis[] {
  const seen = (passage: ArbitrationPassage): ArbitrationPassage => passages.get(passage.id) ?? passage;
  return hypotheses.map((hypothesis) => ({
    ...hypothesis,
    passages: hypothesis.passages.map(seen),
    support: hypothesis.support.map(seen),
  }));
}

/** The second half: scores, agreement, and consensus or synthesis. */
export async function arbitrate(
  input: ArbitrationInput,
  models: { embedder: Embedder; generator: Generator },
  settings: Pick<ArbitrationSettings, 'scoring' | 'causalWeight' | 'consensus'>,
  call: ModelCall,
): Promise<Arbitration> {
  const { hypotheses } = input;
  const scores = await scoreHypotheses(hypotheses, models.embedder, settings, call);
  const shares = agreements(hypotheses.map(({ answer }) => answer.text));
  const ranked = hypotheses
    .map((hypothesis, index) => ({ hypothesis, scores: scores[index] ?? emptyScores, agreement: shares[index] ?? 0 }))
    .sort(
      (a, b) =>
        Number(a.hypothesis.answer.abstained) - Number(b.hypothesis.answer.abstained) ||
        b.scores.total - a.scores.total ||
        (a.hypothesis.id < b.hypothesis.id ? -1 : 1),
    );

  // Drafts that found nothing in their sample do not outvote those that did: the share is among answers, the paper's drafts never abstain.
  const answered = ranked.filter(({ hypothesis }) => !hypothesis.answer.abstained);
  const agreed = answered.find(({ hypothesis }) => {
    const same = answered.filter((other) => sameAnswer(other.hypothesis.answer.text, hypothesis.answer.text)).length;
    return same / answered.length >= settings.consensus - 1e-9;
  });
  const consensus = agreed !== undefined;
  const answer =
    agreed?.hypothesis.answer ??
    (await synthesise(
      input,
      answered.map((entry) => entry.hypothesis),
      models.generator,
      call,
    ));
  const chosen = agreed ?? answered.find(({ hypothesis }) => sameAnswer(hypothesis.answer.text, answer.text));
  const rival = answered.find(({ hypothesis }) => !sameAnswer(hypothesis.answer.text, answer.text));
  return {
    drafts: ranked.map((entry) => draftOf(entry.hypothesis, entry.scores, entry.agreement, entry === chosen)),
    hypotheses: ranked.map((entry) => entry.hypothesis),
    answer,
    chosen: chosen?.hypothesis ?? null,
    rival: rival?.hypothesis ?? null,
    consensus,
  };
}

const emptyScores: DraftScores = { coherence: 0, causalDiscrimination: null, confidence: null, specificity: 0, total: 0 };

/** The criteria of sec. 4.2.2 for each hypothesis, in order; zeros for an abstention. */
export async function scoreHypotheses(
  hypotheses: readonly Hypothesis[],
  embedder: Embedder,
  settings: Pick<ArbitrationSettings, 'scoring' | 'causalWeight'>,
  call: ModelCall,
): Promise<DraftScores[]> {
  const vectors = await embedder.embed(
    hypotheses.map(({ answer }) => answer.statement),
    'query',
    call,
  );
  return hypotheses.map(({ answer, passages, support }, index) => {
    if (answer.abstained) return emptyScores;
    const vector = vectors[index];
    // Over the evidence that the answer stands on: over the whole sample, every draft would be scored for what it did not use.
    const evidence = support.length > 0 ? support : passages;
    const terms = evidence.map((passage) => ({
      similarity: vector === undefined ? 0 : Math.max(0, embedder.similarity.toReference(dot(vector, passage.vector))),
      relevance: passage.relevance,
      mentioned: mentions(passage.text, answer.text),
    }));
    const scores = {
      coherence: coherence(terms),
      causalDiscrimination: causalDiscrimination(evidence),
      confidence: confidence(answer.logProbability),
      specificity: specificity(contentStems(answer.statement)),
    };
    const total =
      settings.scoring === 'weighted'
        ? weightedScore(scores)
        : dualScore(scores.coherence, scores.causalDiscrimination, settings.causalWeight);
    return { ...scores, total };
  });
}

async function synthesise(
  input: ArbitrationInput,
  hypotheses: readonly Hypothesis[],
  generator: Generator,
  call: ModelCall,
): Promise<GeneratedAnswer> {
  const top = hypotheses.slice(0, synthesisDrafts);
  const passages = [...new Set(top.flatMap((hypothesis) => hypothesis.passages.map((passage) => passage.id)))].sort();
  return generator.synthesise(
    input.question,
    top.map(({ answer }) => answer),
    passages.flatMap((id) => input.evidence.get(id) ?? []),
    call,
  );
}

function draftOf({ id, answer, passages }: Hypothesis, scores: DraftScores, agreement: number, selected: boolean): Draft {
  return {
    id,
    text: answer.text,
    statement: answer.statement,
    rationale: answer.rationale,
    citedSpans: [...answer.citedSpans],
    keySpans: [...answer.keySpans],
    passages: passages.map((passage) => passage.id),
    scores,
    agreement,
    selected,
  };
}
