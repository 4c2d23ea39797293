import { type Quantity, type QuantityRelation, relateQuantities } from '../text/quantities.ts';
import type { Range } from '../text/sentences.ts';
import { stem } from '../text/stem.ts';
import { isElsewhere, numberAt } from './elsewhere.ts';
import { leastAction } from './obligation.ts';
import type { Reading } from './reading.ts';
import type { JudgedAtom } from './types.ts';
import type { Aligned } from './words.ts';

/** Every amount of the claim against the best of the sentence's amounts that measure the same. */
export function quantityAtoms(claim: Reading, stated: Reading, aligned: readonly Aligned[]): JudgedAtom[] {
  return claim.quantities.map((written) => {
    const quantity = remainder(claim.text, written);
    const base = {
      kind: 'quantity' as const,
      text: claim.text.slice(quantity.start, quantity.end),
      start: quantity.start,
      end: quantity.end,
    };
    // "Four days longer than": a difference is no amount that a sentence states.
    if (isDifference(claim.text, quantity.end) && !isLead(claim.text, quantity.end)) return { ...base, state: 'unsaid', words: [] };
    const point = pointOf(claim.text, quantity, stated.text);
    if (point !== null) return { ...base, state: 'said', words: [point] };
    const permitted = claim.norms.some(({ force }) => force === 'may') || /^up to\b/i.test(base.text);
    const rivals = stated.quantities
      .filter((other) => other.dimension !== 'time' || !isPer(stated.text, other) || isPer(claim.text, quantity))
      .map((other) => remainder(stated.text, other))
      .filter((other) => isLead(claim.text, quantity.end) === isLead(stated.text, other.end))
      .filter(
        (other) =>
          (!isDifference(stated.text, other.end) || isLead(stated.text, other.end)) && comparable(stated.text, other, quantity, aligned),
      )
      .map((other) => ({ other, relation: relateAllowed({ ...other, dimension: quantity.dimension }, quantity, claim, stated, permitted) }))
      .filter(({ relation }) => relation !== 'incomparable');
    // "Of the seven, five were treated and two destroyed": a bare number says what is counted elsewhere, and denies nothing.
    const bare = stated.quantities.find(
      (other) => other.dimension === 'count' && other.counted.length === 0 && relateQuantities(other, quantity) === 'same',
    );
    // "40 weeks a year" beside "40 days a year": that a year is more than 40 weeks says nothing of it.
    const number = numberAt(claim.text, quantity);
    const isOther =
      number !== null && rivals.some(({ other, relation }) => relation === 'breaks' && numberAt(stated.text, other) === number);
    const found =
      rivals.find(({ relation }) => relation === 'same') ??
      (isOther ? undefined : rivals.find(({ relation }) => relation === 'implies')) ??
      (rivals.length === 0 && bare !== undefined ? { other: bare, relation: 'same' as const } : undefined);
    if (found !== undefined) return { ...base, state: 'said', words: [[found.other.start, found.other.end]] };
    // "Every ten years; for orchids every five", "our job waits 60": the unit is left out.
    const short = stated.quantities.find(
      (other) =>
        other.dimension === 'count' && other.counted.length === 0 && numberAt(stated.text, other) === numberAt(claim.text, quantity),
    );
    if (short !== undefined && quantity.dimension !== 'count') return { ...base, state: 'said', words: [[short.start, short.end]] };
    // A figure that one of several could be is not denied by any of them, unless all of them are something else.
    const broken = rivals.filter(({ relation }) => relation === 'breaks');
    const sure =
      broken.length > 0 &&
      broken.length === rivals.length &&
      // "Calloway with seven votes; Dunne received four": what the bare number counts stands before.
      bare === undefined &&
      !isNamed(claim, quantity, stated) &&
      !broken.every(({ other }) => isElsewhere(claim, quantity, stated, other));
    return {
      ...base,
      state: sure ? 'denied' : 'unsaid',
      words: sure ? broken.map(({ other }): [number, number] => [other.start, other.end]) : [],
    };
  });
}

/** "After four weeks" is "at week 4". */
function pointOf(claim: string, quantity: Quantity, stated: string): [number, number] | null {
  const number = numberAt(claim, quantity);
  const unit = /(?:day|week|month|year)(?=s?$)/i.exec(claim.slice(quantity.start, quantity.end))?.[0];
  if (quantity.dimension !== 'time' || number === null || unit === undefined) return null;
  // "41 at week 6, against 28 at week 3": which figure is of which week is not told here.
  const [found, ...more] = stated.matchAll(new RegExp(String.raw`\b${unit} (?<number>\d+)\b(?![.,]\d)`, 'gi'));
  return found === undefined || more.length > 0 || found.groups?.['number'] !== number
    ? null
    : [found.index, found.index + found[0].length];
}

/** "All but three per cent" are 97. */
function remainder(text: string, quantity: Quantity): Quantity {
  const isRest =
    quantity.dimension === 'share' &&
    quantity.comparator === 'exactly' &&
    /\b(?:all|everything|everyone) (?:but|except)\s$/i.test(text.slice(0, quantity.start));
  return isRest ? { ...quantity, low: 1 - quantity.high, high: 1 - quantity.low } : quantity;
}

/** "Six for the notes" beside "kept for six years", "within any one month" beside "in a calendar month": its number or its unit is there. */
function isNamed(claim: Reading, claimed: Quantity, stated: Reading): boolean {
  const number = numberAt(claim.text, claimed);
  if (claimed.dimension === 'count' && claimed.counted.length === 0)
    return stated.quantities.some((other) => other.dimension !== 'count' && numberAt(stated.text, other) === number);
  const unit = /\p{L}+$/u.exec(claim.text.slice(claimed.start, claimed.end))?.[0];
  return (
    (number === '1' || number === null) &&
    (claimed.dimension === 'time' || claimed.dimension === 'interval') &&
    unit !== undefined &&
    new RegExp(String.raw`(?<![\p{N}] )\b(?:calendar|any|a|the|same)\s${unit}\b`, 'iu').test(stated.text)
  );
}

/** Amounts that could be meant instead: the part of the sentence that they stand in speaks of words of the claim that the claimed one's does not. */
export function otherFigures(claim: Reading, stated: Reading, aligned: readonly Aligned[]): number {
  const parts = partsOf(stated.text);
  const partAt = (at: number): Range | undefined => parts.find(({ start, end }) => at >= start && at < end);
  const speaksOf = (at: number): Set<string> => {
    const part = partAt(at);
    const here = stated.words.filter((word) => part !== undefined && word.start >= part.start && word.start < part.end);
    const stems = new Set(here.map(({ lower }) => stem(lower)));
    const places = new Set(here.map(({ start }) => start));
    return new Set(
      aligned
        .filter(
          ({ word, at: met, strength }) =>
            stems.has(stem(word.lower)) || (met !== null && strength >= leastAction && places.has(met.start)),
        )
        .map(({ word }) => word.lower),
    );
  };
  const says = stated.quantities.filter((other) => claim.quantities.some((quantity) => saysAmount(stated.text, other, quantity, aligned)));
  const exactly = says.filter((other) => claim.quantities.some((quantity) => relateQuantities(other, quantity) === 'same'));
  const saying = exactly.length > 0 ? exactly : says;
  const meant = new Set(saying.flatMap(({ start }) => [...speaksOf(start)]));
  return stated.quantities.filter((other) => {
    const relations = claim.quantities
      .filter((quantity) => comparable(stated.text, other, quantity, aligned))
      .map((quantity) => relateQuantities(other, quantity));
    if (relations.length === 0 || relations.includes('same')) return false;
    const here = partAt(other.start);
    // "Critical ones within seven days, others within 30": what holds for the first implies the second, and is another rule.
    if (!relations.every((relation) => relation === 'breaks'))
      return saying.some(({ start }) => partAt(start) !== here) && [...speaksOf(other.start)].some((word) => !meant.has(word));
    return (
      meant.size === 0 || saying.some(({ start }) => partAt(start) === here) || [...speaksOf(other.start)].some((word) => !meant.has(word))
    );
  }).length;
}

/** An amount in words, of a clause that leaves out its verb: "lost items at 60 %, lost vests in full". */
const inWords =
  /,\s(?<who>(?:[\p{L}-]+\s){1,4}?)(?:in full|free(?: of charge)?|for free|for nothing|at no (?:cost|charge)|double|twice(?: that| as much)?|half(?: that)?|not at all)(?=\s*(?:[.,;)]|$))/giu;

/** Does a sentence set another amount, in words, for what the claim speaks of and gives a figure to? */
export function isSetInWords(claim: Reading, stated: Reading): boolean {
  if (claim.quantities.length === 0) return false;
  const said = new Set(claim.words.map(({ lower }) => stem(lower)));
  return [...stated.text.matchAll(inWords)].some(({ index, groups }) => {
    const before = new Set(stated.words.filter(({ end }) => end <= index).map(({ lower }) => stem(lower)));
    const named = stated.words.filter(({ start }) => start > index && start < index + 2 + (groups?.['who'] ?? '').length);
    return named.some(({ lower, light }) => !light && said.has(stem(lower)) && !before.has(stem(lower)));
  });
}

function saysAmount(text: string, stated: Quantity, claimed: Quantity, aligned: readonly Aligned[]): boolean {
  return comparable(text, stated, claimed, aligned) && ['same', 'implies'].includes(relateQuantities(stated, claimed));
}

/** The clauses of a sentence, and what "and" or "versus" joins. */
function partsOf(text: string): Range[] {
  const ends = [
    ...text.matchAll(
      /[;:]\s|,?\s(?:and|but|while|whereas|versus|vs\.?|compared (?:to|with)|against)\s|,\s(?=(?:(?:all|any|every) )?(?:the )?(?:other|others|rest|remaining)\b)/g,
    ),
  ];
  return [...ends, { index: text.length, 0: '' }].map(({ index }, at) => ({
    start: at === 0 ? 0 : (ends[at - 1]?.index ?? 0),
    end: index,
  }));
}

/** "May be up to 80" allows 80: it is wrong where at most 60 is allowed, and says less where at most 100 is. "May stay 20 nights" follows from at most 28. */
function relateAllowed(stated: Quantity, claimed: Quantity, claim: Reading, rule: Reading, permitted: boolean): QuantityRelation {
  const relation = relateQuantities(stated, claimed);
  if (relation === 'breaks' && (isRounded(stated, claimed, claim, rule) || continues(stated, claimed, rule))) return 'open';
  const bounds = isCeiling(stated) && isCeiling(claimed) && claimed.high > stated.high;
  if (relation === 'implies' && (stated.low !== claimed.low || stated.high !== claimed.high)) {
    // Whoever is over 65 is over 60, and what holds for those over 65 does not hold for those over 60.
    if (isBound(claimed) && (limits(claim, claimed) || limits(rule, stated))) return 'open';
    // "Passwords of 12 characters" are no rule that they have 14 at most.
    if (isBound(claimed) && stated.comparator === 'exactly' && obliges(claim)) return 'open';
  }
  // "A limit of five nights" where it is four, "within five weeks" where it is within five days: the bound itself is wrong.
  if (
    relation === 'implies' &&
    bounds &&
    (namesBound(claim.text, claimed) || numberAt(claim.text, claimed) === numberAt(rule.text, stated))
  )
    return 'breaks';
  // A duty to report within three weeks is another than one to report within three days, and who grants at most 90 days does not grant 200.
  // Else a higher ceiling follows from a lower one, and nobody who states it means that: it is left open.
  if (relation === 'implies' && bounds && !permitted)
    return (timely.has(claimed.dimension) && (obliges(claim) || (isDeadline(claim.text, claimed) && isDeadline(rule.text, stated)))) ||
      granting.test(claim.text)
      ? 'breaks'
      : 'open';
  // "A minimum of 9 is suggested" names the bound itself.
  if (relation === 'implies' && stated.low !== claimed.low && stated.high !== claimed.high && namesBound(claim.text, claimed))
    return 'breaks';
  // "May work up to fourteen hours" where twelve are allowed.
  if (permitted && relation === 'implies' && stated.comparator === 'exactly' && claimed.comparator === 'at most' && allows(rule))
    return claimed.high > stated.high ? 'breaks' : relation;
  if (permitted && relation === 'implies' && stated.comparator === 'exactly' && isCeiling(claimed)) return 'open';
  if (!permitted || stated.comparator !== 'at most' || relation === 'incomparable' || relation === 'same') return relation;
  if (claimed.comparator === 'at most') return claimed.high > stated.high ? 'breaks' : claimed.high < stated.high ? 'open' : 'implies';
  return claimed.comparator === 'exactly' && relation === 'open' ? 'implies' : relation;
}

const isBound = ({ comparator }: Quantity): boolean => comparator !== 'exactly' && comparator !== 'about' && comparator !== 'between';
const conditional = /\b(?:if|when|whenever|where|unless|once|who|whose|any|anyone|anybody|every|each|all|no|nobody|those)\b[^,.;:]*$/i;

/** "Anything above 5 litres". */
const chooser = /\b(?:any|every|each|all|no)(?:one|body|thing)?\s(?:[\p{L}-]+\s){0,3}$/iu;

/** Does an amount limit whom or what a rule is for, and not what the rule is? "Differences above £20 must be looked into." */
function limits({ text, norms }: Reading, { start, end }: Quantity): boolean {
  const clause = text.slice(0, start).search(/[^.;:]*$/);
  const behind = norms.some((norm) => norm.start >= end && !/[.;:]|,\s(?:and|but)\s/.test(text.slice(end, norm.start)));
  const before = norms.some((norm) => norm.start >= clause && norm.end <= start + 1);
  const chosen = chooser.exec(text.slice(clause, start));
  if (chosen !== null && !norms.some((norm) => norm.start >= clause + chosen.index && norm.end <= start + 1)) return true;
  return conditional.test(text.slice(clause, start)) &&
    !(/\b(?:any|every|each|all|no)\b/i.test(text.slice(clause, start)) && before && !behind)
    ? true
    : behind && !before;
}

/** "Five months" for 5.4: a whole number may be a rounded one. */
function isRounded(stated: Quantity, claimed: Quantity, claim: Reading, rule: Reading): boolean {
  if (stated.comparator !== 'exactly' || claimed.comparator !== 'exactly') return false;
  const [given, own] = [Number(numberAt(rule.text, stated) ?? NaN), Number(numberAt(claim.text, claimed) ?? NaN)];
  const isSameUnit = Math.abs(stated.low / given - claimed.low / own) <= 1e-9 * Math.abs(claimed.low / own);
  return own >= 2 && isSameUnit && Number.isInteger(own) && !Number.isInteger(given) && Math.round(given) === own;
}

/** "28 nights, after which a guest needs …" beside "who stays beyond four weeks". */
function continues(stated: Quantity, claimed: Quantity, rule: Reading): boolean {
  return (
    stated.comparator === 'exactly' &&
    claimed.comparator === 'more than' &&
    stated.low === claimed.low &&
    /^,?\s(?:after which|after that|thereafter|beyond|and then|then)\b/.test(rule.text.slice(stated.end))
  );
}

/** "The minimum is 9", "a limit of five": the bound, and not what follows from it. */
function namesBound(text: string, { start, end }: Quantity): boolean {
  return (
    /\b(?:minimum|maximum|limit|ceiling|cap)\b/i.test(text.slice(Math.max(0, start - 12), end)) &&
    !/\bat\s(?:an?\s)?(?:minimum|maximum)\b/i.test(text.slice(Math.max(0, start - 12), end + 16))
  );
}

/** "Payable within 30 days": whoever says 60 says it wrong, though it follows. */
function isDeadline(text: string, { start, end }: Quantity): boolean {
  return /\bwithin\b/i.test(text.slice(Math.max(0, start - 8), end));
}

/** The month of "£4,200 a month" is no span of time. */
function isPer(text: string, { start, end }: Quantity): boolean {
  return /^(?:an?|per|each|every)\s/i.test(text.slice(start, end)) && perAmount.test(text.slice(Math.max(0, start - 40), start));
}
const perAmount =
  /(?:[£$€]\s?\d[\d.,]*(?:\s?(?:million|billion|thousand|m|bn|k))?|%|per ?cent|\d[\d.,]*|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\p{L}+teen|\p{L}+ty|hundred|thousand|once|twice)(?:\s[\p{L}-]+){0,2}\s$/iu;

const isCeiling = ({ comparator }: Quantity): boolean => comparator === 'at most' || comparator === 'less than';
const granting = /\b(?:grant(?:s|ed)?|permit(?:s|ted)|allow(?:s|ed)|entitle[sd]|approve[sd]|valid)\b/i;
const timely = new Set(['time', 'interval']);
const obliges = ({ norms }: Reading): boolean => norms.some(({ force }) => force === 'must' || force === 'should');
const allows = ({ norms }: Reading): boolean => norms.some(({ force }) => force === 'may');

/** "Four days longer than": the distance of two amounts. "Ten pounds more" alone is an amount that is added. */
function isDifference(text: string, end: number): boolean {
  const behind = text.slice(end);
  return difference.test(behind) && (!adding.test(behind) || /^[^.;:]{0,60}\bthan\b/.test(behind));
}
/** "Eight days ahead", "eight days' notice", of nothing that is named: how early something is done. */
function isLead(text: string, end: number): boolean {
  return /^['’]?\s(?:(?:ahead|beforehand|in advance)(?!\sof\b)|notice\b)/i.test(text.slice(end));
}
const adding = /^\s(?:more|extra|further|too)\b/i;
const difference =
  /^\s(?:more|less|fewer|longer|shorter|later|earlier|sooner|higher|lower|older|younger|larger|smaller|further|too|times (?:as|more|less|the|higher|lower|larger|smaller|longer|greater|faster)|ahead|behind|above|below|short)\b/i;

function comparable(text: string, stated: Quantity, claimed: Quantity, aligned: readonly Aligned[]): boolean {
  if (stated.dimension !== claimed.dimension) return sameSpan(stated, claimed);
  // A bare figure in a cell counts what its row is about.
  if (stated.counted.length === 0 && /:\s$/.test(text.slice(0, stated.start)) && /^\s*(?:;|$)/.test(text.slice(stated.end))) return true;
  if (stated.dimension !== 'count' || claimed.counted.length === 0) return true;
  if (stated.counted.some((word) => claimed.counted.includes(word))) return true;
  // "592 people" and "592 subjects", "two times" and "twice": a number that is no small one is seldom the same by chance.
  if (stated.low === claimed.low && stated.high === claimed.high && (stated.low >= tellingCount || timesOnly(stated) || timesOnly(claimed)))
    return true;
  return aligned.some(
    ({ word, at, strength }) =>
      at !== null &&
      claimed.counted.includes(stem(word.lower)) &&
      (stated.counted.includes(stem(at.lower)) || (strength >= 0.85 && countsBefore(text, stated, at))),
  );
}

const tellingCount = 12;
const timesOnly = ({ counted }: Quantity): boolean => counted[0] === 'time';

/** "Renewed every six years" and "renewed after six years": the same span, where it is one. */
function sameSpan(stated: Quantity, claimed: Quantity): boolean {
  const spans = ['time', 'interval'];
  return (
    spans.includes(stated.dimension) && spans.includes(claimed.dimension) && stated.low === claimed.low && stated.high === claimed.high
  );
}

/** "Hens: up to six", "the figure turned away was 54", "questions, a total of four": what is counted stands shortly before its number. */
function countsBefore(text: string, { start, counted }: Quantity, word: Range): boolean {
  if (word.start >= start) return false;
  // "A request is one tile": tiles are counted.
  if (counted.length > 0 && /^\s(?:is|are|was|were)\s$/.test(text.slice(word.end, start))) return false;
  const between = text.slice(word.start, start);
  return (
    between.length <= 40 &&
    !/[.;!?]|\d/.test(between) &&
    (/[:=]/.test(between) || /\b(?:is|are|was|were|of|to|limit|maximum|minimum|total)\b/i.test(between))
  );
}

/** Amounts that nothing says, where the sentence has others of their dimension: "97 people were turned away" beside "the figure turned away was 54". */
export function opposedFigures(atoms: readonly JudgedAtom[], claim: Reading, stated: Reading): number {
  return claim.quantities.filter((own) => {
    const isUnsaid = atoms.some(({ kind, state, start }) => kind === 'quantity' && state === 'unsaid' && start === own.start);
    const others = stated.quantities.filter(({ dimension }) => dimension === own.dimension || dimension === 'count');
    return isUnsaid && others.length > 0 && others.every((other) => numberAt(stated.text, other) !== numberAt(claim.text, own));
  }).length;
}

/**
 * "Coxswains retire at 55" beside "coxswains retire at 60, crew at 55": the figure is there, and what the claim says of it stands beside
 * another. The share of the claim that the other figure's part of the sentence speaks of and its own figure's part does not; 0 where its own
 * part speaks of something of the claim too.
 */
export function misplacedFigures(claim: Reading, stated: Reading, aligned: readonly Aligned[]): number {
  const parts = finePartsOf(stated);
  const spoken = (at: number): Aligned[] => {
    const part = parts.find(({ start, end }) => at >= start && at < end);
    return aligned.filter(
      ({ at: met, strength }) =>
        met !== null && strength >= leastAction && part !== undefined && met.start >= part.start && met.start < part.end,
    );
  };
  const shares = claim.quantities.map((own) => {
    const rivals = stated.quantities.filter((other) => comparable(stated.text, other, own, aligned));
    const saying = rivals.filter((other) => ['same', 'implies'].includes(relateQuantities(other, own)));
    // What another figure of the claim says is no rival: "after 10 attempts within 15 minutes, for 30 minutes".
    const others = rivals.filter(
      (other) =>
        relateQuantities(other, own) === 'breaks' &&
        !claim.quantities.some((second) => ['same', 'implies'].includes(relateQuantities(other, second))),
    );
    if (saying.length === 0 || others.length === 0) return 0;
    if (saying.some(({ start }) => spoken(start).length > 0)) return 0;
    return Math.max(...others.map(({ start }) => spoken(start).reduce((sum, { weight }) => sum + weight, 0)));
  });
  return Math.max(0, ...shares);
}

/** As `partsOf`, parted by commas too. */
function finePartsOf({ text, quantities }: Reading): Range[] {
  const ends = [...text.matchAll(/[,;:]\s|\s(?:and|but|while|whereas|versus|vs\.?|compared (?:to|with)|against|if)\s/g)];
  const kept = ends.filter(({ index }) => !quantities.some(({ start, end }) => index >= start && index < end));
  return [...kept, { index: text.length }].map(({ index }, at) => ({ start: at === 0 ? 0 : (kept[at - 1]?.index ?? 0), end: index }));
}
