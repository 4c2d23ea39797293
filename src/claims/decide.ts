import type { EntailmentScores } from '../contract/evidence.ts';
import { isUnit, saysOnly } from './forms.ts';
import type { Pair } from './pairs.ts';
import type { Reading } from './reading.ts';
import { type SignName, signOf } from './signs.ts';
import type { Chances, VerdictWeights } from './verdict.ts';

/**
 * Where a sentence may decide at all, whatever its chance. Chosen for precision on the fitting and tuning claims (models/claim-verdict).
 * Coverage: share of the claim's meaning that the sentence and its scope say; own: the sentence alone.
 */
const gates = {
  support: { coverage: 0.62, own: 0.4, sure: 0.8, order: 0.75 },
  refute: { coverage: 0.5, figure: 0.62, force: 0.62, figures: 0.8, against: 0, second: 0.8 },
  /** Sentences that say as much of the claim. */
  alike: 0.85,
  clear: { exchange: { coverage: 0.75, density: 0.5 }, force: { coverage: 0.85, density: 0.4 } },
  /** A cell whose row and column the claim names: the rest of its words stand in the table's headings, if anywhere. */
  cell: 0.4,
  /** A scorer that reads (a language model, a large network) decides by itself where no atom is against it. */
  reads: 0.8,
} as const;

export type Ground = 'said' | 'quantity' | 'unit' | 'modality' | 'negation' | 'party' | 'meaning' | null;

export interface Decision {
  readonly stance: 'supports' | 'refutes' | 'open';
  readonly ground: Ground;
}

const open: Decision = { stance: 'open', ground: null };

/**
 * What one sentence with its scope makes of a claim. The fitted chance alone decides nothing: support wants every atom that could decide
 * accounted for, and refutation one that cannot hold beside the sentence.
 *
 * @param chances null where no scorer was asked about the sentence
 * @param reads the scorer is a language model or a large network
 */
export function decide(claim: Reading, pair: Pair, chances: Chances | null, { thresholds }: VerdictWeights, reads: boolean): Decision {
  const { signs, sentence, comparison } = pair;
  if (sentence.kind === 'heading' || comparison.scope === 'other' || comparison.namesMissing > 0) return open;
  const ground = groundOf(claim, pair);
  if (reads) return byReading(pair.entailment, ground);
  if (chances === null || signs === null) return open;
  // Another doer of the very same act, or another force on it, needs no further sign: the scorers are blind to both.
  const clear = clearly(pair);
  if (clear !== null) return { stance: 'refutes', ground: clear };
  if (chances.refutes >= thresholds.refutes && chances.refutes >= chances.supports && mayRefute(pair, signs))
    return { stance: 'refutes', ground: ground ?? 'negation' };
  return chances.supports >= thresholds.supports && chances.supports > chances.refutes && maySupport(claim, pair, signs, chances.supports)
    ? { stance: 'supports', ground: 'said' }
    : open;
}

function clearly({ comparison: { exchanged, coverage, density, figures, modality, limited } }: Pair): 'party' | 'modality' | null {
  const { exchange, force } = gates.clear;
  if (figures.denied + figures.unsaid > 0 || limited) return null;
  if (modality === 'breaks') return !exchanged && coverage >= force.coverage && density >= force.density ? 'modality' : null;
  return exchanged && coverage >= exchange.coverage && density >= exchange.density ? 'party' : null;
}

/** May a sentence with this chance support the claim? */
export function maySupport(claim: Reading, { comparison, stated, isCell }: Pair, signs: Float32Array, chance: number): boolean {
  const { figures, modality } = comparison;
  // The rule of one level says it, and that of another says otherwise: the claim does not tell which is meant.
  if (comparison.limited && signOf(signs, 'denied by others') >= gates.alike * comparison.coverage) return false;
  const is = (name: SignName): boolean => signOf(signs, name) > 0;
  if (figures.denied > 0 || figures.unsaid > 0 || modality === 'breaks') return false;
  if (isCell && figures.said > 0 && comparison.coverage >= gates.cell) return true;
  const { support } = gates;
  const sure = chance >= support.sure;
  return (
    !comparison.exchanged &&
    !comparison.reversed &&
    comparison.opposites === 0 &&
    comparison.coverage >= support.coverage &&
    comparison.ownCoverage >= support.own &&
    // A turn on one side alone may be a way of speaking.
    (sure || (!is('bars differ') && comparison.otherFigures === 0 && !is('party unsaid'))) &&
    !is('comparison alone') &&
    !is('cause alone') &&
    !(is('sided') && signOf(signs, 'order') < support.order) &&
    (!saysOnly(claim.text) || saysOnly(stated.text))
  );
}

/** May a sentence refute the claim, if its chance is high? */
export function mayRefute({ comparison, isCell }: Pair, signs: Float32Array): boolean {
  const { figures, modality, coverage, reversed, exchanged } = comparison;
  const { refute } = gates;
  if (comparison.limited && signOf(signs, 'said by others') >= gates.alike * coverage) return false;
  const amounts = figures.denied - comparison.datesDenied;
  if (figures.unsaid > 0) return false;
  if (isCell && amounts > 0 && coverage >= gates.cell) return true;
  if (coverage < refute.coverage) return false;
  const turned = reversed || signOf(signs, 'bars differ') > 0;
  return (
    ((modality === 'breaks' || exchanged) && coverage >= refute.force) ||
    (amounts > 0 && coverage >= (amounts > 1 ? refute.figures : refute.figure)) ||
    // Negation is the least certain of all: the scorers have to agree.
    (turned && signOf(signs, 'against') > refute.against && signOf(signs, 'second against') > refute.second)
  );
}

/** The atom that cannot hold beside the sentence, if any. */
function groundOf(claim: Reading, { comparison, stated }: Pair): Exclude<Ground, 'said' | 'meaning'> {
  if (comparison.figures.denied > 0) return isUnit(claim, stated, comparison) ? 'unit' : 'quantity';
  if (comparison.modality === 'breaks') return 'modality';
  if (comparison.exchanged) return 'party';
  return comparison.reversed ? 'negation' : null;
}

function byReading({ entail, contradict }: EntailmentScores, ground: Ground): Decision {
  if (contradict >= gates.reads) return { stance: 'refutes', ground: ground ?? 'meaning' };
  return entail >= gates.reads && ground === null ? { stance: 'supports', ground: 'said' } : open;
}
