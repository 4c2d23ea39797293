import type { Token } from './tokens.ts';
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
  const documents: { title: readonly ReaderWord[]; sentences: ContextSentence[] }[] = [];
  let left = limits.words;
  let under: string | undefined;
  for (const [at, { title, text }] of sentences.entries()) {
    const heading = title === under ? [] : words.read(title, limits.titleWords).words;
    if (left <= heading.length) break;
    const read = words.read(text, left - heading.length);
    if (read.tokens.length === 0) continue;
    if (title !== under) documents.push({ title: heading, sentences: [] });
    under = title;
    documents.at(-1)?.sentences.push({ at, ...read });
    left -= heading.length + read.tokens.length;
  }
  return documents;
}
