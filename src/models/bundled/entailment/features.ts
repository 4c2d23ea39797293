import { readSide, type Side } from './alignment.ts';
import { coverageFeatures, orderFeatures, sizeFeatures } from './coverage.ts';
import { numberEvidence } from './numbers.ts';
import { negationFeatures, oppositionFeatures, scopeFeatures } from './opposition.ts';
import { read, type Reading } from './reading.ts';
import { structureEvidence } from './structure.ts';
import type { WordBook } from './words.ts';

/** Tokens read of either side; the rest of a longer text is left out. */
export const premiseLimit = 320;
export const hypothesisLimit = 80;

const focusLimit = 72;
const focusContext = 12;

export interface PairReading {
  /** In the order of `featureNames`. */
  readonly features: Float32Array;
  /** Premise positions that the network reads, ascending: context and the sentences that say most of the hypothesis, no marks. */
  readonly focus: readonly number[];
}

function featuresOf(reading: Reading): Record<string, number> {
  const { book, premise, hypothesis, alignment, classes, premiseClasses, near, used, touched } = reading;
  return {
    ...coverageFeatures(reading),
    ...oppositionFeatures(reading),
    ...negationFeatures(reading),
    ...scopeFeatures(reading),
    ...orderFeatures(reading),
    ...numberEvidence(premise, hypothesis, touched),
    ...structureEvidence(book, premise, hypothesis, alignment, classes, premiseClasses, new Set(near), used),
    ...sizeFeatures(reading),
  };
}

/** Names of the linguistic features, in the order of `PairReading.features`. */
export function featureNames(book: WordBook): string[] {
  const side = readSide(book, 'A dog ran.', '', hypothesisLimit);
  return Object.keys(featuresOf(read(book, side, side)));
}

export function readPair(book: WordBook, premise: Side, hypothesis: Side): PairReading {
  const reading = read(book, premise, hypothesis);
  return { features: Float32Array.from(Object.values(featuresOf(reading))), focus: focusOf(premise, reading.perSentence) };
}

function focusOf(premise: Side, perSentence: Float64Array): number[] {
  const order = [...perSentence.keys()].sort((a, b) => (perSentence[b] ?? 0) - (perSentence[a] ?? 0) || a - b);
  const bySentence = new Map<number, number[]>();
  premise.tokens.forEach((token, at) => {
    if (token.kind === 'mark') return;
    const list = bySentence.get(token.sentence);
    if (list === undefined) bySentence.set(token.sentence, [at]);
    else list.push(at);
  });
  const chosen = (bySentence.get(-1) ?? []).slice(0, focusContext);
  for (const sentence of order) {
    const room = focusLimit - chosen.length;
    const words = bySentence.get(sentence) ?? [];
    if (room <= 0 || (words.length > room && chosen.length > focusContext)) break;
    chosen.push(...words.slice(0, room));
  }
  return chosen.sort((a, b) => a - b);
}
