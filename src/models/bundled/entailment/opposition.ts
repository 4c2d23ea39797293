import { negationCue, type NegationCue } from '../../../text/negation.ts';
import type { Side } from './alignment.ts';
import { aligned, strengthAt, weightAt, type Reading } from './reading.ts';
import { relationAt } from './words.ts';

type Features = Record<string, number>;

/** Opposites, sisters and substitutions among the hypothesis's content that is not said. */
export function oppositionFeatures(reading: Reading): Features {
  const { book, premise, hypothesis, content, classes, premiseClasses, near } = reading;
  const nearSet = new Set(near);
  const out = {
    opposites: 0,
    oppositeAny: 0,
    sisters: 0,
    openPath: 0,
    special: 0,
    general: 0,
    swaps: 0,
    swapField: 0,
    swapPath: 0,
    swapOpposite: 0,
    swapCosine: 0,
    swapNames: 0,
  };
  for (const j of content) {
    const id = hypothesis.ids[j];
    if (id === undefined || classes[j] === 'number') continue;
    let opposite = 0,
      sister = 0,
      path = 0,
      narrower = 0,
      wider = 0;
    for (const i of near) {
      const otherId = premise.ids[i];
      if (otherId === undefined) continue;
      const relation = book.relation(otherId, id);
      opposite = Math.max(opposite, relation[relationAt.opposite] ?? 0);
      sister = Math.max(sister, relation[relationAt.sister] ?? 0);
      path = Math.max(path, relation[relationAt.path] ?? 0);
      narrower = Math.max(narrower, relation[relationAt.special] ?? 0);
      wider = Math.max(wider, relation[relationAt.general] ?? 0);
    }
    out.oppositeAny += opposite;
    if (strengthAt(reading, j) >= aligned) continue;
    out.opposites += opposite;
    out.sisters += sister;
    out.special += narrower;
    out.general += wider;
    out.openPath = Math.max(out.openPath, path);
    const swap = substitution(reading, j, nearSet);
    if (swap === null) continue;
    out.swaps += 1;
    const relation = book.relation(swap.id, id);
    out.swapField += relation[relationAt.sameField] ?? 0;
    out.swapPath = Math.max(out.swapPath, relation[relationAt.path] ?? 0);
    out.swapOpposite += relation[relationAt.opposite] ?? 0;
    out.swapCosine = Math.max(out.swapCosine, relation[relationAt.cosine] ?? 0);
    out.swapNames += classes[j] === 'name' && premiseClasses[swap.at] === 'name' ? 1 : 0;
  }
  return out;
}

/** The premise word that stands where hypothesis word `j` would: unused, beside the counterparts of j's neighbours. */
function substitution(reading: Reading, j: number, near: ReadonlySet<number>): { at: number; id: number } | null {
  const { book, premise, hypothesis, alignment, used } = reading;
  const anchor = (step: -1 | 1): number => {
    for (let at = j + step; at >= 0 && at < hypothesis.tokens.length && Math.abs(at - j) <= 4; at += step) {
      const found = alignment[at];
      if (found !== undefined && found.strength >= aligned && hypothesis.tokens[at]?.kind !== 'mark') return found.at;
    }
    return -1;
  };
  const left = anchor(-1);
  const right = anchor(1);
  const own = hypothesis.ids[j];
  if (own === undefined) return null;
  let best: { at: number; id: number } | null = null;
  let bestScore = -Infinity;
  for (let step = -4; step <= 4; step += 1) {
    for (const [from, sign] of [
      [left, 1],
      [right, -1],
    ] as const) {
      if (from < 0) continue;
      const at = from + step;
      if (step === 0 || !near.has(at) || used.has(at)) continue;
      const id = premise.ids[at];
      if (id === undefined) continue;
      const relation = book.relation(id, own);
      const score =
        (relation[relationAt.path] ?? 0) +
        (relation[relationAt.sameField] ?? 0) +
        (relation[relationAt.opposite] ?? 0) +
        (Math.sign(step) === sign ? 0.5 : 0) -
        0.05 * Math.abs(step);
      if (score > bestScore) {
        bestScore = score;
        best = { at, id };
      }
    }
  }
  return best;
}

/** Negation: parity on what is aligned, and cues on either side. */
export function negationFeatures(reading: Reading): Features {
  const { premise, hypothesis, alignment, classes, content, touched } = reading;
  let mismatch = 0,
    verbMismatch = 0,
    matched = 0;
  for (const j of content) {
    const found = alignment[j];
    if (found === undefined || found.strength < 0.6) continue;
    const weight = weightAt(reading.book, hypothesis, j);
    matched += weight;
    if (hypothesis.tokens[j]?.negated === premise.tokens[found.at]?.negated) continue;
    mismatch += weight;
    if (classes[j] === 'verb') verbMismatch += 1;
  }
  const cues = (side: Side, kind: NegationCue, inside?: ReadonlySet<number>): number =>
    side.tokens.filter((token) => (inside === undefined || inside.has(token.sentence)) && negationCue(token.text) === kind).length;
  const negators = cues(hypothesis, 'negator');
  const deniers = cues(hypothesis, 'denier');
  const premiseNegators = cues(premise, 'negator', touched);
  const premiseDeniers = cues(premise, 'denier', touched);
  return {
    negationMismatch: matched > 0 ? mismatch / matched : 0,
    negationVerbMismatch: verbMismatch,
    negators,
    premiseNegators,
    negatorParity: (negators + deniers) % 2 === (premiseNegators + premiseDeniers) % 2 ? 0 : 1,
    deniers,
    premiseDeniers,
    weakCues: cues(hypothesis, 'weak'),
    premiseWeakCues: cues(premise, 'weak', touched),
  };
}

const lists: readonly (readonly [name: string, words: ReadonlySet<string>])[] = (
  [
    ['universal', 'all every always each entire whole everyone everything completely entirely only solely exclusively'],
    ['partial', 'some several many most few partly sometimes often usually generally mostly part partially'],
    [
      'modal',
      'may might could possibly perhaps probably likely can potential potentially suggest suggests appears seems unclear unknown possible optionally optional',
    ],
    ['duty', 'must shall required mandatory requires require should recommended'],
    ['more', 'more higher greater increase increases increased larger older longer above over exceed rise rose grew better most best'],
    [
      'less',
      'less lower fewer decrease decreases decreased smaller younger shorter below under fall fell declined reduce reduced reduces worse least worst',
    ],
    ['before', 'before prior earlier until'],
    ['after', 'after since later following'],
    ['purpose', 'because for to since so while after before with'],
  ] as const
).map(([name, words]) => [name, new Set(words.split(' '))]);

/** Quantifiers, modality, direction and time: on which side they are. */
export function scopeFeatures({ premise, hypothesis, touched }: Reading): Features {
  const out: Features = {};
  for (const [name, words] of lists) {
    const mine = hypothesis.tokens.some((token) => words.has(token.text)) ? 1 : 0;
    const theirs = premise.tokens.some((token) => touched.has(token.sentence) && words.has(token.text)) ? 1 : 0;
    out[`${name}Hypothesis`] = mine;
    if (name !== 'purpose') out[`${name}Premise`] = theirs;
    out[`${name}Only`] = mine > theirs ? 1 : 0;
  }
  return out;
}
