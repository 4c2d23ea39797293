import { say } from '../../base/language.ts';
import { mentions } from '../../arbitrate/support.ts';
import { fallsIf } from '../status.ts';
import type { Evidence, QualityFit } from '../../contract/evidence.ts';
import type { AnswerPart, AuditReport } from '../../contract/report.ts';
import { assertionPromise, chancesOf, chanceOfSecond, possibleFrom, supportedFrom } from '../../judge/judge.ts';
import { bundledKnowledge } from '../../claims/knowledge.ts';
import { minimiseByReading } from '../../minimise/by-reading.ts';
import { chanceUnder, readingFit } from '../../minimise/reading-quality.ts';
import type { EvidenceCandidate } from '../../minimise/types.ts';
import type { GeneratedAnswer, ModelCall } from '../../models/ports.ts';
import { takesSeveralSteps } from '../../refine/decompose.ts';
import type { CandidateSpan, RetrievedEvidence } from '../../retrieve/types.ts';
import { type AskedForm, answerFormOf } from '../../text/answer-form.ts';
import { hasRivalAmount, holdsAsked } from '../../text/asked-quantity.ts';
import { datesIn } from '../../text/dates.ts';
import { quantitiesIn } from '../../text/quantities.ts';
import { analyseQuestion } from '../../text/question.ts';
import type { ShortAnswer } from '../../read/types.ts';
import { sameAnswer } from '../../text/same-answer.ts';
import { contentStems, tokenize } from '../../text/tokens.ts';
import { type AnswerCandidate, type RankedSpan, readCandidates, type ReadingModels, type ReadQuestion, sameFigures } from './candidates.ts';
import { sayBothSides } from './comparisons.ts';
import { eitherOf } from './either.ts';
import { newestOfSame } from './same-rule.ts';

/** Spans that are verified against their documents, and of which the pool is made. */
const spansKept = 60;
/** CER K2. */
const poolSize = 25;
/** Sentences that are shown where nothing is certain enough to be called an answer. */
const nearest = 3;
const chained = 2;

export interface JudgedCandidate extends AnswerCandidate {
  readonly chance: number;
  /** `chancesOf`'s; absent where the answer was not judged with the others. */
  readonly share?: number;
  /** Of two sentences one may answer: each as an answer by itself. */
  readonly either?: readonly [JudgedCandidate, JudgedCandidate];
}

/** What was read, before it is known which sentences still stand in their documents. */
export interface Reading {
  /** Best first. */
  readonly ranked: readonly RankedSpan[];
  /** Those that tell most together, best first. */
  readonly chain: readonly RankedSpan[];
  /** The likeliest first. */
  readonly candidates: readonly JudgedCandidate[];
}

/** Ranks sentences, reads answers from the best and judges each: which is the likeliest, and how likely it is right. */
export async function readAndJudge(
  question: string,
  retrieved: RetrievedEvidence,
  /** Answers that a probe has shown to be a neighbouring question's. */
  overruled: readonly string[],
  models: ReadingModels,
  call: ModelCall,
): Promise<Reading> {
  return judgeRead(question, await readCandidates(question, retrieved, models, call), overruled);
}

/** Judges each answer that was read, without those that a probe has shown to be a neighbouring question's. */
export function judgeRead(question: string, { ranked, chain, candidates }: ReadQuestion, overruled: readonly string[]): Reading {
  const own = candidates.filter(
    ({ short, by }) => !overruled.some((text) => (short === null ? mentions(by.text, text) : sameAnswer(text, short.text))),
  );
  const chances = chancesOf(own);
  const all = newestOfSame(
    question,
    own.map((candidate, place): JudgedCandidate => {
      const { chance, share } = chances[place] ?? { chance: 0, share: 0 };
      if (candidate.judged !== undefined) return { ...candidate, share, chance: candidate.judged };
      return { ...candidate, share, chance: lacksAmount(question, candidate) ? Math.min(chance, likely) : chance };
    }),
  );
  // A yes that is more likely wrong than right is not shown: its rule is, which is right at least where the yes would be.
  const unlikely = all.filter(
    ({ form, short, chance }) => form === 'permission' && short !== null && (chance < likely || short.open === true),
  );
  const judged = all
    .filter((candidate) => !unlikely.includes(candidate))
    .map((candidate) => {
      if (candidate.short !== null) return candidate;
      const own = all.filter(({ form, short, by }) => form === 'permission' && short !== null && by.id === candidate.by.id);
      // A likely "no" goes before its rule: where a rule alone was likelier, "yes" was wrong 8 times of 10, and "no" never (out of fold).
      const no = own.find(({ short, chance }) => short?.text === 'No' && short.open !== true && chance >= likely);
      if (no !== undefined) return { ...candidate, chance: Math.min(candidate.chance, no.chance) };
      return {
        ...candidate,
        chance: Math.max(
          candidate.chance,
          ...own.filter((short) => unlikely.includes(short)).map(({ chance }) => Math.min(chance, likely)),
        ),
      };
    })
    .sort((a, b) => b.chance - a.chance || Number(a.short === null) - Number(b.short === null) || (a.by.id < b.by.id ? -1 : 1));
  return { ranked, chain, candidates: judged };
}

/** The spans to verify: the best ones, all that an answer shows, and what the second reader saw. */
export function spansToVerify({ ranked, candidates }: Reading, seen: readonly CandidateSpan[]): CandidateSpan[] {
  const wanted = new Map<string, CandidateSpan>(seen.map((span) => [span.id, span]));
  for (const { span } of [...candidates.flatMap((candidate) => candidate.sentences), ...ranked.slice(0, spansKept)])
    wanted.set(span.id, span);
  return [...wanted.values()];
}

export interface AnswerByReading {
  readonly answer: AuditReport['answer'];
  readonly evidence: Evidence;
  /** false: the second reader has an answer of its own, and this one is not likely enough to stand against it unheard. */
  readonly settled: boolean;
}

/** Under this confidence the second reader does not stand by its answer (log-probability of its reading). */
const leastConfidence = Math.log(0.15);
/** From this one on it is heard against an answer that is not likely. */
const againstAnswer = Math.log(0.5);
/** From this chance on a reading needs no second opinion to be shown. */
const likely = 0.5;

/**
 * The answer as it is shown: supported where the chance keeps the promise, shown as what may answer where it is likely enough to be worth
 * a look, else none, with the sentences that say most about the question.
 * @param verified spans that still stand in their documents
 * @param contested whether a probe has shown the second reader's first answer to be a neighbouring question's: only then is what it alone says worth showing
 * @param second what the second reader, by rules and trees, makes of the drafts: an answer is asserted where the two agree
 */
export function answerFrom(
  question: string,
  reading: Reading,
  verified: readonly EvidenceCandidate[],
  second: SecondReading,
  fit: QualityFit | undefined,
  contested = false,
): AnswerByReading {
  const known = new Map(verified.map((candidate) => [candidate.spanId, candidate]));
  const standing = reading.candidates.filter(({ sentences }) => sentences.length > 0 && sentences.every(({ id }) => known.has(id)));
  const [best] = standing;
  const likeliest = eitherOf(standing) ?? best ?? null;
  const answered = likeliest !== null && chanceUnder(likeliest.chance, fit ?? readingFit) >= possibleFrom() ? likeliest : null;
  const shown = answered === null ? closestOf(question, reading, known) : answered.sentences;
  const confirmed =
    answered !== null &&
    answered.byRules !== true &&
    answered.either === undefined &&
    confirms(second, answered) &&
    decidesOn(question, answered);
  const threshold = supportedFrom(confirmed);
  const evidence = minimiseByReading({
    candidates: poolOf(reading, shown, known),
    shown: shown.map(({ id }) => id),
    readings: answered === null ? [] : readingsOf(answered, standing),
    // The words that are shown before a sentence stand in it.
    statement: answered === null ? question : (answered.short?.text ?? sentencesOf(answered)),
    threshold,
    fit,
  });
  const unheard =
    contested &&
    !second.abstained &&
    answered?.byRules !== true &&
    !confirmed &&
    (second.logProbability ?? 0) >= (answered === null ? leastConfidence : againstAnswer) &&
    (answered?.chance ?? 0) < likely &&
    (isOfForm(question, second.text) ||
      defines(
        question,
        reading.ranked.filter(({ id }) => second.citedSpans.includes(id)),
      ));
  return {
    answer: answered === null ? none(best ?? null, shown.length > 0) : shownAs(question, answered, evidence),
    evidence,
    settled: !unheard,
  };
}

/** What says most about a question that gets no answer: of one that takes several steps, sentences that belong together. */
function closestOf(question: string, { ranked, chain }: Reading, known: ReadonlyMap<string, EvidenceCandidate>): RankedSpan[] {
  const own = takesSeveralSteps(question) ? chain.filter(({ id }) => known.has(id)).slice(0, chained) : [];
  return own.length === 0 ? ranked.filter(({ id }) => known.has(id)).slice(0, nearest) : own;
}

function poolOf({ ranked }: Reading, shown: readonly RankedSpan[], known: ReadonlyMap<string, EvidenceCandidate>): EvidenceCandidate[] {
  const first = new Set(shown.map(({ id }) => id));
  const rest = ranked.filter(({ id }) => !first.has(id)).slice(0, Math.max(0, poolSize - first.size));
  const ids = new Set([...first, ...rest.map(({ id }) => id)]);
  const inOrder = [...ranked.filter(({ id }) => ids.has(id)).map(({ id }) => id), ...first];
  return [...new Set(inOrder)].flatMap((id) => known.get(id) ?? []).slice(0, 30);
}

/** Of a question's words, the share that a rule must name for its yes or no to be asserted, and a sentence for its reason or definition. */
const leastNamed = 0.5;

/** Out of fold, of 13 sentences that were close to a "who" or "what", and likelier than 0.7, 6 answered something else. */
const sureOfSentence = 0.9;

/** A sentence that answers "how much" has an amount of that kind, or is an answer in other words ("as long as you are a member"): it is never sure. */
function lacksAmount(question: string, { form, short, sentences }: AnswerCandidate): boolean {
  return form === 'number' && short === null && !sentences.some(({ text }) => holdsAsked(question, text));
}

/** Is it the only amount or date of the asked kind in the sentence? Of "seven members; four make a quorum" cannot be told which is asked for. */
function isOnlyOne(question: string, form: AskedForm, { text }: RankedSpan, words: ShortAnswer): boolean {
  return words.fits && words.others === 0 && !(form === 'number' && hasRivalAmount(question, text, words));
}

/** A rule on passwords says neither yes nor no to capital letters in them, and no sentence without an amount tells a cost. */
function decidesOn(question: string, candidate: JudgedCandidate): boolean {
  const { form, short, within = null, by, chance, sentences } = candidate;
  if (lacksAmount(question, candidate)) return false;
  // "Which river flows past the town where X was founded": a sentence about X may be sure to be about it, and names no river.
  if (sentences.length < 2 && takesSeveralSteps(question)) return false;
  // "More days when a parent dies or when a grandparent dies": what says one of the two compares nothing.
  if (form === 'comparison' && short === null && !sayBothSides(question, sentences)) return false;
  // Out of fold, of 7 lists that both readers have and that are likelier than 0.75 two were another's, from 0.9 on none of 3.
  if (short === null && form === 'list') return chance >= sureOfSentence;
  // A sentence that is close to the question tells for sure how much or when where it has one amount or date, and whom or what hardly ever.
  if (short === null && (form === 'number' || form === 'time')) return within !== null && isOnlyOne(question, form, by, within);
  if (short !== null && form === 'number' && hasRivalAmount(question, by.text, short)) return false;
  if (short === null && form === 'entity') return chance >= sureOfSentence && namesHead(question, by);
  if (short === null ? form !== 'reason' && form !== 'definition' : form !== 'permission') return true;
  const asked = new Set(contentStems(question));
  const said = new Set(contentStems(`${by.scope} ${by.leadIn} ${by.text}`));
  return [...asked].filter((stem) => said.has(stem)).length >= asked.size * leastNamed;
}

/** "What relationship did they have": a sentence that speaks of no relationship, nor of what is one, may be as near to the question, and tells something else. */
function namesHead(question: string, { scope, leadIn, text }: RankedSpan): boolean {
  const { head, kinds } = analyseQuestion(question);
  // A name of one kind is told by its form: "in which city".
  if (head === null || kinds.length === 1) return true;
  const knowledge = bundledKnowledge();
  return tokenize(`${scope} ${leadIn} ${text}`).some(
    ({ lower }) => knowledge.strength(head, lower) >= sameKind || knowledge.strength(lower, head) >= sameKind,
  );
}

/** Of `WordKnowledge.strength`: a synonym, or a more special word. */
const sameKind = 0.6;

/** Is a short answer of the kind that is asked for? A name is no answer to "how much". */
function isOfForm(question: string, text: string): boolean {
  const isPhrase = tokenize(text).length <= longestPhrase;
  switch (answerFormOf(question)) {
    case 'number':
      return isPhrase && holdsAsked(question, text);
    case 'time':
      return isPhrase && (datesIn(text).length > 0 || quantitiesIn(text).length > 0);
    case 'permission':
      // A yes that is more likely wrong than right is not shown, whoever gives it.
      return chanceOfSecond() >= likely && /^(?:yes|no)$/i.test(text);
    case 'entity':
      return isPhrase;
    case 'definition':
    case 'list':
    case 'comparison':
    case 'reason':
      return false;
  }
}

/** "What is a relying party": does one of the sentences begin with the term, or stand under it as its heading? */
function defines(question: string, sentences: readonly RankedSpan[]): boolean {
  const term = /^what(?:'s| is| are| does| do)\s+(?:an?\s+|the\s+)?(.{2,50}?)(?:\s+mean)?\s*\?*$/i
    .exec(question.trim())?.[1]
    ?.toLowerCase();
  if (term === undefined || answerFormOf(question) !== 'definition') return false;
  return sentences.some(
    ({ text, span }) =>
      text
        .toLowerCase()
        .replace(/^(?:an?|the)\s/, '')
        .startsWith(term) || span.span.headingPath.at(-1)?.toLowerCase().startsWith(term) === true,
  );
}

/** Words. */
const longestPhrase = 10;

type SecondReading = Pick<GeneratedAnswer, 'abstained' | 'text' | 'citedSpans' | 'logProbability'>;

/**
 * The same words, or the same sentence where the sentence is the answer; "14 characters" and "at least 14" of one sentence are the same.
 * Who and which are asked of a name: a sentence answers them for sure only where both readers find the same one in it, as it may be about
 * the question's subject and tell something else.
 */
function confirms(second: SecondReading, { form, short, within = null, sentences, by }: JudgedCandidate): boolean {
  if (second.abstained) return false;
  if (short === null)
    return sentences.some(({ id }) => second.citedSpans.includes(id)) && (form !== 'entity' || sameAnswer(second.text, within?.text ?? ''));
  return sameAnswer(second.text, short.text) || (second.citedSpans.includes(by.id) && sameFigures(second.text, short.text));
}

/** The answer's own sentences, and every other sentence that gives the same words when it is read alone. */
function readingsOf(answer: JudgedCandidate, all: readonly JudgedCandidate[]): { spanIds: string[]; chance: number }[] {
  const { short, either = [] } = answer;
  const others =
    short === null ? either : all.filter((other) => other !== answer && other.short !== null && sameAnswer(other.short.text, short.text));
  return [answer, ...others].map(({ sentences, chance }) => ({ spanIds: sentences.map(({ id }) => id), chance }));
}

function sentencesOf({ sentences }: JudgedCandidate): string {
  return sentences.map(({ text }) => text).join(' ');
}

/**
 * From this probability on the reader's words in a sentence are shown before it, where the sentence is what was judged. Of right sentences of the fitted sets
 * (fold weights) its words for a name are right in 85 % from 0.5 on, in 85 % from 0.4 to 0.5 and in 52 % below (n = 162, 47 and 211; HotpotQA, of whose 35 60 % are,
 * among them), the only date or time in 91 % and 78 % (n = 191 and 27), an only amount in 92 % from 0.1 on and in 7 of 13 below (counted on the dump of dump.ts; no command prints it).
 */
function leastWithin(form: AskedForm): number {
  return form === 'number' ? 0.1 : form === 'entity' ? 0.4 : 0.5;
}

/**
 * The words that answer: what was judged, or what the reader marks in the sentence that was. Of amounts and dates only the one of the asked kind in it: of
 * right sentences with one, its words were right in 12 of 13, of those with several in 8 of 11 (`fifth`, `fresh`, `unseen`, tuning).
 */
function shortOf(question: string, candidate: JudgedCandidate, asserted: boolean): ShortAnswer | null {
  const { short, within = null, form, sentences, by } = candidate;
  if (short !== null || within === null || !within.fits || form === 'permission' || sentences.length !== 1 || sentences[0]?.id !== by.id)
    return short;
  const isClear = form === 'number' || form === 'time' ? isOnlyOne(question, form, by, within) : !asserted;
  return isClear && within.probability >= leastWithin(form) ? within : null;
}

function none(best: JudgedCandidate | null, isAnyShown: boolean): AuditReport['answer'] {
  return {
    text: '',
    statement: '',
    status: 'not-enough-evidence',
    reason:
      best === null
        ? isAnyShown
          ? say`Nothing was found that answers this. These come closest.`
          : say`Nothing in the documents is about this.`
        : say`No sentence that was found answers this surely enough. These say most about it.`,
    form: best?.form ?? null,
    short: null,
    body: [],
    chance: best?.chance ?? 0,
    promise: null,
  };
}

function shownAs(question: string, candidate: JudgedCandidate, evidence: Evidence): AuditReport['answer'] {
  const { form, sentences } = candidate;
  const chance = evidence.quality;
  const asserted = evidence.sufficient;
  const short = shortOf(question, candidate, asserted);
  const robustness = evidence.certificate?.robustness ?? 1;
  const tenths = Math.max(1, Math.min(9, Math.round(chance * 10)));
  return {
    text: short?.text ?? sentencesOf(candidate),
    statement: sentences.map(({ text }) => text).join(' '),
    status: asserted ? 'supported' : 'uncertain',
    reason: asserted
      ? fallsIf(robustness)
      : candidate.either === undefined
        ? say`This may answer it: about ${String(tenths)} of 10 such answers are right.`
        : say`One of these may answer it: in about ${String(tenths)} of 10 such cases one does.`,
    form,
    short: short?.text ?? null,
    ...(candidate.either === undefined ? {} : { either: true }),
    body: sentences.map((sentence): AnswerPart => {
      const own = candidate.either?.find(({ by }) => by.id === sentence.id);
      return {
        spanId: sentence.id,
        marks: own === undefined ? marksOf(sentence, candidate.by, short) : marksOf(sentence, own.by, shortOf(question, own, false)),
      };
    }),
    chance,
    promise: asserted ? assertionPromise(chance) : null,
  };
}

/** Where the words that answer stand in the quote; empty where the quote's markup parts them. */
function marksOf({ id, span }: RankedSpan, by: RankedSpan, short: ShortAnswer | null): [number, number][] {
  if (short === null || id !== by.id || short.end <= short.start) return [];
  const words = by.text.slice(short.start, short.end);
  const quote = span.passage.text.slice(span.span.start - span.passage.start, span.span.end - span.passage.start);
  const at = quote.indexOf(words);
  return at < 0 ? [] : [[at, at + words.length]];
}
