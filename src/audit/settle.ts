import { abstentionOf } from '../models/abstention.ts';
import { say } from '../base/language.ts';
import { type Arbitration, type EvidenceByPassage, scoreHypotheses } from '../arbitrate/arbitrate.ts';
import { agreements } from '../arbitrate/consensus.ts';
import { contest, saying, specificityOf, type SupportSpan } from '../arbitrate/support.ts';
import { diagnoseTrap } from '../arbitrate/trap.ts';
import type { ArbitrationPassage, Hypothesis } from '../arbitrate/types.ts';
import type { AnswerRequest, EvidenceText, GeneratedAnswer, ModelCall, Models } from '../models/ports.ts';
import type { Draft, Probe, Trap } from '../contract/exploration.ts';
import type { CandidateSpan } from '../retrieve/types.ts';
import { sameAnswer } from '../text/same-answer.ts';
import { rerank } from './rerank.ts';
import type { AuditSettings } from '../contract/settings.ts';

/** Sentences that the bundled generator is given: about what one window of the judge holds. */
const spansRead = 6;
/** Answers that are looked for behind the first. */
const rereadings = 2;

export interface SettleInput {
  readonly question: string;
  readonly arbitration: Arbitration;
  readonly passages: readonly ArbitrationPassage[];
  readonly evidence: EvidenceByPassage;
  /** All distinct spans of the dialectical evidence, scored against the question. */
  readonly spans: readonly CandidateSpan[];
  /** The selected ones. */
  readonly probes: readonly Probe[];
  readonly settings: AuditSettings;
}

export interface Settled {
  readonly answer: GeneratedAnswer;
  readonly drafts: readonly Draft[];
  readonly trap: Trap | null;
  /** The first answer, where a probe has shown it to be a neighbouring question's. */
  readonly overruled: string | null;
}

/** A language model reads each sample in its own way, and what it agreed on stands. */
export function settleFromDrafts(input: SettleInput): Settled {
  const { answer, chosen, rival, drafts } = input.arbitration;
  return { answer, drafts, trap: diagnose(input, chosen, rival, drafts), overruled: null };
}

/**
 * From the drafts to the answer, where they are the bundled reader's: it reads a sample as it would read the whole, only with less to go
 * by, so the whole evidence is read first. Where a probe has the very same answer and what says it fits the probe better (eq. 11 below 0:
 * C1 of theorem 1 fails), the evidence is read again without every span that says this answer (not where the causal weight is 0), as the
 * neighbour's many documents hide what is said once. An answer that is the question's own wins.
 */
export async function settle(input: SettleInput, models: Models, call: ModelCall): Promise<Settled> {
  const first = await readOnce(input.question, input.spans, models, call);
  const others = first.abstained ? [] : await contenders(first, input, models, call);
  const [winner] = others;
  return await report(input, winner?.answer ?? first, winner === undefined ? null : first, models, call);
}

/** The drafts beside an answer that was read from what was found, and not from them. */
export async function settleWith(input: SettleInput, answer: GeneratedAnswer, models: Models, call: ModelCall): Promise<Settled> {
  return await report(input, answer, null, models, call);
}

/** Answers that a probe shows to be the question's own where the first reading is the probe's, those told apart most clearly first. */
async function contenders(
  first: GeneratedAnswer,
  input: SettleInput,
  models: Models,
  call: ModelCall,
): Promise<{ answer: GeneratedAnswer; gap: number }[]> {
  const { question, arbitration, settings } = input;
  if (settings.causalWeight === 0) return [];
  // Only a probe that has the first answer for its own can show that it is not the question's.
  const neighbours = input.probes.filter((probe) => sameAnswer(probe.answer ?? '', first.text));
  if (neighbours.length === 0) return [];
  const spans = await withProbes(input, neighbours, models, call);
  const own = specificityOf(first, spans);
  if (own === null || own >= 0) return [];
  const others = [...(await readAgain(first, input, spans, models, call)), ...(arbitration.consensus ? [arbitration.answer] : [])];
  return others
    .filter((other) => !other.abstained && !sameAnswer(other.text, first.text))
    .flatMap((answer) => {
      const gaps = neighbours.map((probe, place) =>
        contest({
          question,
          probe,
          first,
          other: answer,
          spans: spans.map((span) => ({ ...span, probeRelevance: [span.probeRelevance[place] ?? 0] })),
        }),
      );
      const gap = Math.max(-Infinity, ...gaps.filter((value) => value !== null));
      return gap > 0 ? [{ answer, gap }] : [];
    })
    .sort((a, b) => b.gap - a.gap || (a.answer.text < b.answer.text ? -1 : 1));
}

/** Readings of what is left when every span that says an earlier answer is taken away, in turn. */
async function readAgain(
  first: GeneratedAnswer,
  input: SettleInput,
  spans: readonly SupportSpan[],
  models: Models,
  call: ModelCall,
): Promise<GeneratedAnswer[]> {
  const answers: GeneratedAnswer[] = [];
  const said = new Set<string>();
  for (let last = first; answers.length < rereadings && !last.abstained;) {
    for (const span of saying(last, spans)) said.add(span.spanId);
    last = await readOnce(
      input.question,
      input.spans.filter((entry) => !said.has(entry.id)),
      models,
      call,
    );
    answers.push(last);
  }
  return answers;
}

/** Every span against every probe. */
async function withProbes({ spans }: SettleInput, probes: readonly Probe[], models: Models, call: ModelCall): Promise<SupportSpan[]> {
  const inputs = spans.map((entry) => ({ text: entry.span.plain, heading: entry.heading }));
  const rows = await Promise.all(probes.map((probe) => models.relevance.score(probe.query, inputs, call)));
  return spans.map((entry, place) => ({
    spanId: entry.id,
    heading: entry.heading,
    text: entry.span.plain,
    relevance: entry.relevance,
    probeRelevance: rows.map((row) => row[place] ?? 0),
  }));
}

/** The drafts with the answer among them, and the trap diagnosis of it against its strongest rival. */
async function report(
  input: SettleInput,
  answer: GeneratedAnswer,
  overruled: GeneratedAnswer | null,
  models: Models,
  call: ModelCall,
): Promise<Settled> {
  const { arbitration, settings } = input;
  const known = arbitration.hypotheses.find((hypothesis) => sameAnswer(hypothesis.answer.text, answer.text));
  const read = [answer, ...(overruled === null ? [] : [overruled])].filter(
    (entry) => !entry.abstained && !arbitration.hypotheses.some((hypothesis) => sameAnswer(hypothesis.answer.text, entry.text)),
  );
  const added = read.map((entry, place) => hypothesisOf(`draft-${arbitration.hypotheses.length + place + 1}`, entry, input));
  const scores = await scoreHypotheses(added, models.embedder, settings, call);
  const hypotheses = [...arbitration.hypotheses, ...added];
  const chosen = answer.abstained ? null : (known ?? added[0] ?? null);
  const shares = agreements(hypotheses.map((hypothesis) => hypothesis.answer.text));
  const drafts = [
    ...arbitration.drafts,
    ...added.map((hypothesis, place): Draft => ({
      id: hypothesis.id,
      text: hypothesis.answer.text,
      statement: hypothesis.answer.statement,
      rationale:
        overruled !== null && hypothesis.answer === answer
          ? say`Read without the sentences that say "${overruled.text}". ${answer.rationale}`
          : hypothesis.answer.rationale,
      citedSpans: [...hypothesis.answer.citedSpans],
      keySpans: [...hypothesis.answer.keySpans],
      passages: hypothesis.passages.map((passage) => passage.id),
      scores: scores[place] ?? { coherence: 0, causalDiscrimination: null, confidence: null, specificity: 0, total: 0 },
      agreement: 0,
      selected: false,
    })),
  ].map((draft) => ({
    ...draft,
    selected: draft.id === chosen?.id,
    agreement: shares[hypotheses.findIndex((hypothesis) => hypothesis.id === draft.id)] ?? draft.agreement,
  }));
  const totals = new Map(drafts.map((draft) => [draft.id, draft.scores.total]));
  const rival =
    hypotheses
      .filter((hypothesis) => !hypothesis.answer.abstained && chosen !== null && !sameAnswer(hypothesis.answer.text, chosen.answer.text))
      .sort((a, b) => (totals.get(b.id) ?? 0) - (totals.get(a.id) ?? 0) || (a.id < b.id ? -1 : 1))[0] ?? null;
  return { answer, drafts, trap: diagnose(input, chosen, rival, drafts), overruled: overruled?.text ?? null };
}

function hypothesisOf(id: string, answer: GeneratedAnswer, { passages, evidence }: SettleInput): Hypothesis {
  const cited = new Set(answer.citedSpans);
  const support = passages.filter((passage) => (evidence.get(passage.id) ?? []).some((span) => cited.has(span.spanId)));
  return { id, answer, passages, support };
}

function diagnose({ settings }: SettleInput, chosen: Hypothesis | null, rival: Hypothesis | null, drafts: readonly Draft[]): Trap | null {
  return chosen === null
    ? null
    : diagnoseTrap({
        answer: side(chosen, drafts),
        rival: rival === null ? null : side(rival, drafts),
        causalWeight: settings.causalWeight,
      });
}

function side(
  { id, answer, support }: Hypothesis,
  drafts: readonly Draft[],
): { text: string; coherence: number; support: readonly ArbitrationPassage[] } {
  return { text: answer.text, coherence: drafts.find((draft) => draft.id === id)?.scores.coherence ?? 0, support };
}

/** One reading of the given spans: the bundled reader is given those that together tell most. */
export async function readOnce(
  question: string,
  spans: readonly CandidateSpan[],
  models: Models,
  call: ModelCall,
): Promise<GeneratedAnswer> {
  const chosen = models.generator.identity.provider === 'bundled' ? await rerank(question, spans, models, spansRead, call) : spans;
  const request: AnswerRequest = { question, evidence: chosen.map(toEvidenceText) };
  const [answer] = await models.generator.answer([request], call);
  return answer ?? abstention;
}

export const abstention = abstentionOf('entity');

export function toEvidenceText(entry: CandidateSpan): EvidenceText {
  return { spanId: entry.id, path: entry.passage.path, heading: entry.heading, text: entry.span.plain, relevance: entry.relevance };
}
