import { throwIfCancelled } from '../base/error.ts';
import type { EntailmentScores } from '../contract/evidence.ts';
import type { Entailment, EntailmentPair, ModelCall } from '../models/ports.ts';
import { contentStems } from '../text/tokens.ts';
import { type Acronyms, acronymsIn } from './acronyms.ts';
import { compare, type Comparison } from './compare.ts';
import { isUnit, orderOf, sameBreadth, sided } from './forms.ts';
import { type Reading, readText } from './reading.ts';
import { partsOf, sidesOf } from './parts.ts';
import { rowFor } from './rows.ts';
import { signsOf } from './signs.ts';
import { inStatedWords } from './stated-words.ts';
import type { ScopedSentence } from './types.ts';
import type { WordKnowledge } from './words.ts';

export type RequestedSentence = ScopedSentence & { readonly kind: 'heading' | 'row' | 'text' };

/** A claim beside one sentence, with all that is known of the two. */
export interface Pair {
  /** Place in the request. */
  readonly at: number;
  readonly sentence: RequestedSentence;
  /** What of the sentence is judged: the whole, one of the statements that it joins, or the cells of a row that the claim is about. */
  readonly text: string;
  readonly isCell: boolean;
  readonly stated: Reading;
  readonly comparison: Comparison;
  readonly entailment: EntailmentScores;
  /** Of the second scorer, where there is one and it was asked. */
  readonly second: EntailmentScores | null;
  /** As `signNames`; null where no scorer was asked. */
  readonly signs: Float32Array | null;
  /** The one of the statements that the sentence joins that is about the claim, read by itself. */
  readonly part: Pair | null;
  /** No one of the statements that the sentence joins says nearly all that they say of the claim together. */
  readonly isSpread: boolean;
}

/** Sentences that are taken apart: the most relevant, and those that share most words with the claim. */
const byRelevance = 60;
const byWords = 40;

/** Of the sentences that are taken apart, those that say most of the claim are shown to the scorers. */
export interface Depth {
  readonly scored: number;
  readonly scoredTwice: number;
  /** Of these, the statements that a sentence joins are read by themselves, too. */
  readonly parts: boolean;
}

export const depth: Depth = { scored: 12, scoredTwice: 12, parts: true };
/** A scorer that reads decides by itself, and is asked about more. */
export const readingDepth: Depth = { scored: 50, scoredTwice: 0, parts: false };

const unscored: EntailmentScores = { entail: 0, neutral: 1, contradict: 0 };

/**
 * Takes sentences apart beside a claim, those that say most of it first.
 *
 * @throws LinchpinError `cancelled`, and what the models throw.
 */
export async function readPairs(
  claim: Reading,
  sentences: readonly RequestedSentence[],
  depth: Depth,
  entailment: Entailment,
  second: Entailment | undefined,
  knowledge: WordKnowledge,
  call: ModelCall,
): Promise<Pair[]> {
  const acronyms = acronymsIn(sentences.flatMap(({ text, elsewhere }) => [text, ...elsewhere.slice(0, 1)]));
  const read = worthReading(claim.text, sentences).map((at) => {
    const sentence = sentences[at];
    if (sentence === undefined) throw new RangeError(`no sentence ${at}`);
    const { text, isCell } = sentence.kind === 'row' ? rowFor(sentence.text, claim) : { text: sentence.text, isCell: false };
    const stated = readText(text);
    return { at, text, isCell, sentence, stated, comparison: compare(claim, { ...sentence, text }, acronyms, knowledge, stated) };
  });
  throwIfCancelled(call.signal);
  const telling = read.sort((a, b) => b.comparison.coverage - a.comparison.coverage || a.at - b.at);
  const asked = telling.filter(({ sentence }) => sentence.kind !== 'heading').slice(0, depth.scored);
  const joined = depth.parts ? asked.map((entry) => joinedIn(entry, claim, acronyms, knowledge)) : [];
  const parts = joined.flatMap(({ part }) => part ?? []);
  const shown = [...asked, ...parts];
  const scores = await entailment.classify(
    shown.map((entry) => pairOf(claim, entry)),
    call,
  );
  const again = second === undefined ? [] : [...asked.slice(0, depth.scoredTwice), ...parts];
  const seconds =
    (await second?.classify(
      again.map((entry) => pairOf(claim, entry)),
      call,
    )) ?? [];
  const twice = new Map(again.map((entry, place) => [entry, seconds[place]]));
  const scored = shown.map((entry, place): Scored => ({
    ...entry,
    entailment: scores[place] ?? unscored,
    second: twice.get(entry) ?? null,
  }));
  const wholes = scored.slice(0, asked.length);
  const withSigns = (entry: Scored, place: number): Pair => ({
    ...entry,
    part: null,
    isSpread: false,
    signs: signsOf(
      inputOf(
        claim,
        entry,
        place,
        wholes.filter(({ at }) => at !== entry.at),
      ),
      knowledge,
    ),
  });
  const placeOf = new Map(wholes.map(({ at }, place) => [at, place]));
  const partAt = new Map(scored.slice(asked.length).map((part) => [part.at, withSigns(part, placeOf.get(part.at) ?? 0)]));
  return telling.map((entry): Pair => {
    const place = placeOf.get(entry.at);
    const own = place === undefined ? undefined : wholes[place];
    if (place === undefined || own === undefined)
      return { ...entry, entailment: unscored, second: null, signs: null, part: null, isSpread: false };
    return { ...withSigns(own, place), part: partAt.get(entry.at) ?? null, isSpread: joined[place]?.isSpread ?? false };
  });
}

type Read = Pick<Pair, 'at' | 'text' | 'isCell' | 'sentence' | 'stated' | 'comparison'>;
type Scored = Read & Pick<Pair, 'entailment' | 'second'>;

function inputOf(claim: Reading, entry: Scored, place: number, rivals: readonly Scored[]): Parameters<typeof signsOf>[0] {
  const { comparison, stated, sentence, entailment, second, isCell } = entry;
  return {
    claim,
    stated,
    sentence,
    comparison,
    entailment,
    second,
    isCell,
    isRow: sentence.kind === 'row',
    isUnit: isUnit(claim, stated, comparison),
    order: orderOf(comparison),
    sameBreadth: sameBreadth(claim.text, stated.text),
    sided: sided.test(claim.text),
    lead: comparison.coverage - Math.max(0, ...rivals.map((rival) => rival.comparison.coverage)),
    place,
    saidByOthers: Math.max(0, ...rivals.filter((rival) => says(claim, rival.comparison)).map((rival) => rival.comparison.coverage)),
    deniedByOthers: Math.max(0, ...rivals.filter((rival) => conflicts(rival.comparison)).map((rival) => rival.comparison.coverage)),
    entailLead: entailment.entail - Math.max(0, ...rivals.map((rival) => rival.entailment.entail)),
  };
}

/** What the statements that a sentence joins are to a claim. */
interface Joined {
  /** The one that says all that the sentence says of the claim: its figures and its "not" alone are the claim's. */
  readonly part: Read | null;
  /** "Type I removes ice, and Type IV keeps it off" says all words of "Type IV removes ice", and does not say so. */
  readonly isSpread: boolean;
}

function joinedIn(entry: Read, claim: Reading, acronyms: Acronyms, knowledge: WordKnowledge): Joined {
  const { sentence, text, comparison } = entry;
  if (sentence.kind !== 'text') return { part: null, isSpread: false };
  const read = (part: string): Read => {
    const stated = readText(part);
    return { ...entry, text: part, stated, comparison: compare(claim, { ...sentence, text: part }, acronyms, knowledge, stated) };
  };
  const texts = partsOf(text);
  const parts = texts.map(read);
  const sides = sidesOf(text, texts);
  const shares = (sides === texts ? parts : sides.map(read)).map((side) => side.comparison.ownCoverage);
  const isSpread = shares.length > 1 && Math.max(...shares) < comparison.ownCoverage - spreadFrom;
  const [own, ...more] = parts.filter((part) => part.comparison.ownCoverage >= comparison.ownCoverage - lostByPart);
  if (own === undefined || more.length > 0) return { part: null, isSpread };
  // Of a claim with several figures the whole may say more than one of its statements does.
  const several = claim.quantities.length + claim.dates.length > 1;
  return { part: several && own.comparison.figures.said < comparison.figures.said ? null : own, isSpread };
}
/** By weight of the claim's words. */
const lostByPart = 0.02;
const spreadFrom = 0.12;

function conflicts({ figures, modality, reversed, exchanged }: Comparison): boolean {
  return figures.denied > 0 || modality === 'breaks' || reversed || exchanged;
}

function says(claim: Reading, comparison: Comparison): boolean {
  const { said, denied, unsaid } = comparison.figures;
  const hasFigures = claim.quantities.length + claim.dates.length > 0;
  return !conflicts(comparison) && (!hasFigures || (said > 0 && denied === 0 && unsaid === 0));
}

/** A claim and a sentence as the scorers are given them. */
export function pairOf(claim: Reading, { text, sentence, stated }: Pick<Pair, 'text' | 'sentence' | 'stated'>): EntailmentPair {
  return {
    premise: text,
    hypothesis: inStatedWords(claim, stated).trimStart(),
    context: [...sentence.document.slice(0, 1), ...sentence.headings].join(' > '),
  };
}

function worthReading(claim: string, sentences: readonly RequestedSentence[]): number[] {
  const wanted = new Set(contentStems(claim));
  const shared = sentences.map(({ text, headings }) => {
    const stems = new Set(contentStems([...headings.slice(-2), text].join(' ')));
    return [...wanted].filter((word) => stems.has(word)).length;
  });
  const places = [...sentences.keys()];
  const chosen = new Set(places.slice(0, byRelevance));
  for (const at of places.sort((a, b) => (shared[b] ?? 0) - (shared[a] ?? 0) || a - b).slice(0, byWords)) chosen.add(at);
  return [...chosen].sort((a, b) => a - b);
}
