import { readSide, type Side } from '../entailment/alignment.ts';
import { hypothesisLimit, premiseLimit, readPair } from '../entailment/features.ts';
import type { WordBook } from '../entailment/words.ts';
import type { PhraseBook } from '../../../text/phrases.ts';
import { relations as bits, relationsOf } from './relations.ts';
import { type NetworkWord, networkWords } from './words.ts';

/** Words of the claim that are read, marks left out. */
const claimLimit = 40;

/** From this strength on a phrase says another. */
const saying = 0.8;

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
  readonly #phrases: PhraseBook | undefined;
  readonly #sides = new Map<string, Side>();
  readonly #asked = new Map<Side, Map<number, Set<number>>>();

  /** @param book not to be trimmed while the reader is in use @param phrases whose words are synonyms too, for a network that was trained so */
  constructor(book: WordBook, phrases?: PhraseBook) {
    this.#book = book;
    this.#phrases = phrases;
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
    this.#relatePhrases(evidence, claim, focus, said, relations);
    return { ...words, relations, features };
  }

  /** The words of phrases that say one another are synonyms, each of each; those that only come up with one another are near. */
  #relatePhrases(evidence: Side, claim: Side, focus: readonly number[], said: readonly number[], relations: Uint16Array): void {
    const phrases = this.#phrases;
    const asked = this.#askedBy(claim);
    if (phrases === undefined || asked.size === 0) return;
    const rows = new Map(focus.map((at, row) => [at, row]));
    const columns = new Map(said.map((at, column) => [at, column]));
    for (const use of phrases.usesIn(textsOf(evidence), asked)) {
      if (use.side === 'said') continue;
      const bit = phrases.strengthOf(use.group) < saying ? bits.near : bits.synonym;
      for (const at of use.words)
        for (const place of asked.get(use.group) ?? []) {
          const [row, column] = [rows.get(at), columns.get(place)];
          if (row === undefined || column === undefined) continue;
          const cell = row * said.length + column;
          relations[cell] = (relations[cell] ?? 0) | bit;
        }
    }
  }

  /** For each group of phrases that a claim says the places of the words that say it. */
  #askedBy(claim: Side): ReadonlyMap<number, ReadonlySet<number>> {
    let asked = this.#asked.get(claim);
    if (asked === undefined) {
      this.#asked.set(claim, (asked = new Map<number, Set<number>>()));
      for (const { group, side, words } of this.#phrases?.usesIn(textsOf(claim)) ?? []) {
        if (side === 'says') continue;
        const places = asked.get(group) ?? new Set();
        for (const at of words) places.add(at);
        asked.set(group, places);
      }
    }
    return asked;
  }

  #side(text: string, context: string | undefined, limit: number): Side {
    const key = JSON.stringify([limit, context, text]);
    let side = this.#sides.get(key);
    if (side === undefined) this.#sides.set(key, (side = readSide(this.#book, text, context, limit)));
    return side;
  }
}

function textsOf({ tokens }: Side): string[] {
  return tokens.map(({ text }) => text);
}

/** Whether anything is said beside the headings. */
function hasWords({ tokens, contextLength }: Side): boolean {
  return tokens.some(({ kind }, at) => at >= contextLength && kind !== 'mark');
}
