import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

import { LinchpinError } from '../base/error.ts';

/** How two words relate through WordNet, over all their lemmas and commonest senses. */
export interface WordRelation {
  /** They share a sense. */
  readonly synonym: boolean;
  /** Steps from a sense of `a` up to a sense of `b` (b is more general), 1 to 6; 0 where there is none. */
  readonly up: number;
  /** Steps from a sense of `b` up to a sense of `a` (b is more special), 1 to 6; 0 where there is none. */
  readonly down: number;
  /** They share a direct hypernym and none is above the other: apple and pear, walk and run. */
  readonly sister: boolean;
  /** 1 / (1 + shortest path through a common ancestor), [0, 1]. */
  readonly path: number;
  /** Named as opposites, directly or through a near synonym. */
  readonly antonym: boolean;
  /** One is derived from the other: decide and decision. */
  readonly derived: boolean;
}

const maximumSteps = 6;
const generalSenses = 2;
const cacheLimit = 50_000;
const meaningLimit = 10_000;
const posCount = 4;

const unrelated: WordRelation = { synonym: false, up: 0, down: 0, sister: false, path: 0, antonym: false, derived: false };

interface Entry {
  /** Senses by part of speech: noun, verb, adjective, adverb; commonest first. */
  readonly senses: readonly (readonly number[])[];
  readonly antonyms: readonly string[];
  readonly derived: readonly string[];
}

interface Synset {
  /** Lexicographer file. */
  readonly field: number;
  readonly hypernyms: readonly number[];
  readonly similar: readonly number[];
}

/** A word's senses of one part of speech. What stands above the commonest of them is by the sense above, with the fewest steps up to it. */
interface Senses {
  readonly all: readonly number[];
  readonly near: readonly number[];
  /** The commonest. */
  readonly general: readonly number[];
  /** The commonest themselves at 0. */
  readonly steps: ReadonlyMap<number, number>;
  /** Without them, but for those that stand above another. */
  readonly above: ReadonlyMap<number, number>;
  /** One step up, with the sense that it is right above of, or `several`. */
  readonly parents: ReadonlyMap<number, number>;
}

interface Meaning {
  readonly entries: readonly { readonly lemma: string; readonly entry: Entry }[];
  /** By part of speech. */
  readonly senses: readonly Senses[];
}

/** No number of a sense. */
const several = -1;

function relateSenses(a: Senses, b: Senses, relation: Mutable<WordRelation>): void {
  if (!relation.synonym && a.all.some((sense) => b.all.includes(sense))) relation.synonym = true;
  if (relation.path < 0.5 && a.near.some((sense) => b.all.includes(sense))) relation.path = 0.5;
  for (const sense of b.general) {
    const up = a.above.get(sense);
    if (up !== undefined && (relation.up === 0 || up < relation.up)) relation.up = up;
  }
  for (const sense of a.general) {
    const down = b.above.get(sense);
    if (down !== undefined && (relation.down === 0 || down < relation.down)) relation.down = down;
  }
  const [fewer, more] = a.steps.size <= b.steps.size ? [a.steps, b.steps] : [b.steps, a.steps];
  let shortest = Infinity;
  for (const [ancestor, steps] of fewer) {
    const other = more.get(ancestor);
    if (other !== undefined && steps + other < shortest) shortest = steps + other;
  }
  if (shortest < Infinity) relation.path = Math.max(relation.path, 1 / (1 + shortest));
  if (relation.sister) return;
  for (const [parent, child] of a.parents) {
    const other = b.parents.get(parent);
    if (other !== undefined && (other !== child || child === several)) {
      relation.sister = true;
      return;
    }
  }
}

function damaged(detail: string, cause?: unknown): LinchpinError {
  return new LinchpinError('model-unavailable', `The bundled lexicon cannot be read: ${detail}.`, 'Install the extension again.', cause);
}

const newline = 10;

/** What a word may mean: numbers of synsets of the packed file. */
export interface WordSenses {
  readonly lemmas: readonly string[];
  readonly own: ReadonlySet<number>;
  /** One step up from the two commonest senses a part of speech. */
  readonly above: ReadonlySet<number>;
  readonly derived: ReadonlySet<string>;
}

/** Lines of a text, cut when they are asked for: of a hundred thousand, a question needs a few hundred. */
class Lines {
  readonly #bytes: Buffer;
  readonly #starts: Uint32Array;
  readonly length: number;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
    let count = 1;
    for (let at = bytes.indexOf(newline); at >= 0; at = bytes.indexOf(newline, at + 1)) count += 1;
    this.#starts = new Uint32Array(count + 1);
    let line = 1;
    for (let at = bytes.indexOf(newline); at >= 0; at = bytes.indexOf(newline, at + 1)) {
      this.#starts[line] = at + 1;
      line += 1;
    }
    this.#starts[count] = bytes.length + 1;
    this.length = count;
  }

  /** Empty beyond the end. */
  at(line: number): string {
    if (line < 0 || line >= this.length) return '';
    return this.#bytes.toString('utf8', this.#starts[line] ?? 0, (this.#starts[line + 1] ?? 1) - 1);
  }

  /** The line in [from, to), sorted by code unit, whose part before `separator` is `key`. */
  find(key: string, separator: string, from: number, to: number): string | undefined {
    let low = from;
    let high = to;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const line = this.at(middle);
      const end = line.indexOf(separator);
      const found = end < 0 ? line : line.slice(0, end);
      if (found === key) return line;
      if (found < key) low = middle + 1;
      else high = middle;
    }
    return undefined;
  }
}

/** WordNet, packed by `training/lexicon/build.py`. Knows words and senses; nothing of sentences. Entries are parsed when they are looked up. */
export class Lexicon {
  readonly #lines: Lines;
  readonly #synsets: number;
  /** First line of the words and of the irregular forms, and how many there are. */
  readonly #wordsAt: number;
  readonly #wordCount: number;
  readonly #irregularAt: number;
  readonly #irregularCount: number;
  readonly #entryCache = new Map<string, Entry | undefined>();
  readonly #synsetCache = new Map<number, Synset>();
  readonly #ancestorCache = new Map<number, ReadonlyMap<number, number>>();
  readonly #lemmaCache = new Map<string, readonly string[]>();
  readonly #meaningCache = new Map<string, Meaning>();
  readonly #relationCache = new Map<string, WordRelation>();

  /** @param bytes the unpacked file. @throws LinchpinError `model-unavailable` when it is not in the expected form. */
  constructor(bytes: Buffer) {
    const lines = new Lines(bytes);
    if (lines.at(0) !== 'linchpin-lexicon 1') throw damaged('unknown format');
    this.#lines = lines;
    this.#synsets = Number(lines.at(1));
    this.#wordsAt = this.#synsets + 3;
    this.#wordCount = Number(lines.at(this.#wordsAt - 1));
    this.#irregularAt = this.#wordsAt + this.#wordCount + 1;
    this.#irregularCount = Number(lines.at(this.#irregularAt - 1));
    if (!(this.#wordCount > 0)) throw damaged('it has no words');
    if (lines.length < this.#irregularAt + this.#irregularCount) throw damaged('it ends early');
  }

  /** @throws LinchpinError `model-unavailable` when the file is missing or damaged. */
  static load(path: string): Lexicon {
    let bytes: Buffer;
    try {
      bytes = gunzipSync(readFileSync(path));
    } catch (error) {
      throw damaged(path, error);
    }
    return new Lexicon(bytes);
  }

  has(word: string): boolean {
    return this.#entry(word) !== undefined;
  }

  /** Dictionary forms of a lower-case word, irregular ones first; the word itself where nothing else is known. */
  lemmas(word: string): readonly string[] {
    let found = this.#lemmaCache.get(word);
    if (found === undefined) {
      found = this.#findLemmas(word);
      if (this.#lemmaCache.size >= cacheLimit) this.#lemmaCache.clear();
      this.#lemmaCache.set(word, found);
    }
    return found;
  }

  /** Could the word be a noun, verb, adjective, adverb? In this order. */
  partsOfSpeech(word: string): readonly [boolean, boolean, boolean, boolean] {
    const could = [false, false, false, false];
    for (const lemma of this.lemmas(word))
      this.#entry(lemma)?.senses.forEach((senses, pos) => {
        could[pos] ||= senses.length > 0;
      });
    return [could[0] === true, could[1] === true, could[2] === true, could[3] === true];
  }

  /** Lexicographer file (broad semantic field) of the commonest sense, 0 to 44; -1 where the word is not known. */
  field(word: string): number {
    for (const lemma of this.lemmas(word)) {
      for (const senses of this.#entry(lemma)?.senses ?? []) {
        const first = senses[0];
        if (first !== undefined) return this.#synset(first).field;
      }
    }
    return -1;
  }

  /** Senses of the word, two a part of speech, and all above them up to six steps: synset numbers of the packed file, ascending. */
  categories(word: string): number[] {
    const found = new Set<number>();
    for (const lemma of this.lemmas(word)) {
      for (const senses of this.#entry(lemma)?.senses ?? []) {
        for (const sense of senses.slice(0, generalSenses)) for (const above of this.#ancestors(sense).keys()) found.add(above);
      }
    }
    return [...found].sort((a, b) => a - b);
  }

  /** What a lower-case word may mean, over all its lemmas: its senses, the senses right above the commonest of them, and the words derived from it. */
  senses(word: string): WordSenses {
    const lemmas = this.lemmas(word);
    const own = new Set<number>();
    const above = new Set<number>();
    const derived = new Set<string>();
    for (const lemma of lemmas) {
      const entry = this.#entry(lemma);
      for (const name of entry?.derived ?? []) derived.add(name);
      for (const senses of entry?.senses ?? []) {
        for (const sense of senses) own.add(sense);
        for (const sense of senses.slice(0, generalSenses)) for (const up of this.#synset(sense).hypernyms) above.add(up);
      }
    }
    return { lemmas, own, above, derived };
  }

  relation(a: string, b: string): WordRelation {
    const key = `${a} ${b}`;
    let relation = this.#relationCache.get(key);
    if (relation === undefined) {
      relation = this.#relate(a, b);
      if (this.#relationCache.size >= cacheLimit) this.#relationCache.clear();
      this.#relationCache.set(key, relation);
    }
    return relation;
  }

  #entry(word: string): Entry | undefined {
    if (this.#entryCache.has(word)) return this.#entryCache.get(word);
    const line = word === '' ? undefined : this.#lines.find(word, '\t', this.#wordsAt, this.#wordsAt + this.#wordCount);
    let entry: Entry | undefined;
    if (line !== undefined) {
      const [, noun, verb, adjective, adverb, antonyms, derived] = line.split('\t');
      entry = {
        senses: [numbers(noun), numbers(verb), numbers(adjective), numbers(adverb)],
        antonyms: names(antonyms),
        derived: names(derived),
      };
    }
    if (this.#entryCache.size >= cacheLimit) this.#entryCache.clear();
    this.#entryCache.set(word, entry);
    return entry;
  }

  #synset(id: number): Synset {
    let synset = this.#synsetCache.get(id);
    if (synset === undefined) {
      const [field, up, near] = this.#lines.at(id + 2).split(' ');
      synset = { field: Number(field), hypernyms: numbers(up), similar: numbers(near) };
      if (this.#synsetCache.size >= cacheLimit) this.#synsetCache.clear();
      this.#synsetCache.set(id, synset);
    }
    return synset;
  }

  #irregular(form: string): string[] {
    const line = form === '' ? undefined : this.#lines.find(form, ' ', this.#irregularAt, this.#irregularAt + this.#irregularCount);
    return line === undefined ? [] : line.split(' ').slice(1);
  }

  #findLemmas(word: string): readonly string[] {
    const found: string[] = this.#irregular(word);
    const add = (lemma: string): void => {
      if (this.has(lemma) && !found.includes(lemma)) found.push(lemma);
    };
    add(word);
    for (const [suffix, ending] of suffixes) {
      if (word.length > suffix.length + 1 && word.endsWith(suffix)) add(word.slice(0, -suffix.length) + ending);
    }
    const doubled = /^(.*([bdfgklmnprtz]))\2(?:ed|ing|er|est)$/.exec(word);
    if (doubled?.[1] !== undefined) add(doubled[1]);
    return found.length > 0 ? found : [word];
  }

  #relate(a: string, b: string): WordRelation {
    const [left, right] = [this.#meaning(a), this.#meaning(b)];
    const relation = { ...unrelated };
    for (const { lemma: lemmaA, entry: entryA } of left.entries) {
      for (const { lemma: lemmaB, entry: entryB } of right.entries) {
        if (lemmaA === lemmaB) relation.synonym = true;
        relation.antonym ||=
          entryA.antonyms.includes(lemmaB) ||
          entryB.antonyms.includes(lemmaA) ||
          this.#indirectAntonym(entryA, lemmaB) ||
          this.#indirectAntonym(entryB, lemmaA);
        relation.derived ||= entryA.derived.includes(lemmaB) || entryB.derived.includes(lemmaA);
      }
    }
    for (const [pos, mine] of left.senses.entries()) {
      const theirs = right.senses[pos];
      if (mine.all.length > 0 && theirs !== undefined && theirs.all.length > 0) relateSenses(mine, theirs, relation);
    }
    return relation;
  }

  /** All that `relation` asks of a word, over its lemmas. */
  #meaning(word: string): Meaning {
    let meaning = this.#meaningCache.get(word);
    if (meaning === undefined) {
      const entries = this.lemmas(word).flatMap((lemma) => {
        const entry = this.#entry(lemma);
        return entry === undefined ? [] : [{ lemma, entry }];
      });
      const senses = Array.from({ length: posCount }, (_, pos) => this.#sensesOf(entries.map(({ entry }) => entry.senses[pos] ?? none)));
      meaning = { entries, senses };
      if (this.#meaningCache.size >= meaningLimit) this.#meaningCache.clear();
      this.#meaningCache.set(word, meaning);
    }
    return meaning;
  }

  /** @param byLemma senses of one part of speech, commonest first */
  #sensesOf(byLemma: readonly (readonly number[])[]): Senses {
    const all = byLemma.flat();
    const steps = new Map<number, number>();
    const above = new Map<number, number>();
    const parents = new Map<number, number>();
    for (const sense of new Set(byLemma.flatMap((senses) => senses.slice(0, generalSenses))))
      for (const [ancestor, distance] of this.#ancestors(sense)) {
        steps.set(ancestor, Math.min(steps.get(ancestor) ?? Infinity, distance));
        if (distance === 0) continue;
        above.set(ancestor, Math.min(above.get(ancestor) ?? Infinity, distance));
        if (distance === 1) parents.set(ancestor, parents.has(ancestor) ? several : sense);
      }
    return {
      all,
      near: all.flatMap((sense) => this.#synset(sense).similar),
      general: [...steps.keys()].filter((sense) => steps.get(sense) === 0),
      steps,
      above,
      parents,
    };
  }

  /** Senses above a sense with their distance, itself at 0. */
  #ancestors(sense: number): ReadonlyMap<number, number> {
    let above = this.#ancestorCache.get(sense);
    if (above === undefined) {
      above = this.#findAncestors(sense);
      if (this.#ancestorCache.size >= cacheLimit) this.#ancestorCache.clear();
      this.#ancestorCache.set(sense, above);
    }
    return above;
  }

  #findAncestors(sense: number): Map<number, number> {
    const found = new Map<number, number>([[sense, 0]]);
    let level: readonly number[] = [sense];
    for (let steps = 1; steps <= maximumSteps && level.length > 0; steps += 1) {
      const next: number[] = [];
      for (const at of level) {
        for (const up of this.#synset(at).hypernyms) {
          if (!found.has(up)) {
            found.set(up, steps);
            next.push(up);
          }
        }
      }
      level = next;
    }
    return found;
  }

  /** An antonym of `entry` shares `lemma`'s commonest adjective cluster: huge - (big) - small. */
  #indirectAntonym(entry: Entry, lemma: string): boolean {
    if (entry.antonyms.length === 0) return false;
    const adjectives = this.#entry(lemma)?.senses[2] ?? none;
    if (adjectives.length === 0) return false;
    return entry.antonyms.some((name) => {
      const first = this.#entry(name)?.senses[2]?.[0];
      const mine = adjectives[0];
      return first !== undefined && mine !== undefined && (first === mine || this.#synset(mine).similar.includes(first));
    });
  }
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

const none: readonly number[] = [];
const noNames: readonly string[] = [];

function numbers(list: string | undefined): readonly number[] {
  return list === undefined || list === '' ? none : list.split(',').map(Number);
}

function names(list: string | undefined): readonly string[] {
  return list === undefined || list === '' ? noNames : list.split(',');
}

/** WordNet's detachment rules. */
const suffixes: readonly (readonly [string, string])[] = [
  ['s', ''],
  ['ses', 's'],
  ['xes', 'x'],
  ['zes', 'z'],
  ['ches', 'ch'],
  ['shes', 'sh'],
  ['men', 'man'],
  ['ies', 'y'],
  ['es', 'e'],
  ['es', ''],
  ['ed', 'e'],
  ['ed', ''],
  ['ied', 'y'],
  ['ing', 'e'],
  ['ing', ''],
  ['er', ''],
  ['est', ''],
  ['er', 'e'],
  ['est', 'e'],
  ['ier', 'y'],
  ['iest', 'y'],
];
