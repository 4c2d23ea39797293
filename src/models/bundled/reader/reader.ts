import { stem } from '../../../text/stem.ts';
import { isStopword } from '../../../text/stopwords.ts';
import { tokenize } from '../../../text/tokens.ts';
import type { AnswerRequest, EvidenceText, GeneratedAnswer } from '../../ports.ts';
import { type ReadingForm, signalsOf } from './answerability.ts';
import type { AnswerTrees } from './answer-trees.ts';
import { type AnswerCandidate, answerCandidates, readSpans, type ReadSpan, type WordWeight } from './candidates.ts';
import { agree, chooseBetween, inCommon } from './comparison.ts';
import { analyseQuestion, type QuestionAnalysis } from '../../../text/question.ts';
import { writeStatement, writeYesNo } from './statement.ts';

/** How much the trees decide against the fit of the span. */
const treeShare = 0.45;
/** What is left of a mention that is not of the kind asked for first. */
const otherKind = 0.7;
/** What is left of a number that counts something else than is asked. */
const otherUnit = 0.3;
/** A span that fits less is about something else: nothing is read from it. */
const leastFit = 0.25;
/** Evidence that answers the question is at least so likely to: chosen on ClapNQ dev (training/reader/answerable.py). A sentence always fits somehow; a name, number or date of the right kind says something by itself. */
const leastAnswerable = { sentence: 0.7, short: 0.3, 'yes-no': 0.3, compared: 0.3 } as const satisfies Record<ReadingForm, number>;
/** What is left of the reader's confidence where it is less likely. */
const doubt = 0.1;

/**
 * Answers from the given spans by extraction: what is asked for, which spans are about it, which mention or clause in them answers.
 * Repeated spans and the order of spans change nothing. What a span says to its reader is text like any other.
 */
export function readAnswer(request: AnswerRequest, weight: WordWeight, trees: AnswerTrees): GeneratedAnswer {
  const { answer, form, signals } = readWithSignals(request, weight, trees);
  if (signals === null) return answer;
  const confidence = trees.right(signals) * (trees.answerable(signals) >= leastAnswerable[form] ? 1 : doubt);
  return { ...answer, logProbability: Math.log(confidence) };
}

/** The answer with what tells whether it is one; `signals` is null where nothing was read. For the reader and for its training. */
export function readWithSignals(
  request: AnswerRequest,
  weight: WordWeight,
  trees: AnswerTrees,
): { readonly answer: GeneratedAnswer; readonly form: ReadingForm; readonly signals: Float32Array | null } {
  const question = analyseQuestion(request.question);
  const spans = readSpans(question, request.evidence, weight);
  const { form, answer } = readFrom(question, spans, weight, trees);
  if (answer.logProbability === null) return { answer, form, signals: null };
  const by = spans.find((span) => span.evidence.spanId === answer.keySpans[0]);
  return { answer, form, signals: signalsOf(question, spans, form, Math.exp(answer.logProbability), by, weight) };
}

interface Reading {
  readonly form: ReadingForm;
  readonly answer: GeneratedAnswer;
}

function readFrom(question: QuestionAnalysis, spans: readonly ReadSpan[], weight: WordWeight, trees: AnswerTrees): Reading {
  const best = spans[0];
  if (best === undefined || best.fit < leastFit) return { form: 'sentence', answer: abstention(question) };
  const compared = question.options === null ? null : compare(question, question.options, spans, weight);
  if (compared !== null) return { form: 'compared', answer: compared };
  if (question.type === 'yes-no') return { form: 'yes-no', answer: yesNo(question, spans) };
  const candidate = question.kinds.length === 0 ? null : bestCandidate(question, answerCandidates(question, spans, weight), trees);
  if (candidate !== null) return { form: 'short', answer: short(question, candidate) };
  // Where a name, date or number is asked for and none is there, a sentence is no answer.
  return {
    form: 'sentence',
    answer:
      question.kinds.length > 0 && question.type !== 'entity' ? abstention(question) : whole(question, sentenceFor(question, spans, best)),
  };
}

interface ScoredCandidate {
  readonly candidate: AnswerCandidate;
  readonly probability: number;
}

/** The likeliest candidate, the first of equals by text; null where none is likely enough to be said. */
function bestCandidate(question: QuestionAnalysis, candidates: readonly AnswerCandidate[], trees: AnswerTrees): ScoredCandidate | null {
  let best: ScoredCandidate | null = null;
  for (const candidate of candidates) {
    // The trees have seen what a "who" may answer; a number to a "who" is none.
    if (
      !question.kinds.includes(candidate.mention.kind) ||
      (question.type === 'number' && (candidate.mention.normal.endsWith('th') || isLabel(question, candidate)))
    )
      continue;
    // The trees were fitted where every document is about the question; how well the span fits has to count where few are.
    const probability =
      trees.probability(candidate.features) ** treeShare *
      candidate.span.fit ** (1 - treeShare) *
      (candidate.mention.kind === question.kinds[0] ? 1 : otherKind) *
      (countsOther(question, candidate) || wrongMeasure(question, candidate) || otherBound(question, candidate) ? otherUnit : 1);
    if (best === null || probability > best.probability || (probability === best.probability && candidate.text < best.candidate.text))
      best = { candidate, probability };
  }
  return best !== null && best.probability >= trees.abstain ? best : null;
}

const money = /^(?:budget|tariff|fee|cost|costs|price|salary|revenue|income|fine|penalty|profit|turnover|amount)$/;
const timeUnit = /^[-\s]*(?:or more\s+)?(?:seconds?|minutes?|hours?|days?|weeks?|months?|quarters?|years?|times?)\b/i;

/** An amount of money has a currency or a share, "how often" and "how long" in time have a unit of time or length. */
function wrongMeasure(question: QuestionAnalysis, { mention, span }: AnswerCandidate): boolean {
  if (mention.kind !== 'number' || question.head === null || mention.start < 0) return false;
  if (money.test(question.head)) return !/[A-Z%]/.test(mention.normal);
  return question.head === 'often' && !timeUnit.test(span.evidence.text.slice(mention.end));
}

/**
 * A number that counts nothing: alone in a cell whose column is not asked for (of a requirement, a row, a level), or behind what it
 * numbers ("Level 1" to "how many levels").
 */
function isLabel(question: QuestionAnalysis, { mention, span }: AnswerCandidate): boolean {
  if (mention.start < 0) return false;
  const { text } = span.evidence;
  const before = text.slice(0, mention.start);
  if (text.includes('; ') && /^(?:; |$)/.test(text.slice(mention.end))) {
    const name = /(?:^|; )(?:([^;]*): )?$/.exec(before);
    if (name !== null && !tokenize(name[1] ?? '').some((token) => question.stems.includes(stem(token.lower)))) return true;
  }
  const numbered = /(\p{L}+) $/u.exec(before)?.[1];
  return (
    question.head !== null &&
    /\bhow many\b/i.test(question.text) &&
    numbered !== undefined &&
    stem(numbered.toLowerCase()) === stem(question.head) &&
    /^\p{Lu}/u.test(numbered)
  );
}

/** "How many attempts" is not answered by "64 bits". */
function countsOther(question: QuestionAnalysis, { mention, span }: AnswerCandidate): boolean {
  if (mention.kind !== 'number' || mention.start < 0 || !/\bhow many\b/i.test(question.text)) return false;
  const unit = /^[-\s](\p{L}+)/u.exec(span.evidence.text.slice(mention.end))?.[1]?.toLowerCase();
  return (
    unit !== undefined &&
    !isStopword(unit) &&
    !question.stems.includes(stem(unit)) &&
    !/^(?:or|to|consecutive|different|other|such|more|additional)$/.test(unit)
  );
}

/** Two things held against each other; null where the evidence has not both, and the question is read like any other. */
function compare(
  question: QuestionAnalysis,
  options: readonly [string, string],
  spans: readonly ReadSpan[],
  weight: WordWeight,
): GeneratedAnswer | null {
  const compared = question.choice
    ? chooseBetween(question, options, spans, weight)
    : question.type === 'yes-no'
      ? agree(question, options, spans, weight)
      : inCommon(question, options, spans, weight);
  const [first] = compared?.spans ?? [];
  if (compared === null || first === undefined) return null;
  const statement =
    question.type === 'yes-no' && !question.choice
      ? writeYesNo(question, compared.text === 'yes')
      : writeStatement(question, compared.text);
  const spanIds = [...new Set(compared.spans.map((span) => span.evidence.spanId))];
  const base = answered(
    question,
    compared.text,
    statement ?? compared.spans.map((span) => asSentence(span.evidence)).join(' '),
    first,
    compared.confidence,
  );
  return { ...base, citedSpans: spanIds, keySpans: spanIds, claims: [{ text: base.statement, spanIds }] };
}

const bounds: readonly { readonly asked: RegExp; readonly denied: RegExp }[] = [
  {
    asked: /\b(?:at least|minimum|no (?:less|fewer) than)\b/i,
    denied: /(?<!\b(?:no|not) )\b(?:less|fewer|lower|shorter|smaller) than\s*$|\b(?:under|below|at most|up to)\s*$/i,
  },
  {
    asked: /\b(?:at most|maximum|up to|no more than)\b/i,
    denied: /(?<!\b(?:no|not) )\b(?:more|greater|higher|longer|larger) than\s*$|\b(?:over|above|at least)\s*$/i,
  },
];

/** What must be there at least is not said by "with less than 112 bits", nor what is allowed at most by "more than". */
function otherBound(question: QuestionAnalysis, { mention, span }: AnswerCandidate): boolean {
  if (mention.kind !== 'number' || mention.start < 0) return false;
  const before = span.evidence.text.slice(0, mention.start);
  return bounds.some(({ asked, denied }) => asked.test(question.text) && denied.test(before));
}

/** A number is said with what it counts: "14 characters". */
function answerText(question: QuestionAnalysis, { mention, span }: AnswerCandidate): string {
  if (mention.kind !== 'number' || mention.start < 0 || question.type !== 'number' || /[%€$£]|\p{L}$/u.test(mention.text))
    return mention.text;
  const unit = /^[-\s](\p{L}+)/u.exec(span.evidence.text.slice(mention.end))?.[1];
  return unit === undefined || isStopword(unit.toLowerCase()) ? mention.text : `${mention.text} ${unit}`;
}

function short(question: QuestionAnalysis, { candidate, probability }: ScoredCandidate): GeneratedAnswer {
  const text = answerText(question, candidate);
  const { evidence } = candidate.span;
  // A title that the span does not name itself is put in its place, so that the statement says what was answered.
  const statement =
    writeStatement(question, text) ?? (candidate.mention.start < 0 ? `${text}: ${asSentence(evidence)}` : asSentence(evidence));
  return answered(question, text, statement, candidate.span, probability);
}

/** The sentence that answers best: a definition is said under its term or begins with it, a requirement with its modal verb. */
function sentenceFor(question: QuestionAnalysis, spans: readonly ReadSpan[], best: ReadSpan): ReadSpan {
  const subject = /^(?:what|who)\s+(?:is|are|was|were)\s+(?:an?\s+|the\s+)?(.+?)\??$/i.exec(question.text.trim())?.[1]?.toLowerCase();
  const requires = /\b(?:require|must|should|shall|need|allow|permit)/i.test(question.text);
  const cause = question.type === 'reason';
  const score = (span: ReadSpan): number => {
    const { text, heading } = span.evidence;
    let value = span.fit;
    if (question.type === 'definition' && subject !== undefined) {
      const last = (heading.split(' > ').at(-1) ?? '')
        .toLowerCase()
        .replace(/\s*\([^)]*\)/g, '')
        .trim();
      if (last === subject || last === `${subject}s`) value += 0.5;
      if (
        new RegExp(
          `^(?:an?\\s+|the\\s+)?${subject.replaceAll(/[^\p{L}\p{N}]+/gu, '\\W+')}(?:\\s*\\([^)]*\\))?\\s+(?:is|are|means|refers)\\b`,
          'iu',
        ).test(text)
      )
        value += 0.4;
    }
    if (requires && /\b(?:shall|must|required?|requires|should|may)\b/i.test(text)) value += 0.15;
    if (cause && /\b(?:because|caused?|due to|reason|owing to|result(?:ed|s)? (?:from|in)|led to|so that)\b/i.test(text)) value += 0.45;
    if (cause && /\b(?:causes?|reasons?|origins?|explanation)\b/i.test(heading.split(' > ').at(-1) ?? '')) value += 0.2;
    return /[.!?:;]["”’)]?\s*$/.test(text) ? value : value - 0.25;
  };
  return [...spans].sort((a, b) => score(b) - score(a) || (a.evidence.spanId < b.evidence.spanId ? -1 : 1))[0] ?? best;
}

function whole(question: QuestionAnalysis, span: ReadSpan): GeneratedAnswer {
  return answered(question, span.evidence.text, asSentence(span.evidence), span, Math.min(0.99, Math.max(0.01, span.fit)));
}

const prohibition = /\b(?:not|never|no|cannot|without|neither|nor|forbidden|prohibited|disallowed|banned)\b|n['’]t\b/i;

/** Yes unless the best span denies what is asked; a question that denies turns it round. */
function yesNo(question: QuestionAnalysis, spans: readonly ReadSpan[]): GeneratedAnswer {
  const [best] = spans;
  if (best === undefined) return abstention(question);
  const denied = prohibition.test(best.evidence.text) !== prohibition.test(question.text);
  const statement = writeYesNo(question, !denied) ?? asSentence(best.evidence);
  return answered(question, denied ? 'no' : 'yes', statement, best, Math.min(0.99, Math.max(0.01, best.fit * 0.9)));
}

function answered(question: QuestionAnalysis, text: string, statement: string, span: ReadSpan, probability: number): GeneratedAnswer {
  const { spanId } = span.evidence;
  return {
    abstained: false,
    text,
    statement,
    type: question.type,
    claims: [{ text: statement, spanIds: [spanId] }],
    rationale: `Read from: ${span.evidence.text}`,
    citedSpans: [spanId],
    keySpans: [spanId],
    conflicts: [],
    logProbability: Math.log(probability),
  };
}

function asSentence({ text }: EvidenceText): string {
  const words = text.trim();
  return /[.!?]["”’)]?$/.test(words) ? words : `${words}.`;
}

function abstention(question: QuestionAnalysis): GeneratedAnswer {
  return {
    abstained: true,
    text: '',
    statement: '',
    type: question.type,
    claims: [],
    rationale: '',
    citedSpans: [],
    keySpans: [],
    conflicts: [],
    logProbability: null,
  };
}
