import type { EntailmentScores } from '../contract/evidence.ts';
import { contentStems } from '../text/tokens.ts';
import { tellsToSay } from '../text/told-to-say.ts';
import { givesOtherCause } from './causes.ts';
import { differenceOf } from './difference.ts';
import { isSetInWords } from './figures.ts';
import { forbids, hasRuleOfOwn, liftsBan } from './obligation.ts';
import { hasOtherParticle, isUnit } from './forms.ts';
import type { Pair } from './pairs.ts';
import type { Reading } from './reading.ts';
import { isSameStatement } from './same-statement.ts';
import { type SignName, signOf } from './signs.ts';
import { isTurning } from './words.ts';
import type { Chances, VerdictWeights } from './verdict.ts';

/**
 * Where a sentence may decide at all, whatever its chance; the thresholds of the chance are fitted (models/claim-verdict).
 * Coverage: share of the claim's meaning that the sentence and its scope say; own: the sentence alone.
 */
const gates = {
  support: { reason: 0.6, every: 0.98 },
  refute: { subject: 0.5, missing: 0.3, turned: 0.4, unit: 0.5 },
  /** Longer claims are refuted only by what says nearly all of them: without it 61 of 308 true ones of WiCE and FEVEROUS were, with it and the names 17. */
  long: { words: 18, coverage: 0.9 },
  /** What says this much of the claim shares its words; what does not needs a higher chance. */
  worded: { support: { coverage: 0.65, missing: 0.34, own: 0.2, turned: 0.8 }, refute: { coverage: 0.5, own: 0.3 } },
  titled: { coverage: 0.5, own: 0.2 },
  /** Sentences that say as much of the claim. */
  alike: 0.85,
  /** A cell whose row and column the claim names: the rest of its words stand in the table's headings, if anywhere. */
  cell: 0.4,
  /**
   * Share of the chance that a sentence is about the claim, where an atom of the claim cannot hold beside it; up to `holds` by what the scorers make of it,
   * or, of a cell that is asked for and of a sentence that says nearly all of the claim's words itself (`own`), up to `near`: elsewhere half of what they did not refute was true.
   */
  contrary: { share: 0.95, about: 0.3, holds: 0.4, own: 0.85, near: 0.85, coverage: 0.62 },
  /** "Never be altered" beside "may be altered when a mistake comes to light": the scorers leave no doubt. */
  sure: { about: 0.95, holds: 0.08 },
  /** Another doer of the act: of the same act, if the claim speaks of most of the sentence. */
  exchange: { coverage: 0.75, density: 0.5 },
  /** Of a sentence that is the claim but for a figure, a date, a "not" or an "unless". */
  near: 0.97,
  /** Words with a meaning of their own, obligations, amounts, dates and names that a claim has at least. */
  parts: 2,
  /** A scorer that reads (a language model, a large network) decides by itself where no atom is against it. */
  reads: 0.8,
} as const;

export type Ground = 'said' | 'quantity' | 'unit' | 'bound' | 'cause' | 'modality' | 'negation' | 'party' | 'meaning' | null;

export interface Decision {
  readonly stance: 'supports' | 'refutes' | 'open';
  readonly ground: Ground;
  /** Of two sentences that decide, the one with the higher chance is about the claim, [0, 1]. */
  readonly chance: number;
  /** One cell of a table decides, and every word of the claim is accounted for. */
  readonly isCell?: boolean;
}

/** A question asserts nothing. */
const asks = /\?["'”’)\]]*\s*$/;

/** A row of a table in plain text: what stands under which heading is not known. */
const rowOfBars = /^\s*\|(?:[^|]*\|){2,}\s*$/;

/** Likewise: "Refresher; online; in the vehicle". Which cell is a claim's tells the row only where the claim is of the row's words alone. */
function isHeadless({ sentence: { kind, text }, comparison }: Pair): boolean {
  const cells = text.split('; ');
  return kind === 'row' && cells.length > 2 && !cells.some((cell) => cell.includes(': ')) && comparison.ownCoverage < gates.support.every;
}

/** Nor does an example rule. */
const exemplifies = /^(?:for (?:example|instance)|examples?\b|e\.g\.|such as)/i;

/** What decides nothing. */
export const open: Decision = { stance: 'open', ground: null, chance: 0 };

/**
 * What one sentence with its scope makes of a claim. The fitted chance alone does not support: every atom that could decide has to be
 * accounted for. An atom that cannot hold beside a sentence about the same thing makes of support a refutation.
 *
 * @param chances null where no scorer was asked about the sentence
 * @param reads the scorer is a language model or a large network
 */
export function decide(claim: Reading, pair: Pair, chances: Chances | null, { thresholds }: VerdictWeights, reads: boolean): Decision {
  const { signs, comparison } = pair;
  if (!mayDecide(pair)) return open;
  const ground = groundOf(claim, pair);
  if (reads) return comparison.namesMissing > 0 ? open : byReading(pair.entailment, ground);
  if (chances === null || signs === null || !saysEnough(claim)) return open;
  if (isRepeated(claim, pair)) return { stance: 'supports', ground: 'said', chance: 1 };
  const difference = differenceOf(claim.text, pair.stated.text);
  // Word for word the same but for what decides: no scorer needs to be asked, unless the rule of another level says it.
  if (difference === 'contrary' && !(comparison.limited && signOf(signs, 'said by others') >= gates.alike * comparison.coverage))
    return { stance: 'refutes', ground: ground ?? 'negation', chance: gates.near };
  const worded = wordedAlike(pair, signs);
  const refutes = refuteChance(chances, pair, thresholds.about, worded.refutes ? thresholds.refutes : thresholds.refutesFreely);
  if (refutes !== null && mayRefute(claim, pair, signs, chances))
    return { stance: 'refutes', ground: ground ?? 'negation', chance: refutes };
  const holds = follows(pair, signs) ? 1 : chances.holds;
  const least = worded.supports ? thresholds.supports : thresholds.supportsFreely;
  return difference !== 'unsaid' &&
    difference !== 'contrary' &&
    chances.about >= thresholds.about &&
    holds >= least &&
    maySupport(claim, pair, signs)
    ? { stance: 'supports', ground: 'said', chance: holds }
    : open;
}

/** The claim is the sentence, sign for sign or in another way of writing: no scorer is needed to see that it says so. */
function isRepeated(claim: Reading, { stated }: Pair): boolean {
  const plain = ({ text }: Reading): string =>
    text
      .trim()
      .replaceAll(/\s+/g, ' ')
      .replace(/[.!;]$/, '')
      .toLowerCase();
  return plain(claim) === plain(stated) || isSameStatement(claim.text, stated.text);
}

/** The sentence says every word, and its bound implies the claim's: that is arithmetic, of which the scorers know little. */
function follows({ comparison: { figures, ownCoverage } }: Pair, signs: Float32Array): boolean {
  return signOf(signs, 'bound loosened') > 0 && figures.said > 0 && figures.unsaid === 0 && ownCoverage >= gates.support.every;
}

/** "Of this nothing is known to anybody": one word, which any sentence may have. What the claim is about is not told by it alone. */
function saysEnough({ words, norms, quantities, dates, names }: Reading): boolean {
  const said = new Set(words.filter(({ light, lower }) => !light && !isTurning(lower)).map(({ lower }) => lower));
  return said.size + norms.length + quantities.length + dates.length + names.length >= gates.parts;
}

/** Does the sentence state something, of the claim's scope? */
export function mayDecide(pair: Pair): boolean {
  const { sentence, comparison } = pair;
  const { kind, text } = sentence;
  return (
    kind !== 'heading' &&
    comparison.scope !== 'other' &&
    !asks.test(text) &&
    !exemplifies.test(text) &&
    !rowOfBars.test(text) &&
    !isHeadless(pair) &&
    !tellsToSay(text)
  );
}

/** Can an atom of the claim not hold beside the sentence, whatever its other words say? */
export function isContrary({ comparison: { figures, modality, exchanged, coverage, density } }: Pair): boolean {
  const { exchange } = gates;
  return figures.denied > 0 || modality === 'breaks' || (exchanged && coverage >= exchange.coverage && density >= exchange.density);
}

/** The chance that a sentence refutes, where it is high enough to do so. */
function refuteChance({ about, holds }: Chances, pair: Pair, leastAbout: number, threshold: number): number | null {
  const { contrary } = gates;
  const { coverage, ownCoverage, exchanged } = pair.comparison;
  const most = pair.isCell || ownCoverage >= contrary.own ? contrary.near : contrary.holds;
  // The scorers are blind to who does what.
  if (isContrary(pair) && coverage >= contrary.coverage && about >= contrary.about && (exchanged || holds <= most)) {
    const chance = Math.max(1 - holds, contrary.share * about);
    return chance >= threshold ? chance : null;
  }
  return holds < 0.5 && about >= leastAbout && 1 - holds >= threshold ? 1 - holds : null;
}

/** Does the sentence with its scope say most of the claim in words that are brought together with the claim's? */
export function wordedAlike(
  { comparison: { figures, coverage, ownCoverage }, isCell }: Pair,
  signs: Float32Array,
): { readonly supports: boolean; readonly refutes: boolean } {
  const { support, refute } = gates.worded;
  return {
    supports:
      (isCell && figures.said > 0 && coverage >= gates.cell) ||
      (coverage >= support.coverage &&
        signOf(signs, 'share missing') < support.missing &&
        ownCoverage >= support.own &&
        signOf(signs, 'predicate turned') <= support.turned),
    refutes: coverage >= refute.coverage && (isCell || ownCoverage >= refute.own),
  };
}

/** May a sentence support the claim, if its chance is high? Not where something is against it; how much it says is no condition: people do not use the document's words. */
export function maySupport(claim: Reading, pair: Pair, signs: Float32Array): boolean {
  const { comparison, isCell } = pair;
  const { figures, coverage } = comparison;
  if (comparison.namesMissing > 0) return false;
  // "Version 5.0 allowed 72 hours": what another version says.
  if (
    pair.stated.scope.some(({ kind }) => kind === 'version') &&
    !claim.scope.some(({ kind }) => kind === 'version') &&
    !ofBefore.test(claim.text)
  )
    return false;
  const is = (name: SignName): boolean => signOf(signs, name) > 0;
  if (hasOtherParticle(claim.text, pair.stated.text)) return false;
  // The document's title has the claim's words, and the sentence has hardly one of them.
  if (!isCell && coverage >= gates.titled.coverage && comparison.ownCoverage < gates.titled.own) return false;
  // The rule of one level says it, and that of another says otherwise: the claim does not tell which is meant.
  if (comparison.limited && signOf(signs, 'denied by others') >= gates.alike * coverage) return false;
  if (isContrary(pair) || comparison.exchanged || figures.unsaid > 0) return false;
  if (figures.said > 0 && isSetInWords(claim, pair.stated)) return false;
  if (isCell && figures.said > 0 && coverage >= gates.cell) return true;
  return (
    !comparison.reversed &&
    comparison.opposites === 0 &&
    !is('only alone') &&
    !is('cause alone') &&
    !is('sides swapped') &&
    !is('set aside') &&
    !is('times turned') &&
    !is('figure misplaced') &&
    !is('unsure alone') &&
    // "Coxswains retire at 60, crew at 55": which of the two is meant cannot be told.
    comparison.otherFigures === 0 &&
    signOf(signs, 'reason said') >= gates.support.reason
  );
}

/** May a sentence refute the claim, if its chance is high? Only where an atom cannot hold beside it, or one of the two is turned round. */
export function mayRefute(claim: Reading, pair: Pair, signs: Float32Array, { about, holds }: Chances): boolean {
  const { figures, limited, coverage, ownCoverage, reversed, namesMissing } = pair.comparison;
  const is = (name: SignName): boolean => signOf(signs, name) > 0;
  // What is turned round and hardly one of the claim's words is about something else: "women over 50 were not studied" refutes no diet.
  if (reversed && !isContrary(pair) && ownCoverage < gates.refute.turned) return false;
  // A name that the sentence does not have says that it is about something else.
  if (namesMissing > 0) return false;
  // A long claim says several things, and a sentence that gives another date or name mostly tells of another of them.
  if (claim.words.length > gates.long.words && coverage < gates.long.coverage) return false;
  if (limited && signOf(signs, 'said by others') >= gates.alike * coverage) return false;
  // "A second lost card", "a former member": what is said of one is not said of the other.
  if (sets(claim).some((word) => !sets(pair.stated).includes(word)) && !again.test(pair.stated.text)) return false;
  if (figures.denied === 0) {
    // "Must be kept" and "may not be destroyed", "may if carried" and "may not unless carried": turned twice.
    const { opposites, modality } = pair.comparison;
    if ((opposites % 2 === 1 || (modality === 'open' && claim.norms.length > 0)) && forbids(claim) !== forbids(pair.stated)) return false;
    if (liftsBan(claim, pair.stated)) return false;
    if (hasRuleOfOwn(claim, pair.stated, pair.comparison.aligned)) return false;
  }
  // "Up to £50,000; anything above that comes back to the board": it says what holds beyond its figure, too.
  if (beyondIt.test(pair.stated.text) && beyond.test(claim.text)) return false;
  // "Aged 16 and over; younger residents with an adult", "at least half; the rest may be flowers": so too.
  if (figures.denied > 0 && isBoundTurned(claim, pair.stated) && beside.test(pair.stated.text)) return false;
  // "Drafts are not records and may be thrown away": the "not" is of its own part.
  if (figures.denied === 0 && !is('modality breaks') && partlyNegated.test(pair.stated.text)) return false;
  // "An officer may visit; a visit is always made above £40,000": the part with the claim's figure has a force of its own.
  if (is('modality breaks') && figures.denied === 0 && !hasForceAtFigure(claim, pair.stated)) return false;
  // "Over 60 days late" of a check, and "more than 60 minutes late" of a coach: another unit of something else.
  if (coverage < gates.refute.unit && groundOf(claim, pair) === 'unit') return false;
  // A sentence that names no cause denies none.
  if (is('cause alone') && !isContrary(pair)) return false;
  // "Examples include linking …" is no rule: a turned word alone is not against one, unless it is about the same subject.
  if (is('modality fact') && is('claim obliges') && !isContrary(pair) && signOf(signs, 'subject said') < gates.refute.subject) return false;
  // "Not at all, other than with tea": of tea it is no prohibition.
  if (is('modality breaks') && saysException(claim, pair.stated)) return false;
  // Two rules of opposite force for one subject hold side by side where they are about different things.
  const isSure = about >= gates.sure.about && holds <= gates.sure.holds && missingBefore(claim, pair.comparison) < gates.refute.missing;
  if (is('modality breaks') && !isSure && signOf(signs, 'share missing') >= gates.refute.missing) return false;
  const grounded =
    isContrary(pair) ||
    reversed ||
    givesOtherCause(claim, pair.stated, pair.comparison) ||
    (['bars differ', 'direction differs', 'replaced', 'mostly turned', 'figure misplaced', 'set aside', 'times turned'] as const).some(is);
  return grounded && figures.unsaid === 0;
}

const caseOf = /\b(?:when|whenever|if|where|even|as long as|until|before|after|once|unless|while|because|for)\b/i;

/** Share of a claim's words that the sentence does not say, of those before the case that it names, [0, 1]: "bicycles" in "may lend out bicycles". */
function missingBefore({ text }: Reading, { aligned }: Pair['comparison']): number {
  const end = caseOf.exec(text)?.index ?? text.length;
  const own = aligned.filter(({ word }) => word.start < end);
  const weight = own.reduce((sum, entry) => sum + entry.weight, 0);
  return weight === 0 ? 1 : own.reduce((sum, entry) => sum + (entry.strength === 0 ? entry.weight : 0), 0) / weight;
}

const beyond = /\b(?:above|over|beyond|more than|exceeding|exceeds?|below|under|less than)\b/i;
const beyondIt = /\b(?:above|over|beyond|more than|exceeding|below|under|less than)\s(?:that|this|it)\b/i;
const beside = /\b(?:younger|older|smaller|larger|shorter|longer|lower|higher|fewer|others?|otherwise|else|rest|remaining)\b/i;
const partlyNegated = /\b(?:is|are|was|were) not\b[^,;.]{1,40}?\band (?:may|can|must|shall|should|is|are|will)\b/i;
const force =
  /\b(?:may|might|can|could|cannot|must|shall|should|need(?:s|ed)?|ha(?:s|ve) to|allowed|permitted|forbidden|prohibited|required)\b|n['’]t\b/i;

/** Of a sentence in parts: has the part with one of the claim's numbers a word of force? True where no part, or the only one, has such a number. */
function hasForceAtFigure(claim: Reading, stated: Reading): boolean {
  const parts = stated.text.split(/;\s/);
  const numbers = claim.text.match(/\d[\d.,]*/g)?.map((number) => number.replace(/[.,]+$/, '')) ?? [];
  const [own, ...more] = parts.filter((part) => numbers.some((number) => part.includes(number)));
  return parts.length < 2 || own === undefined || more.length > 0 || force.test(own);
}

/** "The previous edition", "once": a claim about what held before. */
const ofBefore = /\b(?:previous|earlier|former|old|older|last|once|formerly|previously|used to|before)\b/i;

const setting =
  /\b(?:second|third|former|previous|another|additional|extra|assistant|deputy|retired|temporary)\b(?! (?:of|half|time|hand|reading|person)\b)/gi;

/** "Another term" is to stand again. */
const again = /\bagain\b/i;

/** Words that set what a claim is about apart from its like. */
function sets({ text }: Reading): string[] {
  return [...text.matchAll(setting)].map(([word]) => word.toLowerCase());
}

const exception = /\b(?:other than|except(?: for)?|apart from|save for)\s(?<what>[^.;:()]{2,120})/iu;

/** Does a claim say at least half of what a sentence excepts? */
function saysException(claim: Reading, stated: Reading): boolean {
  const excepted = contentStems(exception.exec(stated.text)?.groups?.['what'] ?? '');
  const said = new Set(contentStems(claim.text));
  return excepted.length > 0 && excepted.filter((root) => said.has(root)).length * 2 >= excepted.length;
}

/** The atom that cannot hold beside the sentence, if any. */
function groundOf(claim: Reading, { comparison, stated }: Pair): Exclude<Ground, 'said' | 'meaning'> {
  if (comparison.figures.denied > 0)
    return !isUnit(claim, stated, comparison) ? 'quantity' : isBoundTurned(claim, stated) ? 'bound' : 'unit';
  if (comparison.modality === 'breaks') return 'modality';
  if (comparison.exchanged) return 'party';
  if (comparison.reversed) return 'negation';
  return givesOtherCause(claim, stated, comparison) ? 'cause' : null;
}

/** "Fewer than 250" beside "more than 250". */
function isBoundTurned(claim: Reading, stated: Reading): boolean {
  return claim.quantities.some((own) =>
    stated.quantities.some(
      (other) =>
        other.dimension === own.dimension && other.low === own.low && other.high === own.high && other.comparator !== own.comparator,
    ),
  );
}

function byReading({ entail, contradict }: EntailmentScores, ground: Ground): Decision {
  if (contradict >= gates.reads) return { stance: 'refutes', ground: ground ?? 'meaning', chance: contradict };
  return entail >= gates.reads && ground === null ? { stance: 'supports', ground: 'said', chance: entail } : open;
}
