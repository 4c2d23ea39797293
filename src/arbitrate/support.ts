import type { GeneratedAnswer, GeneratedProbe } from '../models/ports.ts';
import { sameAnswer } from '../text/same-answer.ts';
import { stem } from '../text/stem.ts';
import { contentStems, tokenize } from '../text/tokens.ts';
import { causalDiscrimination } from './score.ts';

/** A span with the terms of eq. 11. */
export interface SupportSpan {
  readonly spanId: string;
  readonly heading: string;
  readonly text: string;
  /** s(q, e), [0, 1]. */
  readonly relevance: number;
  /** s(q', e) for each probe, [0, 1]. */
  readonly probeRelevance: readonly number[];
}

/** A span that fits neither the question nor a probe is no evidence (eq. 5). */
const leastRelevance = 0.05;
/** By this much an answer's evidence must be more specific to the question than another's, to be clearly so. Chosen on the tuned half of the traps. */
const decisiveMargin = 0.05;

/** Mention(a, e) of eq. 10: the answer's words stand in the text, for long answers most of its content. */
export function mentions(text: string, answer: string): boolean {
  const stems = contentStems(answer);
  if (stems.length === 0) return false;
  const found = new Set(contentStems(text));
  return stems.filter((stem) => found.has(stem)).length / stems.length >= (stems.length <= 4 ? 1 : 0.8);
}

/** The spans that say an answer: those that it cites, and all others that mention it. */
export function saying<T extends Pick<SupportSpan, 'spanId' | 'text'>>(
  { text, citedSpans }: Pick<GeneratedAnswer, 'text' | 'citedSpans'>,
  spans: readonly T[],
): T[] {
  const cited = new Set(citedSpans);
  return spans.filter((span) => cited.has(span.spanId) || mentions(span.text, text));
}

/**
 * Eq. 11 over all the spans that say an answer, [-1, 1]; null without such evidence or without probes.
 * @param answers the plain answer to each probe: one that has this very answer is no counterfactual to it (eq. 2), and is left out
 */
export function specificityOf(
  answer: Pick<GeneratedAnswer, 'text' | 'citedSpans'>,
  spans: readonly SupportSpan[],
  answers: readonly (string | null)[] = [],
): number | null {
  const support = saying(answer, spans).filter(({ relevance, probeRelevance }) => Math.max(relevance, ...probeRelevance) > leastRelevance);
  return causalDiscrimination(
    support.map(({ relevance, probeRelevance }) => ({
      relevance,
      probeRelevance: probeRelevance.filter((_value, probe) => !sameAnswer(answers[probe] ?? '', answer.text)),
    })),
  );
}

/** Words that change from question to probe without changing what is asked for. */
const idle = new Set([
  'a',
  'an',
  'the',
  'is',
  'are',
  'was',
  'were',
  'of',
  'in',
  'to',
  'for',
  'on',
  'at',
  'by',
  'that',
  'who',
  'what',
  'which',
  'when',
  'where',
  'why',
  'all',
  'not',
]);

/** The stems of `query` that `other` does not have: what evidence of `query` alone has to speak of. */
function distinguishing(query: string, other: string): ReadonlySet<string> {
  const stems = (text: string): string[] =>
    tokenize(text)
      .filter((token) => !idle.has(token.lower))
      .map((token) => stem(token.lower));
  const known = new Set(stems(other));
  return new Set(stems(query).filter((root) => !known.has(root)));
}

function speaksOf(text: string, roots: ReadonlySet<string>): boolean {
  return tokenize(text).some((token) => roots.has(stem(token.lower)));
}

/** A span's id is `path:start-end`. */
function documentOf({ spanId }: Pick<SupportSpan, 'spanId'>): string {
  return spanId.slice(0, spanId.lastIndexOf(':'));
}

export interface Contest {
  readonly question: string;
  readonly probe: Pick<GeneratedProbe, 'query' | 'kind'>;
  /** The answer that may be the probe's, and one that may be the question's own. */
  readonly first: Pick<GeneratedAnswer, 'text' | 'citedSpans'>;
  readonly other: Pick<GeneratedAnswer, 'text' | 'citedSpans'>;
  /** With s(q', e) for this probe alone. */
  readonly spans: readonly SupportSpan[];
}

/**
 * Is the first answer the probe's, and the other one the question's own? So it is where what says the first speaks of what the probe adds
 * to the question and fits the probe better (C1 of theorem 1 fails on average), what says the other speaks of what the question has and
 * the probe has not and fits the question better, and the two are clearly apart (C3). A scorer that compares words gives a sentence that
 * speaks of neither about the same relevance for both, and which is larger is chance: such a sentence counts as no better for the probe.
 * Where a document that says the first answer names the question's own entity, the two entities are related, and no rivals.
 * @returns the gap between the two, at least 0.05; null where the probe does not tell them apart
 */
export function contest({ question, probe, first, other, spans }: Contest): number | null {
  const added = distinguishing(probe.query, question);
  const own = distinguishing(question, probe.query);
  if (probe.kind === 'scope' || added.size === 0 || own.size === 0) return null;
  if (probe.kind === 'entity') {
    const related = new Set(spans.filter((span) => speaksOf(`${span.heading} ${span.text}`, own)).map(documentOf));
    if (saying(first, spans).some((span) => related.has(documentOf(span)))) return null;
  }
  const fair = spans.map((span): SupportSpan => {
    return speaksOf(`${span.heading} ${span.text}`, added)
      ? span
      : { ...span, probeRelevance: span.probeRelevance.map((value) => Math.min(value, span.relevance)) };
  });
  if (!saying(other, fair).some((span) => speaksOf(`${span.heading} ${span.text}`, own))) return null;
  const [firsts, others] = [specificityOf(first, fair), specificityOf(other, fair)];
  return firsts !== null && others !== null && firsts < 0 && others > 0 && others - firsts >= decisiveMargin ? others - firsts : null;
}
