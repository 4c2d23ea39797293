import { say } from '../base/language.ts';
import type { ReadableSpan } from '../inference/types.ts';
import { type ClaimChance, shippedClaimChance } from '../claims/chance.ts';
import { type ClaimReading, readClaim } from '../claims/read.ts';
import { entailmentAsClaimReader, judgeAsClaimReader } from '../claims/readers.ts';
import type { ClaimReader } from '../claims/types.ts';
import type { ExactCheck } from '../claims/checks.ts';
import { type ClaimSide, type ClaimVerdict, decideClaim } from '../claims/verdict.ts';
import type { ClaimAtom } from '../contract/atoms.ts';
import type { Evidence, QualityFit } from '../contract/evidence.ts';
import type { AuditReport, OpenKind } from '../contract/report.ts';
import { minimiseByReading } from '../minimise/by-reading.ts';
import type { EvidenceCandidate } from '../minimise/types.ts';
import type { ModelCall, Models } from '../models/ports.ts';
import type { CandidateSpan, RetrievedEvidence } from '../retrieve/types.ts';
import { figuresSaid, isAnythingSaid, maySay, wordsShared } from '../claims/open.ts';
import type { EvidenceBasis } from '../contract/basis.ts';
import { quantitiesIn, relateQuantities } from '../text/quantities.ts';
import { readableOf } from './readable.ts';
import { fallsIf } from './status.ts';

/** What was read for a claim, and where its sentences stand. */
export interface ReadClaim {
  readonly reading: ClaimReading;
  readonly verdict: ClaimVerdict;
  readonly spans: ReadonlyMap<string, CandidateSpan>;
}

/** The judge, unless the user chose a model of entailment. */
export function claimReaderOf({ judge, entailment }: Pick<Models, 'judge' | 'entailment'>): ClaimReader {
  return entailment.identity.provider === 'bundled' ? judgeAsClaimReader(judge) : entailmentAsClaimReader(entailment);
}

/** @throws LinchpinError `cancelled`, `model-unavailable`, and what the models throw. */
export async function readForClaim(
  claim: string,
  retrieved: RetrievedEvidence,
  reader: ClaimReader,
  call: ModelCall,
  calibration: ClaimChance = shippedClaimChance(),
): Promise<ReadClaim> {
  const { passages, spans } = readableOf(retrieved);
  const reading = await readClaim(claim, passages, reader, call);
  return { reading, verdict: decideClaim(claim, reading, calibration), spans };
}

/** The spans to verify: all that was read. */
export function spansOfClaim({ reading, spans }: ReadClaim): CandidateSpan[] {
  const ids = new Set(reading.passages.flatMap((passage) => passage.spans.map(({ id }) => id)));
  return [...ids].flatMap((id) => spans.get(id) ?? []);
}

/** CER K2. */
const poolSize = 25;
/** Sentences that are shown where nothing decides. */
const nearest = 3;

export interface ClaimParts {
  readonly judged: AuditReport['answer'];
  readonly shown: Evidence;
  readonly counter: Evidence | null;
  readonly claims: AuditReport['claims'];
}

/**
 * The claim as it is shown: its verdict, the minimal evidence of the side that decides, and for sources that disagree that of the other.
 * @param verified spans that still stand in their documents
 * @param searched how much was searched for it
 */
export function claimParts(
  claim: string,
  { reading, verdict }: ReadClaim,
  verified: readonly EvidenceCandidate[],
  fit: QualityFit | undefined,
  searched: Pick<EvidenceBasis, 'documents' | 'passages'>,
  calibration: ClaimChance = shippedClaimChance(),
): ClaimParts {
  const known = new Map(verified.map((candidate) => [candidate.spanId, candidate]));
  const { least } = calibration.fit;
  const evidenceOf = (side: ClaimSide): Evidence =>
    minimiseByReading({
      candidates: poolOf(side.shown, reading, known),
      shown: side.shown,
      readings: side.readings,
      statement: claim,
      stance: side.stance === 'supports' ? 'support' : 'refute',
      threshold: side.stance === 'supports' ? least.supported : least.refuted,
      fit,
    });
  const sides = verdict.sides.map((side) => ({ side, evidence: evidenceOf(side) })).filter(({ evidence }) => evidence.sufficient);
  const [first, second] = sides;
  const base = { statement: claim, form: null, short: null, promise: null };
  if (first === undefined) {
    const shown = nearestOf(claim, reading, verdict, known);
    const evidence = minimiseByReading({
      candidates: poolOf(shown, reading, known),
      shown,
      readings: [],
      statement: claim,
      threshold: least.supported,
      fit,
    });
    const { open, reason } = openOf(
      claim,
      verdict,
      reading,
      shown.flatMap((id) => known.get(id)?.text ?? []),
      searched,
    );
    const judged: AuditReport['answer'] = {
      ...base,
      text: '',
      status: 'not-enough-evidence',
      open,
      reason,
      body: [],
      chance: null,
    };
    return { judged, shown: evidence, counter: null, claims: [{ text: claim, citations: [], supported: false }] };
  }
  const status = second === undefined ? (first.side.stance === 'supports' ? 'supported' : 'refuted') : 'conflicting';
  const { evidence } = first;
  return {
    judged: {
      ...base,
      text: { supported: 'Supported', refuted: 'Refuted', conflicting: 'Conflicting' }[status],
      status,
      reason: decidedReason(status, verdict, evidence),
      body: evidence.minimal.map(({ spanId }) => ({ spanId, marks: [] })),
      chance: first.side.chance,
    },
    shown: evidence,
    counter: second?.evidence ?? null,
    claims: [
      {
        text: claim,
        citations: evidence.minimal.map(({ citation, spanId, marker }) => ({ ...citation, spanId, marker })),
        supported: status === 'supported',
        atoms: deniedFigure(claim, verdict, evidence),
      },
    ],
  };
}

/** The figure that the deciding sentence gives another for: what a quick fix can put right. Empty where there is none, or it is not certain which. */
function deniedFigure(claim: string, { verdict, figures }: ClaimVerdict, { minimal }: Evidence): ClaimAtom[] {
  const [item, ...others] = minimal;
  if (verdict !== 'refuted' || item === undefined || others.length > 0) return [];
  const { quote } = item.citation;
  const { kind, claimed, stated } = figures.result === 'contradicts' ? figures : otherAmount(claim, quote);
  const start = claim.indexOf(claimed);
  const at = quote.indexOf(stated);
  if (kind === null || start < 0 || at < 0) return [];
  const { spanId } = item;
  return [{ kind, text: claimed, start, end: start + claimed.length, state: 'denied', spanId, words: [[at, at + stated.length]] }];
}

/** Of two ceilings the lower implies the higher one, so no figure contradicts, and they are two rules all the same. */
function otherAmount(claim: string, quote: string): Pick<ExactCheck, 'kind' | 'claimed' | 'stated'> {
  const [own, ...more] = quantitiesIn(claim);
  const [stated, ...others] = own === undefined ? [] : quantitiesIn(quote).filter((each) => relateQuantities(each, own) !== 'incomparable');
  if (own === undefined || stated === undefined || more.length + others.length > 0 || relateQuantities(stated, own) === 'same')
    return { kind: null, claimed: '', stated: '' };
  return { kind: 'quantity', claimed: claim.slice(own.start, own.end), stated: quote.slice(stated.start, stated.end) };
}

function decidedReason(status: 'supported' | 'refuted' | 'conflicting', { figures }: ClaimVerdict, evidence: Evidence): string {
  const falls = fallsIf(evidence.certificate?.robustness ?? 1);
  switch (status) {
    case 'supported':
      return evidence.minimal.length === 1
        ? `${say`This sentence says it.`} ${falls}`
        : `${say`These sentences say it together.`} ${falls}`;
    case 'refuted':
      return figures.result === 'contradicts'
        ? say`The documents say "${figures.stated}", and the claim "${figures.claimed}".`
        : say`The documents say otherwise.`;
    case 'conflicting':
      return say`Sources disagree: one says it, another says otherwise.`;
  }
}

/** What came of a claim that stays open, and why: true of the sentences that are shown. */
function openOf(
  claim: string,
  { chances, withdrawn, figures }: ClaimVerdict,
  reading: ClaimReading,
  shown: readonly string[],
  { documents, passages }: Pick<EvidenceBasis, 'documents' | 'passages'>,
): { readonly open: OpenKind; readonly reason: string } {
  if (shown.length === 0 || !isAnythingSaid(claim, reading))
    return {
      open: 'nothing',
      reason: say`Nothing found: ${String(documents)} documents with ${String(passages)} passages were searched, the ${String(reading.passages.length)} nearest passages read, and none is about it.`,
    };
  if (withdrawn?.by === 'figures' && shown.some((text) => text.includes(figures.stated)))
    return {
      open: 'part',
      reason: say`Only part of it is said: “${figures.stated}” stands where the claim says “${figures.claimed}”.`,
    };
  if (withdrawn?.by === 'scope')
    return {
      open: 'part',
      reason: say`Only part of it is said: these sentences, or what they stand under, limit it to another level, class or part.`,
    };
  if (withdrawn?.by === 'neighbour')
    return {
      open: 'undecided',
      reason: say`A sentence reads as if it said otherwise, and another beside it as if it agreed: read them both.`,
    };
  // What the sentences stand under is said of them.
  const headings = reading.passages.map(({ heading }) => heading);
  const { said, unsaid } = figuresSaid(claim, [...shown, ...headings].join('\n'));
  if (said.length > 0 && unsaid.length > 0) {
    const quoted = (words: readonly string[]): string => words.map((word) => `“${word}”`).join(', ');
    return {
      open: 'part',
      reason: say`Only part of it is said: ${quoted(said)} stands in these sentences, and ${quoted(unsaid)} does not.`,
    };
  }
  if (shown.some((text) => wordsShared(claim, text) >= nearlyAll))
    return {
      open: 'undecided',
      reason: say`A sentence has nearly the claim's own words, and the reading is not sure that it says the same: read it.`,
    };
  if (chances.supported >= likely && chances.supported >= chances.refuted)
    return {
      open: 'undecided',
      reason: say`These sentences may say it, and the reading is not sure enough to call it supported: read them.`,
    };
  // What has all figures of the claim is not told to say otherwise.
  if (chances.refuted >= likely && said.length === 0)
    return {
      open: 'undecided',
      reason: say`These sentences may say otherwise, and the reading is not sure enough to call it refuted: read them.`,
    };
  return { open: 'undecided', reason: say`The reading cannot tell whether these sentences say it: read them.` };
}

/** A sentence with so many of the claim's words is named for that. */
const nearlyAll = 0.8;

/** A side this likely is named, though it decides nothing. */
const likely = 0.25;

/** What an exact check took back, and then the most needed sentence of each passage, those that say most about the claim first. */
function nearestOf(
  claim: string,
  reading: ClaimReading,
  { withdrawn }: ClaimVerdict,
  known: ReadonlyMap<string, EvidenceCandidate>,
): string[] {
  const found = reading.passages.flatMap((passage) => {
    const [best] = byNeed(passage.spans, passage.needed).filter(({ id }) => known.has(id));
    return best === undefined ? [] : [{ id: best.id, may: maySay(claim, passage, best.text) }];
  });
  // What is about something else stands beside what may say it only where nothing does.
  const some = found.some(({ may }) => may);
  const back = (withdrawn?.side.shown ?? []).filter((id) => known.has(id));
  return [...new Set([...back, ...found.filter(({ may }) => may || !some).map(({ id }) => id)])].slice(0, nearest);
}

function poolOf(
  shown: readonly string[],
  { passages, sets }: ClaimReading,
  known: ReadonlyMap<string, EvidenceCandidate>,
): EvidenceCandidate[] {
  const ids = [
    ...shown,
    ...sets.flatMap(({ spanIds }) => spanIds),
    ...passages.flatMap(({ spans, needed }) => byNeed(spans, needed).map(({ id }) => id)),
  ];
  return [...new Set(ids)].flatMap((id) => known.get(id) ?? []).slice(0, poolSize);
}

function byNeed(spans: readonly ReadableSpan[], needed: readonly number[]): ReadableSpan[] {
  return spans
    .map((span, place) => ({ span, value: needed[place] ?? 0 }))
    .sort((a, b) => b.value - a.value)
    .map(({ span }) => span);
}
