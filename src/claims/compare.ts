import { datesAgree } from '../text/dates.ts';
import { numbersIn } from '../text/numbers.ts';
import { type Force, type ForceRelation, type Norm, relateForces } from '../text/normative.ts';
import { type Quantity, type QuantityRelation, relateQuantities } from '../text/quantities.ts';
import { relateScopes, scopeTermsIn } from '../text/scope.ts';
import type { Range } from '../text/sentences.ts';
import { stem } from '../text/stem.ts';
import type { Acronyms } from './acronyms.ts';
import { isDenied, type Reading, readText } from './reading.ts';
import { turnsIn, turnsNear } from './turns.ts';
import type { JudgedAtom, ScopedSentence } from './types.ts';
import { align, type Aligned, expanded, type Word, type WordKnowledge, wordsIn } from './words.ts';

/** A claim held against one sentence with its scope, before anything is decided. */
export interface Comparison {
  readonly atoms: readonly JudgedAtom[];
  readonly aligned: readonly Aligned[];
  /** Share of the claim's words that the sentence or its scope says, by weight, [0, 1]; and by the sentence alone. */
  readonly coverage: number;
  readonly ownCoverage: number;
  /** The heaviest word of the claim that nothing says: its rarity, and what it is. */
  readonly missing: number;
  /** Share of the sentence's own weighty words that the claim speaks of, [0, 1]: a long sentence covers much by chance. */
  readonly density: number;
  /** Numbers, levels and dates by what became of them. */
  readonly figures: { readonly said: number; readonly denied: number; readonly unsaid: number };
  /** Amounts of the sentence that measure the same as a claimed one, and are others than it: which of them is meant may not be clear. */
  readonly otherFigures: number;
  readonly datesDenied: number;
  readonly modality: 'none' | 'same' | 'weaker' | 'breaks' | 'open' | 'fact';
  readonly scope: 'met' | 'other' | 'unknown';
  /** The sentence or a heading limits it to a level that the claim does not name. */
  readonly limited: boolean;
  /** The predicates that both share point different ways. */
  readonly reversed: boolean;
  /** The words that the sentence denies or replaces by an opposite. */
  readonly opposites: number;
  /** Another party does it. */
  readonly exchanged: boolean;
  /** Only the subjects differ: two rules of two parties may both hold, where a claim is about one act. */
  readonly subjectsDiffer: boolean;
  /** Proper names of the claim that neither sentence nor scope has. */
  readonly namesMissing: number;
}

const layerCache = new Map<string, readonly string[]>();

function plainWords(texts: readonly string[]): string[] {
  return texts.flatMap((text) => {
    let words = layerCache.get(text);
    if (words === undefined) {
      words = readText(text)
        .words.filter((word) => !word.light)
        .map((word) => word.lower);
      if (layerCache.size > 5000) layerCache.clear();
      layerCache.set(text, words);
    }
    return words;
  });
}

/** `text/3052-optional-authors.md` is RFC 3052 where the claim speaks of one: a document's name holds its number, seldom its kind. */
function documentLayers(claim: Reading, document: readonly string[]): string[] {
  const numbers = new Set(
    document.flatMap((name) => name.match(/(?<![\p{L}\p{N}.])\d+(?![\p{N}.]\d)/gu) ?? []).map((number) => number.replace(/^0+(?=\d)/, '')),
  );
  const named = claim.scope
    .filter(({ kind, value }) => numberedDocuments.has(kind) && numbers.has(value))
    .map(({ kind, value }) => `${kind} ${value}`);
  return [...document, ...named];
}
const levels = new Set(['aal', 'ial', 'fal', 'eal', 'sil', 'level', 'tier', 'class', 'category', 'grade', 'band', 'plan']);
const numberedDocuments = new Set(['rfc', 'pep', 'eip', 'iso', 'sp', 'bs', 'en', 'iec', 'fips', 'directive', 'regulation', 'form']);

/** Holds a claim against one sentence. Nothing here looks at any other sentence. */
export function compare(
  claim: Reading,
  sentence: ScopedSentence,
  acronyms: Acronyms,
  knowledge: WordKnowledge,
  stated: Reading = readText(sentence.text),
): Comparison {
  const document = documentLayers(claim, sentence.document);
  const layers = [sentence.text, ...[...sentence.headings].reverse(), ...document];
  const whole = [sentence.text, ...sentence.headings, ...sentence.document, ...sentence.elsewhere].join(' ').toLowerCase();
  const aligned = align(
    claim.words,
    {
      sentence: expanded(stated.words, acronyms),
      heading: plainWords(sentence.headings),
      document: plainWords(sentence.document.map((name) => name.replaceAll(/[-_./]/g, ' '))),
      beside: plainWords(sentence.beside),
      names: namesIn(claim, whole),
    },
    knowledge,
  );
  const coverage = aligned.reduce((sum, { weight, strength }) => sum + weight * strength, 0);
  const ownCoverage = aligned.reduce((sum, { weight, strength, layer }) => sum + (layer === 'sentence' ? weight * strength : 0), 0);
  const missing = Math.max(0, ...aligned.filter(({ strength }) => strength === 0).map(({ word }) => knowledge.rarity(word.lower)));
  const figures = [...quantityAtoms(claim, stated, aligned), ...dateAtoms(claim, stated, sentence), ...scopeAtoms(claim, stated, layers)];
  const modality = modalityAtom(claim, stated, aligned);
  const opposites = aligned.filter(({ opposite, strength, at }) => opposite !== null && strength < 0.8 && (at === null || at === opposite));
  const parties = partyAtoms(claim, stated, aligned, knowledge);
  const terms = termAtoms(claim, aligned, stated, knowledge);
  const names = claim.names.filter(({ start, end }) => {
    const words = claim.text
      .slice(start, end)
      .toLowerCase()
      .split(/[\s-]+/)
      .filter((word) => word.length > 1);
    return words.length > 0 && !words.some((word) => whole.includes(stem(word)));
  });
  const count = (state: JudgedAtom['state']): number => figures.filter((atom) => atom.state === state).length;
  return {
    atoms: [...parties.atoms, ...(modality.atom === null ? [] : [modality.atom]), ...terms, ...figures].sort((a, b) => a.start - b.start),
    aligned,
    coverage,
    ownCoverage,
    missing,
    density: densityOf(stated, aligned),
    figures: { said: count('said'), denied: count('denied'), unsaid: count('unsaid') },
    otherFigures: otherFigures(claim, stated, aligned),
    datesDenied: figures.filter(({ kind, state }) => kind === 'time' && state === 'denied').length,
    modality: modality.relation,
    scope: isOwnFigure(claim, stated, sentence, layers) ? 'met' : relateScopes(claim.scope, layers),
    limited: [stated.scope, ...sentence.headings.map(scopeTermsIn)].some((terms) =>
      terms.some(
        (term) =>
          levels.has(term.kind) &&
          // "Assurance Level 3" of AAL3 is the same term.
          !terms.some((other) => other.start <= term.start && term.end <= other.end && claim.scope.some((own) => own.kind === other.kind)),
      ),
    ),
    // "Not by the finance officer" sets a doer aside, and turns nothing else.
    reversed: !parties.exchanged && reversedBy(claim, stated, aligned, knowledge, opposites.length),
    opposites: opposites.length,
    exchanged: parties.exchanged,
    subjectsDiffer: parties.subjectsDiffer,
    namesMissing: names.length,
  };
}

/** "Verifiers at AAL3 need FIPS 140 Level 1": the level that the claim has otherwise is what the sentence rules, as its other terms are met in it. */
function isOwnFigure(claim: Reading, stated: Reading, sentence: ScopedSentence, layers: readonly string[]): boolean {
  const relations = claim.scope.map((term) => ({ term, relation: relateScopes([term], layers) }));
  const [other, ...more] = relations.filter(({ relation }) => relation === 'other');
  return (
    other !== undefined &&
    more.length === 0 &&
    relations.some(({ relation }) => relation === 'met') &&
    stated.scope.some(({ kind }) => kind === other.term.kind) &&
    // The level of "Assurance Level 3" is AAL3's.
    !sentence.headings
      .map(scopeTermsIn)
      .some((terms) =>
        terms.some((term) => term.kind === other.term.kind && !terms.some((longer) => longer.start < term.start && term.end <= longer.end)),
      )
  );
}

/** Words of the claim's proper names that a document has anywhere. */
function namesIn(claim: Reading, whole: string): Set<string> {
  const own = claim.words.filter(
    ({ start, light, text }) => !light && /^\p{Lu}/u.test(text) && claim.names.some((name) => start >= name.start && start < name.end),
  );
  return new Set(own.map(({ lower }) => lower).filter((word) => whole.includes(word.replace(/['’]s$/, ''))));
}

function densityOf(stated: Reading, aligned: readonly Aligned[]): number {
  const heavy = stated.words.filter((word) => !word.light);
  const met = new Set(aligned.flatMap(({ at }) => (at === null ? [] : [at.start])));
  return heavy.length === 0 ? 0 : heavy.filter((word) => met.has(word.start)).length / heavy.length;
}

/** Every amount of the claim against the best of the sentence's amounts that measure the same. */
function quantityAtoms(claim: Reading, stated: Reading, aligned: readonly Aligned[]): JudgedAtom[] {
  return claim.quantities.map((quantity) => {
    const base = {
      kind: 'quantity' as const,
      text: claim.text.slice(quantity.start, quantity.end),
      start: quantity.start,
      end: quantity.end,
    };
    // "Four days longer than": a difference is no amount that a sentence states.
    if (isDifference(claim.text, quantity.end)) return { ...base, state: 'unsaid', words: [] };
    const permitted = claim.norms.some(({ force }) => force === 'may') || /^up to\b/i.test(base.text);
    const rivals = stated.quantities
      .filter((other) => !isDifference(stated.text, other.end) && comparable(stated.text, other, quantity, aligned))
      .map((other) => ({ other, relation: relateAllowed({ ...other, dimension: quantity.dimension }, quantity, claim, stated, permitted) }))
      .filter(({ relation }) => relation !== 'incomparable');
    // "Of the seven, five were treated and two destroyed": a bare number says what is counted elsewhere, and denies nothing.
    const bare = stated.quantities.find(
      (other) => other.dimension === 'count' && other.counted.length === 0 && relateQuantities(other, quantity) === 'same',
    );
    const found =
      rivals.find(({ relation }) => relation === 'same') ??
      rivals.find(({ relation }) => relation === 'implies') ??
      (rivals.length === 0 && bare !== undefined ? { other: bare, relation: 'same' as const } : undefined);
    if (found !== undefined) return { ...base, state: 'said', words: [[found.other.start, found.other.end]] };
    // "Every ten years; for orchids every five", "our job waits 60": the unit is left out.
    const short = stated.quantities.find(
      (other) =>
        other.dimension === 'count' && other.counted.length === 0 && numberAt(stated.text, other) === numberAt(claim.text, quantity),
    );
    if (short !== undefined && quantity.dimension !== 'count') return { ...base, state: 'said', words: [[short.start, short.end]] };
    // A figure that one of several could be is not denied by any of them, unless all of them are something else.
    const broken = rivals.filter(({ relation }) => relation === 'breaks');
    const sure = broken.length > 0 && broken.length === rivals.length;
    return {
      ...base,
      state: sure ? 'denied' : 'unsaid',
      words: sure ? broken.map(({ other }): [number, number] => [other.start, other.end]) : [],
    };
  });
}

/** The number that an amount is written with, whatever its unit; null where it has none. */
function numberAt(text: string, { start, end }: Quantity): string | null {
  return numbersIn(text.slice(start, end))[0]?.normal ?? null;
}

/** Amounts that could be meant instead: the part of the sentence that they stand in speaks of words of the claim that the claimed one's does not. */
function otherFigures(claim: Reading, stated: Reading, aligned: readonly Aligned[]): number {
  const parts = partsOf(stated.text);
  const partAt = (at: number): Range | undefined => parts.find(({ start, end }) => at >= start && at < end);
  const speaksOf = (at: number): Set<string> => {
    const part = partAt(at);
    const here = stated.words.filter((word) => part !== undefined && word.start >= part.start && word.start < part.end);
    const stems = new Set(here.map(({ lower }) => stem(lower)));
    const places = new Set(here.map(({ start }) => start));
    return new Set(
      aligned
        .filter(
          ({ word, at: met, strength }) =>
            stems.has(stem(word.lower)) || (met !== null && strength >= leastAction && places.has(met.start)),
        )
        .map(({ word }) => word.lower),
    );
  };
  const saying = stated.quantities.filter((other) =>
    claim.quantities.some((quantity) => saysAmount(stated.text, other, quantity, aligned)),
  );
  const meant = new Set(saying.flatMap(({ start }) => [...speaksOf(start)]));
  return stated.quantities.filter((other) => {
    const relations = claim.quantities
      .filter((quantity) => comparable(stated.text, other, quantity, aligned))
      .map((quantity) => relateQuantities(other, quantity));
    if (relations.length === 0 || !relations.every((relation) => relation === 'breaks')) return false;
    const here = partAt(other.start);
    return (
      meant.size === 0 || saying.some(({ start }) => partAt(start) === here) || [...speaksOf(other.start)].some((word) => !meant.has(word))
    );
  }).length;
}

function saysAmount(text: string, stated: Quantity, claimed: Quantity, aligned: readonly Aligned[]): boolean {
  return comparable(text, stated, claimed, aligned) && ['same', 'implies'].includes(relateQuantities(stated, claimed));
}

/** The clauses of a sentence, and what "and" or "versus" joins. */
function partsOf(text: string): Range[] {
  const ends = [...text.matchAll(/[;:]\s|,?\s(?:and|but|while|whereas|versus|vs\.?|compared (?:to|with)|against)\s/g)];
  return [...ends, { index: text.length, 0: '' }].map(({ index }, at) => ({
    start: at === 0 ? 0 : (ends[at - 1]?.index ?? 0),
    end: index,
  }));
}

/** "May be up to 80" allows 80: it is wrong where at most 60 is allowed, and says less where at most 100 is. "May stay 20 nights" follows from at most 28. */
function relateAllowed(stated: Quantity, claimed: Quantity, claim: Reading, rule: Reading, permitted: boolean): QuantityRelation {
  const relation = relateQuantities(stated, claimed);
  const bounds = isCeiling(stated) && isCeiling(claimed) && claimed.high > stated.high;
  // A duty to report within three weeks is another than one to report within three days, and who grants at most 90 days does not grant 200.
  // Else a higher ceiling follows from a lower one, and nobody who states it means that: it is left open.
  if (relation === 'implies' && bounds && !permitted)
    return (timely.has(claimed.dimension) && obliges(claim)) || granting.test(claim.text) ? 'breaks' : 'open';
  // "May work up to fourteen hours" where twelve are allowed.
  if (permitted && relation === 'implies' && stated.comparator === 'exactly' && claimed.comparator === 'at most' && allows(rule))
    return claimed.high > stated.high ? 'breaks' : relation;
  if (!permitted || stated.comparator !== 'at most' || relation === 'incomparable' || relation === 'same') return relation;
  if (claimed.comparator === 'at most') return claimed.high > stated.high ? 'breaks' : claimed.high < stated.high ? 'open' : 'implies';
  return claimed.comparator === 'exactly' && relation === 'open' ? 'implies' : relation;
}

const isCeiling = ({ comparator }: Quantity): boolean => comparator === 'at most' || comparator === 'less than';
const granting = /\b(?:grant(?:s|ed)?|permit(?:s|ted)|allow(?:s|ed)|entitle[sd]|approve[sd]|valid)\b/i;
const timely = new Set(['time', 'interval']);
const obliges = ({ norms }: Reading): boolean => norms.some(({ force }) => force === 'must' || force === 'should');
const allows = ({ norms }: Reading): boolean => norms.some(({ force }) => force === 'may');

/** "Four days longer than": the distance of two amounts. "Ten pounds more" alone is an amount that is added. */
function isDifference(text: string, end: number): boolean {
  const behind = text.slice(end);
  return difference.test(behind) && (!adding.test(behind) || /^[^.;:]{0,60}\bthan\b/.test(behind));
}
const adding = /^\s(?:more|extra|further|too)\b/i;
const difference =
  /^\s(?:more|less|fewer|longer|shorter|later|earlier|sooner|higher|lower|older|younger|larger|smaller|further|too|times (?:as|more|less|the|higher|lower|larger|smaller|longer|greater|faster)|ahead|behind|above|below|short)\b/i;

function comparable(text: string, stated: Quantity, claimed: Quantity, aligned: readonly Aligned[]): boolean {
  if (stated.dimension !== claimed.dimension) return sameSpan(stated, claimed);
  // A bare figure in a cell counts what its row is about.
  if (stated.counted.length === 0 && /:\s$/.test(text.slice(0, stated.start)) && /^\s*(?:;|$)/.test(text.slice(stated.end))) return true;
  if (stated.dimension !== 'count' || claimed.counted.length === 0) return true;
  if (stated.counted.some((word) => claimed.counted.includes(word))) return true;
  // "592 people" and "592 subjects", "two times" and "twice": a number that is no small one is seldom the same by chance.
  if (stated.low === claimed.low && stated.high === claimed.high && (stated.low >= tellingCount || timesOnly(stated) || timesOnly(claimed)))
    return true;
  return aligned.some(
    ({ word, at, strength }) =>
      at !== null &&
      claimed.counted.includes(stem(word.lower)) &&
      (stated.counted.includes(stem(at.lower)) || (strength >= 0.85 && countsBefore(text, stated, at.start))),
  );
}

const tellingCount = 12;
const timesOnly = ({ counted }: Quantity): boolean => counted[0] === 'time';

/** "Renewed every six years" and "renewed after six years": the same span, where it is one. */
function sameSpan(stated: Quantity, claimed: Quantity): boolean {
  const spans = ['time', 'interval'];
  return (
    spans.includes(stated.dimension) && spans.includes(claimed.dimension) && stated.low === claimed.low && stated.high === claimed.high
  );
}

/** "Hens: up to six", "the figure turned away was 54", "questions, a total of four": what is counted stands shortly before its number. */
function countsBefore(text: string, { start }: Quantity, at: number): boolean {
  if (at >= start) return false;
  const between = text.slice(at, start);
  return (
    between.length <= 40 &&
    !/[.;!?]|\d/.test(between) &&
    (/[:=]/.test(between) || /\b(?:is|are|was|were|of|to|limit|maximum|minimum|total)\b/i.test(between))
  );
}

function dateAtoms(claim: Reading, stated: Reading, sentence: ScopedSentence): JudgedAtom[] {
  const above = readText(
    [...sentence.headings, ...sentence.document.map((name) => name.replaceAll(/[-_/]/g, ' ')), ...sentence.document].join(' | '),
  ).dates;
  return claim.dates.map((date) => {
    const base = { kind: 'time' as const, text: claim.text.slice(date.start, date.end), start: date.start, end: date.end };
    const found = stated.dates.find((other) => datesAgree(other.normal, date.normal));
    if (found !== undefined) return { ...base, state: 'said', words: [[found.start, found.end]] };
    if (stated.dates.length > 0)
      return { ...base, state: 'denied', words: stated.dates.map(({ start, end }): [number, number] => [start, end]) };
    return { ...base, state: above.some((other) => datesAgree(other.normal, date.normal)) ? 'said' : 'unsaid', words: [] };
  });
}

function scopeAtoms(claim: Reading, stated: Reading, layers: readonly string[]): JudgedAtom[] {
  return claim.scope.map((term) => {
    const relation = relateScopes([term], layers);
    const words = stated.scope
      .filter((other) => other.kind === term.kind && (relation !== 'met' || other.value === term.value))
      .map(({ start, end }): [number, number] => [start, end]);
    return {
      kind: 'scope',
      text: claim.text.slice(term.start, term.end),
      start: term.start,
      end: term.end,
      state: relation === 'met' ? 'said' : relation === 'other' ? 'denied' : 'unsaid',
      words,
    };
  });
}

/** Weighty words that an obligation governs: those right behind it, or all of its clause. */
function governed(reading: Reading, end: number, count: number): Word[] {
  return reading.words.filter((word) => !word.light && word.start >= end).slice(0, count);
}
const governedWords = 3;
const clauseWords = 9;
const leastAction = 0.75;
/** "Is mandatory", "is good advice": what is obliged stands before it, or anywhere. */
const predicative =
  /^(?:is|are|was|were|be|been|remains?|becomes?|makes?|made|compulsory|mandatory|optional|required|recommended|good|sound|wise|only|no|at|best)\b/i;

/** The sentence's norms whose governed words meet the claim's. */
function governing(claim: Reading, stated: Reading, norm: Norm, aligned: readonly Aligned[], count: number): Norm[] {
  const behind = governed(claim, norm.end, count);
  const own =
    predicative.test(claim.text.slice(norm.start, norm.end)) || behind.length === 0 ? null : new Set(behind.map((word) => word.start));
  return stated.norms.filter((other) => {
    const others = new Set(governed(stated, other.end, count).map((word) => word.start));
    const free = predicative.test(stated.text.slice(other.start));
    return aligned.some(
      ({ word, at, strength }) =>
        at !== null &&
        strength >= leastAction &&
        (own === null || own.has(word.start)) &&
        (others.has(at.start) || (free && at.start < other.start)),
    );
  });
}

/** A norm of the sentence counts where the claim's norm is about the same action: their governed words meet. */
function modalityAtom(
  claim: Reading,
  stated: Reading,
  aligned: readonly Aligned[],
): { atom: JudgedAtom | null; relation: Comparison['modality'] } {
  const norm = strongest(claim);
  if (norm === null) return { atom: null, relation: stated.norms.length === 0 ? 'none' : 'open' };
  const base = { kind: 'modality' as const, text: claim.text.slice(norm.start, norm.end), start: norm.start, end: norm.end };
  const strong = ({ norms }: Reading): number => norms.filter(({ force }) => force !== 'may').length;
  const near = governing(claim, stated, norm, aligned, governedWords);
  // Where each has one rule only, its whole clause may stand for the action.
  const rules =
    near.length === 0 && strong(claim) <= 1 && strong(stated) === 1 ? governing(claim, stated, norm, aligned, clauseWords) : near;
  // Of several rules about the same words the one that agrees is meant.
  const rank = { same: 0, weaker: 1, breaks: 2, open: 3 } as const;
  const found = rules
    .map((other) => ({ other, rank: rank[relateForces(other.force, norm.force)] }))
    .reduce<{ other: Norm; rank: number } | undefined>(
      (best, entry) => (best === undefined || entry.rank < best.rank ? entry : best),
      undefined,
    )?.other;
  // A sentence without any word of obligation tells how it is: it neither has the claim's force nor another.
  if (found === undefined) return { atom: { ...base, state: 'unsaid', words: [] }, relation: stated.norms.length === 0 ? 'fact' : 'open' };
  const relation = unlessConditional(relateForces(found.force, norm.force), claim, stated, found, norm);
  return {
    atom: { ...base, state: relation === 'breaks' ? 'denied' : relation === 'open' ? 'unsaid' : 'said', words: [[found.start, found.end]] },
    relation,
  };
}

const onlyWith = /\bonly\b/i;
const exceptWith = /\b(?:without|unless|except|until|before|other than|save)\b/i;
const condition = /\b(?:once|only|if|after|unless|provided|with|when|who|of \d|over|until|before|nothing else|no other)\b/i;

/**
 * "May, once they have done it" beside "need it before they may", "no can may stay longer than" beside "a can may stay at most": neither
 * breaks the other.
 */
function unlessConditional(relation: ForceRelation, claim: Reading, stated: Reading, found: Norm, norm: Norm): ForceRelation {
  if (relation !== 'breaks') return relation;
  if (found.force === 'may' && norm.force === 'must' && condition.test(stated.text)) return 'open';
  // "Nobody may restart it without a second person" and "may only be restarted with a second person".
  const [only, without] = [onlyWith.test(claim.text), exceptWith.test(claim.text)];
  if (found.force === 'must not' && only && exceptWith.test(stated.text)) return 'same';
  if (norm.force === 'must not' && without && onlyWith.test(stated.text)) return 'same';
  const taken = ({ quantities }: Reading): boolean => quantities.some(({ denied }) => denied);
  return taken(claim) !== taken(stated) && (found.force === 'must not' || norm.force === 'must not') ? 'open' : relation;
}

/** "Recommended, but not compulsory": what leaves it free counts, then what obliges. */
function strongest(claim: Reading): { readonly force: Force; readonly start: number; readonly end: number } | null {
  const free = claim.norms.findLast(({ force }) => force === 'need not');
  return free ?? claim.norms.find(({ force }) => force !== 'may') ?? claim.norms[0] ?? null;
}

/** Do the two point different ways? A turn by negation on one side alone, or by an opposite; two turns cancel. Obligation has its own atom. */
function reversedBy(claim: Reading, stated: Reading, aligned: readonly Aligned[], knowledge: WordKnowledge, opposites: number): boolean {
  if (claim.norms.some(({ force }) => force !== 'may') && stated.norms.some(({ force }) => force !== 'may')) return opposites % 2 === 1;
  const predicates = aligned.filter(
    ({ at, strength, word }) => at !== null && strength >= 0.85 && knowledge.mayBeVerb(word.lower) && knowledge.mayBeVerb(at.lower),
  );
  if (predicates.length === 0) return false;
  const turned = predicates.some(({ word, at }) => {
    if (at === null) return false;
    const [mine, theirs] = [isDenied(claim, word), isDenied(stated, at)];
    return mine !== theirs && (mine ? isTurnedAt(claim, word) : isTurnedAt(stated, at));
  });
  if (!turned) return opposites % 2 === 1;
  // "Sends it without SSL" and "does not send it by SSL" both turn something: only an odd number of turns tells them apart.
  return opposites % 2 === 0 && turnsIn(claim.text) % 2 !== turnsNear(stated.text, aligned) % 2;
}

const turnedHere = /\b(?:not|never|no longer|cannot|neither|nor)\s(?:[\p{L}-]+\s){0,2}$|n['’]t\s(?:[\p{L}-]+\s){0,2}$/iu;

/** Is the word itself turned round, and not some clause about it? "An agency that lacks the means to meet it" denies no meeting. */
function isTurnedAt({ text }: Reading, word: Word): boolean {
  return turnedHere.test(text.slice(Math.max(0, word.start - 40), word.start));
}

/** Parties that act on one side and not on the other. */
function partyAtoms(
  claim: Reading,
  stated: Reading,
  aligned: readonly Aligned[],
  knowledge: WordKnowledge,
): { atoms: JudgedAtom[]; exchanged: boolean; subjectsDiffer: boolean } {
  const statedDoers = stated.parties.filter(({ role }) => role === 'doer');
  const atoms = claim.parties.map((party): JudgedAtom => {
    const base = { kind: 'party' as const, text: claim.text.slice(party.start, party.end), start: party.start, end: party.end };
    const same = stated.parties.filter(({ name }) => sameName(name, party.name));
    const words = aligned.find(({ word, strength }) => word.start >= party.start && word.end <= party.end && strength > 0);
    const taken = statedDoers.find(
      ({ name }) => !sameName(name, party.name) && claim.parties.some((own) => own.role === 'other' && sameName(own.name, name)),
    );
    // Who does it there has it done to them here, and the other way round.
    if (party.role === 'doer' && taken !== undefined && same.length > 0 && same.every(({ role }) => role === 'other')) {
      return { ...base, state: 'denied', words: [[taken.start, taken.end]] };
    }
    if (same.length > 0) return { ...base, state: 'said', words: same.map(({ start, end }): [number, number] => [start, end]) };
    return {
      ...base,
      state: words === undefined ? 'unsaid' : 'said',
      words: words?.at === null || words === undefined ? [] : [[words.at.start, words.at.end]],
    };
  });
  const swapped = atoms.some(({ state }) => state === 'denied');
  const other = contrasted(claim, stated) ?? otherAgent(claim, stated, aligned, knowledge);
  if (other !== null) {
    const { own } = other;
    atoms.push({
      kind: 'party',
      text: claim.text.slice(own.start, own.end),
      start: own.start,
      end: own.end,
      state: 'denied',
      words: [[other.stated.start, other.stated.end]],
    });
  }
  const last = (atom: JudgedAtom): number => atoms.findLastIndex((same) => same.start < atom.end && atom.start < same.end);
  return {
    atoms: atoms.filter((atom, at) => at === last(atom)),
    exchanged: swapped || other !== null,
    subjectsDiffer: !swapped && other?.subjects === true,
  };
}

interface Exchange {
  /** Who stands before the act differs. */
  readonly subjects?: boolean;
  readonly own: Range;
  readonly stated: Range;
}

const setAside =
  /,\s(?:and\s)?not\s(?:(?:by|to|from|for|in|at|on|with)\s)?(?:(?:the|an?|its|their|our)\s)?(?<named>[\p{L}][\p{L} '’-]{2,40})/gu;

/** "Checked by the treasurer, not by the finance officer": what the sentence sets aside by name, and the claim asserts. */
function contrasted(claim: Reading, stated: Reading): Exchange | null {
  for (const match of stated.text.matchAll(setAside)) {
    const named = wordsIn(match.groups?.['named'] ?? '')
      .filter((word) => !word.light)
      .slice(0, 2);
    const own = named.map((word) => claim.words.find((mine) => stem(mine.lower) === stem(word.lower) && !mine.negated));
    const [first] = own;
    if (first === undefined || own.includes(undefined)) continue;
    return {
      own: { start: first.start, end: own.at(-1)?.end ?? first.end },
      stated: { start: match.index, end: match.index + match[0].length },
    };
  }
  return null;
}

/** "Processed by the Foundation" against "processed by the Trust Fund", "the steward adds" against "the treasurer adds": the same act by another doer. */
function otherAgent(claim: Reading, stated: Reading, aligned: readonly Aligned[], knowledge: WordKnowledge): Exchange | null {
  for (const { word, at, strength } of aligned) {
    if (at === null || strength < leastAction) continue;
    const own = agentOf(claim, word);
    const theirs = agentOf(stated, at);
    const one = own.length > 0 ? own : doerOf(claim, word, knowledge);
    const two = theirs.length > 0 ? theirs : doerOf(stated, at, knowledge);
    const [head] = one;
    const [other] = two;
    if (head === undefined || other === undefined) continue;
    // By-phrases name whole things: their first words tell them apart.
    const alike =
      own.length > 0 && theirs.length > 0 ? two.some((given) => stem(given.lower) === stem(head.lower)) : sameDoer(one, two, knowledge);
    if (alike) continue;
    return {
      subjects: own.length === 0 || theirs.length === 0,
      own: { start: head.start, end: one.at(-1)?.end ?? head.end },
      stated: { start: other.start, end: two.at(-1)?.end ?? other.end },
    };
  }
  return null;
}

/** "The stage manager" is not the house manager; "the manager" may be either. */
function sameDoer(one: readonly Word[], two: readonly Word[], knowledge: WordKnowledge): boolean {
  const like = (a: Word, b: Word): boolean => stem(a.lower) === stem(b.lower) || knowledge.strength(a.lower, b.lower) >= 0.6;
  const [a, b] = [one.at(-1), two.at(-1)];
  if (a === undefined || b === undefined) return true;
  const [others, theirs] = [one.slice(0, -1), two.slice(0, -1)];
  if (like(a, b)) return others.length === 0 || theirs.length === 0 || others.some((word) => theirs.some((other) => like(word, other)));
  return one.some((word) => two.some((other) => like(word, other)));
}

const passive = /\b(?:is|are|was|were|be|been|being|gets?|got)\s(?:[\p{L}-]+\s){0,2}$/iu;

/** Who does an act by standing before it in its clause, with no other act between; nobody where the act is done to it. */
function doerOf(reading: Reading, act: Word, knowledge: WordKnowledge): readonly Word[] {
  if (!knowledge.mayBeVerb(act.lower) || passive.test(reading.text.slice(Math.max(0, act.start - 40), act.start))) return [];
  const before = [...reading.parties, ...reading.names].filter(({ end }) => end <= act.start);
  const party = before.reduce<Range | undefined>((last, entry) => (last === undefined || entry.end > last.end ? entry : last), undefined);
  if (party === undefined) return [];
  const cleft = /\bit\s(?:is|was)\s(?:(?:the|an?|its|their|our)\s)?$/i.test(reading.text.slice(Math.max(0, party.start - 16), party.start));
  const whole = reading.text.slice(party.end, act.start);
  // "It is the relying party that must provide": that party provides.
  const between = cleft ? whole.replace(/^\s(?:that|who|which)\b/i, '') : whole;
  if (
    between.length > 40 ||
    /[.,;:()]/.test(between) ||
    /\b(?:who|which|that|whose|and|or|by|of|to|for|with|from|than)\b/i.test(between.replace(/\bto\s$/i, ''))
  )
    return [];
  const inside = reading.words.filter((word) => !word.light && word.start >= party.end && word.end <= act.start);
  if (
    inside.some((word) => knowledge.mayBeVerb(word.lower)) ||
    /\b(?:by|of|to|for|with|from|than)\s(?:(?:the|an?|its|their|our|each|every|any)\s)?$/i.test(
      reading.text.slice(Math.max(0, party.start - 20), party.start),
    )
  )
    return [];
  return reading.words.filter((word) => !word.light && word.start >= party.start && word.end <= party.end);
}

/** The words of "by the …" behind an act. */
function agentOf({ text, words }: Reading, act: Word): readonly Word[] {
  const match = /^(?:\s\([^)]*\))?(?:\s[\p{L}-]+){0,3}?\sby\s(?:(?:the|an?|its|their|our)\s)?(?<named>[^,.;:()]{2,60})/u.exec(
    text.slice(act.end),
  );
  const named = match?.groups?.['named'];
  if (match === null || named === undefined || /^(?:who|what|which|it|us|them|him|her|you|me)/i.test(named)) return [];
  const from = act.end + match[0].length - named.length;
  return words.filter((word) => !word.light && word.start >= from && word.end <= from + named.length).slice(0, 4);
}

function sameName(a: string, b: string): boolean {
  return a === b || a.endsWith(` ${b}`) || b.endsWith(` ${a}`);
}

/** Actions and objects: runs of the claim's weighty words, each said where its heaviest word is. */
function termAtoms(claim: Reading, aligned: readonly Aligned[], stated: Reading, knowledge: WordKnowledge): JudgedAtom[] {
  const own = aligned.filter(({ word }) => !claim.parties.some((party) => word.start < party.end && party.start < word.end));
  return own.map(({ word, strength, at, opposite }): JudgedAtom => {
    const base = {
      kind: knowledge.isVerb(word.lower) ? ('action' as const) : ('object' as const),
      text: word.text,
      start: word.start,
      end: word.end,
    };
    if (opposite !== null && strength < 0.8) return { ...base, state: 'denied', words: [[opposite.start, opposite.end]] };
    const turned = at !== null && base.kind === 'action' && isDenied(stated, at) !== isDenied(claim, word);
    return { ...base, state: strength === 0 ? 'unsaid' : turned ? 'denied' : 'said', words: at === null ? [] : [[at.start, at.end]] };
  });
}
