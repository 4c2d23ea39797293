/** `person`: somebody has selected it. `ours`: where the view was sent. `late`: it was sent there before a person chose something else. */
export type Told = 'person' | 'ours' | 'late';

/**
 * What a view has selected, where we also select in it and it answers late. Keys go through the same pipe as its selections, so what it told
 * last is what was seen when a key was pressed - unless we have sent it on meanwhile: then the key is meant for where it was sent.
 */
export class FollowedSelection {
  #chosen: readonly string[] = [];
  /** Where it was sent, and has not told yet that it is. */
  #wanted: { readonly id: string }[] = [];
  /** The same, from before a person chose something else. */
  #overtaken: { readonly id: string }[] = [];

  /** What a key is meant for now. */
  get ids(): readonly string[] {
    return this.sent === null ? this.#chosen : [this.sent];
  }

  /** Where it was sent last, until it tells; null where it tells what a key is meant for. */
  get sent(): string | null {
    return this.#wanted.at(-1)?.id ?? null;
  }

  /** It is sent to an item. @returns to be called when the view has done it, or could not */
  want(id: string): () => void {
    const entry = { id };
    this.#wanted.push(entry);
    return () => {
      this.#wanted = this.#wanted.filter((other) => other !== entry);
      this.#overtaken = this.#overtaken.filter((other) => other !== entry);
    };
  }

  /** The view tells what is selected in it. Where that is `late`, it is to be sent to `ids` again. */
  told(ids: readonly string[]): Told {
    const place = (entries: readonly { readonly id: string }[]): number =>
      ids.length === 1 ? entries.findIndex(({ id }) => id === ids[0]) : -1;
    const late = place(this.#overtaken);
    if (late >= 0) {
      this.#overtaken = this.#overtaken.slice(late + 1);
      return 'late';
    }
    this.#chosen = ids;
    const at = place(this.#wanted);
    if (at >= 0) {
      this.#wanted = this.#wanted.slice(at + 1);
      return 'ours';
    }
    this.#overtaken = [...this.#overtaken, ...this.#wanted];
    this.#wanted = [];
    return 'person';
  }
}
