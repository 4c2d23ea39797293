import { extractMentions, type Mention, sameMention } from '../../../text/mentions.ts';
import { stem } from '../../../text/stem.ts';
import { isStopword } from '../../../text/stopwords.ts';
import { tokenize } from '../../../text/tokens.ts';
import type { AnswerRequest, EvidenceText, GeneratedAnswer } from '../../ports.ts';
import { analyseQuestion, type QuestionAnalysis } from './question.ts';
import { writeStatement, writeYesNo } from './statement.ts';

/** Spans that are read for an answer, most relevant first. */
const depth = 40;
/** Below this probability the reader abstains. */
const abstainBelow = 0.3;

/** How much a word says; see the encoder. */
export type WordWeight = (word: string) => number;

interface ReadSpan {
  readonly evidence: EvidenceText;
  /** How well the span fits the question, [0, 1]. */
  readonly fit: number;
  readonly tokens: readonly { readonly stem: string; readonly start: number; readonly end: number; readonly stop: boolean }[];
}

interface Candidate {
  readonly text: string;
  readonly span: ReadSpan;
  readonly score: number;
  readonly mention: Mention | null;
}

/**
 * Answers from the given spans by extraction: what is asked for, which spans are about it, which mention or clause in them answers.
 * Repeated spans and the order of spans change nothing. What a span says to its reader is text like any other.
 */
export function readAnswer(request: AnswerRequest, weight: WordWeight): GeneratedAnswer {
  const question = analyseQuestion(request.question);
  const spans = readSpans(question, request.evidence, weight);
  const best = spans[0];
  if (best === undefined) return abstention(question);
  if (question.type === 'yes-no') return yesNo(question, spans);
  const candidate = question.kinds.length === 0 ? null : bestMention(question, spans, weight);
  if (candidate === null) return question.kinds.length > 0 && question.type !== 'entity' ? weaker(question, best) : whole(question, best);
  return short(question, candidate);
}

/** Distinct spans that share words with the question, best fit first; ties by id. */
function readSpans(question: QuestionAnalysis, evidence: readonly EvidenceText[], weight: WordWeight): ReadSpan[] {
  const terms = new Map(tokenize(question.text).filter((token) => !isStopword(token.lower)).map((token) => [stem(token.lower), weight(token.lower)]));
  const total = [...terms.values()].reduce((sum, value) => sum + value, 0);
  const seen = new Set<string>();
  return [...evidence]
    .sort((a, b) => b.relevance - a.relevance || (a.spanId < b.spanId ? -1 : 1))
    .filter((entry) => {
      const words = entry.text.toLowerCase();
      if (seen.has(words) || /\?\s*$/.test(words)) return false;
      seen.add(words);
      return true;
    })
    .slice(0, depth)
    .map((entry): ReadSpan => {
      const tokens = tokenize(entry.text).map((token) => ({ stem: stem(token.lower), start: token.start, end: token.end, stop: isStopword(token.lower) }));
      const words = new Set([...tokens.map((token) => token.stem), ...tokenize(entry.heading).map((token) => stem(token.lower))]);
      let shared = 0;
      for (const [root, value] of terms) if (words.has(root)) shared += value;
      const coverage = total === 0 ? 0 : shared / total;
      return { evidence: entry, tokens, fit: 0.5 * entry.relevance + 0.5 * coverage };
    })
    .sort((a, b) => b.fit - a.fit || (a.evidence.spanId < b.evidence.spanId ? -1 : 1));
}

function bestMention(question: QuestionAnalysis, spans: readonly ReadSpan[], weight: WordWeight): Candidate | null {
  const candidates: Candidate[] = [];
  for (const span of spans) {
    const { text, heading } = span.evidence;
    const mentions = question.options === null ? [...extractMentions(text), ...(heading === '' ? [] : headingMention(heading))] : extractMentions(text);
    for (const mention of mentions) {
      const rank = question.kinds.indexOf(mention.kind);
      if (question.options !== null) {
        if (!question.options.some((option) => option.toLowerCase() === mention.text.toLowerCase())) continue;
      } else if (rank < 0 || question.mentions.some((asked) => sameMention(asked, mention))) continue;
      const kindScore = question.options !== null ? 1 : rank === 0 ? 1 : 0.55;
      const score = span.fit * (0.45 + 0.25 * kindScore + 0.3 * proximity(question, span, mention, weight)) * (question.head !== null && unitMatches(question.head, text, mention) ? 1.15 : 1);
      candidates.push({ text: answerText(question, mention, text), span, score, mention });
    }
  }
  // The same answer from another span is worth a little more, by how good that span is; copies were taken out before.
  const groups: { best: Candidate; extra: number }[] = [];
  for (const candidate of candidates.sort((a, b) => b.score - a.score || (a.text < b.text ? -1 : 1))) {
    const group = groups.find(({ best }) => best.mention !== null && candidate.mention !== null && best.mention.kind === candidate.mention.kind && sameMention(best.mention, candidate.mention));
    if (group === undefined) groups.push({ best: candidate, extra: 0 });
    else if (group.best.span !== candidate.span) group.extra = Math.min(0.1, group.extra + 0.1 * candidate.score);
  }
  const [winner] = groups.map(({ best, extra }) => ({ ...best, score: best.score + extra })).sort((a, b) => b.score - a.score || (a.text < b.text ? -1 : 1));
  return winner ?? null;
}

/** The title under which a span stands is what it is about, and may be what is asked for. */
function headingMention(heading: string): Mention[] {
  const title = heading.split(' > ')[0] ?? '';
  const [only] = extractMentions(title);
  return only === undefined ? [] : [{ ...only, start: -1, end: -1 }];
}

/** Question words near the mention, the nearer and the weightier the better, [0, 1]. */
function proximity(question: QuestionAnalysis, span: ReadSpan, mention: Mention, weight: WordWeight): number {
  const wanted = new Set(question.stems);
  const at = mention.start < 0 ? 0 : span.tokens.findIndex((token) => token.end > mention.start);
  let near = 0;
  let total = 0;
  const found = new Set<string>();
  span.tokens.forEach((token, index) => {
    if (!wanted.has(token.stem) || found.has(token.stem)) return;
    found.add(token.stem);
    near += weight(token.stem) / (1 + Math.abs(index - at) / 6);
  });
  for (const root of wanted) total += weight(root);
  return total === 0 ? 0 : Math.min(1, near / total);
}

/** "How many characters": a number that characters follow. */
function unitMatches(head: string, text: string, mention: Mention): boolean {
  if (mention.kind !== 'number') return false;
  return tokenize(text.slice(mention.end, mention.end + 40)).slice(0, 2).some((token) => stem(token.lower) === stem(head));
}

/** A number is said with what it counts: "14 characters". */
function answerText(question: QuestionAnalysis, mention: Mention, text: string): string {
  if (mention.kind !== 'number' || mention.start < 0 || /[%€$£]|\p{L}$/u.test(mention.text)) return mention.text;
  const unit = /^[-\s](\p{L}+)/u.exec(text.slice(mention.end))?.[1];
  const isUnit = unit !== undefined && !isStopword(unit.toLowerCase()) && question.type === 'number';
  return isUnit ? `${mention.text} ${unit}` : mention.text;
}

function short(question: QuestionAnalysis, { text, span, score }: Candidate): GeneratedAnswer {
  const probability = Math.min(0.99, Math.max(0.01, score));
  const statement = writeStatement(question, text) ?? asSentence(span.evidence);
  return answered(question, text, statement, span, probability);
}

/** No mention of the right kind: the best sentence, with less confidence. */
function weaker(question: QuestionAnalysis, span: ReadSpan): GeneratedAnswer {
  return answered(question, span.evidence.text, asSentence(span.evidence), span, Math.max(0.01, span.fit * 0.5));
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
  if (probability < abstainBelow) return abstention(question);
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
  return { abstained: true, text: '', statement: '', type: question.type, claims: [], rationale: '', citedSpans: [], keySpans: [], conflicts: [], logProbability: null };
}
