import { hiddenWords } from '../../documents/hidden-texts.ts';
import { readDocument, type NotRead, type ReadOptions } from '../../documents/read.ts';
import type { Embedder } from '../../models/ports.ts';
import { contentStems } from '../../text/tokens.ts';
import { indexedPassages } from '../memory-store.ts';
import { searchText, textKeyOf } from '../rank.ts';
import type { WrittenDocument } from '../store.ts';

/** A file to be read, with what is known of it. */
export interface ReadRequest {
  /** Absolute path. */
  readonly file: string;
  /** Relative to the folder. */
  readonly path: string;
  readonly maxBytes: number;
  /** What the index holds under this path: of the same content nothing more is needed. */
  readonly known: { readonly contentHash: string; readonly parser: string } | null;
}

export type ReadReply =
  | ({ readonly ok: false } & NotRead)
  | {
      readonly ok: true;
      readonly contentHash: string;
      readonly parser: string;
      readonly encoding: string | null;
      readonly bytes: number;
      readonly modifiedMs: number;
      readonly count: number;
      /** What it holds and no reader sees, in words for people; null where there is nothing. */
      readonly hidden: string | null;
      /** null where the content is what is known. */
      readonly passages: WrittenDocument['passages'] | null;
      /** Texts that were embedded. */
      readonly embedded: number;
    };

/**
 * A file as the index takes it up: read, cut into passages, embedded.
 * @param earlier vectors by the text that was embedded
 * @throws LinchpinError `cancelled`, and the embedder's errors
 */
export async function readForIndex(
  { file, path, maxBytes, known }: ReadRequest,
  embedder: Embedder,
  earlier: () => Promise<ReadonlyMap<string, Float32Array>>,
  options: Omit<ReadOptions, 'maxBytes'> = {},
): Promise<ReadReply> {
  const { signal } = options;
  const result = await readDocument(file, path, { ...options, maxBytes });
  if (!result.ok) return result;
  const { document, encoding, bytes, modifiedMs } = result;
  const { contentHash, parser } = document;
  const hidden = document.hidden.length === 0 ? null : hiddenWords(document.hidden);
  const told = { ok: true, hidden, contentHash, parser, encoding, bytes, modifiedMs, count: document.passages.length } as const;
  if (known?.contentHash === contentHash && known.parser === parser) return { ...told, passages: null, embedded: 0 };
  const passages = indexedPassages(path, document);
  const texts = passages.map(searchText);
  const vectors = new Map(await earlier());
  const fresh = texts.filter((text) => !vectors.has(text));
  const made = await embedder.embed(fresh, 'passage', { seed: 0, ...(signal === undefined ? {} : { signal }) });
  for (const [at, text] of fresh.entries()) vectors.set(text, made[at] ?? new Float32Array(embedder.dimensions));
  return {
    ...told,
    passages: passages.map((passage, at) => {
      const text = texts[at] ?? '';
      const vector = vectors.get(text) ?? new Float32Array(embedder.dimensions);
      return { passage, vector, searched: { textKey: textKeyOf(passage), stems: contentStems(text).join(' ') } };
    }),
    embedded: fresh.length,
  };
}
