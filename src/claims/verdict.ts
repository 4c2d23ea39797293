import { relateScopes, scopeTermsIn } from '../text/scope.ts';
import { checkFigures, type ExactCheck } from './checks.ts';
import { type ClaimChance, type ClaimChances, claimSignsOf } from './chance.ts';
import type { ClaimReading } from './read.ts';
import type { PassageStance, SetStance, Stance } from './types.ts';

/** One side of a claim: the passage that it rests on, and the sets of its sentences that were read alone. */
export interface ClaimSide {
  readonly stance: Stance;
  /** Calibrated, [0, 1]. */
  readonly chance: number;
  readonly passage: PassageStance;
  /** What is shown, in reading order. */
  readonly shown: readonly string[];
  /** F of what was read alone, [0, 1]. */
  readonly readings: readonly { readonly spanIds: readonly string[]; readonly chance: number }[];
}

export interface ClaimVerdict {
  readonly verdict: 'supported' | 'refuted' | 'conflicting' | 'open';
  readonly chances: ClaimChances;
  /** The sides that decide; both for `conflicting`, none for `open`. */
  readonly sides: readonly ClaimSide[];
  /** Of the sentences that decide; where nothing does, of those that say most about the claim. */
  readonly figures: ExactCheck;
  /** A side that an exact check took back, and which: another figure, another scope, or a neighbouring sentence that says the claim. */
  readonly withdrawn: { readonly side: ClaimSide; readonly by: 'figures' | 'scope' | 'neighbour' } | null;
}

/** A chance at the threshold goes through a logarithm and back on its way to the evidence, and must not come out below it. */
const aHair = 1e-9;

/** Both sides this likely: the sources disagree. */
const bothSides = 0.7;

/** From what was read to a verdict: by calibrated chances, after which the exact checks may take it back. */
export function decideClaim(claim: string, reading: ClaimReading, calibration: ClaimChance): ClaimVerdict {
  const [first] = reading.passages;
  const figures = first === undefined ? checkFigures(claim, '') : figuresOf(claim, first);
  const chances = calibration.of(claimSignsOf(reading, figures.result));
  const { least } = calibration.fit;
  const open = (withdrawn: ClaimVerdict['withdrawn'] = null): ClaimVerdict => ({ verdict: 'open', chances, sides: [], figures, withdrawn });
  const stated = statedAsItIs(claim, reading, Math.max(least.supported + aHair, chances.supported));
  const supports = stated ?? sideOf(reading, 'supports', chances.supported);
  const refutes = sideOf(reading, 'refutes', chances.refuted);
  // Two passages that say the opposite of each other, each of them alone and surely.
  if (
    supports !== null &&
    refutes !== null &&
    supports.passage !== refutes.passage &&
    (supports === stated || isSure(supports)) &&
    isSure(refutes)
  ) {
    const chance = Math.max(least.supported, least.refuted) + aHair;
    const raised = [supports, refutes].map((side) => ({ ...side, chance, readings: scaled(side, chance) }));
    return { verdict: 'conflicting', chances, sides: raised, figures, withdrawn: null };
  }
  if (stated !== null) return { verdict: 'supported', chances, sides: [stated], figures, withdrawn: null };
  if (chances.supported >= least.supported && supports !== null) {
    if (isOfOtherScope(claim, supports)) return open({ side: supports, by: 'scope' });
    const own = figuresOf(claim, supports.passage);
    return own.result === 'contradicts'
      ? { ...open({ side: supports, by: 'figures' }), figures: own }
      : { verdict: 'supported', chances, sides: [supports], figures: own, withdrawn: null };
  }
  if (chances.refuted >= least.refuted && refutes !== null) {
    if (isOfOtherScope(claim, refutes)) return open({ side: refutes, by: 'scope' });
    const own = figuresOf(claim, refutes.passage);
    // What a neighbouring sentence says is not refuted.
    if (refutes.passage.stances.supports >= refutes.passage.stances.refutes)
      return { ...open({ side: refutes, by: 'neighbour' }), figures: own };
    return { verdict: 'refuted', chances, sides: [refutes], figures: own, withdrawn: null };
  }
  return open();
}

/** The one thing that code supports alone: a sentence that is the claim, character for character. */
function statedAsItIs(claim: string, { passages }: ClaimReading, chance: number): ClaimSide | null {
  for (const passage of passages)
    for (const { id, text } of passage.spans) {
      if (text.trim() !== claim.trim()) continue;
      return { stance: 'supports', chance, passage, shown: [id], readings: [{ spanIds: [id], chance }] };
    }
  return null;
}

function isSure({ stance, passage, readings }: ClaimSide): boolean {
  return passage.stances[stance] >= bothSides && readings.length > 0;
}

function scaled({ chance: before, readings }: ClaimSide, chance: number): ClaimSide['readings'] {
  return readings.map((reading) => ({ ...reading, chance: before === 0 ? 0 : (reading.chance / before) * chance }));
}

/** The passage that is surest of a stance, with its sentences and those of others that say the same alone. */
function sideOf({ passages, sets }: ClaimReading, stance: Stance, chance: number): ClaimSide | null {
  const [passage] = [...passages].sort((a, b) => b.stances[stance] - a.stances[stance] || a.rank - b.rank);
  if (passage === undefined || passage.stances[stance] < 0.2) return null;
  const own = passages.indexOf(passage);
  const sure = passage.stances[stance];
  const readings = sets
    .filter(({ stances, from }) => isStance(stances, stance) && (from === own || stances[stance] >= 0.5))
    .map(({ spanIds, stances }) => ({ spanIds, chance: chance * Math.min(1, stances[stance] / sure) }));
  const best = bestSet(
    sets.filter(({ from }) => from === own),
    stance,
  );
  const fallback = passage.spans[passage.needed.indexOf(Math.max(...passage.needed))];
  return { stance, chance, passage, shown: best?.spanIds ?? (fallback === undefined ? [] : [fallback.id]), readings };
}

function isStance({ supports, neutral, refutes }: SetStance['stances'], stance: Stance): boolean {
  return stance === 'supports' ? supports > refutes && supports > neutral / 2 : refutes > supports && refutes > neutral / 2;
}

/** A sentence alone where it says about as much as several. */
function bestSet(sets: readonly SetStance[], stance: Stance): SetStance | null {
  const most = Math.max(0, ...sets.map(({ stances }) => stances[stance]));
  return (
    sets
      .filter(({ stances }) => stances[stance] >= most * 0.9)
      .sort((a, b) => a.spanIds.length - b.spanIds.length || b.stances[stance] - a.stances[stance])[0] ?? null
  );
}

/** A rule of level 3 says nothing of level 2: the sentences, or what they stand under, name another value of what limits the claim. */
function isOfOtherScope(claim: string, { passage, shown }: ClaimSide): boolean {
  const text = passage.spans.filter(({ id }) => shown.includes(id)).map((span) => span.text);
  return relateScopes(scopeTermsIn(claim), [text.join(' '), ...passage.heading.split(' > ').reverse()]) === 'other';
}

/** Of a passage, the sentences that are needed most. */
function figuresOf(claim: string, { spans, needed }: PassageStance): ExactCheck {
  const least = Math.max(...needed) * 0.5;
  const text = spans.filter((_, place) => (needed[place] ?? 0) >= least).map((span) => span.text);
  return checkFigures(claim, text.join(' '));
}
