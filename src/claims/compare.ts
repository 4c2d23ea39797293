import { datesAgree } from '../text/dates.ts';
import { relateScopes, scopeTermsIn } from '../text/scope.ts';
import { stem } from '../text/stem.ts';
import type { Acronyms } from './acronyms.ts';
import { partyAtoms } from './doers.ts';
import { misplacedFigures, opposedFigures, otherFigures, quantityAtoms } from './figures.ts';
import { forbids, type Modality, modalityAtom } from './obligation.ts';
import { isDenied, type Reading, readText } from './reading.ts';
import { turnsIn, turnsNear } from './turns.ts';
import type { JudgedAtom, ScopedSentence } from './types.ts';
import { align, type Aligned, expanded, isTurning, type Word, type WordKnowledge } from './words.ts';

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
  /** Amounts of the claim that nothing says, where the sentence has others that measure the same. */
  readonly opposedFigures: number;
  /** How much of the claim stands beside another figure and not beside its own, as a share of its meaning, [0, 1]. */
  readonly misplaced: number;
  readonly datesDenied: number;
  readonly modality: Modality;
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

const points = /^(?:these|this|such|they|it|its)\b/i;

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

/** Each weighty word of a claim with what of a sentence and its scope says it best. */
export function alignTo(
  claim: Reading,
  sentence: ScopedSentence,
  acronyms: Acronyms,
  knowledge: WordKnowledge,
  stated: Reading,
): readonly Aligned[] {
  return align(
    claim.words,
    {
      sentence: expanded(stated.words, acronyms),
      heading: plainWords(sentence.headings),
      document: plainWords(sentence.document.map((name) => name.replaceAll(/[-_./]/g, ' '))),
      beside: plainWords(sentence.beside),
      names: namesIn(claim, wholeOf(sentence)),
      points: points.test(sentence.text),
    },
    knowledge,
  );
}

/** Share of a claim's words that are said, by weight, [0, 1]. */
export function coverageOf(aligned: readonly Aligned[]): number {
  return aligned.reduce((sum, { weight, strength }) => sum + weight * strength, 0);
}

function wholeOf({ text, headings, document, elsewhere }: ScopedSentence): string {
  return [text, ...headings, ...document, ...elsewhere].join(' ').toLowerCase();
}

/** Holds a claim against one sentence. Nothing here looks at any other sentence. @param aligned as `alignTo` gives it */
export function compare(
  claim: Reading,
  sentence: ScopedSentence,
  acronyms: Acronyms,
  knowledge: WordKnowledge,
  stated: Reading = readText(sentence.text),
  aligned: readonly Aligned[] = alignTo(claim, sentence, acronyms, knowledge, stated),
): Comparison {
  const document = documentLayers(claim, sentence.document);
  const layers = [sentence.text, ...[...sentence.headings].reverse(), ...document];
  const whole = wholeOf(sentence);
  const coverage = coverageOf(aligned);
  const ownCoverage = aligned.reduce((sum, { weight, strength, layer }) => sum + (layer === 'sentence' ? weight * strength : 0), 0);
  const missing = Math.max(0, ...aligned.filter(({ strength }) => strength === 0).map(({ word }) => knowledge.rarity(word.lower)));
  const figures = [...quantityAtoms(claim, stated, aligned), ...dateAtoms(claim, stated, sentence), ...scopeAtoms(claim, stated, layers)];
  const modality = modalityAtom(claim, stated, aligned);
  // "Not open" is no opposite of "closed".
  const opposites = aligned.filter(
    ({ word, opposite, strength, at }) =>
      opposite !== null &&
      strength < 0.8 &&
      (at === null || at === opposite || strength < 0.7) &&
      isDenied(claim, word) === isDenied(stated, opposite),
  );
  const parties = partyAtoms(claim, stated, aligned, knowledge);
  const terms = termAtoms(claim, aligned, stated, knowledge);
  const names = claim.names.filter(({ start, end }) => {
    const words = claim.text
      .slice(start, end)
      .toLowerCase()
      .split(/[\s-]+/)
      .filter((word) => word.length > 1);
    // Stems may end otherwise than their words: "tuesdai" stands in no text.
    return words.length > 0 && !words.some((word) => whole.includes(word) || whole.includes(stem(word)));
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
    opposedFigures: opposedFigures(figures, claim, stated),
    misplaced: misplacedFigures(claim, stated, aligned),
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

/** "Until 2024": a span, in which another date may lie. */
const spanning = /\b(?:until|till|since|before|after|from|by|up to|between|through)\s(?:the\s)?(?:end of\s)?$/i;

function dateAtoms(claim: Reading, stated: Reading, sentence: ScopedSentence): JudgedAtom[] {
  const above = readText(
    [...sentence.headings, ...sentence.document.map((name) => name.replaceAll(/[-_/]/g, ' ')), ...sentence.document].join(' | '),
  ).dates;
  return claim.dates.map((date) => {
    const base = { kind: 'time' as const, text: claim.text.slice(date.start, date.end), start: date.start, end: date.end };
    const found = stated.dates.find((other) => datesAgree(other.normal, date.normal));
    if (found !== undefined) return { ...base, state: 'said', words: [[found.start, found.end]] };
    const spans = (text: string, start: number): boolean => spanning.test(text.slice(Math.max(0, start - 24), start));
    if (!spans(claim.text, date.start) && stated.dates.some(({ start }) => spans(stated.text, start)))
      return { ...base, state: 'unsaid', words: [] };
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

/** Do the two point different ways? A turn by negation on one side alone, or by an opposite; two turns cancel. Obligation has its own atom. */
function reversedBy(claim: Reading, stated: Reading, aligned: readonly Aligned[], knowledge: WordKnowledge, opposites: number): boolean {
  if (claim.norms.some(({ force }) => force !== 'may') && stated.norms.some(({ force }) => force !== 'may'))
    // "Must be kept" and "must not be destroyed" are turned twice.
    return opposites % 2 === 1 && forbids(claim) === forbids(stated);
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

/** Actions and objects: runs of the claim's weighty words, each said where its heaviest word is. */
function termAtoms(claim: Reading, aligned: readonly Aligned[], stated: Reading, knowledge: WordKnowledge): JudgedAtom[] {
  const isShown = ({ word, opposite }: Aligned): boolean => !isTurning(word.lower) || opposite !== null;
  const own = aligned
    .filter(isShown)
    .filter(({ word }) => !claim.parties.some((party) => word.start < party.end && party.start < word.end));
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
