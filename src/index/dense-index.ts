import { type LinchpinError, toLinchpinError } from '../base/error.ts';
import type { Encoded } from '../contract/encoded.ts';
import type { Embedder } from '../models/ports.ts';
import type { DerivedTable } from './derived.ts';
import { encodedOf } from './encode-passages.ts';
import type { SentenceVectors } from './sentence-vectors.ts';
import type { DocumentTexts, IndexStore, StoredPassage, StoreFaults, WrittenDocument } from './store.ts';
import type { IndexedDocument, IndexedPassage, SearchHit, SearchOptions, SearchQuery } from './types.ts';

/**
 * A store whose search is also by the sentence encoder, as far as its texts are encoded: those nearest by it are candidates beside those of
 * the store, and all are ranked by its cosine and their words together (`rank`). A text that is not encoded yet is ranked by the store's own
 * cosine on the same scale. Where nothing is encoded, or the encoder fails, a search is the store's own.
 */
export class DenseIndex implements IndexStore {
  readonly #store: IndexStore;
  readonly #vectors: SentenceVectors;
  readonly #encoder: Embedder;
  readonly #toReference: (cosine: number) => number;
  readonly #onFault: (fault: LinchpinError) => void;

  /**
   * @param toReference of the store's own embedder: see `SimilarityProfile`
   * @param onFault told where the sentence encoder or its vectors failed, and the search went on without
   */
  constructor(
    store: IndexStore,
    vectors: SentenceVectors,
    encoder: Embedder,
    toReference: (cosine: number) => number,
    onFault: (fault: LinchpinError) => void = () => undefined,
  ) {
    this.#store = store;
    this.#vectors = vectors;
    this.#encoder = encoder;
    this.#toReference = toReference;
    this.#onFault = onFault;
  }

  get kind(): IndexStore['kind'] {
    return this.#store.kind;
  }

  async search(queries: readonly SearchQuery[], options: SearchOptions, signal?: AbortSignal): Promise<SearchHit[][]> {
    const results = await this.#store.search(await this.#withScores(queries, signal), options, signal);
    this.#vectors.noteAsked(results.flat().map(({ passage }) => passage.path));
    return results;
  }

  async #withScores(queries: readonly SearchQuery[], signal: AbortSignal | undefined): Promise<readonly SearchQuery[]> {
    try {
      await this.#vectors.refresh();
      if (this.#vectors.size === 0) return queries;
      const call = { seed: 0, ...(signal === undefined ? {} : { signal }) };
      const encoded = await this.#encoder.embed(
        queries.map(({ text }) => text),
        'query',
        call,
      );
      const counted = this.#vectors.counted(await this.#store.version());
      const isWhole = counted !== null && counted.encoded === counted.passages;
      return queries.map((query, at) => {
        const vector = encoded[at];
        // The zero vector, of a text without a token, is near to nothing.
        if (vector === undefined || vector.every((value) => value === 0)) return query;
        return { ...query, dense: this.#vectors.scores(vector, { toReference: this.#toReference, isWhole }) };
      });
    } catch (error) {
      const fault = toLinchpinError(error);
      if (fault.code === 'cancelled') throw error;
      this.#onFault(fault);
      return queries;
    }
  }

  /** null where the vectors cannot be read. */
  async encoded(): Promise<Encoded | null> {
    try {
      return await encodedOf(this.#store, this.#vectors, this.#encoder);
    } catch (error) {
      this.#onFault(toLinchpinError(error));
      return null;
    }
  }

  version(): Promise<string> {
    return this.#store.version();
  }

  passagesOf(path: string): Promise<IndexedPassage[]> {
    return this.#store.passagesOf(path);
  }

  documents(): Promise<IndexedDocument[]> {
    return this.#store.documents();
  }

  texts(): Promise<DocumentTexts[]> {
    return this.#store.texts();
  }

  modifiedAt(): Promise<Date | null> {
    return this.#store.modifiedAt();
  }

  derived(name: string): DerivedTable {
    return this.#store.derived(name);
  }

  embedded(path: string): Promise<readonly StoredPassage[]> {
    return this.#store.embedded(path);
  }

  isCurrent(): Promise<boolean> {
    return this.#store.isCurrent();
  }

  prepare(fence?: () => Promise<void>): Promise<void> {
    return this.#store.prepare(fence);
  }

  write(documents: readonly WrittenDocument[]): Promise<void> {
    return this.#store.write(documents);
  }

  note(documents: readonly IndexedDocument[]): Promise<void> {
    return this.#store.note(documents);
  }

  remove(paths: readonly string[]): Promise<void> {
    return this.#store.remove(paths);
  }

  isFinished(): Promise<boolean> {
    return this.#store.isFinished();
  }

  faults(): Promise<StoreFaults> {
    return this.#store.faults();
  }

  finish(signal?: AbortSignal): Promise<void> {
    return this.#store.finish(signal);
  }

  close(): Promise<void> {
    return this.#store.close();
  }
}
