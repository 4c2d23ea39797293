import { say } from '../base/language.ts';
import type { SpanId } from '../contract/citation.ts';
import type { Candidate, Evidence } from '../contract/evidence.ts';
import type { Conflict } from '../contract/exploration.ts';
import { extractMentions, type Mention, sameMention } from '../text/mentions.ts';
import { parallelDifference } from './parallel.ts';
import type { Superseded } from './superseded.ts';
import { olderFolder, olderOf } from './versions.ts';

/** A span that contradicts the statement less surely than this, or is less relevant, is no conflict to show. */
const contradictionThreshold = 0.5;
const relevanceThreshold = 0.3;
const shown = 5;

/**
 * Relevant spans that contradict what the minimal evidence supports, each beside the minimal span that it differs from most: those that the
 * scorer says contradict the statement, and those that say what a minimal span says but for one name, number, date or negation. The kind
 * says where they differ. Surest first; ties by place.
 *
 * @param answer the short answer, or null for a claim
 * @param texts the spans as a reader sees them; a quote may hold markup
 * @param superseded documents that are no longer in force, by path
 */
export function findConflicts(
  evidence: Evidence,
  answer: string | null,
  texts: ReadonlyMap<SpanId, string>,
  superseded: ReadonlyMap<string, Superseded> = new Map(),
): Conflict[] {
  // What may answer is shown with what says otherwise; where nothing answers there is nothing to contradict.
  if (!evidence.sufficient && (evidence.scores.readings ?? []).length === 0) return [];
  const minimal = new Set(evidence.minimal.map((item) => item.spanId));
  return evidence.pool
    .filter((candidate) => !minimal.has(candidate.spanId))
    .map((candidate) => contradicting(candidate, evidence, texts) ?? parallel(candidate, evidence, answer, texts))
    .filter((conflict) => conflict !== null)
    .map((conflict) => withForce(conflict, superseded))
    .sort((a, b) => b.contradiction - a.contradiction || (a.b.path < b.b.path ? -1 : a.b.path > b.b.path ? 1 : a.b.start - b.b.start))
    .slice(0, shown);
}

/** Two spans of which a reader of atoms says that they cannot both hold, as a conflict to show. @param surety [0, 1] */
export function conflictOf(
  a: Pick<Candidate, 'spanId' | 'citation' | 'headingPath'>,
  b: Pick<Candidate, 'spanId' | 'citation' | 'headingPath'>,
  surety: number,
  texts: ReadonlyMap<SpanId, string>,
  superseded: ReadonlyMap<string, Superseded>,
): Conflict {
  const { kind, explanation } = difference(textOf(a, texts), textOf(b, texts));
  return withForce(dated({ a: a.citation, b: b.citation, kind, contradiction: surety, explanation }, a, b), superseded);
}

function contradicting(candidate: Candidate, evidence: Evidence, texts: ReadonlyMap<SpanId, string>): Conflict | null {
  if ((candidate.entailment?.contradict ?? 0) < contradictionThreshold || candidate.relevance < relevanceThreshold) return null;
  const [strongest] = [...evidence.minimal].sort((a, b) => (b.entailment?.entail ?? 0) - (a.entailment?.entail ?? 0));
  if (strongest === undefined) return null;
  const { kind, explanation } = difference(textOf(strongest, texts), textOf(candidate, texts));
  return dated(
    { a: strongest.citation, b: candidate.citation, kind, contradiction: candidate.entailment?.contradict ?? 0, explanation },
    strongest,
    candidate,
  );
}

/** The scorer's word where it has one; else how much of the two sentences is the same. */
function parallel(candidate: Candidate, evidence: Evidence, answer: string | null, texts: ReadonlyMap<SpanId, string>): Conflict | null {
  const found = evidence.minimal
    .flatMap((item) => {
      const difference = parallelDifference(
        { text: textOf(item, texts), heading: item.headingPath.join(' > ') },
        { text: textOf(candidate, texts), heading: candidate.headingPath.join(' > ') },
        answer,
      );
      return difference === null ? [] : [{ item, ...difference }];
    })
    .sort((a, b) => b.overlap - a.overlap)[0];
  if (found === undefined) return null;
  const { item, kind, explanation, overlap } = found;
  return dated(
    { a: item.citation, b: candidate.citation, kind, contradiction: Math.max(candidate.entailment?.contradict ?? 0, overlap), explanation },
    item,
    candidate,
  );
}

/** Says which side is the older one, where names tell. */
function dated(
  conflict: Conflict,
  a: Pick<Candidate, 'citation' | 'headingPath'>,
  b: Pick<Candidate, 'citation' | 'headingPath'>,
): Conflict {
  const found =
    olderOf({ path: a.citation.path, title: a.headingPath[0] ?? '' }, { path: b.citation.path, title: b.headingPath[0] ?? '' }) ??
    olderFolder(a.citation.path, b.citation.path);
  if (found === null) return conflict;
  const [first, last] = found.versions;
  return {
    ...conflict,
    explanation: `${conflict.explanation}; ${found.older === 'a' ? say`the first source is older (${first}, not ${last})` : say`the second source is older (${first}, not ${last})`}`,
    older: found.older,
  };
}

/** Says which side is no longer in force, where documents say so: that is more than being older. */
function withForce(conflict: Conflict, superseded: ReadonlyMap<string, Superseded>): Conflict {
  const side = superseded.has(conflict.b.path) ? 'b' : superseded.has(conflict.a.path) ? 'a' : null;
  const words = side === null ? undefined : superseded.get(conflict[side].path)?.words;
  if (side === null || words === undefined || superseded.has(conflict.a.path) === superseded.has(conflict.b.path)) return conflict;
  const [difference] = conflict.explanation.split('; ');
  return {
    ...conflict,
    explanation: `${difference ?? ''}; ${side === 'a' ? say`the first source is no longer in force (“${words}”)` : say`the second source is no longer in force (“${words}”)`}`,
    superseded: side,
  };
}

function textOf({ spanId, citation }: Pick<Candidate, 'spanId' | 'citation'>, texts: ReadonlyMap<SpanId, string>): string {
  return texts.get(spanId) ?? citation.quote;
}

const negation = /\b(?:not|no|never|none|cannot|without|neither|nor)\b|n['’]t\b/i;

/** Where two sentences differ, as far as their mentions tell. */
function difference(a: string, b: string): Pick<Conflict, 'kind' | 'explanation'> {
  const left = extractMentions(a);
  const right = extractMentions(b);
  for (const kind of ['number', 'date'] as const) {
    const [one] = unmatched(left, right, kind);
    const [other] = unmatched(right, left, kind);
    if (one !== undefined && other !== undefined) return { kind, explanation: say`one says ${one.text}, the other ${other.text}` };
  }
  if (negation.test(a) !== negation.test(b)) return { kind: 'negation', explanation: say`one says so, the other denies it` };
  for (const kind of ['person', 'place', 'organisation', 'other'] as const) {
    const [one] = unmatched(left, right, kind);
    const [other] = unmatched(right, left, kind);
    if (one !== undefined && other !== undefined)
      return { kind: 'entity', explanation: say`one names ${one.text}, the other ${other.text}` };
  }
  return { kind: 'meaning', explanation: say`they do not say the same` };
}

function unmatched(mentions: readonly Mention[], others: readonly Mention[], kind: Mention['kind']): Mention[] {
  return mentions.filter((mention) => mention.kind === kind && !others.some((other) => sameMention(mention, other)));
}
