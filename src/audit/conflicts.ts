import { say } from '../base/language.ts';
import { contradict } from '../claims/contradict.ts';
import { bundledKnowledge } from '../claims/knowledge.ts';
import type { Evidence } from '../contract/evidence.ts';
import type { Conflict } from '../contract/exploration.ts';
import type { SpanId } from '../contract/citation.ts';
import type { ScopedSentence } from '../claims/types.ts';
import { conflictOf } from '../verify/conflicts.ts';
import type { Superseded } from '../verify/superseded.ts';

/**
 * Of the conflicts that were found those that a careful reader would call one: subject and scope are the same, and the values cannot both
 * hold. Those that say the same against the same sentence are one group, shown by its surest.
 *
 * @param texts the spans as a reader sees them
 * @throws LinchpinError `model-unavailable`
 */
export function realConflicts(
  conflicts: readonly Conflict[],
  evidence: Evidence,
  texts: ReadonlyMap<SpanId, string>,
  superseded: ReadonlyMap<string, Superseded>,
): Conflict[] {
  const scoped = ({ path, start, end, quote }: Conflict['a']): ScopedSentence => {
    const candidate = evidence.pool.find(({ citation }) => citation.path === path && citation.start === start && citation.end === end);
    return {
      text: texts.get(candidate?.spanId ?? '') ?? quote,
      headings: candidate?.headingPath ?? [],
      document: [path],
      beside: [],
      elsewhere: [],
    };
  };
  const real = conflicts.filter(({ a, b }) => contradict(scoped(a), scoped(b), bundledKnowledge()));
  // The scorer and the parallel wording do not see every pair that the atoms do.
  const known = new Set(real.map(({ b }) => `${b.path}:${b.start}`));
  const shown = evidence.sufficient || (evidence.scores.readings ?? []).length > 0 ? evidence.minimal : [];
  for (const item of shown)
    for (const other of evidence.pool) {
      const place = `${other.citation.path}:${other.citation.start}`;
      const isOwn = other.citation.path === item.citation.path || evidence.minimal.some(({ spanId }) => spanId === other.spanId);
      if (isOwn || known.has(place) || !contradict(scoped(item.citation), scoped(other.citation), bundledKnowledge())) continue;
      known.add(place);
      real.push(conflictOf(item, other, other.entailment?.contradict ?? 0, texts, superseded));
    }
  const groups = new Map<string, Conflict[]>();
  for (const conflict of real) {
    const key = `${conflict.a.path}:${conflict.a.start} ${conflict.kind} ${conflict.explanation.split(';')[0] ?? ''}`;
    groups.set(key, [...(groups.get(key) ?? []), conflict]);
  }
  return [...groups.values()].flatMap(([first, ...others]) => {
    if (first === undefined) return [];
    if (others.length === 0) return [first];
    return [
      {
        ...first,
        explanation: `${first.explanation}; ${others.length === 1 ? say`1 more source says what the second says` : say`${others.length} more sources say what the second says`}`,
      },
    ];
  });
}
