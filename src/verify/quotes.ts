import { sha256 } from '../base/hash.ts';
import type { IndexedPassage } from '../index/types.ts';

interface Quoted {
  readonly passage: IndexedPassage;
  readonly span: { readonly start: number; readonly end: number };
  readonly copies: readonly { readonly path: string }[];
}

export interface VerifiedQuotes<T> {
  readonly kept: readonly T[];
  /** Spans whose document no longer says this at this place: never cited. */
  readonly dropped: readonly T[];
  /** Text and hash of every document that a span or a copy of one is quoted from, as it is now. */
  readonly documents: ReadonlyMap<string, { readonly text: string; readonly contentHash: string }>;
}

/**
 * Cuts every span from its document as it is now and keeps those that still say what the index says. Each document is read once.
 * What passes can be cited: its quote is the document's own text at its offsets.
 */
export async function verifyQuotes<T extends Quoted>(
  spans: readonly T[],
  readText: (path: string) => Promise<string | null>,
): Promise<VerifiedQuotes<T>> {
  const documents = new Map<string, { text: string; contentHash: string }>();
  const paths = [...new Set(spans.flatMap((entry) => [entry.passage.path, ...entry.copies.map((copy) => copy.path)]))];
  await Promise.all(
    paths.map(async (path) => {
      const text = await readText(path);
      if (text !== null) documents.set(path, { text, contentHash: sha256(text) });
    }),
  );
  const kept: T[] = [];
  const dropped: T[] = [];
  for (const entry of spans) {
    const { passage, span } = entry;
    const indexed = passage.text.slice(span.start - passage.start, span.end - passage.start);
    const current = documents.get(passage.path)?.text.slice(span.start, span.end);
    (indexed !== '' && indexed === current ? kept : dropped).push(entry);
  }
  return { kept, dropped, documents };
}
