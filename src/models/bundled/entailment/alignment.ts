import { readTokens, type EntailmentToken } from './tokens.ts';
import type { WordBook } from './words.ts';

/** One side of a pair, tokens beside their word numbers. Context tokens come first and belong to no sentence (-1). */
export interface Side {
  readonly tokens: readonly EntailmentToken[];
  readonly ids: readonly number[];
  readonly contextLength: number;
  readonly sentences: number;
}

export type WordClass = 'name' | 'number' | 'noun' | 'verb' | 'modifier' | 'function' | 'mark';

/** Where a hypothesis token finds its counterpart. */
export interface Alignment {
  /** Premise position, or -1. */
  readonly at: number;
  /** Strength, [0, 1]: 1 the same word, 0.95 the same lemma, 0.8 to 0.9 a synonym or more special word, under 0.5 nothing that counts. */
  readonly strength: number;
}

export const contextLimit = 40;

export function readSide(book: WordBook, text: string, context: string | undefined, limit: number): Side {
  const before =
    context === undefined || context === ''
      ? []
      : readTokens(context, contextLimit).map((token) => ({ ...token, sentence: -1, negated: false }));
  const tokens = [...before, ...readTokens(text, limit)];
  return {
    tokens,
    ids: tokens.map((token) => book.id(token.text)),
    contextLength: before.length,
    sentences: (tokens.at(-1)?.sentence ?? -1) + 1,
  };
}

const verbLeads = new Set(
  "to will would shall should can could may might must not never n't he she it they we i you who which that 'll always often also is are was were be been being has have had do does did".split(
    ' ',
  ),
);
const nounLeads = new Set(
  "the a an this that these those his her its their my our your of in on at by for with from into some any no each every both 's".split(
    ' ',
  ),
);

/** A guess from the dictionary and the word before; enough for features, no tagger. */
export function wordClass(book: WordBook, side: Side, at: number): WordClass {
  const token = side.tokens[at];
  const id = side.ids[at];
  if (token === undefined || id === undefined || token.kind === 'mark') return 'mark';
  if (token.value !== null) return 'number';
  if (token.stop) return 'function';
  if (token.name) return 'name';
  const [noun, verb, adjective, adverb] = book.word(id).pos;
  const before = side.tokens[at - 1]?.text ?? '';
  if (verb && (verbLeads.has(before) || (/(?:ed|ing)$/.test(token.text) && !nounLeads.has(before)))) return 'verb';
  if (noun && (!verb || nounLeads.has(before))) return adjective && !nounLeads.has(before) ? 'modifier' : 'noun';
  if (verb && /(?:s|ed|ing)$/.test(token.text) && !nounLeads.has(before)) return 'verb';
  if (adjective || adverb) return 'modifier';
  if (noun) return 'noun';
  return verb ? 'verb' : 'name';
}

/** Best counterpart of each hypothesis token; ties go to the premise token nearest to the previous token's counterpart. */
export function align(book: WordBook, premise: Side, hypothesis: Side): Alignment[] {
  const result: Alignment[] = [];
  let previous = -1;
  hypothesis.tokens.forEach((token, j) => {
    const id = hypothesis.ids[j];
    if (token.kind === 'mark' || id === undefined) {
      result.push({ at: -1, strength: 0 });
      return;
    }
    let at = -1;
    let strength = 0;
    for (let i = 0; i < premise.tokens.length; i += 1) {
      const other = premise.tokens[i];
      const otherId = premise.ids[i];
      if (other === undefined || otherId === undefined || other.kind === 'mark') continue;
      let s: number;
      if (token.value !== null && other.value !== null) s = token.value === other.value ? 1 : 0;
      else if (token.stop !== other.stop && token.text !== other.text) s = 0;
      else s = book.strength(otherId, id);
      if (s <= 0) continue;
      const closer = previous >= 0 && Math.abs(i - previous - 1) < Math.abs(at - previous - 1);
      if (s > strength + 1e-9 || (Math.abs(s - strength) <= 1e-9 && closer)) {
        strength = s;
        at = i;
      }
    }
    result.push({ at, strength });
    if (strength >= 0.8 && !token.stop) previous = at;
  });
  return result;
}
