import { config, t } from '@vscode/l10n';

/**
 * The one way to words that people read. The catalogue (`l10n/bundle.l10n.LANGUAGE.json`) is keyed by the English sentence, with {0}, {1}, …
 * for what is filled in. What shows something says it with `t` or `plural`. The engine, reports, logs and whatever is read by programs are
 * English; where a sentence of theirs is shown, `shown` finds it in the catalogue by its English template.
 */
export { t };

type Catalogue = Readonly<Record<string, string>>;

/** A language, and its sentences by the English ones; of English there are none. */
export interface Speech {
  /** A tag, such as "de". */
  readonly language: string;
  readonly catalogue: Catalogue;
}

interface Template {
  readonly key: string;
  readonly pattern: RegExp;
  /** Which argument each group of the pattern is. */
  readonly order: readonly number[];
  readonly letters: number;
  /** The group that ends the sentence after a colon: it holds sentences of ours, and no quote; -1 where there is none. */
  readonly reason: number;
}

let language = 'en';
let catalogue: Catalogue = {};
let templates: readonly Template[] | null = null;
const found = new Map<string, string>();
/** Sentences that are looked up again and again while a view is drawn. */
const mostKept = 1000;

/** Sets the language of this process or page; once, before anything is shown. Without sentences of its own a language is English. */
export function speak(tag: string, sentences: Catalogue | undefined): void {
  language = sentences === undefined ? 'en' : tag;
  catalogue = sentences ?? {};
  templates = null;
  found.clear();
  config({ contents: { ...catalogue } });
}

/** The language that is spoken and its catalogue, for a page that is to speak it too. */
export function speech(): Speech {
  return { language, catalogue };
}

/**
 * A sentence that travels: English on disk, in reports and between processes, and translated only where it is shown. The tag does nothing but
 * tell the catalogue of it.
 */
export function say(strings: TemplateStringsArray, ...values: readonly (string | number)[]): string {
  return strings.map((part, at) => part + String(values[at] ?? '')).join('');
}

/**
 * A sentence that has travelled, in the language that is spoken. Several sentences, and parts between semicolons, are looked up one by one where all
 * of them are known; else of all templates that it fits the one that says most of it. What is filled in stays as it is, names and quotes above all.
 * English where the catalogue does not know it, as with sentences of older versions.
 */
export function shown(sentence: string): string {
  if (language === 'en' || sentence === '') return sentence;
  const known = found.get(sentence);
  if (known !== undefined) return known;
  templates ??= templatesOf(Object.keys(catalogue));
  const words = inParts(sentence, /(?<=[.!?]) (?=\p{Lu})/u, ' ') ?? inParts(sentence, /; /u, '; ') ?? one(sentence) ?? sentence;
  if (found.size >= mostKept) found.clear();
  found.set(sentence, words);
  return words;
}

function inParts(sentence: string, between: RegExp, joint: string): string | null {
  const parts = sentence.split(between);
  if (parts.length === 1) return null;
  const words = parts.map((part) => one(part));
  return words.includes(null) ? null : words.join(joint);
}

function one(sentence: string): string | null {
  return (Object.hasOwn(catalogue, sentence) ? catalogue[sentence] : undefined) ?? translated(sentence, templates ?? []);
}

/**
 * What `make` says, in English: for what programs and agents read, whatever language is spoken. @param make must be done when it returns
 */
export function inEnglish<T>(make: () => T): T {
  const own = speech();
  if (own.language === 'en') return make();
  speak('en', undefined);
  try {
    return make();
  } finally {
    speak(own.language, own.catalogue);
  }
}

/** What went wrong and what to do, in the language that is spoken. */
export function failureWords({ message, next }: { readonly message: string; readonly next: string }): string {
  return `${shown(message)} ${shown(next)}`;
}

function translated(sentence: string, known: readonly Template[]): string | null {
  for (const { key, pattern, order, reason } of known) {
    const groups = pattern.exec(sentence);
    if (groups === null) continue;
    const values: string[] = [];
    order.forEach((argument, at) => {
      const value = groups[at + 1] ?? '';
      values[argument] = at === reason ? shownReason(value) : value;
    });
    return t(key, ...values);
  }
  return null;
}

/** What follows a colon may have lost its capital there. */
function shownReason(value: string): string {
  const words = shown(value);
  const whole = value.charAt(0).toUpperCase() + value.slice(1);
  return words === value ? (one(whole) ?? value) : words;
}

/** Letters that a template must have of its own: fewer could stand in any sentence by chance. */
const fewestLetters = 7;

function templatesOf(keys: readonly string[]): Template[] {
  return keys
    .filter((key) => /\{\d+\}/.test(key))
    .map((key): Template => {
      const parts = key.split(/\{(\d+)\}/);
      const last = parts.length - 3;
      const endsInReason = (parts[last] ?? '').endsWith(': ') && /^\.?$/.test(parts.at(-1) ?? '');
      return {
        key,
        pattern: new RegExp(`^${parts.map((part, at) => (at % 2 === 1 ? '([^]*?)' : escaped(part))).join('')}$`, 'u'),
        reason: endsInReason ? last / 2 : -1,
        order: parts.flatMap((part, at) => (at % 2 === 1 ? [Number(part)] : [])),
        letters: parts
          .filter((_, at) => at % 2 === 0)
          .join('')
          .replaceAll(/\P{L}/gu, '').length,
      };
    })
    .filter(({ letters }) => letters >= fewestLetters)
    .sort((a, b) => b.letters - a.letters);
}

function escaped(literal: string): string {
  return literal.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}

/**
 * A count with its noun, in the form that the language wants: "1 document", "12 documents".
 * @param one for a count that the language calls one, @param many for the others; {0} is the count, further arguments follow it
 */
export function plural(count: number, one: string, many: string, ...others: readonly string[]): string {
  return t(new Intl.PluralRules(language).select(count) === 'one' ? one : many, whole(count), ...others);
}

/** A count, grouped as the language does from five digits on. */
export function whole(count: number): string {
  return new Intl.NumberFormat(language, { useGrouping: 'min2' }).format(count);
}

/** A number with a fixed count of decimals: "0.32", in German "0,32". */
export function decimal(value: number, digits = 2): string {
  return new Intl.NumberFormat(language, { minimumFractionDigits: digits, maximumFractionDigits: digits, useGrouping: false }).format(
    value,
  );
}

/** "2 hours ago", "yesterday"; `value` is negative for what has passed. */
export function relativeTime(value: number, unit: Intl.RelativeTimeFormatUnit): string {
  return new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(value, unit);
}

/** Date and time of day where the reader is; what cannot be read stays as it stands. */
export function dateAndTime(iso: string): string {
  const time = Date.parse(iso);
  return Number.isNaN(time) ? iso : new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }).format(time);
}

/** The day where the reader is; what cannot be read stays as it stands. */
export function day(iso: string): string {
  const time = Date.parse(iso);
  return Number.isNaN(time) ? iso : new Intl.DateTimeFormat(language, { dateStyle: 'medium' }).format(time);
}

/** "a, b, and c" or "a, b, or c". */
export function list(parts: readonly string[], type: 'conjunction' | 'disjunction'): string {
  return new Intl.ListFormat(language, { type }).format(parts);
}

/** A share in [0, 1] as a percentage. */
export function percent(share: number, digits = 0): string {
  return new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: digits }).format(share);
}
