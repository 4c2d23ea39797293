import { LRUCache } from 'lru-cache';

import { numbersIn } from '../text/numbers.ts';
import type { Quantity } from '../text/quantities.ts';
import { plainSpelling } from '../text/spelling.ts';
import { stem } from '../text/stem.ts';
import { readText } from './reading.ts';

/**
 * Do a claim and a sentence differ in their ways of writing only: figures, units, dates and times of day by their values, words of
 * obligation by their force, spelling, contractions, hyphens and articles, the order of a clause and its condition or of a list, the
 * passive, and what stands in brackets or beside the point? What the two have left is the same, word for word, so nothing is guessed.
 */
export function isSameStatement(claim: string, stated: string): boolean {
  const own = formOf(claim);
  return own !== '' && formsOf(stated).has(own);
}

const forms = new LRUCache<string, ReadonlySet<string>>({ max: 2000 });

/** All ways in which a sentence is taken: whole, and without what it says beside the point. */
export function formsOf(stated: string): ReadonlySet<string> {
  let found = forms.get(stated);
  if (found === undefined) {
    const whole = stated.replace(numbering, '');
    const texts = [stated, whole, withoutBrackets(whole), withoutAsides(whole), withoutAsides(withoutBrackets(whole))];
    found = new Set(
      texts.flatMap((text) => [...clauses(text), ...hours(text)]).flatMap((text) => [...generic(text), ...permitted(text)].map(formOf)),
    );
    forms.set(stated, found);
  }
  return found;
}

/** "5.2 Tickets", "(a) the tickets": a place in the document. "2.5 metres" are none. */
const numbering = /^\s*(?:\((?:\d{1,2}|[a-z]|[ivx]{1,4})\)\s+|\d{1,2}(?:(?:\.\d{1,2})+\.?\s+(?=\p{Lu}[\p{Ll}\s]|["“])|\.\s+|\)\s+))/u;

const limiting = /\b(?:except|not|no|never|unless|only|if|excluding|without|until|but|other than|save)\b/i;

/** A bracket explains. One that limits what is said belongs to it. */
function withoutBrackets(text: string): string {
  return text.replaceAll(/\s\((?<inside>[^()]+)\)/g, (whole, inside: string) => (limiting.test(inside) ? whole : ''));
}

/** ", which …," tells more of what it stands behind. */
function withoutAsides(text: string): string {
  return text
    .replaceAll(/,\s(?:which|who)\s(?<inside>[^,;:.()]+)(?=,|\.?$)/g, (whole, inside: string) => (limiting.test(inside) ? whole : '@@'))
    .replaceAll(/@@,?/g, '');
}

/** "At 3 pm" is said by "at 3", too. */
function hours(text: string): string[] {
  const told = text.replaceAll(/\b(?<lead>at|until|till|by|from|to) (?<hour>1[0-2]|[1-9])(?::00)?\s?[ap]\.?m\b\.?/gi, '$<lead> $<hour>');
  return told === text ? [] : [told];
}

/** "A visitor must", "visitors must" and "every visitor must" are one rule. "The visitor" may be a single one, and "all may not" forbids only some. */
function generic(text: string): string[] {
  const rule =
    /^\s*(?<all>(?:an?|every|each|any|all)\s)?(?<rest>(?:[\p{L}-]+\s){1,2}(?:must|may|should|shall|has to|have to)\s(?<turn>not\s)?.*)$/isu.exec(
      text,
    );
  const { all = '', rest = '', turn } = rule?.groups ?? {};
  if (rule === null || (turn !== undefined && /^a(?:ny|ll)\s/i.test(all))) return [text];
  const isPlural = /^(?:[\p{L}-]+\s)?[\p{L}-]+[^s\s]s\s(?:must|may|should|shall|have to)\s/iu.test(rest);
  return all === '' && !isPlural ? [text] : [text, rest, `every ${rest}`];
}

/** Who may do it can do it, and who must not cannot. Not the other way round: "the disease can return". */
function permitted(text: string): string[] {
  return [
    text.replaceAll(/\bmay(?=\s\p{Ll})(?!\s(?:not|only|never|have)\b)/gu, 'can'),
    text.replaceAll(/\b(?:must|may) (?:not|never)\b/g, 'cannot'),
  ].filter((other) => other !== text);
}

const formCache = new LRUCache<string, string>({ max: 5000 });

/** What a statement has whatever the way it is written in; the same for two only if they say the same. */
export function formOf(text: string): string {
  let form = formCache.get(text);
  if (form === undefined) formCache.set(text, (form = activeForm(tokensOf(ordered(rewritten(text)))).join(' ')));
  return form;
}

const number = String.raw`\d[\d.,]*|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fourteen|fifteen|twenty|thirty`;
const time = 'hour|day|night|week|month|year';

const amount = String.raw`(?:(?:every|after|for|within|at|by|at most|at least|up to)\s)*[£$€]?(?:${number})(?:\s?(?:%|\p{L}+))?`;
const gapped = new RegExp(
  String.raw`^(?<who>(?:[\p{L}-]+\s){1,5}?)(?<does>(?:is|are|must|may|can|shall|should|has|have|gets?|costs?|lasts?|takes?)\s(?:[\p{L}-]+\s){0,4}?)(?<first>${amount})(?:,|,? and)\s(?<other>(?:[\p{L}-]+\s){1,3}?)(?<second>${amount})\.?$`,
  'iu',
);

/** "Helmets are replaced every 5 years, boots every 18 months": two statements, of which the second leaves out what is done. */
function clauses(text: string): string[] {
  const { who, does, first, other, second } = gapped.exec(text.trim())?.groups ?? {};
  if (who === undefined || does === undefined || other === undefined || limiting.test(text)) return [text];
  return [text, `${who}${does}${first ?? ''}.`, `${other}${does}${second ?? ''}.`];
}

const cardinals = 'one two three four five six seven eight nine ten'.split(' ');

/** Phrases that say the same in other words, one way each. */
const phrases: readonly (readonly [RegExp, string])[] = [
  [/[’‘]/g, "'"],
  [/^\((?:\d{1,2}|[a-z]|[ivx]{1,4})\)\s+/, ''],
  [/\bcan't\b/gi, 'cannot'],
  [/\bwon't\b/gi, 'will not'],
  [/\bshan't\b/gi, 'shall not'],
  [/(?<=\p{L})n't\b/giu, ' not'],
  [/\bin the event that\b/gi, 'if'],
  [/(?<day>\b\d{1,2}(?:st|nd|rd|th)) of (?:the|each|every) month\b/gi, '$<day>'],
  [/\bof (?:the|each|every) (?=(?:week|month|quarter|year)\b)/gi, 'of a '],
  ...['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth'].map((nth, at): [RegExp, string] => [
    new RegExp(String.raw`\b(?<lead>from|on|after|until|by|before) the ${nth} (?<unit>day|week|month|year)\b(?! of)`, 'gi'),
    `$<lead> $<unit> ${cardinals[at] ?? ''}`,
  ]),
  [/\bprior to\b/gi, 'before'],
  [/^(?:nobody|no one) (?:but|except|other than) (?<who>[^,;.]{2,60}?) (?<norm>may|can|must|is|are)\b/i, 'only $<who> $<norm>'],
  [/\bno one\b/gi, 'nobody'],
  [/\b(?<who>any|every)one\b/gi, '$<who>body'],
  [/\b(?:is|are) (?:prohibited|forbidden|banned|barred) from being\b/gi, 'must not be'],
  [new RegExp(String.raw`\bper (?=(?:${time})\b)`, 'gi'), 'a '],
  [new RegExp(String.raw`\b(?<count>${number}) or more(?=\s\p{L})`, 'giu'), 'at least $<count>'],
  [new RegExp(String.raw`\b(?<count>${number}) or (?:fewer|less)(?=\s\p{L})`, 'giu'), 'at most $<count>'],
  [new RegExp(String.raw`\b(?<count>${number})(?<unit>(?:\s\p{L}+){1,2}) at (?:the )?(?:latest|most)\b`, 'giu'), 'at most $<count>$<unit>'],
  [/\bno (?:fewer|less) than (?=(?:once|twice)\b)/gi, 'at least '],
  [new RegExp(String.raw`\bonce every (?=(?:${number})\b)`, 'gi'), 'every '],
  [/\bin (?=(?:no more than|at most|a maximum of)\b)/gi, ''],
];

function rewritten(text: string): string {
  return phrases.reduce((rest, [pattern, by]) => rest.replaceAll(global(pattern), by), text.trim().replaceAll(/\s+/g, ' '));
}

function global(pattern: RegExp): RegExp {
  return pattern.global ? pattern : new RegExp(pattern.source, `${pattern.flags}g`);
}

const leading =
  /^(?<word>if|when|whenever|where|once|unless|because|after|before|until|while)\s(?<condition>[^,;:()]+),\s(?:then\s)?(?<rest>[^;:]+?)(?<stop>[.!]?)$/i;
const list =
  /(?<=(?:^|[:,(]\s?|\b(?:a|an|the|of|for|to|with|by|in|on|at|and|or|their|its|our|your|his|her|any|no|from|are|is)\s))(?<items>\p{Ll}+(?:,\s\p{Ll}+)+),?\s(?<joint>and|or)\s(?<last>\p{Ll}+)(?=\s*(?:[.;:,)]|$)|\s(?:is|are|must|may|should|can|has|have|of|in|on|at|for|by|to|with|from)\b)/gu;

/** What a condition stands before stands behind it, and the names of a list follow the alphabet. */
function ordered(text: string): string {
  const { word, condition, rest } = leading.exec(text)?.groups ?? {};
  const turned = word === undefined ? text : `${rest ?? ''} ${word} ${condition ?? ''}`;
  return turned.replaceAll(list, (...found) => {
    const groups: unknown = found.at(-1);
    const { items, joint, last } = listed(groups);
    return [...items.split(/,\s/), last].sort((a, b) => a.localeCompare(b)).join(` ${joint} `);
  });
}

function listed(groups: unknown): { items: string; joint: string; last: string } {
  const of = (name: string): string => {
    const value: unknown = typeof groups === 'object' && groups !== null ? Reflect.get(groups, name) : '';
    return typeof value === 'string' ? value : '';
  };
  return { items: of('items'), joint: of('joint'), last: of('last') };
}

/** Words of obligation that can be put for each other. "Can" and "cannot" tell of abilities too. */
const auxiliaries: readonly (readonly [RegExp, string])[] = [
  [/^(?:must|shall|(?:has|have|needs?) to|(?:is|are) (?:required|obliged|bound))$/i, '!must'],
  [/^(?:(?:must|shall|may) (?:not|never)|(?:is|are) not (?:allowed|permitted)|(?:is|are) (?:forbidden|prohibited|banned))$/i, '!must-not'],
  [/^(?:may|(?:is|are) (?:allowed|permitted)(?: to)?)$/i, '!may'],
  [/^(?:need not|do(?:es)? not (?:have|need) to|(?:is|are) not (?:required|obliged|bound))$/i, '!need-not'],
  [/^can$/i, '!can'],
  [/^cannot$/i, '!cannot'],
];
const norm = /^!/;

interface Piece {
  readonly start: number;
  readonly end: number;
  readonly tokens: readonly string[];
}

/** What an amount has besides its value: ten working days are no ten days. */
const kinds = /\b(?:working|calendar|business|consecutive|full|whole|(?:more|further)(?! than)|additional|extra|nights?|US)\b/gi;

function tokensOf(text: string): string[] {
  const reading = readText(text);
  const pieces: Piece[] = [];
  const add = (start: number, end: number, tokens: readonly string[]): void => {
    if (!pieces.some((other) => start < other.end && other.start < end)) pieces.push({ start, end, tokens });
  };
  for (const { start, end, normal } of reading.dates) add(start, end, [`@${normal}`]);
  for (const { start, end } of reading.norms) {
    const force = auxiliaries.find(([pattern]) => pattern.test(text.slice(start, end)))?.[1];
    if (force !== undefined) add(start, end, [force]);
  }
  for (const { start, end } of reading.scope) {
    const same = reading.scope.filter((other) => other.start === start && other.end === end);
    add(
      start,
      end,
      same.map(({ kind, value }) => `~${kind}:${value}`),
    );
  }
  for (const { start, end, dimension, comparator, low, high } of reading.quantities) {
    const kept = text.slice(start, end).match(kinds) ?? [];
    add(start, end, [`#${[dimension, comparator, low, high].join(':').replaceAll(' ', '-')}`, ...kept.map(plainWord)]);
  }
  for (const { start, end, normal } of numbersIn(text)) add(start, end, [`#${normal.replaceAll(' ', '-')}`]);
  for (const { 0: word, index } of text.matchAll(/[\p{L}\p{M}\p{N}]+(?:'[\p{L}]+)?|[^\s\p{L}\p{M}\p{N}.,!()"“”'-]/gu))
    add(index, index + word.length, [plainWord(word)]);
  const tokens = pieces.sort((a, b) => a.start - b.start).flatMap((piece) => piece.tokens);
  return joined(tokens).filter(
    (token, at, all) =>
      !(article.test(token) && !/^(?:few|little)$/.test(all[at + 1] ?? '')) &&
      !(token === 'to' && norm.test(all[at - 1] ?? '')) &&
      !(token === 'from' && all[at - 1] === '!must-not' && /ing$/.test(all[at + 1] ?? '')),
  );
}

const comparators = ['exactly', 'about', 'at least', 'more than', 'at most', 'less than', 'between'] as const;

/** The amount that a word of a form stands for, or null. */
export function amountOf(token: string): Quantity | null {
  const [dimension = '', written = '', low = '', high = ''] = token.slice(1).split(':');
  const comparator = comparators.find((known) => known === written.replaceAll('-', ' '));
  if (!token.startsWith('#') || comparator === undefined) return null;
  const calendar = false;
  return { start: 0, end: 0, comparator, low: Number(low), high: Number(high), dimension, calendar, counted: [], denied: false };
}

const article = /^(?:the|an?)$/;
const prefixes = new Set(['non', 're', 'pre', 'co', 'sub', 'multi', 'anti', 'semi']);

/** "Non-executive" and "nonexecutive". */
function joined(tokens: readonly string[]): string[] {
  return tokens.reduce<string[]>((done, token) => {
    const last = done.at(-1);
    if (last !== undefined && prefixes.has(last) && /^\p{L}/u.test(token)) return [...done.slice(0, -1), last + token];
    return [...done, token];
  }, []);
}

const irregular = new Map([
  ['is', 'be'],
  ['are', 'be'],
  ['was', 'were'],
  ['has', 'have'],
  ['does', 'do'],
  ['each', 'every'],
]);

/** In lower case, in one spelling, without the s of a plural or of a verb. */
function plainWord(text: string): string {
  const word = plainSpelling(text.toLowerCase());
  const known = irregular.get(word);
  if (known !== undefined) return known;
  if (word.length < 4 || /(?:ss|us|is|'s)$/.test(word)) return word;
  return word
    .replace(/(?<=[^aeiou])ies$/, 'y')
    .replace(/(?<=x|ch|sh|ss)es$/, '')
    .replace(/s$/, '');
}

const behindDoer =
  /^(?:before|after|within|in|on|at|if|when|whenever|unless|until|every|and|or|who|which|that|for|from|to|with|as|because|during|only|by|of|;|:|[#@!].*)$/;
const turns = /^(?:not|no|never|none|nobody|nothing|neither|nor|only|without|!must-not|!need-not|!cannot)$/;

/** "The form must be signed by the clerk" is what the clerk must do. */
function activeForm(tokens: readonly string[]): string[] {
  const at = tokens.findIndex((token) => norm.test(token));
  const [force, verb] = [tokens[at], tokens[at + 2]];
  const isPassive =
    force !== undefined &&
    at > 0 &&
    at <= longestSubject &&
    tokens[at + 1] === 'be' &&
    verb !== undefined &&
    /(?:ed|en|t|d)$/.test(verb) &&
    tokens[at + 3] === 'by' &&
    !tokens.some((token) => turns.test(token));
  if (!isPassive) return tokens.map((token, place) => (norm.test(tokens[place - 1] ?? '') && !norm.test(token) ? stem(token) : token));
  const from = at + 4;
  const length = tokens.slice(from).findIndex((token) => behindDoer.test(token));
  const until = length < 0 ? tokens.length : from + length;
  if (until === from) return [...tokens];
  return [...tokens.slice(from, until), force, stem(verb), ...tokens.slice(0, at), ...tokens.slice(until)];
}
const longestSubject = 6;
