/** Until this much later what was drawn may not have been seen, milliseconds: a window may be far from its host. */
const settleMs = 300;

/** What a view has been given to draw of each item, and since when: a key that comes right after a change was pressed on what stood there before. */
export class ShownRevisions {
  readonly #now: () => number;
  readonly #drawn = new Map<string, { readonly revision: string; readonly at: number; readonly before: string | null }>();

  /** @param now milliseconds that only grow */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  draw(id: string, revision: string): void {
    const known = this.#drawn.get(id);
    if (known?.revision === revision) return;
    this.#drawn.set(id, { revision, at: this.#now(), before: known === undefined ? null : this.seen(id) });
  }

  /** What a person can have seen; null where nothing was drawn. */
  seen(id: string): string | null {
    const known = this.#drawn.get(id);
    if (known === undefined) return null;
    return known.before !== null && this.#now() - known.at < settleMs ? known.before : known.revision;
  }

  clear(): void {
    this.#drawn.clear();
  }
}
