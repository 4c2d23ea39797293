import { type Discovered, foldersOf, type LeftOutFile } from '../documents/discover.ts';

/**
 * What could not be looked at: files, and folders with all that is in them, such as those of a network share that is gone for the moment.
 * Nothing is known of them, not even that they are not there.
 */
export class Unseen {
  readonly #paths = new Set<string>();

  static of(found: readonly LeftOutFile[]): Unseen {
    const unseen = new Unseen();
    for (const each of found) unseen.note(each);
    return unseen;
  }

  note(found: Discovered): void {
    if (!found.ok && found.cause === 'unreadable') this.#paths.add(found.path.replace(/\/$/, ''));
  }

  has(path: string): boolean {
    return this.#paths.size > 0 && (this.#paths.has(path) || foldersOf(path).some((folder) => this.#paths.has(folder)));
  }
}
