import { contentStems } from '../../text/tokens.ts';
import { olderOf, versionMarks } from '../../verify/versions.ts';
import type { AnswerCandidate, RankedSpan } from './candidates.ts';

/** Of two sentences' words, the share that both have: from here on the one is the other's rule, written anew. */
const leastShared = 0.5;
/** No sum of chances is surer than this. */
const surest = 0.95;

/** A question that names a year or a version asks for that one. */
const namesVersion = /\b(?:1[89]|20)\d\d\b|\b(?:version|edition|issue|draft|release)\b|\bv\.?\s?\d/i;

/**
 * Where a newer version of a document says the same thing anew, the newer one answers, or the one that the question names: at most one of the two was thought right, so the older
 * candidate's chance is added to its own, and the older one answers no more. Its sentence stays in the pool, where a difference between the two is told as a conflict.
 * @param candidates with their chances
 */
export function newestOfSame<T extends AnswerCandidate & { readonly chance: number }>(question: string, candidates: readonly T[]): T[] {
  const named = versionMarks(question);
  if (named.length === 0 && namesVersion.test(question)) return [...candidates];
  const isNamed = ({ path, title }: RankedSpan): boolean =>
    [...versionMarks(path), ...versionMarks(title)].some((mark) => named.includes(mark));
  const precedes = (a: RankedSpan, b: RankedSpan): boolean =>
    named.length === 0 ? supersedes(a, b) : isNamed(a) && !isNamed(b) && isVersionOf(a, b) && saySameRule(a.text, b.text);
  const chances = new Map(candidates.map((candidate) => [candidate, candidate.chance]));
  const superseded = new Set<T>();
  for (const old of candidates) {
    const successor = candidates
      .filter((other) => !superseded.has(other) && (other.short === null) === (old.short === null) && precedes(other.by, old.by))
      .sort((a, b) => b.chance - a.chance)[0];
    if (successor === undefined) continue;
    superseded.add(old);
    chances.set(successor, Math.min(surest, (chances.get(successor) ?? 0) + (chances.get(old) ?? 0)));
  }
  return candidates
    .filter((candidate) => !superseded.has(candidate))
    .map((candidate) => ({ ...candidate, chance: chances.get(candidate) ?? 0 }));
}

function isVersionOf(a: RankedSpan, b: RankedSpan): boolean {
  return a.path !== b.path && olderOf(a, b) !== null;
}

function supersedes(newer: RankedSpan, older: RankedSpan): boolean {
  return newer.path !== older.path && olderOf(older, newer)?.older === 'a' && saySameRule(newer.text, older.text);
}

/** Whether two sentences say nearly the same. Figures aside: they are what a new version changes. */
export function saySameRule(a: string, b: string): boolean {
  const [left, right] = [stems(a), stems(b)];
  let shared = 0;
  for (const root of left) if (right.has(root)) shared += 1;
  return shared / Math.max(1, Math.min(left.size, right.size)) >= leastShared;
}

function stems(text: string): Set<string> {
  return new Set(contentStems(text).filter((root) => !/\d/.test(root)));
}
