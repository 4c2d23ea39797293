import { sameMention } from '../../../text/mentions.ts';
import { stem } from '../../../text/stem.ts';
import { isStopword } from '../../../text/stopwords.ts';
import { tokenize } from '../../../text/tokens.ts';
import type { ReadSpan, WordWeight } from './candidates.ts';
import type { QuestionAnalysis } from '../../../text/question.ts';

/** How an answer was come by. */
export type ReadingForm = 'short' | 'sentence' | 'yes-no' | 'compared';

export const signalNames = [
  'score',
  'short',
  'sentence',
  'yesNo',
  'compared',
  'fit',
  'coverage',
  'headedCoverage',
  'unionCoverage',
  'relevance',
  'secondRelevance',
  'meanRelevance',
  'heaviestMissing',
  'missing',
  'mentionsFound',
  'mentions',
  'pairs',
  'kindThere',
  'asksNumber',
  'asksDate',
  'asksPerson',
  'asksPlace',
  'asksDefinition',
  'asksReason',
  'asksMethod',
  'titleAsked',
  'questionWords',
  'spans',
  'answerFit',
  'answerRank',
  'ownCoverage',
] as const;

/**
 * What tells whether an answer that was read is one: how much of the question the evidence says, what of it is missing, and how well the
 * answer's own span fits. All of it is relative to the question, so that it means the same over few documents and many.
 * @param score the reader's own, [0, 1]
 */
export function signalsOf(
  question: QuestionAnalysis,
  spans: readonly ReadSpan[],
  form: ReadingForm,
  score: number,
  answeredBy: ReadSpan | undefined,
  weight: WordWeight,
): Float32Array {
  const asked = new Map(
    tokenize(question.text)
      .filter((token) => !isStopword(token.lower))
      .map((token) => [stem(token.lower), weight(token.lower)]),
  );
  const total = [...asked.values()].reduce((sum, value) => sum + value, 0) || 1;
  const read = spans.slice(0, 6);
  const said = new Set(
    read.flatMap((span) => [
      ...span.tokens.map((token) => token.stem),
      ...tokenize(span.evidence.heading).map((token) => stem(token.lower)),
    ]),
  );
  const missing = [...asked].filter(([root]) => !said.has(root)).map(([, value]) => value);
  const relevances = read.map((span) => span.evidence.relevance).sort((a, b) => b - a);
  const found = question.mentions.filter((mention) =>
    read.some(
      (span) =>
        span.evidence.heading.toLowerCase().includes(mention.text.toLowerCase()) ||
        span.mentions.some((other) => other.kind === mention.kind && sameMention(other, mention)),
    ),
  );
  const is = (value: boolean): number => Number(value);
  const most = (of: (span: ReadSpan) => number): number => read.reduce((best, span) => Math.max(best, of(span)), 0);
  return Float32Array.from([
    score,
    is(form === 'short'),
    is(form === 'sentence'),
    is(form === 'yes-no'),
    is(form === 'compared'),
    most((span) => span.fit),
    most((span) => span.coverage),
    most((span) => span.headedCoverage),
    1 - missing.reduce((sum, value) => sum + value, 0) / total,
    relevances[0] ?? 0,
    relevances[1] ?? 0,
    relevances.reduce((sum, value) => sum + value, 0) / Math.max(1, relevances.length),
    Math.max(0, ...missing) / total,
    asked.size === 0 ? 0 : missing.length / asked.size,
    question.mentions.length === 0 ? 1 : found.length / question.mentions.length,
    Math.min(5, question.mentions.length),
    pairsOf(question, read),
    is(question.kinds.length === 0 || read.some((span) => span.mentions.some((mention) => mention.kind === question.kinds[0]))),
    is(question.type === 'number'),
    is(question.type === 'date'),
    is(question.type === 'person'),
    is(question.type === 'place'),
    is(question.type === 'definition'),
    is(question.type === 'reason'),
    is(question.type === 'method'),
    is(read.some((span) => span.title !== '' && question.text.toLowerCase().includes(span.title.toLowerCase()))),
    Math.min(20, asked.size),
    Math.min(6, read.length),
    answeredBy?.fit ?? 0,
    answeredBy === undefined ? 10 : Math.min(10, spans.indexOf(answeredBy)),
    answeredBy?.headedCoverage ?? 0,
  ]);
}

/** Share of the question's pairs of neighbouring content words that stand near each other in one span, [0, 1]. */
function pairsOf(question: QuestionAnalysis, spans: readonly ReadSpan[]): number {
  const pairs = question.stems.slice(1).map((root, index): [string, string] => [question.stems[index] ?? '', root]);
  if (pairs.length === 0) return 0;
  const near = (span: ReadSpan, [a, b]: [string, string]): boolean =>
    span.tokens.some(
      (token, index) => token.stem === a && span.tokens.slice(Math.max(0, index - 3), index + 4).some((other) => other.stem === b),
    );
  return pairs.filter((pair) => spans.some((span) => near(span, pair))).length / pairs.length;
}
