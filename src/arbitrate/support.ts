import type { GeneratedAnswer } from '../models/ports.ts';
import { stem } from '../text/stem.ts';
import { contentStems, tokenize } from '../text/tokens.ts';
import { sameAnswer } from './consensus.ts';
import { causalDiscrimination } from './score.ts';

/** A span with the terms of eq. 11. */
export interface SupportSpan {
  readonly spanId: string;
  readonly text: string;
  /** s(q, e), [0, 1]. */
  readonly relevance: number;
  /** s(q', e) for each probe, as `probeFit` has it, [0, 1]. */
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
export function saying<T extends Pick<SupportSpan, 'spanId' | 'text'>>({ text, citedSpans }: Pick<GeneratedAnswer, 'text' | 'citedSpans'>, spans: readonly T[]): T[] {
  const cited = new Set(citedSpans);
  return spans.filter((span) => cited.has(span.spanId) || mentions(span.text, text));
}

/**
 * Eq. 11 over all the spans that say an answer, [-1, 1]; null without such evidence or without probes.
 * @param answers the plain answer to each probe: one that has this very answer is no counterfactual to it (eq. 2), and is left out
 */
export function specificityOf(answer: Pick<GeneratedAnswer, 'text' | 'citedSpans'>, spans: readonly SupportSpan[], answers: readonly (string | null)[] = []): number | null {
  const support = saying(answer, spans).filter(({ relevance, probeRelevance }) => Math.max(relevance, ...probeRelevance) > leastRelevance);
  return causalDiscrimination(support.map(({ relevance, probeRelevance }) => ({ relevance, probeRelevance: probeRelevance.filter((_value, probe) => !sameAnswer(answers[probe] ?? '', answer.text)) })));
}

/** Words that change from question to probe without changing what is asked for. */
const idle = new Set(['a', 'an', 'the', 'is', 'are', 'was', 'were', 'of', 'in', 'to', 'for', 'on', 'at', 'by', 'that', 'who', 'what', 'which', 'when', 'where', 'why', 'all', 'not']);

/** The stems by which a probe differs from the question: what evidence of the probe has to speak of. */
export function distinguishing(question: string, probe: string): ReadonlySet<string> {
  const stems = (text: string): string[] => tokenize(text).filter((token) => !idle.has(token.lower)).map((token) => stem(token.lower));
  const asked = new Set(stems(question));
  return new Set(stems(probe).filter((root) => !asked.has(root)));
}

/**
 * s(q', e) for telling answers apart. A scorer that compares words gives a sentence that speaks of neither what the question nor what the
 * probe adds about the same relevance for both, and which of the two is larger is chance: such a sentence is counted as no better for the probe.
 * @param added the stems by which the probe differs
 */
export function probeFit(text: string, added: ReadonlySet<string>, relevance: number, probeRelevance: number): number {
  return probeRelevance <= relevance || tokenize(text).some((token) => added.has(stem(token.lower))) ? probeRelevance : relevance;
}

/**
 * Does another answer escape the trap that the first one is in? The first one's evidence fits a neighbouring question better (C1 of
 * theorem 1 fails on average), the other's does not, and the two are clearly apart (C3).
 */
export function escapes(first: number | null, other: number | null): boolean {
  return first !== null && other !== null && first < 0 && other > 0 && other - first >= decisiveMargin;
}
