import { isAddress } from '../base/address.ts';
import type { Embedder } from '../models/ports.ts';
import { openStore } from './open.ts';
import { SentenceVectors } from './sentence-vectors.ts';
import type { IndexStore, OpenMode } from './store.ts';

export type StoreProfile = Pick<Embedder, 'profileId' | 'dimensions'>;
export type OpenStore = (location: string, embedder: StoreProfile, mode: OpenMode) => Promise<IndexStore>;

/** A store and those who read from it. It is closed when it has been retired and the last of them is done. */
class Held {
  readonly opening: Promise<IndexStore>;
  readonly closed: Promise<void>;
  #users = 0;
  #retired = false;
  #close: () => void = () => undefined;

  constructor(opening: Promise<IndexStore>) {
    this.opening = opening;
    this.closed = new Promise<void>((resolve) => {
      this.#close = () => {
        void opening
          .then((store) => store.close())
          .catch(() => undefined)
          .then(resolve);
      };
    });
  }

  async use<T>(work: (store: IndexStore) => Promise<T>): Promise<T> {
    this.#users += 1;
    try {
      return await work(await this.opening);
    } finally {
      this.#users -= 1;
      if (this.#retired && this.#users === 0) this.#close();
    }
  }

  retire(): void {
    if (this.#retired) return;
    this.#retired = true;
    if (this.#users === 0) this.#close();
  }
}

/**
 * The open stores of a process: one for each location and embedder, however many read from it at once. A store is replaced or thrown
 * away only under those who come later: whoever reads goes on with the one that they began with.
 */
export class SharedStores {
  readonly #open: OpenStore;
  /** By location, then by profile. */
  readonly #held = new Map<string, Map<string, Held>>();
  /** By profile and location. */
  readonly #vectors = new Map<string, Promise<SentenceVectors>>();
  /** Locations that are being emptied: opening waits. */
  readonly #gates = new Map<string, Promise<void>>();

  constructor(open: OpenStore = (location, embedder, mode) => openStore(location, embedder, mode)) {
    this.#open = open;
  }

  /** Reads from the store. @throws LinchpinError `index-missing`, `index-unreadable`, what `work` throws. */
  async use<T>(location: string, embedder: StoreProfile, work: (store: IndexStore) => Promise<T>): Promise<T> {
    for (let gate = this.#gates.get(location); gate !== undefined; gate = this.#gates.get(location)) await gate;
    const profiles = this.#profiles(location);
    let held = profiles.get(embedder.profileId);
    if (held === undefined) {
      const opened = new Held(this.#open(location, embedder, 'read'));
      held = opened;
      profiles.set(embedder.profileId, opened);
      opened.opening.catch(() => {
        if (profiles.get(embedder.profileId) === opened) profiles.delete(embedder.profileId);
      });
    }
    return await held.use(work);
  }

  /**
   * Writes to the store that is read from, or where there is none or another index stands in its place by now, to one that takes its place
   * as soon as it is open. Whoever holds the lock calls this.
   */
  async write<T>(location: string, embedder: StoreProfile, work: (store: IndexStore) => Promise<T>): Promise<T> {
    const open = this.#profiles(location).get(embedder.profileId);
    const isCurrent = await open?.opening.then((store) => store.isCurrent()).catch(() => false);
    if (open !== undefined && isCurrent === true && this.#profiles(location).get(embedder.profileId) === open) return await open.use(work);
    const held = new Held(this.#open(location, embedder, 'create'));
    await held.opening;
    this.#replace(location, embedder, held);
    return await held.use(work);
  }

  /** Writes an index anew: in a folder it must have been taken away before; a shared one is read as it was until the new one is whole. */
  async writeAnew<T>(location: string, embedder: StoreProfile, work: (store: IndexStore) => Promise<T>): Promise<T> {
    if (!isAddress(location)) return await this.write(location, embedder, work);
    const held = new Held(this.#open(location, embedder, 'anew'));
    try {
      const result = await held.use(work);
      this.#replace(location, embedder, held);
      return result;
    } catch (error) {
      held.retire();
      throw error;
    }
  }

  #replace(location: string, embedder: StoreProfile, held: Held): void {
    const profiles = this.#profiles(location);
    profiles.get(embedder.profileId)?.retire();
    profiles.set(embedder.profileId, held);
  }

  /** Waits until nobody reads at the location, lets nobody begin, and does the work. */
  async empty(location: string, work: () => Promise<void>): Promise<void> {
    const before = this.#gates.get(location);
    const emptying = (async () => {
      await before;
      const held = [...this.#profiles(location).values()];
      this.#held.delete(location);
      for (const each of held) each.retire();
      await Promise.all(held.map((each) => each.closed));
      await work();
    })();
    const gate = emptying.catch(() => undefined);
    this.#gates.set(location, gate);
    try {
      await emptying;
    } finally {
      if (this.#gates.get(location) === gate) this.#gates.delete(location);
    }
  }

  /** The sentence encoder's vectors of an index: they outlive the making anew of its tables. @throws LinchpinError as `SentenceVectors.open` */
  async vectors(location: string, encoder: StoreProfile): Promise<SentenceVectors> {
    const key = `${encoder.profileId} ${location}`;
    const known = this.#vectors.get(key);
    if (known !== undefined) return await known;
    const opening = SentenceVectors.open(location, encoder);
    this.#vectors.set(key, opening);
    opening.catch(() => {
      if (this.#vectors.get(key) === opening) this.#vectors.delete(key);
    });
    return await opening;
  }

  /** Closes all, each when its last reader is done. */
  async close(): Promise<void> {
    const vectors = [...this.#vectors.values()];
    this.#vectors.clear();
    const held = [...this.#held.values()].flatMap((profiles) => [...profiles.values()]);
    this.#held.clear();
    for (const each of held) each.retire();
    await Promise.all(held.map((each) => each.closed));
    for (const opening of vectors)
      await opening.then(
        (each) => {
          each.close();
        },
        () => undefined,
      );
  }

  #profiles(location: string): Map<string, Held> {
    const known = this.#held.get(location);
    if (known !== undefined) return known;
    const profiles = new Map<string, Held>();
    this.#held.set(location, profiles);
    return profiles;
  }
}
