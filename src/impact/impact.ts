import type { Citation, SpanId } from '../contract/citation.ts';
import type { Dependent, LostEvidence } from '../contract/impact.ts';

/** What a record rests on. */
export interface Record extends Omit<Dependent, 'effect' | 'lost'> {
  readonly evidence: readonly { readonly spanId: SpanId; readonly citation: Citation; readonly necessity: number }[];
  /** The smallest removals after which no known sufficient set is left (docs/methods.md 2.5). */
  readonly breakingSets: readonly (readonly SpanId[])[];
}

/**
 * What falls or moves without some evidence: a record falls when all spans of one of its breaking sets are lost, as breaking sets hit every
 * known sufficient set; else it moves.
 * @returns signed ones first, then those that fall, then by the necessity that they lose, then by their text
 */
export function impactOf(records: readonly Record[], isLost: (citation: Citation) => boolean): Dependent[] {
  const dependents: Dependent[] = [];
  for (const { evidence, breakingSets, ...record } of records) {
    const lost = evidence.filter(({ citation }) => isLost(citation));
    if (lost.length === 0) continue;
    const gone = new Set(lost.map(({ spanId }) => spanId));
    dependents.push({
      ...record,
      effect: breakingSets.some((set) => set.every((spanId) => gone.has(spanId))) ? 'falls' : 'moves',
      lost: lost.map(({ spanId, citation, necessity }): LostEvidence => ({
        citation,
        necessity,
        alone: breakingSets.some((set) => set.length === 1 && set[0] === spanId),
      })),
    });
  }
  return dependents.sort(byWeight);
}

function byWeight(a: Dependent, b: Dependent): number {
  const signed = ({ claim }: Dependent): number => (claim !== null && claim.signedBy.length > 0 ? 1 : 0);
  const falls = ({ effect }: Dependent): number => (effect === 'falls' ? 1 : 0);
  const weight = ({ lost }: Dependent): number => lost.reduce((sum, { necessity }) => sum + necessity, 0);
  return signed(b) - signed(a) || falls(b) - falls(a) || weight(b) - weight(a) || (a.text < b.text ? -1 : a.text > b.text ? 1 : 0);
}
