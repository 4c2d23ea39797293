import { extractMentions, type Mention, type MentionKind, sameMention } from '../../../text/mentions.ts';
import { stem } from '../../../text/stem.ts';
import { isStopword } from '../../../text/stopwords.ts';
import { tokenize } from '../../../text/tokens.ts';
import type { EvidenceText } from '../../ports.ts';
import type { QuestionAnalysis } from '../../../text/question.ts';

/** How much a word says; see the encoder. */
export type WordWeight = (word: string) => number;

/** A span as the reader sees it. */
export interface ReadSpan {
  readonly evidence: EvidenceText;
  readonly tokens: readonly { readonly stem: string; readonly start: number; readonly end: number }[];
  readonly mentions: readonly Mention[];
  /** Title of its document. */
  readonly title: string;
  /** Share of the question's word weight in the span, and with its headings read too, [0, 1]. */
  readonly coverage: number;
  readonly headedCoverage: number;
  /** How well the span fits the question, [0, 1]. */
  readonly fit: number;
}

export interface AnswerCandidate {
  readonly text: string;
  readonly mention: Mention;
  readonly span: ReadSpan;
  readonly features: Float32Array;
}

/** Spans that are read, most fitting first. */
const depth = 60;
const titleLimit = 80;

/** Distinct spans, best fit first; ties by id. Questions are not read for answers. */
export function readSpans(question: QuestionAnalysis, evidence: readonly EvidenceText[], weight: WordWeight): ReadSpan[] {
  const terms = new Map(
    tokenize(question.text)
      .filter((token) => !isStopword(token.lower))
      .map((token) => [stem(token.lower), weight(token.lower)]),
  );
  const total = [...terms.values()].reduce((sum, value) => sum + value, 0);
  const share = (words: ReadonlySet<string>): number => {
    let found = 0;
    for (const [root, value] of terms) if (words.has(root)) found += value;
    return total === 0 ? 0 : found / total;
  };
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
      const tokens = tokenize(entry.text).map((token) => ({ stem: stem(token.lower), start: token.start, end: token.end }));
      const own = new Set(tokens.map((token) => token.stem));
      const coverage = share(own);
      const headedCoverage = share(new Set([...own, ...tokenize(entry.heading).map((token) => stem(token.lower))]));
      return {
        evidence: entry,
        tokens,
        mentions: extractMentions(entry.text),
        title: titleOf(entry.heading),
        coverage,
        headedCoverage,
        fit: 0.5 * entry.relevance + 0.25 * coverage + 0.25 * headedCoverage,
      };
    })
    .sort((a, b) => b.fit - a.fit || (a.evidence.spanId < b.evidence.spanId ? -1 : 1));
}

function titleOf(heading: string): string {
  return (heading.split(' > ')[0] ?? '').replace(/\s*\([^)]*\)\s*$/, '').slice(0, titleLimit);
}

export const featureNames = [
  'fit',
  'relevance',
  'coverage',
  'headedCoverage',
  'proximity',
  'kindMatch',
  'firstKind',
  'asksPerson',
  'asksPlace',
  'asksOrganisation',
  'asksDate',
  'asksNumber',
  'asksEntity',
  'isPerson',
  'isPlace',
  'isOrganisation',
  'isOther',
  'isNumber',
  'isDate',
  'isTitle',
  'titleInQuestion',
  'spanIsFirst',
  'support',
  'bestOther',
  'words',
  'position',
  'headNear',
  'overlap',
  'bridged',
  'documentFit',
  'capitals',
  'yearOnly',
  'hasUnit',
  'rank',
] as const;

/**
 * Mentions that could answer, each with what tells a good one: where it stands, what it is, how it is tied to the question, also
 * through another document that names its title (the second step of a chain).
 */
export function answerCandidates(question: QuestionAnalysis, spans: readonly ReadSpan[], weight: WordWeight): AnswerCandidate[] {
  const bridges = bridgesOf(question, spans);
  const documentFit = new Map<string, number>();
  for (const span of spans) documentFit.set(span.evidence.path, Math.max(documentFit.get(span.evidence.path) ?? 0, span.fit));
  const candidates: AnswerCandidate[] = [];
  spans.forEach((span, rank) => {
    const titled = titleMention(span);
    for (const mention of titled === null ? span.mentions : [titled, ...span.mentions]) {
      if (question.mentions.some((asked) => asked.kind === mention.kind && sameMention(asked, mention))) continue;
      const features = featuresOf(
        question,
        span,
        mention,
        rank,
        spans,
        bridges.get(span.title) ?? 0,
        documentFit.get(span.evidence.path) ?? 0,
        weight,
      );
      candidates.push({ text: mention.text, mention, span, features });
    }
  });
  return candidates;
}

/** The title that a span stands under is what it is about, and may be what is asked for; not where the span names it itself. */
function titleMention(span: ReadSpan): Mention | null {
  if (span.title === '' || /^\d/.test(span.title) || !/^\p{Lu}/u.test(span.title)) return null;
  const [only] = extractMentions(span.title);
  if (only === undefined || only.kind === 'number' || only.kind === 'date' || only.text.length < span.title.length * 0.6) return null;
  return span.mentions.some((mention) => sameMention(mention, only)) ? null : { ...only, text: span.title, start: -1, end: -1 };
}

/** For each title, how well the best span of another document fits the question that names it. */
function bridgesOf(question: QuestionAnalysis, spans: readonly ReadSpan[]): Map<string, number> {
  const bridges = new Map<string, number>();
  for (const title of new Set(spans.map((span) => span.title))) {
    if (title === '' || question.text.toLowerCase().includes(title.toLowerCase())) continue;
    const words = title.toLowerCase();
    const best = spans.find((span) => span.title !== title && span.evidence.text.toLowerCase().includes(words));
    if (best !== undefined) bridges.set(title, best.fit);
  }
  return bridges;
}

function featuresOf(
  question: QuestionAnalysis,
  span: ReadSpan,
  mention: Mention,
  rank: number,
  spans: readonly ReadSpan[],
  bridged: number,
  documentFit: number,
  weight: WordWeight,
): Float32Array {
  const kindRank = question.kinds.indexOf(mention.kind);
  let support = 0;
  let bestOther = 0;
  for (const other of spans) {
    if (other === span || !other.mentions.some((entry) => entry.kind === mention.kind && sameMention(entry, mention))) continue;
    support += 1;
    bestOther = Math.max(bestOther, other.fit);
  }
  const is = (kind: MentionKind): number => Number(mention.kind === kind);
  const asks = (type: QuestionAnalysis['type']): number => Number(question.type === type);
  const words = mention.text.split(/\s+/).length;
  return Float32Array.from([
    span.fit,
    span.evidence.relevance,
    span.coverage,
    span.headedCoverage,
    proximity(question, span, mention, weight),
    kindRank < 0 ? 0 : 1 / (1 + kindRank),
    Number(kindRank === 0),
    asks('person'),
    asks('place'),
    asks('organisation'),
    asks('date'),
    asks('number'),
    asks('entity'),
    is('person'),
    is('place'),
    is('organisation'),
    is('other'),
    is('number'),
    is('date'),
    Number(mention.start < 0),
    Number(span.title !== '' && question.text.toLowerCase().includes(span.title.toLowerCase())),
    Number(rank === 0),
    Math.min(4, support),
    bestOther,
    Math.min(6, words),
    mention.start < 0 ? 0 : mention.start / Math.max(1, span.evidence.text.length),
    headNear(question.head, span, mention),
    overlapWith(question, mention),
    bridged,
    documentFit,
    Number(/^[\p{Lu}\d.]{2,}$/u.test(mention.text)),
    Number(/^\d{4}$/.test(mention.text)),
    Number(mention.kind === 'number' && unitFollows(question, span, mention)),
    Math.min(10, rank),
  ]);
}

/** Question words near the mention, the nearer and the weightier the better, [0, 1]. */
function proximity(question: QuestionAnalysis, span: ReadSpan, mention: Mention, weight: WordWeight): number {
  const wanted = new Set(question.stems);
  const at = mention.start < 0 ? 0 : span.tokens.findIndex((token) => token.end > mention.start);
  const found = new Set<string>();
  let near = 0;
  let total = 0;
  span.tokens.forEach((token, index) => {
    if (!wanted.has(token.stem) || found.has(token.stem)) return;
    found.add(token.stem);
    near += weight(token.stem) / (1 + Math.abs(index - at) / 6);
  });
  for (const root of wanted) total += weight(root);
  return total === 0 ? 0 : Math.min(1, near / total);
}

function headNear(head: string | null, span: ReadSpan, mention: Mention): number {
  if (head === null || mention.start < 0) return 0;
  const root = stem(head);
  const before = span.tokens.findLastIndex((token) => token.end <= mention.start);
  const from = span.tokens.findIndex((token) => token.end > mention.start);
  const nearby = [...span.tokens.slice(Math.max(0, before - 3), before + 1), ...span.tokens.slice(Math.max(0, from), from + 6)];
  return Number(nearby.some((token) => token.stem === root));
}

/** Share of the mention's words that the question has. */
function overlapWith(question: QuestionAnalysis, mention: Mention): number {
  const asked = new Set(question.stems);
  const stems = tokenize(mention.text).map((token) => stem(token.lower));
  return stems.length === 0 ? 0 : stems.filter((root) => asked.has(root)).length / stems.length;
}

/** "How many characters …": is it characters that the number counts? */
function unitFollows(question: QuestionAnalysis, span: ReadSpan, mention: Mention): boolean {
  const asked = new Set(question.stems);
  return tokenize(span.evidence.text.slice(mention.end, mention.end + 40))
    .slice(0, 3)
    .some((token) => asked.has(stem(token.lower)));
}
