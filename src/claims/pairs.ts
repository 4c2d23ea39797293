import { throwIfCancelled } from '../base/error.ts';
import type { EntailmentScores } from '../contract/evidence.ts';
import type { Entailment, EntailmentPair, ModelCall } from '../models/ports.ts';
import { contentStems } from '../text/tokens.ts';
import { acronymsIn } from './acronyms.ts';
import { compare, type Comparison } from './compare.ts';
import { isUnit, orderOf, sameBreadth, sided } from './forms.ts';
import { type Reading, readText } from './reading.ts';
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
  /** What of the sentence is judged: the whole, or the cells of a row that the claim is about. */
  readonly text: string;
  readonly isCell: boolean;
  readonly stated: Reading;
  readonly comparison: Comparison;
  readonly entailment: EntailmentScores;
  /** Of the second scorer, where there is one and it was asked. */
  readonly second: EntailmentScores | null;
  /** As `signNames`; null where no scorer was asked. */
  readonly signs: Float32Array | null;
}

/** Sentences that are taken apart: the most relevant, and those that share most words with the claim. */
const byRelevance = 60;
const byWords = 40;

/** Of the sentences that are taken apart, those that say most of the claim are shown to the scorers. */
export interface Depth {
  readonly scored: number;
  readonly scoredTwice: number;
}

export const depth: Depth = { scored: 12, scoredTwice: 12 };
/** A scorer that reads decides by itself, and is asked about more. */
export const readingDepth: Depth = { scored: 50, scoredTwice: 0 };

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
  const scores = await entailment.classify(
    asked.map((entry) => pairOf(claim, entry)),
    call,
  );
  const again = second === undefined ? [] : asked.slice(0, depth.scoredTwice);
  const seconds =
    (await second?.classify(
      again.map((entry) => pairOf(claim, entry)),
      call,
    )) ?? [];
  const scored = asked.map((entry, place) => ({ ...entry, entailment: scores[place] ?? unscored, second: seconds[place] ?? null }));
  const placeOf = new Map(scored.map((entry, place) => [entry.at, { entry, place }]));
  return telling.map((entry): Pair => {
    const known = placeOf.get(entry.at);
    if (known === undefined) return { ...entry, entailment: unscored, second: null, signs: null };
    const rivals = scored.filter(({ at }) => at !== entry.at);
    const { comparison, stated } = entry;
    return {
      ...known.entry,
      signs: signsOf(
        {
          claim,
          stated,
          sentence: entry.sentence,
          comparison,
          entailment: known.entry.entailment,
          second: known.entry.second,
          isCell: entry.isCell,
          isRow: entry.sentence.kind === 'row',
          isUnit: isUnit(claim, stated, comparison),
          order: orderOf(comparison),
          sameBreadth: sameBreadth(claim.text, stated.text),
          sided: sided.test(claim.text),
          lead: comparison.coverage - Math.max(0, ...rivals.map((rival) => rival.comparison.coverage)),
          place: known.place,
          saidByOthers: Math.max(0, ...rivals.filter((rival) => says(claim, rival.comparison)).map((rival) => rival.comparison.coverage)),
          deniedByOthers: Math.max(0, ...rivals.filter((rival) => conflicts(rival.comparison)).map((rival) => rival.comparison.coverage)),
          entailLead: known.entry.entailment.entail - Math.max(0, ...rivals.map((rival) => rival.entailment.entail)),
        },
        knowledge,
      ),
    };
  });
}

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
