import { stem } from './stem.ts';

/** A phrase of a text that stands in a group of phrases which say the same. */
export interface PhraseUse {
  readonly group: number;
  /** What it may do: say a claim's phrase of the group, be said by one, or both. */
  readonly side: 'both' | 'says' | 'said';
  /** Places of its words among the text's words. */
  readonly words: readonly number[];
}

/** Words that are written in groups; where the same are written in several, they are looked for once. */
interface Phrase {
  readonly words: readonly { readonly stem: string; readonly afterGap: boolean }[];
  /** In the order of the book. */
  readonly members: { readonly number: number; readonly group: number; readonly side: PhraseUse['side'] }[];
}

type Lemmas = (word: string) => readonly string[];

const determiner = new Set('a an the its their his her our your my this that these those any each every one'.split(' '));
/** Words that "~" stands for at most; between other words of a phrase only determiners may stand. */
const longestGap = 3;
/** Words whose forms are kept. */
const mostForms = 50_000;

/** How far a phrase says another of its group: groups leave out what a word means elsewhere. */
const sameStrength = 0.82;
/** How far a phrase says a word that comes up with it. */
const associateStrength = 0.5;

/** Groups of phrases that say the same (models/phrases). Knows words and their forms, nothing of what they mean. */
export class PhraseBook {
  /** By the stem of the word that the fewest phrases have: of thousands that begin with "get" or "be" hardly one is looked at. */
  readonly #byRarest: ReadonlyMap<string, readonly Phrase[]>;
  readonly #lemmas: Lemmas;
  /** Words come up again and again. */
  readonly #forms = new Map<string, ReadonlySet<string>>();
  /** Of each group. */
  readonly #strengths: number[] = [];

  /**
   * @param text a group a line: "a / b" say each other, "a > b": a says b; "#" begins a remark
   * @param lemmas dictionary forms of a word
   * @param everyday a phrase a line, "phrase | what people say for it | what comes up with it", separated by commas
   */
  constructor(text: string, lemmas: Lemmas, everyday = '') {
    this.#lemmas = lemmas;
    const phrases = new Map<string, Phrase>();
    let count = 0;
    const add = (written: readonly string[], group: number, side: PhraseUse['side']): void => {
      for (const each of written) {
        const words = wordsOf(each);
        if (words.length === 0) continue;
        const key = words.map((word) => `${word.afterGap ? '~' : ''}${word.stem}`).join(' ');
        const phrase = phrases.get(key) ?? { words, members: [] };
        phrases.set(key, phrase);
        phrase.members.push({ number: (count += 1), group, side });
      }
    };
    for (const line of linesOf(text)) {
      if (!line.includes('>')) {
        add(line.split('/'), this.#group(sameStrength), 'both');
        continue;
      }
      for (const pair of line.split('/')) {
        const [says = '', said = ''] = pair.split('>');
        const group = this.#group(sameStrength);
        add([says], group, 'says');
        add([said], group, 'said');
      }
    }
    for (const line of linesOf(everyday)) {
      const [phrase = '', others = '', associates = ''] = line.split('|');
      const same = [phrase, ...others.split(',')];
      add(same, this.#group(sameStrength), 'both');
      if (associates.trim() === '') continue;
      const group = this.#group(associateStrength);
      add(same, group, 'says');
      add(associates.split(','), group, 'said');
    }
    this.#byRarest = byRarest([...phrases.values()]);
  }

  /** How far a phrase of a group says another, (0, 1]. */
  strengthOf(group: number): number {
    return this.#strengths[group] ?? 0;
  }

  #group(strength: number): number {
    return this.#strengths.push(strength) - 1;
  }

  /**
   * The phrases in a text.
   * @param words its words in order, in lower case
   * @param wanted groups that are asked for; all of them where it is left out
   */
  usesIn(words: readonly string[], wanted?: ReadonlyMap<number, unknown>): PhraseUse[] {
    const uses: PhraseUse[] = [];
    this.#eachFound(words, (found) => {
      const from = uses.length;
      const numbers: number[] = [];
      for (const { phrase, places } of found)
        for (const { number, group, side } of phrase.members)
          if (wanted === undefined || wanted.has(group)) {
            // In the order of the book: of one phrase they are so already, and others are few.
            let to = uses.length;
            while (to > from && (numbers[to - from - 1] ?? 0) > number) to -= 1;
            uses.splice(to, 0, { group, side, words: places });
            numbers.splice(to - from, 0, number);
          }
    });
    return uses;
  }

  /** The groups of which a text says a phrase, each once. @param words its words in order, in lower case */
  groupsSaidIn(words: readonly string[]): Uint32Array {
    const groups = new Set<number>();
    this.#eachFound(words, (found) => {
      for (const { phrase } of found) for (const { group, side } of phrase.members) if (side !== 'said') groups.add(group);
    });
    return Uint32Array.from(groups);
  }

  /** Visits what is found for each form of each word in turn. */
  #eachFound(words: readonly string[], visit: (found: readonly Found[]) => void): void {
    const forms = words.map((word) => this.#formsOf(word));
    const all = new Set<string>();
    for (const own of forms) for (const form of own) all.add(form);
    const there = this.#within(all);
    for (const [at, own] of forms.entries())
      for (const form of own) {
        const found: Found[] = [];
        for (const phrase of there.get(form) ?? []) {
          const places = placesOf(phrase.words, at, words, forms);
          if (places !== null) found.push({ phrase, places });
        }
        if (found.length > 0) visit(found);
      }
  }

  /** Phrases of which every word stands somewhere in the text, by the stem of the first. */
  #within(stems: ReadonlySet<string>): Map<string, Phrase[]> {
    const found: Phrase[] = [];
    for (const root of stems)
      for (const phrase of this.#byRarest.get(root) ?? []) if (phrase.words.every((word) => stems.has(word.stem))) found.push(phrase);
    return grouped(found, ({ words: [first] }) => first?.stem ?? '');
  }

  /** The stems of a word and of its dictionary forms. */
  #formsOf(word: string): ReadonlySet<string> {
    let forms = this.#forms.get(word);
    if (forms === undefined) {
      if (this.#forms.size >= mostForms) this.#forms.clear();
      this.#forms.set(word, (forms = new Set([stem(word), ...this.#lemmas(word).map(stem)])));
    }
    return forms;
  }
}

interface Found {
  readonly phrase: Phrase;
  readonly places: readonly number[];
}

/** Empty where nothing is written. */
function wordsOf(written: string): Phrase['words'] {
  const words: { stem: string; afterGap: boolean }[] = [];
  let afterGap = false;
  for (const piece of written
    .trim()
    .toLowerCase()
    .split(/[\s-]+/)) {
    if (piece !== '~' && piece !== '') words.push({ stem: stem(piece), afterGap });
    afterGap = piece === '~';
  }
  return words;
}

function byRarest(phrases: readonly Phrase[]): Map<string, Phrase[]> {
  const counts = new Map<string, number>();
  for (const { words } of phrases) for (const word of words) counts.set(word.stem, (counts.get(word.stem) ?? 0) + 1);
  const count = (root: string): number => counts.get(root) ?? 0;
  return grouped(phrases, ({ words }) => words.map((word) => word.stem).reduce((a, b) => (count(b) < count(a) ? b : a)));
}

function grouped(phrases: readonly Phrase[], keyOf: (phrase: Phrase) => string): Map<string, Phrase[]> {
  const groups = new Map<string, Phrase[]>();
  for (const phrase of phrases) {
    const own = groups.get(keyOf(phrase));
    if (own === undefined) groups.set(keyOf(phrase), [phrase]);
    else own.push(phrase);
  }
  return groups;
}

function linesOf(text: string): string[] {
  return text.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('#'));
}

/** Where the words of a phrase stand from a place on; null where one is missing. */
function placesOf(wanted: Phrase['words'], from: number, words: readonly string[], forms: readonly ReadonlySet<string>[]): number[] | null {
  const places = [from];
  let at = from;
  for (const word of wanted.slice(1)) {
    const last = at;
    at += 1;
    while (at < words.length && forms[at]?.has(word.stem) !== true) {
      if (!(word.afterGap ? at - last <= longestGap : determiner.has(words[at] ?? ''))) return null;
      at += 1;
    }
    if (at >= words.length) return null;
    places.push(at);
  }
  return places;
}
