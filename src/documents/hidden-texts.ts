import { say } from '../base/language.ts';
import type { HiddenBy, HiddenText } from './types.ts';

/** Of a document; more say nothing more. */
const mostTexts = 20;
const longest = 200;
/** Fewer words are labels for screen readers, "Skip to content": they are kept out as well, and nobody is told. */
const fewestWords = 4;

/** What a document holds and no reader sees, as it is found. */
export class HiddenTexts {
  readonly #found: HiddenText[] = [];

  add(words: string, by: HiddenBy): void {
    const clean = words.toWellFormed().replaceAll(/\s+/g, ' ').trim();
    if (this.#found.length >= mostTexts || clean.split(' ').length < fewestWords || !/[\p{L}\p{N}]/u.test(clean)) return;
    const short = clean.length > longest ? `${clean.slice(0, longest).toWellFormed()}…` : clean;
    if (!this.#found.some((known) => known.words === short)) this.#found.push({ words: short, by });
  }

  /** In the order in which they came; nothing where there are none. */
  get all(): { readonly hidden?: readonly HiddenText[] } {
    return this.#found.length === 0 ? {} : { hidden: this.#found };
  }
}

/** The alarm of a document, for people. */
export function hiddenWords(hidden: readonly HiddenText[]): string {
  const [first] = hidden;
  if (first === undefined) return '';
  return hidden.length === 1
    ? say`it holds text that a reader does not see: “${first.words}”`
    : say`it holds text that a reader does not see, in ${hidden.length} places: “${first.words}”`;
}
