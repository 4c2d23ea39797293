import picomatch from 'picomatch';

import { throwIfCancelled } from '../base/error.ts';
import { sha256 } from '../base/hash.ts';
import { parseDocument } from '../documents/read.ts';
import type { Embedder } from '../models/ports.ts';
import { contentStems } from '../text/tokens.ts';
import { Bm25 } from './bm25.ts';
import { fuse } from './fusion.ts';
import type { IndexedDocument, IndexedPassage, PassageIndex, SearchHit } from './types.ts';

/** One distinct text, under its first passage; equal passages elsewhere are its copies and take no part in the statistics. */
interface Row {
  readonly passage: IndexedPassage;
  readonly vector: Float32Array;
  readonly copies: IndexedPassage[];
}

/** What a passage is searched by: its headings count as words of it. */
export function searchText(passage: Pick<IndexedPassage, 'title' | 'headingPath' | 'spans'>): string {
  return [passage.title, ...passage.headingPath, ...passage.spans.map((span) => span.plain)].join('\n');
}

/**
 * An exact index of the given documents in memory: the oracle of the index tests, and the index of small corpora that come and go.
 * Documents of unknown kinds are left out.
 */
export async function createMemoryIndex(documents: readonly { readonly path: string; readonly text: string }[], embedder: Embedder, signal?: AbortSignal): Promise<PassageIndex> {
  const byPath = new Map<string, IndexedPassage[]>();
  const listed: IndexedDocument[] = [];
  for (const { path, text } of [...documents].sort((x, y) => (x.path < y.path ? -1 : 1))) {
    throwIfCancelled(signal);
    const document = parseDocument(path, text);
    if (document === null) continue;
    const passages = document.passages.map((passage): IndexedPassage => ({
      id: `${path}:${passage.start}-${passage.end}`,
      path,
      contentHash: document.contentHash,
      title: document.title,
      start: passage.start,
      end: passage.end,
      line: document.lines.lineAt(passage.start),
      headingPath: passage.headingPath,
      text: text.slice(passage.start, passage.end),
      spans: passage.spans,
    }));
    byPath.set(path, passages);
    listed.push({ path, contentHash: document.contentHash, bytes: Buffer.byteLength(text), modifiedMs: 0, parser: document.parser, status: 'indexed', reason: null, passages: passages.length });
  }
  const all = [...byPath.values()].flat();
  const vectors = await embedder.embed(all.map(searchText), 'passage', { seed: 0, ...(signal === undefined ? {} : { signal }) });
  const rows: Row[] = [];
  const bm25 = new Bm25();
  const known = new Map<string, Row>();
  all.forEach((passage, index) => {
    const words = searchText(passage);
    const twin = known.get(words);
    if (twin !== undefined) {
      twin.copies.push(passage);
      return;
    }
    const row: Row = { passage, vector: vectors[index] ?? new Float32Array(embedder.dimensions), copies: [] };
    known.set(words, row);
    rows.push(row);
    bm25.add(contentStems(words));
  });
  const fingerprint = sha256(listed.map((document) => `${document.path}\n${document.contentHash}\n${document.parser}`).join('\n') + embedder.profileId);

  return {
    version: () => Promise.resolve(fingerprint),
    search(queries, { limit, exclude = [] }, stop) {
      throwIfCancelled(stop);
      const excluded = exclude.length === 0 ? null : picomatch([...exclude], { dot: true });
      return Promise.resolve(queries.map((query) => {
        const scores = bm25.search(contentStems(query.text));
        const best = Math.max(0, ...scores.values());
        const hits = rows.flatMap((row, index): SearchHit[] => {
          const places = [row.passage, ...row.copies].filter((passage) => excluded?.(passage.path) !== true);
          const [passage, ...copies] = places;
          if (passage === undefined) return [];
          const cosine = dot(query.vector, row.vector);
          const score = scores.get(index) ?? 0;
          return [{ passage, copies, vector: row.vector, cosine, bm25: score, score: fuse(cosine, score, best) }];
        });
        return hits.sort((x, y) => y.score - x.score || (x.passage.id < y.passage.id ? -1 : 1)).slice(0, limit);
      }));
    },
    passagesOf: (path) => Promise.resolve(byPath.get(path) ?? []),
    documents: () => Promise.resolve(listed),
    close: () => Promise.resolve(),
  };
}

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let d = 0; d < a.length; d += 1) sum += (a[d] ?? 0) * (b[d] ?? 0);
  return sum;
}
