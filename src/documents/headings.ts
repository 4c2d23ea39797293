import type { EvidenceSpan } from './types.ts';

/** Of what stands above others: each of them carries it. Characters. */
const longestHeading = 300;

/** The headings above the place that a parser has come to. Levels begin at 1; skipped and empty ones leave no trace in the path. */
export class Headings {
  #open: string[] = [];
  #path: readonly string[] = [];

  /** Outermost first. The same array until a heading comes, so that blocks share it. */
  path(): readonly string[] {
    return this.#path;
  }

  /** Closes `level` and all below it: what follows is the new heading itself. */
  leave(level: number): void {
    this.#open = this.#open.slice(0, level - 1);
    this.#path = this.#open.filter((heading) => heading !== '');
  }

  /** Opens a heading under those above it. */
  enter(level: number, words: string): void {
    this.leave(level);
    while (this.#open.length < level - 1) this.#open.push('');
    this.#open.push(words.slice(0, longestHeading).toWellFormed());
    this.#path = this.#open.filter((heading) => heading !== '');
  }
}

/** Headings above a span, outermost first, and the term of its item below them. */
export function headingsOf({ headingPath, item }: EvidenceSpan): readonly string[] {
  return item === undefined ? headingPath : [...headingPath, item];
}
