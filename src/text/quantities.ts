import { clockTimesIn } from './clock.ts';
import { LRUCache } from 'lru-cache';

import { datesIn } from './dates.ts';
import { numbersIn } from './numbers.ts';
import { stem } from './stem.ts';
import { isStopword } from './stopwords.ts';
import { tokenize } from './tokens.ts';
import { inBaseUnit, pound, type Unit, unitOf } from './units.ts';

export type Comparator = 'exactly' | 'about' | 'at least' | 'more than' | 'at most' | 'less than' | 'between';

/** A measured or counted amount in a text: "at least 12 characters", "no longer than half an hour", "two or three years". */
export interface Quantity {
  /** From its comparator to its unit; offsets into the text. */
  readonly start: number;
  readonly end: number;
  readonly comparator: Comparator;
  /** Both ends in the base unit of the dimension; they differ for `between` alone. */
  readonly low: number;
  readonly high: number;
  /** "time", "data", "money USD" …; `interval` is the time between two of a kind ("every month", and half a year for "twice a year": "at least" is "at most" there); `count` for what is counted. */
  readonly dimension: string;
  /** Months and years: agree with days within a few. */
  readonly calendar: boolean;
  /** Stems of what is counted, at most three: "failed login attempts". Empty for measures. */
  readonly counted: readonly string[];
  /** Its comparator takes up a "no" or "not" of the sentence: "no claim later than two years". */
  readonly denied: boolean;
}

interface Value {
  readonly start: number;
  readonly end: number;
  readonly value: number;
  readonly unit: Unit | null;
  /** How often, told as the time between two: more of the one is less of the other. */
  readonly rate?: boolean;
}

const timeWord = '(?:second|minute|hour|day|week|fortnight|month|year|decade)';
const amounts = new RegExp(
  [
    String.raw`\b(?<times>twice|thrice|(?:two|three|four|five|six|seven|eight|nine|ten|twelve|\d{1,3}) times) (?:(?:an?|per|each|every|in an?|in every) (?<timesUnit>${timeWord}|quarter)\b|(?<timesAdverb>daily|weekly|monthly|quarterly|yearly|annually)\b)`,
    String.raw`\b(?<quarters>(?:a|one) quarter|three[- ]quarters) of an? (?<quartersUnit>hour|year)\b`,
    String.raw`\bhalf(?: an?\s|-\s?|\s)(?<halfUnit>${timeWord}|dozen)\b`,
    String.raw`\b(?<whole>an?|one|two|three|four|five|six|\d+) (?<wholeUnitA>${timeWord}s? )?and a half(?: (?<wholeUnitB>${timeWord}s?))?`,
    String.raw`(?:\b(?<every>every|each|per|once an?|one time an?|once every)(?: (?<everyCount>other|second(?= (?:hour|day|night|week|month|year)\b)))? |(?<slash>/)\s?)(?<everyUnit>${timeWord}|quarter)\b`,
    String.raw`\balternate[- ](?<alternate>hour|day|week|month|year)s?\b`,
    String.raw`\b(?<adverb>hourly|daily|nightly|weekly|fortnightly|monthly|quarterly|yearly|annually|biennially)\b`,
    String.raw`\b(?<fraction>two[- ]thirds|three[- ]quarters|(?:a|one)[- ](?:third|quarter|fifth|tenth)|(?:two|three|four|five|six|seven|eight|nine)[- ](?:quarters|fifths|tenths)|half)(?= (?:of|the|as|its|their|all|those|that|after|under|within|is|has|have|must|should|at|and|or|on|by|when|if|more|less|higher|lower|larger|smaller|longer|shorter)\b|\s*[,.;)]|$)`,
    String.raw`(?<!\b(?:half|of|once|and|times|such) )\ban? (?<single>${timeWord})\b(?! (?:later|ago|or so))(?!['’-])(?!(?<=second) \p{L})`,
  ].join('|'),
  'giu',
);
/** "One in five", "5 out of 20": a share. */
const ratios =
  /(?<part>\d[\d,]*|one|two|three|four|five|six|seven|eight|nine) (?:in|out of)(?: every)? (?<whole>\d[\d,]*|two|three|four|five|six|seven|eight|nine|ten|twenty|a hundred|a thousand)(?![\p{L}\p{N}.%]|[,-]\d| (?:seconds?|minutes?|hours?|days?|weeks?|months?|years?)\b)/giu;
const fractions: Readonly<Record<string, number>> = { third: 1 / 3, quarter: 0.25, fifth: 0.2, tenth: 0.1 };
const counts: Readonly<Record<string, number>> = { two: 2, three: 3, four: 4, five: 5, six: 6, seven: 7, eight: 8, nine: 9 };

/** "Half", "a third", "three-quarters": (0, 1]. */
function shareOf(words: string): number {
  const [first = '', ...rest] = words.toLowerCase().split(/[- ]/);
  return first === 'half' ? 0.5 : (counts[first] ?? 1) * (fractions[(rest.at(-1) ?? first).replace(/s$/, '')] ?? 0);
}

const adverbs: Readonly<Record<string, readonly [number, string]>> = {
  hourly: [1, 'hour'],
  daily: [1, 'day'],
  nightly: [1, 'day'],
  weekly: [1, 'week'],
  fortnightly: [1, 'fortnight'],
  monthly: [1, 'month'],
  quarterly: [1, 'quarter-year'],
  yearly: [1, 'year'],
  annually: [1, 'year'],
  biennially: [2, 'year'],
};

/** A number after one of these names a thing and measures nothing: "level 2", "Gate 3", "RFC 3660", "AAL2". */
const labels =
  /(?:§+|\b(?:sections|clauses|articles|chapters|paragraphs?|level|tier|class|grade|phase|stage|step|type|category|version|part|section|sec\.|chapter|article|rule|table|tab\.|figure|fig\.|annex|appendix|page|line|note|item|no\.|number|issue|room|gate|ward|zone|week|day|month|unit|group|study|clause|option|edition|release|floor|lift|plot|rope|van|bus|platform|terminal|site|bay|dock|block|building|server|node|port|lane|route|line|series|sample|arm|cohort|trial|wave|round|pump|well|reactor|turbine|boiler|kitchen|hall|house|gatehouse)\s|§\s)$/i;
const acronym = /(?:\b[A-Z]{2,12}[\s-]?|#|\b[A-Za-z]-|\bv)$/;

/**
 * Amounts in order, disjoint. Dates, ordinals, versions and numbers that are names are none. Knows comparators before ("no fewer than",
 * "up to", "within") and after ("or more", "at the latest"), ranges, halves and quarters, and how often something happens.
 */
export function quantitiesIn(text: string): readonly Quantity[] {
  let quantities = known.get(text);
  if (quantities === undefined) known.set(text, (quantities = readQuantities(text)));
  return quantities;
}

/** Sentences come up in several stages of an audit, and again with the next question. */
const known = new LRUCache<string, readonly Quantity[]>({ max: 5000 });

function readQuantities(text: string): Quantity[] {
  const values = readValues(text);
  const found: Quantity[] = [];
  for (let at = 0; at < values.length; at += 1) {
    const value = values[at];
    if (value === undefined) continue;
    const next = values[at + 1];
    const joined = next === undefined ? null : rangeOf(text, value, next);
    const last = joined === null || next === undefined ? value : next;
    if (joined !== null) at += 1;
    found.push(measured(text, value, last, joined !== null));
  }
  return found;
}

/** Minutes since midnight. */
const clock: Unit = { dimension: 'clock', factor: 1 };

function readValues(text: string): Value[] {
  const taken: { start: number; end: number }[] = datesIn(text).map(({ start, end }) => ({ start, end }));
  const free = (start: number, end: number): boolean => !taken.some((other) => start < other.end && other.start < end);
  const found: Value[] = [];
  const add = (start: number, end: number, value: number, unit: Unit | null, rate = false): void => {
    if (!free(start, end)) return;
    taken.push({ start, end });
    found.push({ start, end, value, unit, rate });
  };
  for (const { start, end, minutes } of clockTimesIn(text)) {
    if (minutes !== null) add(start, end, minutes, clock);
    else if (free(start, end)) taken.push({ start, end });
  }
  for (const { start, end, value, unit } of [...millionsIn(text), ...singlesIn(text), ...penceIn(text)]) add(start, end, value, unit);
  for (const match of text.matchAll(amounts)) {
    const read = phrase(match.groups ?? {});
    // The "Daily Illini" is a name.
    const isName = match.groups?.['adverb'] !== undefined && match.index > 0 && /^\p{Lu}/u.test(match[0]);
    if (read !== null && !isName) add(match.index, match.index + match[0].length, read.value, read.unit, isRate(match.groups));
  }
  for (const match of text.matchAll(ratios)) {
    const [part, whole] = [numberOf(match.groups?.['part']), numberOf(match.groups?.['whole'])];
    if (part !== null && whole !== null && part <= whole && whole > 1)
      add(match.index, match.index + match[0].length, Number(((100 * part) / whole).toPrecision(12)), unitOf('%'));
  }
  for (const { groups, index, 0: whole } of text.matchAll(counting)) {
    const value = groups?.['one'] === undefined ? 2 : 1;
    add(index, index + whole.length, value, null);
  }
  for (const { start, end, value, unit } of settingsIn(text)) add(start, end, value, unit);
  for (const { start, end, normal } of numbersIn(text)) {
    const value = Number.parseFloat(normal);
    if (!Number.isFinite(value) || normal.endsWith('th')) continue;
    const { unit, end: unitEnd } = unitAfter(text, start, end, normal);
    // "Group 2" is a name, "costs the group 180 pounds" is not.
    const lead = text.slice(Math.max(0, start - 14), start);
    if (isLabelled(lead) && (unit === null || acronym.test(lead))) continue;
    // "Between two working days" measures nothing.
    if (normal === '2' && /\bbetween\s(?:the\s)?$/i.test(lead) && !/^\s(?:\S+\s){0,2}?(?:and|to)\b/.test(text.slice(unitEnd))) continue;
    add(start, unitEnd, value, unit);
  }
  for (const match of text.matchAll(loneOne)) {
    // "To stop it, one clicks": somebody does.
    if (/(?:^|[,;:]\s)$/.test(text.slice(0, match.index)) && /^\s\p{Ll}+s\b/u.test(text.slice(match.index + match[0].length))) continue;
    const start = match.index + match[0].length - 3;
    add(start, start + 3, 1, null);
  }
  return found.sort((a, b) => a.start - b.start);
}

/** As settings write times: "36h", "5m to 8h", "1.5d". An "m" is a minute beside another such time: alone it may be a metre or a million. */
const settings = /(?<![\p{L}\p{N}.,$€£¥_-])(?<value>\d+(?:\.\d+)?)(?<unit>ms|s|m|h|d)(?![\p{L}\p{N}_])/gu;
const settingUnits: Readonly<Record<string, string>> = { ms: 'ms', s: 'second', m: 'minute', h: 'hour', d: 'day' };

function settingsIn(text: string): Value[] {
  const found = [...text.matchAll(settings)].map(({ index, 0: whole, groups }) => {
    const name = groups?.['unit'] ?? '';
    const value = Number(groups?.['value']);
    return { start: index, end: index + whole.length, value, unit: unitOf(settingUnits[name] ?? ''), name };
  });
  const beside = found.some(({ name }) => name === 'h' || name === 'd' || name === 'ms');
  return found.filter(({ name }) => beside || (name !== 'm' && name !== 's'));
}

const millions =
  /(?<sign>[$€£¥])?\b(?:(?:an?|one) )?(?<part>half|quarter|third|three[- ]quarters)(?: of)? an? (?<whole>million|thousand|billion)\b(?: (?<unit>pounds?|euros?|dollars?))?/giu;

/** "A quarter of a million pounds", "half a million". */
function millionsIn(text: string): Value[] {
  return [...text.matchAll(millions)].map(({ index, 0: words, groups }) => {
    const whole = { thousand: 1e3, million: 1e6, billion: 1e9 }[(groups?.['whole'] ?? '').toLowerCase()] ?? 1;
    const name = groups?.['unit']?.toLowerCase() ?? '';
    const unit = name.startsWith('pound') ? pound.money : unitOf(groups?.['sign'] ?? name);
    return { start: index, end: index + words.length, value: shareOf(groups?.['part'] ?? '') * whole, unit };
  });
}

/** "More than a litre": one of a measure. Without a bound before it, "a mile" is as likely a rate. */
const singles =
  /(?<=\b(?:more than|less than|over|under|at least|at most|up to|within|exceeds?|exceeding) )an? (?<unit>litre|liter|metre|meter|kilometre|kilometer|mile|kilogram|kilo|gram|tonne|hectare|acre|gallon|degree|euro|dollar)\b/giu;

function singlesIn(text: string): Value[] {
  return [...text.matchAll(singles)].flatMap(({ index, 0: words, groups }) => {
    const unit = unitOf(groups?.['unit']?.toLowerCase() ?? '');
    return unit === null ? [] : [{ start: index, end: index + words.length, value: 1, unit }];
  });
}

/** "5p a mile". */
const pence = /(?<![\p{L}\p{N}.,_-]|\b(?:pages?|pp?\.?) )(?<value>\d{1,3}(?:\.\d+)?)p(?![\p{L}\p{N}])/gu;

function penceIn(text: string): Value[] {
  return [...text.matchAll(pence)].map(({ index, 0: words, groups }) => ({
    start: index,
    end: index + words.length,
    value: Number(groups?.['value']),
    unit: unitOf('pence'),
  }));
}

/** "A single type", "a pair of intrinsics": counted without a number. */
const counting = /\b(?:(?<one>(?:an? )?single(?=\s\p{L}))|(?:an? )?(?:pair|couple) of)(?!\p{L})/giu;

function numberOf(word: string | undefined): number | null {
  const lower = (word ?? '').toLowerCase();
  if (lower === 'one') return 1;
  if (lower === 'a hundred') return 100;
  if (lower === 'a thousand') return 1000;
  const value = Number.parseFloat(numbersIn(`${lower} days`)[0]?.normal ?? '');
  return Number.isFinite(value) ? value : null;
}

/** "One reference is enough" counts; "one must", "the one", "no one" do not. */
const loneOne =
  /(?<!\b(?:no|any|every|each|some|this|that|the|which|another|of|either|neither|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|in|new|old|right|wrong|first|last|next|latter|former|older|newer)[\s-])\bone(?=\s(?!(?:must|may|can|could|should|shall|will|would|might|has|have|is|are|was|needs?|gets?|does|did|another|who|whom|that|which|of|and|or|to|day|thing|way|side|hand|by|at|in|on|with|for|only|cannot|never|also)\b)\p{Ll}{3})/giu;

function isLabelled(lead: string): boolean {
  return labels.test(lead) || (acronym.test(lead) && !/\b(?:US|UK)\s$/.test(lead));
}

/** "Twice a year", "once a month", "weekly". */
function isRate(groups: Readonly<Record<string, string | undefined>> = {}): boolean {
  return groups['times'] !== undefined || groups['adverb'] !== undefined || /^(?:once|one time) an?$/i.test(groups['every'] ?? '');
}

function phrase(groups: Readonly<Record<string, string | undefined>>): { value: number; unit: Unit | null } | null {
  const unit = (name: string | undefined, dimension?: string): Unit | null => {
    const known = name === undefined ? null : unitOf(name.trim());
    return known === null || dimension === undefined ? known : { ...known, dimension };
  };
  const { times, quarters, halfUnit, whole, everyUnit, adverb, fraction, single } = groups;
  if (times !== undefined) {
    const [value, name] = adverbs[groups['timesAdverb']?.toLowerCase() ?? ''] ?? [1, groups['timesUnit']?.toLowerCase()];
    const count = /^twice/i.test(times) ? 2 : /^thrice/i.test(times) ? 3 : Number.parseFloat(numbersIn(times)[0]?.normal ?? '');
    return count > 0 ? { value: value / count, unit: unit(name === 'quarter' ? 'quarter-year' : name, 'interval') } : null;
  }
  const every = groups['every'] ?? groups['slash'];
  if (quarters !== undefined) return { value: /^three/i.test(quarters) ? 0.75 : 0.25, unit: unit(groups['quartersUnit']) };
  if (halfUnit !== undefined) return halfUnit.toLowerCase() === 'dozen' ? { value: 6, unit: null } : { value: 0.5, unit: unit(halfUnit) };
  if (whole !== undefined) {
    const count = /^an?$/i.test(whole) ? 1 : Number.parseFloat(numbersIn(`${whole} hours`)[0]?.normal ?? '');
    return Number.isFinite(count) ? { value: count + 0.5, unit: unit(groups['wholeUnitA'] ?? groups['wholeUnitB']) } : null;
  }
  if (every !== undefined && everyUnit !== undefined)
    return {
      value: groups['everyCount'] === undefined ? 1 : 2,
      unit: unit(everyUnit.toLowerCase() === 'quarter' ? 'quarter-year' : everyUnit, 'interval'),
    };
  if (groups['alternate'] !== undefined) return { value: 2, unit: unit(groups['alternate'], 'interval') };
  if (adverb !== undefined) {
    const [value, name] = adverbs[adverb.toLowerCase()] ?? [1, 'year'];
    return { value, unit: unit(name, 'interval') };
  }
  if (fraction !== undefined) return { value: shareOf(fraction) * 100, unit: unit('%') };
  return single === undefined ? null : { value: 1, unit: unit(single) };
}

const mayFollow =
  /^[\s-]{0,2}(?:(?:calendar|working|business|consecutive|full|whole|more|further|additional|extra|US|U\.S\.) )?(?<word>°[CF]|%|(?:m\/s|km\/h|mg\/(?:l|kg))(?!\p{L})|[A-Za-z]+(?:-hours?)?)/u;

function unitAfter(text: string, start: number, end: number, normal: string): { unit: Unit | null; end: number } {
  if (normal.endsWith('%')) return { unit: unitOf('%'), end };
  const behind = text.slice(end, end + 40);
  const match = mayFollow.exec(behind);
  const word = match?.groups?.['word'] ?? '';
  const sign = /[$€£¥]/.exec(text.slice(Math.max(0, start - 2), start + 1))?.[0];
  if (sign !== undefined) return { unit: unitOf(sign), end };
  // "300 pounds" beside a weight is a weight; money has its sign, or nothing near that is heavy.
  if (/^pounds?$/i.test(word) || /GBP$/.test(normal)) {
    const near = text.slice(Math.max(0, start - 80), end + 80);
    const isPaid =
      /\.\d\d$/.test(text.slice(start, end)) ||
      /\b(?:pay\w*|paid|costs?|prices?d?|fees?|charg\w+|fines?|worth|claims?|contract|spen[dt]\w*|wages?|salary|allowance|budget|value|an hour|per hour|pension|deposit|rent|refund\w*|money|liability|insurance|premium)\b/i.test(
        near,
      );
    const heavy = !isPaid && /\b(?:weigh\w*|weight|load|lift|carry|carries|heavy|heavier|kilos?|kg|bears?|capacity)\b/i.test(near);
    return { unit: heavy ? pound.mass : pound.money, end: end + (/^pounds?$/i.test(word) ? (match?.[0].length ?? 0) : 0) };
  }
  const currency = /^\S+ (?<code>[A-Z]{3})$/.exec(normal)?.groups?.['code'];
  if (currency !== undefined) return { unit: unitOf(currency), end };
  // A lone letter is a unit only right behind its number, or beside a sign: "5 m", "30 s".
  const unit = word === '' || (word.length === 1 && !/^[smhgtlLW]$/.test(word)) ? null : unitOf(word);
  return unit === null || match === null ? { unit: null, end } : { unit, end: end + match[0].length };
}

function rangeOf(text: string, one: Value, two: Value): 'range' | null {
  // "From 9:30 to 17:45": when it begins, and when it ends.
  if (one.unit === clock || two.unit === clock) return null;
  const between = text.slice(one.end, two.start);
  const before = text.slice(Math.max(0, one.start - 10), one.start);
  if (one.unit !== null && two.unit !== null && one.unit.dimension !== two.unit.dimension) return null;
  if (two.value < one.value) return null;
  if (/^\s?(?:-|–|—)\s?$/.test(between) || /^ or $/.test(between)) return 'range';
  if (/^ to (?:under |less than |below |just under )?$/.test(between))
    // "Raised from 8 to 14" are two amounts, "IDs from 100 to 999" is a range.
    return /\bfrom\s$/i.test(before) && changing.test(text.slice(Math.max(0, one.start - 80), one.start)) ? null : 'range';
  return /^ and $/.test(between) && /\bbetween\s$/i.test(before) ? 'range' : null;
}

const changing =
  /\b(?:rais|ris|rose|grow|grew|increas|decreas|reduc|lower|fall|fell|drop|chang|mov|cut|extend|shorten|lengthen|went|go(?:es|ne)?|shift|switch|improv|declin|doubl|halv|up|down|revis|amend|adjust|climb|shr[aiu]nk)\w*\b[^.;]*\bfrom\s$/i;

const not = String.raw`(?:no|not|never|nor|n['’]t)(?: be| have| take| last| allow| keep| use)?(?: any)?`;
const before: readonly (readonly [Comparator, RegExp])[] = [
  [
    'at least',
    new RegExp(
      String.raw`(?:≥|>=|\b(?:more|greater|higher|longer|larger|later) than or equal to|\b(?:at least|(?:a |the )?minimum(?:(?: [a-z]+){0,2} (?:of|is)| length| number| size)?|${not} (?:fewer|less|shorter|smaller|lower|younger|earlier|sooner|narrower|lighter|slower|colder|cooler|closer|nearer|under|below)(?: \w+)?(?: than)?|from|as (?:many|much) as))\s*$`,
      'i',
    ),
  ],
  [
    'at most',
    new RegExp(
      String.raw`(?:≤|<=|\b(?:less|fewer|lower|shorter|smaller|earlier) than or equal to|\b(?:at (?:the )?most|(?:a |the )?maximum(?:(?: [a-z]+){0,2} (?:of|is)| length| number| size)?|up to|${not} (?:more|longer|larger|greater|higher|later|older|deeper|bigger|wider|taller|heavier|faster|hotter|warmer|further|farther|above|over|beyond|exceed(?:ing)?)(?: than)?|within(?: the)?(?: first| next)?|limited to|limit (?:is|of)|capped at|only))\s*$`,
      'i',
    ),
  ],
  [
    'more than',
    /\b(?:(?:more|longer|larger|greater|higher|older|later|better|deeper|bigger|wider|taller|heavier|faster|hotter|warmer|further|farther) than|over|above|exceed(?:s|ed|ing)?|beyond|upwards of|in excess of)\s*$/i,
  ],
  [
    'less than',
    /\b(?:(?:less|fewer|shorter|smaller|lower|younger|earlier|sooner|narrower|lighter|slower|colder|cooler|closer|nearer) than|under|below)\s*$/i,
  ],
  ['about', /\b(?:about|around|roughly|approximately|approx\.|nearly|almost|some|circa|an estimated|close to)\s*$/i],
];
const after: readonly (readonly [Comparator, RegExp])[] = [
  [
    'at least',
    /^(?:\s[\p{L}-]+){0,5}?\s?(?:or|and) (?:more|longer|older|over|above|greater|higher|up(?:wards)?|later)\b|^(?:\s[\p{L}-]+){0,2}?\s?(?:at (?:a|the) (?:minimum|least)|minimum(?=\s*(?:[.,;:)]|$)))/iu,
  ],
  [
    'at most',
    /^(?:\s[\p{L}-]+){0,3}?\s?(?:or|and) (?:less|fewer|shorter|under|below|younger|earlier|lower)\b|^(?:\s[\p{L}-]+){0,2}?\s?(?:at (?:the )?(?:very )?(?:most|latest|longest|highest|maximum)|maximum(?=\s*(?:[.,;:)]|$))|and no (?:more|further|longer|later)\b|or not at all\b)/iu,
  ],
  ['about', /^(?:\s[\p{L}-]+)?\s?or so\b/iu],
];

/** "No claim later than two years", "nobody may use it for more than 20 minutes": what is denied of more is a limit. */
const denied =
  /(?:\b(?:no|nobody|no one|none|never|not|nor|cannot|forbidden|prohibited|banned|barred)|n['’]t)\s(?:[\p{L}'’-]+,?\s){0,7}?(?:more|longer|larger|greater|higher|older|later|less|fewer|shorter|smaller|lower|younger|earlier|sooner|over|above|under|below|exceed\w*|beyond)(?:\sthan)?\s*$/iu;
/** "Can't use the grant for a flight shorter than 500 km": which flights are meant, and no limit. */
const qualifying =
  /\b(?:for|of|to|on|with)\s(?:an?|any)\s[\p{L}-]+\s(?:shorter|smaller|larger|bigger|older|younger|higher|lower)(?:\sthan)?\s*$/iu;
const reversed: Readonly<Record<Comparator, Comparator>> = {
  'at least': 'at most',
  'at most': 'at least',
  'more than': 'less than',
  'less than': 'more than',
  exactly: 'exactly',
  about: 'about',
  between: 'between',
};
const turned: Partial<Record<Comparator, Comparator>> = { 'more than': 'at most', 'less than': 'at least' };

const often = /\b(?:at (?:least|(?:the )?most)|no (?:more|less|fewer) than)(?:\s(?:every|each))?\s*$/i;

function measured(text: string, first: Value, last: Value, range: boolean): Quantity {
  if (first.unit === clock) return atClock(first);
  const unit = last.unit ?? first.unit;
  const base = (value: Value): number =>
    unit === null ? value.value : inBaseUnit(value.value, first.unit !== null && value === first ? first.unit : unit);
  let lead = text.slice(Math.max(0, first.start - 72), first.start).replace(/[$€£¥(\s]+$/u, ' ');
  // The last clause alone: a comparator does not reach over a full stop.
  lead = lead.slice(lead.search(/[^.;:!?]*$/u));
  // "At least every 12 hours" bounds how often, as "at least once a year" does.
  const every = often.test(lead) ? (/\s(?:every|each)\s*$/i.exec(lead)?.[0] ?? '') : '';
  const bounding = lead.slice(0, lead.length - every.length);
  const leading = before
    .map(([comparator, pattern]) => ({ comparator, match: pattern.exec(bounding) }))
    .find(({ match }) => match !== null);
  const trailing = after.find(([, pattern]) => pattern.test(text.slice(last.end, last.end + 40)));
  // "Fell from 233 to 171": where it began, and no bound.
  const isStart = /\bfrom\s*$/i.test(lead) && /^\s?(?:to|down to|up to)\s/.test(text.slice(last.end));
  const read: Comparator = range ? 'between' : isStart ? 'exactly' : (leading?.comparator ?? trailing?.[0] ?? 'exactly');
  const takesNot = turned[read] !== undefined && denied.test(lead) && !qualifying.test(lead);
  const said = takesNot ? (turned[read] ?? read) : read;
  const isRate = first.rate === true || every !== '' || (/^(?:every|each)\s/i.test(text.slice(first.start, first.end)) && often.test(lead));
  const comparator = isRate && last === first ? reversed[said] : said;
  const [low, high] = [base(first), base(last)];
  return {
    start:
      leading?.match === undefined || leading.match === null || range || isStart
        ? first.start
        : first.start - every.length - leading.match[0].trimStart().length,
    end: last.end,
    comparator,
    low: Math.min(low, high),
    high: Math.max(low, high),
    dimension: unit?.dimension === 'time' && /\b(?:every|each)\s$/i.test(lead) ? 'interval' : (unit?.dimension ?? 'count'),
    calendar: (first.unit?.calendar ?? false) || (last.unit?.calendar ?? false),
    counted: unit === null ? countedAfter(text, last.end) : [],
    denied: takesNot || /^(?:no|not|never|nor|n['’]t)\s(?:have|take|last|allow|keep|use)\b/i.test(leading?.match?.[0].trimStart() ?? ''),
  };
}

/** What is before or after it is for other words to say. */
function atClock({ start, end, value }: Value): Quantity {
  return {
    start,
    end,
    comparator: 'exactly',
    low: value,
    high: value,
    dimension: clock.dimension,
    calendar: false,
    counted: [],
    denied: false,
  };
}

function countedAfter(text: string, end: number): string[] {
  const clause = /^[^.,;:()|\n]{0,60}/u.exec(text.slice(end))?.[0] ?? '';
  const found: string[] = [];
  // "At least 1,000 is typical" counts nothing behind it.
  if (/^\s(?:is|are|was|were|has|have|had|may|must|shall|should|can|will|as|if|when|because)\b/.test(clause)) return [];
  for (const token of tokenize(clause)) {
    if (isStopword(token.lower) || /n['’]t$|^(?:cannot|must|shall|should|not)$/.test(token.lower)) {
      if (found.length > 0 || token.start > 12) break;
      continue;
    }
    found.push(stem(token.lower));
    if (found.length === 3) break;
  }
  return found;
}

/**
 * What a stated amount makes of a claimed one, where both are of the same thing:
 * `same`; `implies` (at least 12 implies at least 8; 64 implies at least 32); `breaks` (another figure, or a bound that cannot be what was
 * stated: at least 12 where at least 8 is stated, at most 5 where at least 5 is); `open` (neither follows: exactly 10 beside at least 8).
 * `incomparable`: other dimensions.
 */
export type QuantityRelation = 'same' | 'implies' | 'breaks' | 'open' | 'incomparable';

/** @see QuantityRelation */
export function relateQuantities(stated: Quantity, claimed: Quantity): QuantityRelation {
  if (stated.dimension !== claimed.dimension) return 'incomparable';
  const calendar = stated.calendar || claimed.calendar;
  const same = (a: number, b: number): boolean =>
    Math.abs(a - b) <= Math.max(Math.abs(a), Math.abs(b)) * (calendar && stated.calendar !== claimed.calendar ? 0.035 : 1e-9);
  const near = (a: number, b: number): boolean => Math.abs(a - b) <= Math.max(Math.abs(a), Math.abs(b)) * 0.12;
  const [s, c] = [bounds(stated), bounds(claimed)];
  if (stated.comparator === claimed.comparator && same(stated.low, claimed.low) && same(stated.high, claimed.high)) return 'same';
  if (claimed.comparator === 'about' || stated.comparator === 'about') {
    // "About 2,000" is said by 1,950, and "about 41" not by 40: who rounds leaves digits out.
    if (s.point && c.point && near(stated.low, claimed.low))
      return same(stated.low, claimed.low) || digitsOf(claimed.low) < digitsOf(stated.low) ? 'implies' : 'open';
    if (s.point && c.point) return 'breaks';
  }
  if (s.point && c.point) return same(stated.low, claimed.low) ? 'same' : 'breaks';
  // Bounds in one direction: the weaker follows from the stricter; the stricter is another rule.
  if (s.low !== null && c.low !== null && s.high === null && c.high === null) {
    if (same(s.low, c.low)) return s.strictLow || !c.strictLow ? 'implies' : 'open';
    return s.low > c.low ? 'implies' : 'breaks';
  }
  if (s.high !== null && c.high !== null && s.low === null && c.low === null) {
    if (same(s.high, c.high)) return s.strictHigh || !c.strictHigh ? 'implies' : 'open';
    return s.high < c.high ? 'implies' : 'breaks';
  }
  const above = (value: number): boolean => c.high !== null && value > c.high && !same(value, c.high);
  const below = (value: number): boolean => c.low !== null && value < c.low && !same(value, c.low);
  if (s.point) {
    const onStrict =
      (c.strictLow && c.low !== null && same(stated.low, c.low)) || (c.strictHigh && c.high !== null && same(stated.low, c.high));
    return above(stated.low) || below(stated.low) || onStrict ? 'breaks' : 'implies';
  }
  if (c.point) {
    const value = claimed.low;
    if ((s.low !== null && value < s.low && !same(value, s.low)) || (s.high !== null && value > s.high && !same(value, s.high)))
      return 'breaks';
    // "In ten days" where within ten days is said: the figure of the rule itself.
    return !s.strictLow &&
      !s.strictHigh &&
      s.low !== s.high &&
      [s.low, s.high].some((bound) => bound !== null && same(value, bound)) &&
      stated.comparator !== 'between'
      ? 'implies'
      : 'open';
  }
  // Opposite bounds: what is a floor here is a ceiling there.
  if (s.low !== null && s.high === null && c.high !== null && c.low === null) return 'breaks';
  if (s.high !== null && s.low === null && c.low !== null && c.high === null) return 'breaks';
  const disjoint = (s.low !== null && above(s.low)) || (s.high !== null && below(s.high));
  if (disjoint) return 'breaks';
  const inside =
    (c.low === null || (s.low !== null && (s.low > c.low || same(s.low, c.low)))) &&
    (c.high === null || (s.high !== null && (s.high < c.high || same(s.high, c.high))));
  return inside ? 'implies' : 'open';
}

/** Digits up to the last that is not zero. */
function digitsOf(value: number): number {
  return value.toExponential(8).replace(/e.*$/, '').replace(/0+$/, '').replace(/\D/g, '').length;
}

interface Bounds {
  readonly low: number | null;
  readonly high: number | null;
  readonly strictLow: boolean;
  readonly strictHigh: boolean;
  readonly point: boolean;
}

function bounds({ comparator, low, high }: Quantity): Bounds {
  switch (comparator) {
    case 'at least':
    case 'more than':
      return { low, high: null, strictLow: comparator === 'more than', strictHigh: false, point: false };
    case 'at most':
    case 'less than':
      return { low: null, high, strictLow: false, strictHigh: comparator === 'less than', point: false };
    case 'between':
      return { low, high, strictLow: false, strictHigh: false, point: false };
    case 'exactly':
    case 'about':
      return { low, high, strictLow: false, strictHigh: false, point: true };
  }
}
