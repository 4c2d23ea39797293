import type { Candidate, Evidence } from '../report/evidence.ts';
import type { Conflict } from '../report/exploration.ts';
import { extractMentions, type Mention, sameMention } from '../text/mentions.ts';

/** A span that contradicts the statement less surely than this, or is less relevant, is no conflict to show. */
const contradictionThreshold = 0.5;
const relevanceThreshold = 0.3;
const shown = 5;

/**
 * Relevant spans that contradict what the minimal evidence supports, each beside the minimal span that it differs from most. The kind
 * says where they differ. Surest first; ties by place.
 */
export function findConflicts(evidence: Evidence): Conflict[] {
  if (!evidence.sufficient) return [];
  const minimal = new Set(evidence.minimal.map((item) => item.spanId));
  return evidence.pool
    .filter((candidate) => !minimal.has(candidate.spanId) && candidate.entailment.contradict >= contradictionThreshold && candidate.relevance >= relevanceThreshold)
    .map((candidate) => conflictOf(candidate, evidence))
    .filter((conflict) => conflict !== null)
    .sort((a, b) => b.contradiction - a.contradiction || (a.b.path < b.b.path ? -1 : a.b.path > b.b.path ? 1 : a.b.start - b.b.start))
    .slice(0, shown);
}

function conflictOf(candidate: Candidate, evidence: Evidence): Conflict | null {
  const [strongest] = [...evidence.minimal].sort((a, b) => b.entailment.entail - a.entailment.entail);
  if (strongest === undefined) return null;
  const { kind, explanation } = difference(strongest.citation.quote, candidate.citation.quote);
  return { a: strongest.citation, b: candidate.citation, kind, contradiction: candidate.entailment.contradict, explanation };
}

const negation = /\b(?:not|no|never|none|cannot|without|neither|nor)\b|n['’]t\b/i;

/** Where two sentences differ, as far as their mentions tell. */
function difference(a: string, b: string): Pick<Conflict, 'kind' | 'explanation'> {
  const left = extractMentions(a);
  const right = extractMentions(b);
  for (const kind of ['number', 'date'] as const) {
    const [one] = unmatched(left, right, kind);
    const [other] = unmatched(right, left, kind);
    if (one !== undefined && other !== undefined) return { kind, explanation: `one says ${one.text}, the other ${other.text}` };
  }
  if (negation.test(a) !== negation.test(b)) return { kind: 'negation', explanation: 'one says so, the other denies it' };
  for (const kind of ['person', 'place', 'organisation', 'other'] as const) {
    const [one] = unmatched(left, right, kind);
    const [other] = unmatched(right, left, kind);
    if (one !== undefined && other !== undefined) return { kind: 'entity', explanation: `one names ${one.text}, the other ${other.text}` };
  }
  return { kind: 'meaning', explanation: 'they do not say the same' };
}

function unmatched(mentions: readonly Mention[], others: readonly Mention[], kind: Mention['kind']): Mention[] {
  return mentions.filter((mention) => mention.kind === kind && !others.some((other) => sameMention(mention, other)));
}
