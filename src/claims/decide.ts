import type { EntailmentScores } from '../contract/evidence.ts';
import type { Comparison } from './compare.ts';
import type { Reading } from './reading.ts';

/** Where a sentence may decide. Chosen on precision (docs/claims.md says what on, and the bound): outside of it the claim stays open. */
export const gates = {
  support: { coverage: 0.86, own: 0.6, missing: 6.5, entail: 0.4 },
  refute: { coverage: 0.72, own: 0.5, density: 0.15, entail: 0.75 },
  /** Another force on the very action, and another doer of it, leave less to chance. */
  modality: { coverage: 0.6, own: 0.5 },
  party: { coverage: 0.7, own: 0.25 },
  /** The same figure with another unit is a conflict that little else explains. */
  unit: { coverage: 0.55 },
} as const;

export type Ground = 'said' | 'quantity' | 'unit' | 'modality' | 'negation' | 'party' | null;

export interface Decision {
  readonly stance: 'supports' | 'refutes' | 'open';
  readonly ground: Ground;
}

const open: Decision = { stance: 'open', ground: null };

/** "Longer than", "because of": who stands on which side decides, and word overlap does not see it. */
const sided =
  /\b(?:than|because|since|due to|owing to|caus\w+|led to|leads? to|result\w*|so that|therefore|instead of|rather than|before|after|until|unless|either|whether|versus|compared)\b/i;
const universal =
  /\b(?:all|every|each|any|only|always|never|none|nobody|no one|both|neither|whole|entire|first|last|most|best|longest|shortest)\b/gi;

/**
 * What one sentence with its scope makes of a claim. Nothing is decided unless every atom that could decide is accounted for: support wants
 * each one said; refutation wants the rest said and one that cannot hold beside it.
 */
export function decide(claim: Reading, stated: Reading, comparison: Comparison, entailment: EntailmentScores): Decision {
  const { coverage, ownCoverage, missing, figures, modality, scope, reversed, opposites, exchanged, namesMissing } = comparison;
  if (scope === 'other' || namesMissing > 0) return open;
  const order = orderOf(comparison);
  const turned = sided.test(claim.text) && order < 0.6;
  const conflicts: Ground[] = [];
  if (figures.denied === 1 && figures.unsaid === 0) conflicts.push(isUnit(claim, stated, comparison) ? 'unit' : 'quantity');
  else if (figures.denied > 0) return open;
  if (modality === 'breaks') conflicts.push('modality');
  if (reversed) conflicts.push('negation');
  if (exchanged) conflicts.push('party');
  if (conflicts.length === 0) {
    const { support } = gates;
    const accounted =
      figures.unsaid === 0 &&
      scope === 'met' &&
      opposites === 0 &&
      !turned &&
      sameBreadth(claim.text, stated.text) &&
      (modality === 'none' || modality === 'same' || (modality === 'open' && claim.norms.length === 0)) &&
      comparison.atoms.every((atom) => atom.state === 'said' || (atom.kind !== 'party' && atom.state !== 'denied'));
    return accounted &&
      coverage >= support.coverage &&
      ownCoverage >= support.own &&
      missing < support.missing &&
      entailment.entail >= support.entail &&
      entailment.entail > entailment.contradict
      ? { stance: 'supports', ground: 'said' }
      : open;
  }
  const [ground = null] = conflicts;
  if (conflicts.length > 1 || ground === null || turned) return open;
  if (ground === 'unit') return coverage >= gates.unit.coverage ? { stance: 'refutes', ground } : open;
  const least = ground === 'modality' ? gates.modality : ground === 'party' ? gates.party : gates.refute;
  // Where the scorer is sure of the claim, the two signals cancel.
  const enough =
    coverage >= least.coverage &&
    ownCoverage >= least.own &&
    comparison.density >= gates.refute.density &&
    entailment.entail < gates.refute.entail &&
    figures.unsaid === 0;
  return enough ? { stance: 'refutes', ground } : open;
}

/** Is the one figure that differs the same number in another unit? */
function isUnit(claim: Reading, stated: Reading, { atoms }: Comparison): boolean {
  const denied = atoms.find((atom) => atom.kind === 'quantity' && atom.state === 'denied');
  const number = /\d[\d.,]*/.exec(denied?.text ?? '')?.[0];
  return (
    number !== undefined && (denied?.words ?? []).some(([start, end]) => /\d[\d.,]*/.exec(stated.text.slice(start, end))?.[0] === number)
  );
}

/** Share of neighbouring aligned words that stand in the claim's order, [0, 1]. */
function orderOf({ aligned }: Comparison): number {
  const places = aligned.flatMap(({ at, strength }) => (at !== null && strength >= 0.7 ? [at.start] : []));
  const pairs = places.slice(1).map((place, at) => place >= (places[at] ?? 0));
  return pairs.length === 0 ? 1 : pairs.filter(Boolean).length / pairs.length;
}

/** A claim about all, or only some, is said by a sentence that says so too. */
function sameBreadth(claim: string, stated: string): boolean {
  const breadth = (text: string): Set<string> => new Set([...text.matchAll(universal)].map(([word]) => kindOf(word.toLowerCase())));
  const [wanted, given] = [breadth(claim), breadth(stated)];
  return [...wanted].every((kind) => given.has(kind));
}

function kindOf(word: string): string {
  return /^(?:all|every|each|any|always|both|whole|entire)$/.test(word)
    ? 'all'
    : /^(?:never|none|nobody|no one|neither)$/.test(word)
      ? 'none'
      : word;
}
