import { LRUCache } from 'lru-cache';

import type { StaticEncoder } from '../encoder.ts';
import { cutEnding } from './stem.ts';
import { type Token, tokenize } from './tokens.ts';

/** Pieces of a word that the networks read. */
const pieceLimit = 4;
const cacheLimit = 50_000;
const keptTexts = 5000;
/** Tokens of a text: no network reads more. */
export const longestText = 320;
/** Numbers of `ReaderWord.ids`. */
export const idsPerWord = pieceLimit + 3;

const stopWords = new Set(
  (
    'a an the of in on at to for from by with as and or but if is are was were be been being do does did have has had it its this that these those ' +
    'there he she they them his her their him i you we us our your my me who whom whose which what when where why how not no nor so than then ' +
    'can could will would shall should may might must s t about into over after before also'
  ).split(' '),
);
const calendarNames = new Set(
  (
    'january february march april may june july august september october november december ' +
    'monday tuesday wednesday thursday friday saturday sunday'
  ).split(' '),
);
/** Numbered from 1; 0 is no mark, and the number after the last any other. */
const marks = Array.from('.,;:?!"\'()[]-\u2013\u2014/$%&\u201c\u201d\u2018\u2019\u00a3\u20ac#+=*`_');
/** Decimal digits, and those that are raised, lowered or circled. */
const digits = /^[\p{Nd}\u00b2\u00b3\u00b9\u2070\u2074-\u2079\u2080-\u2089\u2460-\u2468]+$/u;

/** A word as the networks see it (models/neural-reader/README.md, "Tokens"). */
export interface ReaderWord {
  readonly text: string;
  readonly normalised: string;
  readonly stem: string;
  readonly content: boolean;
  readonly capital: boolean;
  /** Two characters or more, all of them capitals. */
  readonly capitals: boolean;
  readonly digit: boolean;
  /** A month or weekday with a capital. */
  readonly calendar: boolean;
  /** Whether it is a word: letters or numbers. */
  readonly alphanumeric: boolean;
  /** Its pieces, shape, ending and mark: `idsPerWord` numbers. */
  readonly ids: readonly number[];
}

/** A text's tokens, and each as a word. */
export interface ReadTokens {
  readonly tokens: readonly Token[];
  readonly words: readonly ReaderWord[];
}

/** Words by the embedder's vocabulary. */
export class ReaderWords {
  readonly #encoder: StaticEncoder;
  readonly #words = new LRUCache<string, ReaderWord>({ max: cacheLimit });
  /** Two networks read the sentences of a passage, and the next question finds many of them again. */
  readonly #texts = new LRUCache<string, ReadTokens>({ max: keptTexts });

  constructor(encoder: StaticEncoder) {
    this.#encoder = encoder;
  }

  /** @param text a token */
  word(text: string): ReaderWord {
    let word = this.#words.get(text);
    if (word === undefined) this.#words.set(text, (word = this.#read(text)));
    return word;
  }

  /** The first `most` tokens of a text, at most `longestText`. */
  read(text: string, most: number): ReadTokens {
    let read = this.#texts.get(text);
    if (read === undefined) {
      const tokens = tokenize(text, longestText);
      this.#texts.set(text, (read = { tokens, words: tokens.map((token) => this.word(token.text)) }));
    }
    return read.tokens.length <= most ? read : { tokens: read.tokens.slice(0, most), words: read.words.slice(0, most) };
  }

  #read(text: string): ReaderWord {
    const normalised = normalise(text);
    const characters = Array.from(text);
    const alphanumeric = /^[\p{L}\p{N}]/u.test(text);
    const capital = isUpper(characters[0] ?? '');
    const pieces = this.#encoder.pieces(normalised).slice(0, pieceLimit);
    return {
      text,
      normalised,
      stem: cutEnding(normalised),
      content: alphanumeric && !stopWords.has(normalised),
      capital,
      capitals: characters.length > 1 && isUpper(text),
      digit: characters.some((character) => digits.test(character)),
      calendar: capital && calendarNames.has(normalised),
      alphanumeric,
      ids: [
        ...Array.from({ length: pieceLimit }, (_, place) => (pieces[place] ?? -1) + 1),
        shapeOf(text, characters),
        alphanumeric ? endingOf(normalised) : 0,
        alphanumeric ? 0 : markOf(text),
      ],
    };
  }
}

/** Stems of the content words. */
export function contentStems(words: readonly ReaderWord[]): Set<string> {
  return new Set(words.flatMap(({ content, stem }) => (content ? [stem] : [])));
}

function normalise(text: string): string {
  if (/^[\0-\x7f]*$/.test(text)) return text.toLowerCase();
  return text
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .toLowerCase();
}

const isUpper = (text: string): boolean => text === text.toUpperCase() && text !== text.toLowerCase();
const isLower = (text: string): boolean => text === text.toLowerCase() && text !== text.toUpperCase();

/** 1 to 5 numbers (1: a year; else by length), 6 to 11 letters by case, 12 ordinals, 13 decades, 14 letters with digits, 15 marks. */
function shapeOf(text: string, characters: readonly string[]): number {
  const length = characters.length;
  if (digits.test(text)) return length === 4 && (text.startsWith('1') || text.startsWith('2')) ? 1 : Math.min(5, length + 1);
  if (/^\p{L}+$/u.test(text)) return caseOf(text, characters);
  if (!/^[\p{L}\p{N}]+$/u.test(text)) return 15;
  const lower = text.toLowerCase();
  if (/(?:st|nd|rd|th)$/.test(lower) && digits.test(lower.slice(0, -2))) return 12;
  return lower.endsWith('s') && digits.test(lower.slice(0, -1)) ? 13 : 14;
}

function caseOf(text: string, characters: readonly string[]): number {
  const [first = '', ...rest] = characters;
  if (isLower(text)) return rest.length > 0 ? 6 : 7;
  if (rest.length === 0) return 8;
  if (isUpper(text)) return 9;
  return isUpper(first) && isLower(rest.join('')) ? 10 : 11;
}

/** FNV-1a, 32 bits, of the last three code points. */
function endingOf(normalised: string): number {
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(Array.from(normalised).slice(-3).join(''), 'utf8')) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  return 1 + (hash % 1023);
}

function markOf(text: string): number {
  const place = marks.indexOf(text);
  return place < 0 ? marks.length + 1 : place + 1;
}
