import { type Token, tokenize } from './tokens.ts';
import type { ReaderWord, ReaderWords } from './words.ts';

/** A sentence with its document's title or heading. */
export interface TitledSentence {
  readonly title: string;
  readonly text: string;
}

export interface ContextSentence {
  /** Its place in the list that was given. */
  readonly at: number;
  readonly tokens: readonly Token[];
  readonly words: readonly ReaderWord[];
}

/** Consecutive sentences under one title. */
export interface ContextDocument {
  readonly title: readonly ReaderWord[];
  readonly sentences: readonly ContextSentence[];
}

/** Words that are read, titles among them, and of one title. */
export interface ContextLimits {
  readonly words: number;
  readonly titleWords: number;
}

/** The first sentences, as far as the limits go: the last one may be cut. Sentences without a word are left out. */
export function readContext(words: ReaderWords, sentences: readonly TitledSentence[], limits: ContextLimits): ContextDocument[] {
  const documents: { title: ReaderWord[]; sentences: ContextSentence[] }[] = [];
  let left = limits.words;
  let under: string | undefined;
  for (const [at, { title, text }] of sentences.entries()) {
    const heading = title === under ? [] : tokenize(title, limits.titleWords).map((token) => words.word(token.text));
    if (left <= heading.length) break;
    const tokens = tokenize(text, left - heading.length);
    if (tokens.length === 0) continue;
    if (title !== under) documents.push({ title: heading, sentences: [] });
    under = title;
    documents.at(-1)?.sentences.push({ at, tokens, words: tokens.map((token) => words.word(token.text)) });
    left -= heading.length + tokens.length;
  }
  return documents;
}
