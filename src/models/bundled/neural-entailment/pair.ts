import { readSide, type Side } from '../entailment/alignment.ts';
import { hypothesisLimit, premiseLimit, readPair } from '../entailment/features.ts';
import type { WordBook } from '../entailment/words.ts';
import { relationsOf } from './relations.ts';
import { type NetworkWord, networkWords } from './words.ts';

/** Words of the claim that are read, marks left out. */
const claimLimit = 40;

export interface EncodedPair {
  readonly premise: readonly NetworkWord[];
  readonly claim: readonly NetworkWord[];
  /** `relations` of each premise word with each claim word, row by row. */
  readonly relations: Uint16Array;
  /** In the order of `featureNames`. */
  readonly features: Float32Array;
}

export interface PairTexts {
  readonly premise: string;
  readonly hypothesis: string;
  readonly context?: string;
}

/** Reads the pairs of one batch: a side that several have is read once. */
export class PairReader {
  readonly #book: WordBook;
  readonly #sides = new Map<string, Side>();

  /** @param book not to be trimmed while the reader is in use */
  constructor(book: WordBook) {
    this.#book = book;
  }

  /** null where a side has no words: such a pair is neutral. */
  encode({ premise, hypothesis, context }: PairTexts): EncodedPair | null {
    const [evidence, claim] = [this.#side(premise, context, premiseLimit), this.#side(hypothesis, undefined, hypothesisLimit)];
    if (!hasWords(evidence) || !hasWords(claim)) return null;
    const { features, focus } = readPair(this.#book, evidence, claim);
    const said = claim.tokens.flatMap(({ kind }, at) => (kind === 'mark' ? [] : [at])).slice(0, claimLimit);
    const words = { premise: networkWords(this.#book, evidence, focus), claim: networkWords(this.#book, claim, said) };
    const relations = new Uint16Array(focus.length * said.length);
    const claimPlaces = said.map((at, place) => ({ side: claim, at, bound: words.claim[place]?.bound ?? 0 }));
    for (const [row, at] of focus.entries()) {
      const place = { side: evidence, at, bound: words.premise[row]?.bound ?? 0 };
      for (const [column, claimPlace] of claimPlaces.entries())
        relations[row * said.length + column] = relationsOf(this.#book, place, claimPlace);
    }
    return { ...words, relations, features };
  }

  #side(text: string, context: string | undefined, limit: number): Side {
    const key = JSON.stringify([limit, context, text]);
    let side = this.#sides.get(key);
    if (side === undefined) this.#sides.set(key, (side = readSide(this.#book, text, context, limit)));
    return side;
  }
}

/** Whether anything is said beside the headings. */
function hasWords({ tokens, contextLength }: Side): boolean {
  return tokens.some(({ kind }, at) => at >= contextLength && kind !== 'mark');
}
