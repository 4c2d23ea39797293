import type { EntailmentScores } from '../contract/evidence.ts';
import type { Comparison } from './compare.ts';
import type { Reading } from './reading.ts';

/**
 * Where a sentence may decide. Chosen on precision over the tuning claims (docs/claims.md names the bound): outside of it the claim stays
 * open. Coverage: share of the claim's meaning that the sentence and its scope say; own: the sentence alone; density: share of the sentence
 * that the claim speaks of.
 */
export const gates = {
  support: { coverage: 0.8, own: 0.65, density: 0.4, entail: 0.65 },
  converted: 0.9,
  quantity: { coverage: 0.72, own: 0.5, density: 0.15, entail: 0.75 },
  /** The same figure with another unit is a conflict that little else explains. */
  unit: { coverage: 0.55, own: 0, density: 0.15, entail: 1 },
  /** Another force on the very action. */
  modality: { coverage: 0.62, own: 0.5, density: 0.3, entail: 0.75 },
  negation: { coverage: 0.66, own: 0.6, density: 0.25, entail: 0.4 },
  /** Another doer of the very act: the scorer is blind to who does what. */
  party: { coverage: 0.7, own: 0.25, density: 0.25, entail: 1.01 },
  /** A cell whose row and column the claim names: the rest of its words stand in the table's headings, if anywhere. */
  cell: { coverage: 0.4, own: 0, density: 0, entail: 1 },
  /** Where a second scorer is sure of the conflict too. */
  agreed: { coverage: 0.5, own: 0.45, density: 0.25, contradict: 0.7 },
  /** A scorer that reads (a language model, a large network) decides by itself where no atom is against it. */
  reads: 0.8,
} as const;

export type Ground = 'said' | 'quantity' | 'unit' | 'modality' | 'negation' | 'party' | 'meaning' | null;

export interface Decision {
  readonly stance: 'supports' | 'refutes' | 'open';
  readonly ground: Ground;
}

export interface DecisionInput {
  readonly claim: Reading;
  readonly stated: Reading;
  readonly comparison: Comparison;
  readonly entailment: EntailmentScores;
  /** Of a second scorer, where it was asked. */
  readonly second: EntailmentScores | null;
  /** Headings and titles say nothing. */
  readonly isHeading: boolean;
  /** A table's cell that the claim names by row and column. */
  readonly isCell: boolean;
  /** The scorer is more than word overlap. */
  readonly reads: boolean;
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
export function decide({ claim, stated, comparison, entailment, second, isHeading, isCell, reads }: DecisionInput): Decision {
  const { figures, modality, scope, reversed, opposites, exchanged, namesMissing } = comparison;
  if (isHeading || scope === 'other' || namesMissing > 0) return open;
  const conflicts: Exclude<Ground, 'said' | 'meaning' | null>[] = [];
  if (figures.denied === 1 && figures.unsaid === 0) conflicts.push(isUnit(claim, stated, comparison) ? 'unit' : 'quantity');
  else if (figures.denied > 0) return open;
  if (modality === 'breaks') conflicts.push('modality');
  if (reversed) conflicts.push('negation');
  if (exchanged) conflicts.push('party');
  const passes = ({ coverage, own, density }: Readonly<Record<'coverage' | 'own' | 'density', number>>): boolean =>
    comparison.coverage >= coverage && comparison.ownCoverage >= own && comparison.density >= density;
  const turned = sided.test(claim.text) && orderOf(comparison) < 0.6;
  if (reads) return byReading(entailment, conflicts);
  if (conflicts.length === 0) {
    if (isCell && figures.said > 0 && figures.unsaid === 0 && passes(gates.cell)) return { stance: 'supports', ground: 'said' };
    const accounted =
      figures.unsaid === 0 &&
      scope === 'met' &&
      opposites === 0 &&
      !turned &&
      sameBreadth(claim.text, stated.text) &&
      (modality === 'none' || modality === 'same' || (modality === 'open' && claim.norms.length === 0)) &&
      comparison.atoms.every((atom) => atom.state !== 'denied' && (atom.state === 'said' || atom.kind !== 'party'));
    // The scorer knows no units: where a figure is said in another one, the words must say nearly all by themselves.
    const converted = figures.said > 0 && comparison.coverage >= gates.converted && entailment.entail > entailment.contradict / 2;
    return accounted && passes(gates.support) && (entailment.entail >= gates.support.entail || converted)
      ? { stance: 'supports', ground: 'said' }
      : open;
  }
  const [ground] = conflicts;
  if (conflicts.length > 1 || ground === undefined || figures.unsaid > 0) return open;
  if (isCell && (ground === 'quantity' || ground === 'unit') && passes(gates.cell)) return { stance: 'refutes', ground };
  if (turned && ground !== 'party') return open;
  // Negation is the least certain of all: the scorer has to agree.
  const agreed = ground !== 'negation' || (entailment.contradict > entailment.entail && entailment.contradict >= 0.25);
  const surely = second !== null && second.contradict >= gates.agreed.contradict && passes(gates.agreed);
  const enough = agreed && passes(gates[ground]) && entailment.entail < gates[ground].entail;
  return enough || surely ? { stance: 'refutes', ground } : open;
}

function byReading({ entail, contradict }: EntailmentScores, conflicts: readonly Exclude<Ground, null>[]): Decision {
  if (contradict >= gates.reads) return { stance: 'refutes', ground: conflicts[0] ?? 'meaning' };
  return entail >= gates.reads && conflicts.length === 0 ? { stance: 'supports', ground: 'said' } : open;
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
