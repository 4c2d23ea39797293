import { compoundTail, sameWord, synonymous, wordKeys } from './event.ts';
import type { WorkspaceGraph } from './graph.ts';

/** Of a word that shares only a sense with another. */
export const synonymShare = 0.8;

/** The words of a graph's events: which events a word may stand for, without comparing it with every word of every event. */
export class Vocabulary {
  readonly #byKey = new Map<string, string[]>();
  readonly #nodes = new Map<string, string[]>();
  readonly #alike = new Map<string, ReadonlyMap<string, number>>();
  /** Events that are nothing but a movement: "the fall". */
  readonly movements: readonly string[];

  constructor(graph: WorkspaceGraph) {
    const known = new Set<string>();
    const movements: string[] = [];
    for (const [id, readings] of graph.readings) {
      for (const word of new Set(readings.flatMap(({ words }) => words))) {
        const own = this.#nodes.get(word);
        if (own === undefined) this.#nodes.set(word, [id]);
        else own.push(id);
        known.add(word);
      }
      if (readings.some(({ trend, words }) => trend !== 'none' && words.length === 1)) movements.push(id);
    }
    // Words of headings stand beside those of events.
    for (const words of graph.context.values()) for (const word of words) known.add(word);
    for (const word of known)
      for (const key of [...wordKeys(word), ...tailKeys(word)]) {
        const own = this.#byKey.get(key);
        if (own === undefined) this.#byKey.set(key, [word]);
        else own.push(word);
      }
    this.movements = movements;
  }

  /** The words of the graph that are forms of a word (1) or share a sense with it (`synonymShare`). */
  alike(word: string): ReadonlyMap<string, number> {
    const known = this.#alike.get(word);
    if (known !== undefined) return known;
    const found = new Map<string, number>();
    for (const other of new Set(wordKeys(word).flatMap((key) => this.#byKey.get(key) ?? []))) {
      const strength = sameWord(word, other) ? 1 : synonymous(word, other) ? synonymShare : 0;
      if (strength > 0) found.set(other, strength);
    }
    // "The footbridge" and "the bridge" may be one.
    for (const other of [`tail ${word}`, ...tailKeys(word).map((key) => key.slice(5))].flatMap((key) => this.#byKey.get(key) ?? []))
      if (!found.has(other)) found.set(other, synonymShare);
    this.#alike.set(word, found);
    return found;
  }

  /** Events that have a word like one of these. @param least strength of the likeness */
  eventsWith(words: readonly string[], least: number): ReadonlySet<string> {
    const found = new Set<string>();
    for (const word of words)
      for (const [other, strength] of this.alike(word)) if (strength >= least) for (const id of this.#nodes.get(other) ?? []) found.add(id);
    return found;
  }
}

function tailKeys(word: string): string[] {
  const tail = compoundTail(word);
  return tail === null ? [] : [`tail ${tail}`];
}

const vocabularies = new WeakMap<WorkspaceGraph, Vocabulary>();

/** Made once for each graph. */
export function vocabularyOf(graph: WorkspaceGraph): Vocabulary {
  const known = vocabularies.get(graph) ?? new Vocabulary(graph);
  vocabularies.set(graph, known);
  return known;
}
