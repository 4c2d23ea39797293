import type { PassageIndex } from '../index/types.ts';
import type { ModelCall, Models } from '../models/ports.ts';
import { sharedByLonger, shinglesOf } from '../text/shingles.ts';
import { tokenize } from '../text/tokens.ts';

/** A document of the index that is nearly the same as another text. */
export interface NearCopy {
  readonly path: string;
  /** How much of the longer of the two stands in the other, [0, 1]. */
  readonly share: number;
}

/**
 * From this share on a document counts as another draft of the one under review. `npm run evaluate:copies` prints what it was chosen by:
 * copies with edits against pairs of real documents.
 */
export const nearCopyShare = 0.2;
/** A text with fewer shingles is no draft of anything. */
const fewestShingles = 20;
/** The document is searched for by so many pieces of it, spread evenly. */
const pieces = 12;
const pieceWords = 40;
/** Passages that are looked at for each piece. */
const perPiece = 20;

/**
 * Documents of the index that are near copies of a text, most alike first. Those that a search for pieces of the text finds are compared
 * with it by their shingles, so that the cost does not grow with the folder.
 * @throws LinchpinError `cancelled`, index and model codes.
 */
export async function nearCopies(
  text: string,
  index: PassageIndex,
  { embedder }: Pick<Models, 'embedder'>,
  call: ModelCall,
): Promise<NearCopy[]> {
  const own = shinglesOf(text);
  if (own.size < fewestShingles) return [];
  const queries = piecesOf(text);
  const vectors = await embedder.embed(queries, 'query', call);
  const hits = await index.search(
    queries.flatMap((query, at) => {
      const vector = vectors[at];
      return vector === undefined ? [] : [{ text: query, vector }];
    }),
    { limit: perPiece },
    call.signal,
  );
  const paths = new Set(hits.flat().flatMap(({ passage, copies }) => [passage.path, ...copies.map((copy) => copy.path)]));
  const found: NearCopy[] = [];
  for (const path of [...paths].sort()) {
    const share = sharedByLonger(own, shinglesOf(textOf(await index.passagesOf(path))));
    if (share >= nearCopyShare) found.push({ path, share });
  }
  return found.sort((a, b) => b.share - a.share || (a.path < b.path ? -1 : 1));
}

function piecesOf(text: string): string[] {
  const words = tokenize(text);
  const step = Math.max(pieceWords, Math.floor(words.length / pieces));
  const found: string[] = [];
  for (let at = 0; at < words.length && found.length < pieces; at += step) {
    const [first, last] = [words[at], words[Math.min(words.length, at + pieceWords) - 1]];
    if (first !== undefined && last !== undefined) found.push(text.slice(first.start, last.end));
  }
  return found;
}

/** Passages may overlap: what was read already is not read again. */
function textOf(passages: readonly { readonly start: number; readonly end: number; readonly text: string }[]): string {
  let done = 0;
  return passages
    .map(({ start, end, text }) => {
      const fresh = text.slice(Math.max(0, done - start));
      done = Math.max(done, end);
      return fresh;
    })
    .join('\n');
}
