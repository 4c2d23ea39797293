import { say } from '../base/language.ts';
import { type JudgedSentence, judgeSentences } from '../claims/judge.ts';
import { bundledKnowledge } from '../claims/knowledge.ts';
import type { RequestedSentence } from '../claims/pairs.ts';
import type { Evidence, EntailmentScores, Missing, QualityFit } from '../contract/evidence.ts';
import type { ClaimAtom } from '../contract/atoms.ts';
import type { AuditReport } from '../contract/report.ts';
import { headingsOf } from '../documents/headings.ts';
import { shippedFit } from '../minimise/shipped-fit.ts';
import type { EvidenceCandidate } from '../minimise/types.ts';
import type { Entailment, ModelCall, Models } from '../models/ports.ts';
import type { CandidateSpan } from '../retrieve/types.ts';
import { placeIn } from './place-in.ts';
import { tablesOf } from './table-place.ts';

/** What the sentences make of a claim, in the form that minimal sets are searched in. */
export interface ClaimJudgement {
  /** Says of each candidate what was judged of it: F rests on atoms, and not on a scorer's word. */
  readonly entailment: Entailment;
  /** Sentences that decide: they enter the pool whatever their relevance. */
  readonly deciding: readonly string[];
  /** Most telling first. */
  readonly sentences: readonly (JudgedSentence & { readonly spanId: string })[];
}

/** The quality of a set of a claim's sentences is the chance of its best one: nothing is added up, and no sentence completes another. */
export const claimFit: QualityFit = {
  id: 'linchpin/claims-1',
  weights: { entail: 1, coverage: 0, contradiction: 0, length: 0 },
  shift: 0,
  temperature: 1,
  // Takes the sigmoid back, so that quality is the chance itself.
  isotonic: knots(),
  kMax: 25,
};

function knots(): { x: number[]; y: number[] } {
  const y = Array.from({ length: 101 }, (_, step) => step / 100);
  return { x: y.map((chance) => 1 / (1 + Math.exp(-chance))), y };
}

/** For a claim that no sentence decides: what together says most about it is shown, and however much that is, it is never enough. */
export function openFit(threshold: number): QualityFit {
  const { isotonic } = shippedFit;
  const most = threshold * 0.9;
  return {
    ...shippedFit,
    id: `${shippedFit.id}, open claim`,
    isotonic: isotonic === null ? { x: [0, 1], y: [0, most] } : { x: isotonic.x, y: isotonic.y.map((value) => value * most) },
  };
}

/** @throws LinchpinError `model-unavailable`, `cancelled`, and what the models throw. */
export async function judgeClaim(
  claim: string,
  spans: readonly CandidateSpan[],
  candidates: readonly EvidenceCandidate[],
  models: Pick<Models, 'entailment' | 'neuralEntailment'>,
  call: ModelCall,
): Promise<ClaimJudgement> {
  const judged = await judgeSentences(
    {
      claim,
      sentences: sentencesOf(spans),
      reads: models.entailment.identity.provider !== 'bundled',
    },
    models.entailment,
    models.neuralEntailment,
    bundledKnowledge(),
    call,
  );
  const sentences = judged.flatMap((sentence) => {
    const span = spans[sentence.at];
    return span === undefined ? [] : [{ ...sentence, spanId: span.id }];
  });
  const byText = new Map(
    sentences.flatMap((sentence): [string, EntailmentScores][] => {
      const candidate = candidates.find(({ spanId }) => spanId === sentence.spanId);
      return candidate === undefined
        ? []
        : [
            [
              keyOf(candidate.text, candidate.heading),
              { entail: sentence.supports, neutral: 1 - sentence.supports - sentence.refutes, contradict: sentence.refutes },
            ],
          ];
    }),
  );
  return {
    entailment: {
      identity: models.entailment.identity,
      classify: (pairs) =>
        Promise.resolve(
          pairs.map(({ premise, context }) => byText.get(keyOf(premise, context ?? '')) ?? { entail: 0, neutral: 1, contradict: 0 }),
        ),
    },
    deciding: sentences.filter(({ stance }) => stance !== 'open').map(({ spanId }) => spanId),
    sentences,
  };
}

/** Sentences with what travels with them, as the judge reads them. */
export function sentencesOf(spans: readonly CandidateSpan[]): RequestedSentence[] {
  const texts = new Map<string, string[]>();
  for (const { passage, span } of spans) {
    const known = texts.get(passage.path);
    if (known === undefined) texts.set(passage.path, [span.plain]);
    else known.push(span.plain);
  }
  const tables = tablesOf(spans);
  return spans.map((entry) => ({
    text: entry.span.plain,
    kind: entry.span.kind === 'heading' ? 'heading' : entry.span.kind === 'table-row' ? 'row' : 'text',
    headings: entry.span.leadIn === undefined ? headingsOf(entry.span) : [...headingsOf(entry.span), entry.span.leadIn],
    document: [entry.passage.title, entry.passage.path],
    beside: besideOf(entry),
    elsewhere: texts.get(entry.passage.path) ?? [],
    ...tables(entry),
  }));
}

function keyOf(text: string, heading: string): string {
  return `${heading}\n${text}`;
}

/** The two sentences before it in its passage: what its pronouns stand for. What an item's term is said of needs none: they may name another's. */
function besideOf({ passage, span }: CandidateSpan): string[] {
  if (span.item !== undefined) return [];
  const at = passage.spans.findIndex((other) => other.start === span.start);
  return at < 0 ? [] : passage.spans.slice(Math.max(0, at - 2), at).map((other) => other.plain);
}

/** The report's parts that a claim has of its own: why, what is missing, and its atoms. */
export function claimParts(
  judgement: ClaimJudgement,
  judged: AuditReport['answer'],
  evidence: Evidence,
): { readonly judged: AuditReport['answer']; readonly shown: Evidence; readonly claims: AuditReport['claims'] } {
  const atoms = atomsOf(judgement, evidence);
  const missing = missingAtoms(atoms);
  return {
    judged: { ...judged, reason: claimReason(judged.status, judgement, atoms, judged.reason) },
    shown: evidence.sufficient || missing.length === 0 ? evidence : { ...evidence, missing },
    claims: [
      {
        text: judged.statement,
        citations: evidence.sufficient ? evidence.minimal.map(({ citation, spanId, marker }) => ({ ...citation, spanId, marker })) : [],
        supported: judged.status === 'supported',
        atoms,
      },
    ],
  };
}

/** The atoms of a claim with what the sentence that decides, or says most of it, makes of each. */
export function atomsOf(judgement: ClaimJudgement, evidence: Evidence): ClaimAtom[] {
  const shown = new Set(evidence.minimal.map(({ spanId }) => spanId));
  const sentence = judgement.sentences.find(({ spanId }) => shown.has(spanId)) ?? judgement.sentences[0];
  if (sentence === undefined) return [];
  const quote = evidence.pool.find(({ spanId }) => spanId === sentence.spanId)?.citation.quote ?? '';
  return sentence.atoms.map(({ kind, text, start, end, state, words }) => ({
    kind,
    text,
    start,
    end,
    state,
    spanId: state === 'unsaid' ? null : sentence.spanId,
    words: words.map(([from, to]) => placeIn(quote, sentence.text.slice(from, to))).filter((place) => place !== null),
  }));
}

/** The atoms that nothing says, for the list of what is missing. */
export function missingAtoms(atoms: readonly ClaimAtom[]): Missing[] {
  const kindOf: Readonly<Record<ClaimAtom['kind'], Missing['kind']>> = {
    quantity: 'number',
    time: 'date',
    party: 'entity',
    scope: 'term',
    modality: 'term',
    action: 'term',
    object: 'term',
  };
  const unsaid = atoms.filter(({ state }) => state === 'unsaid').map(({ kind, text }) => ({ kind: kindOf[kind], text }));
  return unsaid.filter(({ text }, at) => unsaid.findIndex((other) => other.text === text) === at);
}

/** Why a claim stays open, or what decides it, in a sentence. */
export function claimReason(
  status: AuditReport['answer']['status'],
  judgement: ClaimJudgement,
  atoms: readonly ClaimAtom[],
  written: string,
): string {
  const [best] = judgement.sentences;
  switch (status) {
    case 'supported':
      return `${say`One sentence says every part of it.`} ${written}`;
    case 'refuted':
      return best === undefined ? written : (grounds[best.ground ?? 'meaning'] ?? written);
    case 'conflicting':
      return written;
    case 'uncertain':
    case 'not-enough-evidence': {
      if (best === undefined) return say`Nothing in the documents is about this.`;
      const unsaid = missingAtoms(atoms).map(({ text }) => `"${text}"`);
      return unsaid.length === 0
        ? say`No sentence is sure enough to decide it: read what says most about it.`
        : say`No one sentence decides it; the nearest does not say ${unsaid.slice(0, 3).join(', ')}.`;
    }
  }
}

const grounds: Readonly<Record<string, string>> = {
  quantity: say`A sentence about the same thing gives another figure.`,
  unit: say`A sentence about the same thing gives the figure in another unit.`,
  bound: say`A sentence about the same thing sets the bound the other way round.`,
  cause: say`A sentence about the same thing gives another cause.`,
  modality: say`A sentence about the same action says otherwise whether it is required, recommended, allowed or forbidden.`,
  negation: say`A sentence about the same thing says the opposite.`,
  party: say`A sentence about the same act names another doer.`,
  meaning: say`A sentence about the same thing says otherwise.`,
};
