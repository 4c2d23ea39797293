import { say } from '../base/language.ts';
import type { SpanId } from '../contract/citation.ts';
import type { Candidate, Evidence } from '../contract/evidence.ts';
import type { Conflict } from '../contract/exploration.ts';
import type { ModelCall, Models } from '../models/ports.ts';
import { conflictOf, findConflicts } from '../verify/conflicts.ts';
import type { Superseded } from '../verify/superseded.ts';

/** Pairs of sentences that the judge reads, at most. */
const mostRead = 8;
/** From this on the one sentence refutes the other. */
const refutes = 0.5;

interface Disputed {
  readonly a: Pick<Candidate, 'spanId' | 'citation' | 'headingPath'>;
  readonly b: Candidate;
}

/**
 * Sentences of other places that the judge reads as refuting the shown evidence: those that say the same in nearly the same words but for a
 * name, number, date or negation, and those that give the question another answer. Those that say the same against the same sentence are one
 * group, shown by its surest.
 *
 * @param answer the short answer, or null for a claim
 * @param rivals spans that answer the question otherwise
 * @param texts the spans as a reader sees them
 * @throws LinchpinError `cancelled`, `model-unavailable`, `model-failed`.
 */
export async function conflictsWith(
  evidence: Evidence,
  answer: string | null,
  rivals: readonly SpanId[],
  texts: ReadonlyMap<SpanId, string>,
  superseded: ReadonlyMap<string, Superseded>,
  { judge }: Pick<Models, 'judge'>,
  call: ModelCall,
): Promise<Conflict[]> {
  const minimal = new Set(evidence.minimal.map(({ spanId }) => spanId));
  const placed = new Map(evidence.pool.map((candidate) => [`${candidate.citation.path}:${String(candidate.citation.start)}`, candidate]));
  const at = ({ path, start }: Conflict['a']): Candidate | undefined => placed.get(`${path}:${String(start)}`);
  const disputed: Disputed[] = findConflicts(evidence, answer, texts, superseded).flatMap(({ a, b }) => {
    const [first, second] = [at(a), at(b)];
    return first === undefined || second === undefined ? [] : [{ a: first, b: second }];
  });
  const [shown] = evidence.minimal;
  const isAsserted = evidence.sufficient || (evidence.scores.readings ?? []).length > 0;
  if (shown !== undefined && isAsserted)
    for (const other of evidence.pool)
      if (rivals.includes(other.spanId) && !minimal.has(other.spanId) && !disputed.some(({ b }) => b === other))
        disputed.push({ a: shown, b: other });
  const read = disputed.slice(0, mostRead);
  const scores = await judge.scorePairs(
    read.map(({ a, b }) => ({
      query: texts.get(a.spanId) ?? a.citation.quote,
      heading: b.headingPath.join(' > '),
      sentences: [texts.get(b.spanId) ?? b.citation.quote],
    })),
    call,
  );
  const real = read.flatMap(({ a, b }, place) => {
    const surety = scores[place]?.entails.refutes ?? 0;
    return surety >= refutes ? [conflictOf(a, b, surety, texts, superseded)] : [];
  });
  return grouped(real.sort((a, b) => b.contradiction - a.contradiction));
}

function grouped(conflicts: readonly Conflict[]): Conflict[] {
  const groups = new Map<string, Conflict[]>();
  for (const conflict of conflicts) {
    const key = `${conflict.a.path}:${String(conflict.a.start)} ${conflict.kind} ${conflict.explanation.split(';')[0] ?? ''}`;
    groups.set(key, [...(groups.get(key) ?? []), conflict]);
  }
  return [...groups.values()].flatMap(([first, ...others]) => {
    if (first === undefined) return [];
    if (others.length === 0) return [first];
    const more =
      others.length === 1 ? say`1 more source says what the second says` : say`${others.length} more sources say what the second says`;
    return [{ ...first, explanation: `${first.explanation}; ${more}` }];
  });
}
