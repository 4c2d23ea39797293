import type { EntailmentScores } from '../contract/evidence.ts';
import type { Comparison } from './compare.ts';
import { type Quantity, relateQuantities } from '../text/quantities.ts';
import { setAside, timesTurned } from './aside.ts';
import {
  directionDiffers,
  exceptionTurned,
  onlySupposed,
  reasonSaid,
  restrictionLeft,
  subjectSaid,
  saysOnly,
  sidesSwapped,
} from './forms.ts';
import { isDenied, type Reading } from './reading.ts';
import type { ScopedSentence } from './types.ts';
import { settled } from './contrasts.ts';
import { polarityOf } from './polarity.ts';
import { replacementsIn } from './replaced.ts';
import { barsIn, leadOf, likened, turnsIn, turnsNear, withoutShared } from './turns.ts';
import type { WordKnowledge } from './words.ts';

/** What a pair of claim and sentence shows of itself, for the fitted judges (models/claim-verdict). The order is that of the weights. */
export const signNames = [
  'coverage',
  'own coverage',
  'density',
  'rarest missing',
  'share missing',
  'claim words',
  'sentence words',
  'sentence said',
  'nearness of the missing',
  'farthest missing',
  'text likeness',
  'scope likeness',
  'exact share',
  'verbs said',
  'others said',
  'heading share',
  'phrase share',
  'figures said',
  'figures denied',
  'figures unsaid',
  'figures of the sentence',
  'said by others',
  'denied by others',
  'other figures',
  'dates denied',
  'other unit',
  'modality same',
  'modality weaker',
  'modality breaks',
  'modality open',
  'modality fact',
  'claim obliges',
  'sentence obliges',
  'scope other',
  'scope unknown',
  'names missing',
  'reversed',
  'opposites',
  'exchanged',
  'claim turns',
  'sentence turns',
  'parity differs',
  'parity near differs',
  'bars differ',
  'cell',
  'row',
  'breadth',
  'sided',
  'order',
  'party unsaid',
  'terms denied',
  'comparison alone',
  'cause alone',
  'condition alone',
  'entail',
  'contradict',
  'against',
  'second entail',
  'second contradict',
  'second against',
  'lead',
  'place',
  'entail lead',
  'limited',
  'only alone',
  'turned share',
  'missing own',
  'missing most',
  'subjects differ',
  'sides swapped',
  'reason said',
  'direction differs',
  'bound loosened',
  'name replaced',
  'kin replaced',
  'words replaced',
  'replaced between',
  'replaced',
  'clauses turned',
  'predicate turned',
  'verbs turned',
  'figures opposed',
  'figure misplaced',
  'set aside',
  'times turned',
  'unsure alone',
  'subject said',
  'turns both ways',
  'bars alone',
  'turns alone',
  'bars and scorer',
  'turned and bars',
  'turned alone',
  'both against',
  'both for',
  'figures agree',
  'covered figures',
  'mostly covered',
  'covered squared',
  'covered denial',
  'covered break',
  'covered exchange',
  'nothing against',
  'nothing against, covered',
  'nothing against, missing',
  'nothing replaced',
  'nothing replaced, covered',
  'replaced, covered',
  'mostly turned',
  'mostly turned, covered',
  'nothing turned',
  'nothing turned, covered',
] as const;

export type SignName = (typeof signNames)[number];

const placeOf = new Map<string, number>(signNames.map((name, place) => [name, place]));

export function signOf(signs: Float32Array, name: SignName): number {
  return signs[placeOf.get(name) ?? -1] ?? 0;
}

export interface Judged {
  readonly claim: Reading;
  readonly stated: Reading;
  readonly sentence: ScopedSentence;
  readonly comparison: Comparison;
  readonly entailment: EntailmentScores;
  readonly second: EntailmentScores | null;
  readonly isCell: boolean;
  readonly isRow: boolean;
  readonly isUnit: boolean;
  readonly order: number;
  readonly sameBreadth: boolean;
  readonly sided: boolean;
  /** Among the claim's sentences: coverage above the next best, place by coverage from 0, entailment above the next best. */
  readonly lead: number;
  readonly place: number;
  readonly entailLead: number;
  /** How much of the claim another sentence says that has its figures, and another that is against it, [0, 1]. */
  readonly saidByOthers: number;
  readonly deniedByOthers: number;
}

const comparing =
  /\b(?:more|less|fewer|better|worse|higher|lower|longer|shorter|earlier|later|larger|smaller|most|least|best|worst|highest|lowest|longest|largest|biggest|main|mainly|half|twice|double|same|alike|equal\w*)\b/i;
const causing = /\b(?:because|since|due to|owing to|caus\w+|led to|leads? to|result\w*|so that|therefore|reason|as a result|thanks to)\b/i;
const conditional = /\b(?:if|unless|except|save|apart from|until|only|provided|where|when|once|after|before|without)\b/i;

/** It tells what somebody asks, suspects or wants, and not what is. */
const unsure =
  /\b(?:asks?|asked|wonder(?:s|ed)?|suspect(?:s|ed)?|petition\w*|rumou?rs?|alleg\w+|doubt(?:s|ed)?|hop(?:es|ed)|feared|whether)\b/i;

/** A "no" that a figure's comparator takes up turns nothing else. */
function taken({ quantities }: Reading): number {
  return quantities.some(({ denied }) => denied) ? 1 : 0;
}

/** A bound that follows from a stricter one: true, and seldom what is meant. */
function loosened(own: Quantity, { quantities }: Reading): boolean {
  const relations = quantities.map((other) => relateQuantities(other, own));
  return own.comparator !== 'exactly' && relations.includes('implies') && !relations.includes('same');
}

/** The signs of one pair, as `signNames`. */
export function signsOf(judged: Judged, knowledge: WordKnowledge): Float32Array {
  const { claim, stated, comparison, entailment, second } = judged;
  const { aligned, atoms, figures, modality } = comparison;
  const missing = aligned.filter(({ strength }) => strength === 0);
  const said = (wanted: boolean): number => {
    const own = aligned.filter(({ word }) => knowledge.isVerb(word.lower) === wanted);
    const weight = own.reduce((sum, entry) => sum + entry.weight, 0);
    return weight === 0 ? 1 : own.reduce((sum, entry) => sum + entry.weight * entry.strength, 0) / weight;
  };
  const heavy = stated.words.filter((word) => !word.light);
  const met = new Set(aligned.flatMap(({ at }) => (at === null ? [] : [at.start])));
  const rarity = (words: readonly { readonly lower: string }[]): number =>
    words.reduce((sum, word) => sum + Math.max(0.5, knowledge.rarity(word.lower)), 0);
  const nearest = missing.map(({ word, weight }) => ({
    weight,
    likeness: heavy.reduce((best, other) => Math.max(best, knowledge.cosine(other.lower, word.lower)), 0),
  }));
  const lost = nearest.reduce((sum, { weight }) => sum + weight, 0);
  const flag = (value: boolean): number => (value ? 1 : 0);
  const capped = (value: number, most = 3): number => Math.min(most, value);
  const lead = leadOf(judged.sentence.headings);
  const turning = withoutShared(...settled(claim.text, likened(claim.text, stated.text), aligned), aligned);
  const [own, theirs] = [turnsIn(turning.claim), turnsIn(turning.stated) + turnsIn(lead)];
  const near = turnsNear(turning.stated, aligned) + turnsIn(lead);
  const bars =
    (barsIn(turning.claim) + taken(claim)) % 2 !== (turnsNear(turning.stated, aligned, barsIn) + barsIn(lead) + taken(stated)) % 2;
  const replaced = replacementsIn(claim, stated, aligned, knowledge);
  const replacing = (kind: 'name' | 'kin' | 'other'): number =>
    replaced.reduce((sum, entry) => sum + (entry.kind === kind ? entry.weight : 0), 0);
  const obliged = modality === 'same' || modality === 'weaker' || modality === 'breaks';
  const polarity = polarityOf(turning.claim, turning.stated, [claim, stated], aligned, obliged, knowledge);
  const obliges = (reading: Reading): boolean => reading.norms.some(({ force }) => force !== 'may');
  const scoped = [...judged.sentence.headings, ...judged.sentence.document.slice(0, 1), stated.text].join(' ');
  const log = (value: number): number => Math.log(Math.max(value, 1e-4));
  const other = second ?? entailment;
  const plain = [
    comparison.coverage,
    comparison.ownCoverage,
    comparison.density,
    comparison.missing,
    aligned.length === 0 ? 1 : missing.length / aligned.length,
    Math.log1p(aligned.length),
    Math.log1p(heavy.length),
    heavy.length === 0 ? 0 : rarity(heavy.filter((word) => met.has(word.start))) / rarity(heavy),
    lost === 0 ? 1 : nearest.reduce((sum, { weight, likeness }) => sum + weight * likeness, 0) / lost,
    Math.min(1, ...nearest.map(({ likeness }) => likeness)),
    knowledge.likeness(claim.text, stated.text),
    knowledge.likeness(claim.text, scoped),
    aligned.reduce((sum, { weight, strength }) => sum + (strength >= 0.85 ? weight : 0), 0),
    said(true),
    said(false),
    aligned.reduce((sum, { weight, layer }) => sum + (layer === 'heading' || layer === 'document' ? weight : 0), 0),
    aligned.reduce((sum, { weight, byPhrase }) => sum + (byPhrase ? weight : 0), 0),
    capped(figures.said),
    capped(figures.denied),
    capped(figures.unsaid),
    capped(stated.quantities.length + stated.dates.length, 5),
    judged.saidByOthers,
    judged.deniedByOthers,
    capped(comparison.otherFigures),
    capped(comparison.datesDenied),
    flag(judged.isUnit),
    flag(modality === 'same'),
    flag(modality === 'weaker'),
    flag(modality === 'breaks'),
    flag(modality === 'open'),
    flag(modality === 'fact'),
    flag(obliges(claim)),
    flag(obliges(stated)),
    flag(comparison.scope === 'other'),
    flag(comparison.scope === 'unknown'),
    capped(comparison.namesMissing),
    flag(comparison.reversed),
    capped(comparison.opposites),
    flag(comparison.exchanged),
    capped(own),
    capped(theirs),
    flag(own % 2 !== theirs % 2),
    flag(own % 2 !== near % 2),
    flag(bars),
    flag(judged.isCell),
    flag(judged.isRow),
    flag(judged.sameBreadth),
    flag(judged.sided),
    judged.order,
    capped(atoms.filter(({ kind, state }) => kind === 'party' && state === 'unsaid').length),
    capped(atoms.filter(({ kind, state }) => (kind === 'action' || kind === 'object') && state === 'denied').length),
    flag(comparing.test(claim.text) && !comparing.test(stated.text)),
    flag(causing.test(claim.text) && !causing.test(stated.text)),
    flag(conditional.test(stated.text) && !conditional.test(claim.text)),
    log(entailment.entail),
    log(entailment.contradict),
    log(entailment.contradict) - log(entailment.entail),
    log(other.entail),
    log(other.contradict),
    log(other.contradict) - log(other.entail),
    judged.lead,
    1 / (1 + judged.place),
    judged.entailLead,
    flag(comparison.limited),
    flag(saysOnly(claim.text) && !saysOnly(stated.text)),
    aligned.reduce(
      (sum, { weight, word, at, strength }) =>
        sum + (at !== null && strength >= 0.7 && isDenied(claim, word) !== isDenied(stated, at) ? weight : 0),
      0,
    ),
    Math.max(0, ...aligned.map(({ weight, strength, layer }) => (layer === 'sentence' ? weight * (1 - strength) : weight))),
    Math.max(0, ...aligned.map(({ weight, strength }) => weight * (1 - strength))),
    flag(comparison.subjectsDiffer),
    flag(sidesSwapped(claim, stated, comparison)),
    reasonSaid(claim, comparison),
    flag(directionDiffers(claim.text, stated.text)),
    flag(claim.quantities.some((own) => loosened(own, stated))),
    replacing('name'),
    replacing('kin'),
    replacing('other'),
    replaced.reduce((sum, { weight, enclosed }) => sum + (enclosed ? weight : 0), 0),
    flag(replaced.some(({ kind }) => kind !== 'other')),
    polarity.all,
    polarity.predicate,
    polarity.verbs,
    capped(comparison.opposedFigures),
    comparison.misplaced,
    setAside(claim, stated, aligned),
    flag(timesTurned(claim, stated, aligned) || exceptionTurned(claim.text, stated.text)),
    flag(
      (unsure.test(stated.text) && !unsure.test(claim.text)) ||
        onlySupposed(claim, stated, comparison) ||
        restrictionLeft(claim, stated, comparison),
    ),
    subjectSaid(claim, comparison),
  ];
  return Float32Array.from([...plain, ...together(Float32Array.from(plain))]);
}

/** Signs that say something only together: a logistic regression adds up what it is given. */
function together(plain: Float32Array): number[] {
  const of = (name: SignName): number => signOf(plain, name);
  const flag = (value: boolean): number => (value ? 1 : 0);
  const [bars, parity, turned, coverage] = [of('bars differ'), of('parity near differs'), of('turned share'), of('coverage')];
  const figures = flag(of('figures said') > 0 && of('figures denied') === 0 && of('figures unsaid') === 0);
  const contrary: readonly SignName[] = [
    'figures denied',
    'figures unsaid',
    'modality breaks',
    'reversed',
    'opposites',
    'exchanged',
    'bars differ',
    'parity near differs',
    'sides swapped',
    'direction differs',
    'set aside',
    'times turned',
    'only alone',
    'cause alone',
  ];
  const mostly = flag(of('clauses turned') > 0.5 && of('predicate turned') > 0.5);
  const clean = flag(contrary.every((name) => of(name) === 0) && turned < 0.1);
  return [
    bars * parity,
    bars * (1 - parity),
    parity * (1 - bars),
    bars * flag(of('second against') > 0),
    turned * bars,
    turned * (1 - bars),
    flag(of('against') > 0 && of('second against') > 0),
    flag(of('against') < 0 && of('second against') < 0),
    figures,
    figures * coverage,
    flag(coverage >= 0.8),
    coverage * coverage,
    of('figures denied') * coverage,
    of('modality breaks') * coverage,
    of('exchanged') * coverage,
    clean,
    clean * coverage,
    clean * of('missing most'),
    clean * (1 - of('replaced')),
    clean * (1 - of('replaced')) * of('own coverage'),
    of('replaced') * of('own coverage'),
    mostly,
    mostly * coverage,
    flag(of('clauses turned') < 0.1),
    flag(of('clauses turned') < 0.1) * coverage,
  ];
}
