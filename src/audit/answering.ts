import { setChances, judgeAnswers } from '../answer/judge-answers.ts';
import { type AnswerChance, shippedAnswerChance } from '../answer/chance.ts';
import type { AnswerReading, JudgedAnswer, ReadPassage } from '../answer/types.ts';
import type { ReadableSpan } from '../inference/types.ts';
import { say } from '../base/language.ts';
import type { Evidence, QualityFit } from '../contract/evidence.ts';
import type { AnswerPart, AuditReport } from '../contract/report.ts';
import { minimiseByReading } from '../minimise/by-reading.ts';
import { chanceUnder, readingFit } from '../minimise/reading-quality.ts';
import type { EvidenceCandidate } from '../minimise/types.ts';
import type { ModelCall, Models } from '../models/ports.ts';
import type { CandidateSpan, RetrievedEvidence } from '../retrieve/types.ts';
import { readableOf } from './readable.ts';
import { fallsIf } from './status.ts';

/** What the judge made of a question, and where its sentences stand. */
export interface Reading extends AnswerReading {
  readonly spans: ReadonlyMap<string, CandidateSpan>;
}

/**
 * @param together what the steps of the question come to
 * @throws LinchpinError `cancelled`, `model-unavailable`, `model-failed`.
 */
export async function readEvidence(
  question: string,
  retrieved: RetrievedEvidence,
  together: ReadPassage | null,
  { judge }: Pick<Models, 'judge'>,
  call: ModelCall,
): Promise<Reading> {
  const { passages, spans } = readableOf(retrieved);
  return {
    ...(await judgeAnswers(question, passages, together === null ? [] : [together], { judge, chance: shippedAnswerChance() }, call)),
    spans,
  };
}

/** From this chance on a superseded document is said to answer: lower than what may answer, as it warns. */
const worthNaming = 0.5;
/** Passages of superseded documents that are read, where nothing in force answers. */
export const supersededRead = 2;

/** The superseded document that answers where none in force does; null where none does. */
export async function onlySuperseded(
  question: string,
  retrieved: RetrievedEvidence,
  superseded: ReadonlySet<string>,
  { judge }: Pick<Models, 'judge'>,
  call: ModelCall,
): Promise<string | null> {
  const passages = retrieved.passages.filter(({ passage }) => superseded.has(passage.path)).slice(0, supersededRead);
  for (const { id, path, heading, spans } of readableOf({ ...retrieved, passages }).passages) {
    const [score] = await judge.scorePairs([{ query: question, heading, sentences: spans.map(({ text }) => text) }], call);
    if (id !== '' && (score?.answered ?? 0) >= worthNaming) return path;
  }
  return null;
}

/** The spans to verify: all that an answer shows, and the rest of what was read. */
export function spansToVerify({ best, read, spans }: Reading, seen: readonly CandidateSpan[]): CandidateSpan[] {
  const wanted = new Map<string, CandidateSpan>();
  const add = (ids: readonly string[]): void => {
    for (const id of ids) {
      const span = spans.get(id);
      if (span !== undefined) wanted.set(id, span);
    }
  };
  add(best?.sets.flatMap(({ spanIds }) => spanIds) ?? []);
  for (const { passage } of read) add(passage.spans.map(({ id }) => id));
  for (const span of seen) wanted.set(span.id, span);
  return [...wanted.values()];
}

export interface AnswerByReading {
  readonly answer: AuditReport['answer'];
  readonly evidence: Evidence;
}

/** CER K2. */
const poolSize = 25;
/** Sentences that are shown where nothing answers. */
const nearest = 3;

/**
 * The answer as it is shown: supported where its chance, and that of its evidence read alone, reach the threshold that risk control chose;
 * shown as what may answer where it is likely enough to be worth a look; else none, with the sentences that the judge thinks nearest.
 * @param verified spans that still stand in their documents
 * @param fit the curve that the folder's periodic audit has drawn
 */
export function answerFrom(
  question: string,
  reading: Reading,
  verified: readonly EvidenceCandidate[],
  fit: QualityFit | undefined,
  calibration: AnswerChance = shippedAnswerChance(),
): AnswerByReading {
  const known = new Map(verified.map((candidate) => [candidate.spanId, candidate]));
  const stands = (ids: readonly string[]): boolean => ids.length > 0 && ids.every((id) => known.has(id));
  const best = reading.best !== null && stands(reading.best.sentences.map(({ id }) => id)) ? reading.best : null;
  const curve = fit ?? readingFit;
  const { supported, possible } = calibration.fit;
  const answered = best !== null && chanceUnder(best.chance, curve) >= possible ? best : null;
  const readings = answered === null ? [] : setChances(answered).filter(({ spanIds }) => stands(spanIds));
  const shown =
    answered === null ? nearestOf(reading, known) : shownOf(answered, readings, (chance) => chanceUnder(chance, curve) >= supported);
  const evidence = minimiseByReading({
    candidates: poolOf(reading, shown, known),
    shown: shown.map(({ id }) => id),
    readings,
    statement: answered === null ? question : (answered.short?.text ?? textOf(shown)),
    threshold: supported,
    fit,
  });
  return {
    answer: answered === null ? none(reading, shown.length > 0) : shownAs(answered, shown, evidence, reading.spans, calibration, curve),
    evidence,
  };
}

/** The fewest sentences from which the judge gives the answer surely enough; all of them where none do. */
function shownOf(
  { sentences }: JudgedAnswer,
  readings: readonly { readonly spanIds: readonly string[]; readonly chance: number }[],
  suffices: (chance: number) => boolean,
): readonly ReadableSpan[] {
  const own = new Map(sentences.map((span) => [span.id, span]));
  const [fewest] = readings
    .filter(({ spanIds, chance }) => suffices(chance) && spanIds.every((id) => own.has(id)))
    .sort((a, b) => a.spanIds.length - b.spanIds.length || b.chance - a.chance);
  return fewest === undefined ? sentences : sentences.filter(({ id }) => fewest.spanIds.includes(id));
}

/** The most needed sentence of each passage that was read, the likeliest passage first. */
function nearestOf({ read }: Reading, known: ReadonlyMap<string, EvidenceCandidate>): ReadableSpan[] {
  const found = read.flatMap(({ passage, score }) => {
    const [best] = passage.spans
      .map((span, place) => ({ span, needed: score.evidence[place] ?? 0 }))
      .filter(({ span }) => known.has(span.id))
      .sort((a, b) => b.needed - a.needed);
    return best === undefined ? [] : [best.span];
  });
  return found.filter(({ id }, place) => found.findIndex((other) => other.id === id) === place).slice(0, nearest);
}

/** What is shown first, then what was read, the likeliest passage first. */
function poolOf(
  { read, best }: Reading,
  shown: readonly ReadableSpan[],
  known: ReadonlyMap<string, EvidenceCandidate>,
): EvidenceCandidate[] {
  const ids = [
    ...shown.map(({ id }) => id),
    ...(best?.sets.flatMap(({ spanIds }) => spanIds) ?? []),
    ...read.flatMap(({ passage, score }) =>
      passage.spans
        .map(({ id }, place) => ({ id, needed: score.evidence[place] ?? 0 }))
        .sort((a, b) => b.needed - a.needed)
        .map(({ id }) => id),
    ),
  ];
  return [...new Set(ids)].flatMap((id) => known.get(id) ?? []).slice(0, poolSize);
}

function textOf(sentences: readonly ReadableSpan[]): string {
  return sentences.map(({ text }) => text).join(' ');
}

function none({ read, best }: Reading, isAnyShown: boolean): AuditReport['answer'] {
  return {
    text: '',
    statement: '',
    status: 'not-enough-evidence',
    reason: !isAnyShown
      ? say`Nothing in the documents is about this.`
      : best === null
        ? say`None of the ${String(read.length)} passages that were read answers this. These sentences come closest.`
        : say`No passage that was read answers this surely enough. These sentences come closest.`,
    form: null,
    short: null,
    body: [],
    chance: best?.chance ?? 0,
    promise: null,
  };
}

function shownAs(
  { form, short, likelyWords, by, chance }: JudgedAnswer,
  sentences: readonly ReadableSpan[],
  evidence: Evidence,
  spans: ReadonlyMap<string, CandidateSpan>,
  { fit }: AnswerChance,
  curve: QualityFit,
): AuditReport['answer'] {
  const asserted = evidence.sufficient;
  const tenths = Math.max(1, Math.min(9, Math.round(chanceUnder(chance, curve) * 10)));
  const words = short ?? likelyWords;
  const { risk, confidence, questions, asserted: reached, set } = fit;
  return {
    text: short?.text ?? textOf(sentences),
    statement: textOf(sentences),
    status: asserted ? 'supported' : 'uncertain',
    reason: asserted
      ? fallsIf(evidence.certificate?.robustness ?? 1)
      : say`This may answer it: about ${String(tenths)} of 10 such answers are right.`,
    form: form === 'yes' || form === 'no' ? 'permission' : null,
    short: short?.text ?? null,
    body: sentences.map(({ id }): AnswerPart => ({
      spanId: id,
      marks: words === null || id !== by.id ? [] : marksOf(by.text.slice(words.start, words.end), spans.get(id)),
    })),
    chance: asserted ? evidence.quality : chance,
    promise: asserted ? { risk, confidence, questions, asserted: reached, set } : null,
  };
}

/** Where the words that answer stand in the quote; empty where the quote's markup parts them. */
function marksOf(words: string, span: CandidateSpan | undefined): [number, number][] {
  if (span === undefined || words === '') return [];
  const { passage, span: own } = span;
  const at = passage.text.slice(own.start - passage.start, own.end - passage.start).indexOf(words);
  return at < 0 ? [] : [[at, at + words.length]];
}
