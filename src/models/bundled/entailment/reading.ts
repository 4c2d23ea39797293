import { align, wordClass, type Alignment, type Side, type WordClass } from './alignment.ts';
import { relationAt, type WordBook } from './words.ts';

/** From this strength on a hypothesis word counts as said by the premise. */
export const aligned = 0.8;
/** From this strength on it counts as hinted at. */
export const loose = 0.5;

/** A pair with its words aligned: what all groups of features start from. Positions are token positions. */
export interface Reading {
  readonly book: WordBook;
  readonly premise: Side;
  readonly hypothesis: Side;
  readonly alignment: readonly Alignment[];
  readonly classes: readonly WordClass[];
  readonly premiseClasses: readonly WordClass[];
  /** Positions of content words. */
  readonly content: readonly number[];
  readonly premiseContent: readonly number[];
  /** Weight of the hypothesis's content that each premise sentence says word for word. */
  readonly perSentence: Float64Array;
  /** The sentence that says most; earlier ones on ties. */
  readonly bestSentence: number;
  /** The best sentence and every other that says some content word. */
  readonly touched: ReadonlySet<number>;
  /** Content positions of the premise in touched sentences, and in the best one. */
  readonly near: readonly number[];
  readonly inBest: readonly number[];
  /** Premise positions that say or hint at a content word. */
  readonly used: ReadonlySet<number>;
}

export function isContent(kind: WordClass | undefined): boolean {
  return kind !== undefined && kind !== 'function' && kind !== 'mark';
}

export function strengthAt(reading: Reading, hypothesisAt: number): number {
  return reading.alignment[hypothesisAt]?.strength ?? 0;
}

/** The embedder's weight of the word at a position: grows with rarity. */
export function weightAt(book: WordBook, side: Side, at: number): number {
  const id = side.ids[at];
  return id === undefined ? 0 : book.word(id).weight;
}

export function read(book: WordBook, premise: Side, hypothesis: Side): Reading {
  const alignment = align(book, premise, hypothesis);
  const classes = hypothesis.tokens.map((_, at) => wordClass(book, hypothesis, at));
  const premiseClasses = premise.tokens.map((_, at) => wordClass(book, premise, at));
  const positions = (kinds: readonly WordClass[]): number[] => kinds.flatMap((kind, at) => (isContent(kind) ? [at] : []));
  const content = positions(classes);
  const premiseContent = positions(premiseClasses);
  const perSentence = saidPerSentence(book, premise, hypothesis, content);
  let bestSentence = 0;
  perSentence.forEach((value, at) => {
    if (value > (perSentence[bestSentence] ?? 0)) bestSentence = at;
  });
  const touched = new Set<number>([bestSentence]);
  const used = new Set<number>();
  for (const at of content) {
    const found = alignment[at];
    if (found === undefined) continue;
    if (found.strength >= loose) used.add(found.at);
    const sentence = found.strength < aligned ? undefined : premise.tokens[found.at]?.sentence;
    if (sentence !== undefined && sentence >= 0) touched.add(sentence);
  }
  const near = premiseContent.filter((at) => touched.has(premise.tokens[at]?.sentence ?? -1));
  const inBest = near.filter((at) => premise.tokens[at]?.sentence === bestSentence);
  return {
    book,
    premise,
    hypothesis,
    alignment,
    classes,
    premiseClasses,
    content,
    premiseContent,
    perSentence,
    bestSentence,
    touched,
    near,
    inBest,
    used,
  };
}

/** Words of the context count in every sentence. */
function saidPerSentence(book: WordBook, premise: Side, hypothesis: Side, content: readonly number[]): Float64Array {
  const perSentence = new Float64Array(Math.max(1, premise.sentences));
  const best = new Float64Array(perSentence.length);
  for (const j of content) {
    const id = hypothesis.ids[j];
    const token = hypothesis.tokens[j];
    if (id === undefined || token === undefined) continue;
    best.fill(0);
    for (let i = 0; i < premise.tokens.length; i += 1) {
      const other = premise.tokens[i];
      const otherId = premise.ids[i];
      if (other === undefined || otherId === undefined || other.kind === 'mark' || other.stop) continue;
      if (token.value !== null && other.value !== null ? token.value !== other.value : book.relation(otherId, id)[relationAt.lemma] !== 1)
        continue;
      if (other.sentence < 0) best.fill(1);
      else best[other.sentence] = 1;
    }
    const weight = weightAt(book, hypothesis, j);
    for (let sentence = 0; sentence < best.length; sentence += 1)
      perSentence[sentence] = (perSentence[sentence] ?? 0) + (best[sentence] ?? 0) * weight;
  }
  return perSentence;
}
