import { countTokens } from '../text/tokens.ts';
import type { EvidenceSpan, Passage } from './types.ts';

/** CF-RAG app. C: about 250 tokens with 50 overlap. */
export const passageDefaults = { tokens: 250, overlap: 50 } as const;

/**
 * Passages of consecutive spans, cut at span ends, each at most `tokens` long unless one span alone is longer. The last spans of a
 * passage, up to `overlap` tokens, begin the next one too. A heading of the first two levels begins a new passage once the current one
 * is half full, so that passages keep to a topic where documents let them. Every span is in at least one passage.
 */
export function passagesOf(
  spans: readonly EvidenceSpan[],
  limits: { readonly tokens: number; readonly overlap: number } = passageDefaults,
): Passage[] {
  const sizes = spans.map((span) => Math.max(1, countTokens(span.plain)));
  const passages: Passage[] = [];
  let from = 0;
  while (from < spans.length) {
    let to = from;
    let total = 0;
    while (to < spans.length) {
      const size = sizes[to] ?? 1;
      if (to > from && total + size > limits.tokens) break;
      if (total >= limits.tokens / 2 && startsTopic(spans[to])) break;
      total += size;
      to += 1;
    }
    const passage = passageFrom(spans.slice(from, to), total);
    if (passage !== null) passages.push(passage);
    if (to >= spans.length) break;
    from = startsTopic(spans[to]) ? to : overlapStart(sizes, from, to, Math.min(limits.overlap, limits.tokens - (sizes[to] ?? 1)));
  }
  return passages;
}

function startsTopic(span: EvidenceSpan | undefined): boolean {
  return span?.kind === 'heading' && span.headingPath.length <= 1;
}

/**
 * The first span of the next passage: as many spans back as the overlap holds, but always past the start of the last passage. The
 * overlap leaves room for the first new span: without one, the passage would lie within the last.
 */
function overlapStart(sizes: readonly number[], from: number, to: number, overlap: number): number {
  let start = to;
  let shared = 0;
  while (start - 1 > from && shared + (sizes[start - 1] ?? 1) <= overlap) {
    start -= 1;
    shared += sizes[start] ?? 1;
  }
  return start;
}

function passageFrom(spans: readonly EvidenceSpan[], tokens: number): Passage | null {
  const first = spans[0];
  const last = spans.at(-1);
  if (first === undefined || last === undefined) return null;
  const body = spans.find((span) => span.kind !== 'heading') ?? first;
  return { start: first.start, end: last.end, headingPath: body.headingPath, spans, tokens };
}
