import type { Range } from '../text/sentences.ts';
import { plainSpelling } from '../text/spelling.ts';
import { stem } from '../text/stem.ts';
import { otherInRow } from './aside.ts';
import { leastAction } from './obligation.ts';
import type { Reading } from './reading.ts';
import type { JudgedAtom } from './types.ts';
import { type Aligned, type Word, type WordKnowledge, wordsIn } from './words.ts';

/** Parties that act on one side and not on the other. */
export function partyAtoms(
  claim: Reading,
  stated: Reading,
  aligned: readonly Aligned[],
  knowledge: WordKnowledge,
): { atoms: JudgedAtom[]; exchanged: boolean; subjectsDiffer: boolean } {
  const statedDoers = stated.parties.filter(({ role }) => role === 'doer');
  const atoms = claim.parties.map((party): JudgedAtom => {
    const base = { kind: 'party' as const, text: claim.text.slice(party.start, party.end), start: party.start, end: party.end };
    const same = stated.parties.filter(({ name }) => sameName(name, party.name));
    const words = aligned.find(({ word, strength }) => word.start >= party.start && word.end <= party.end && strength > 0);
    const taken = statedDoers.find(
      ({ name }) =>
        !sameName(name, party.name) &&
        !isReservedFor(claim, name.split(' ')) &&
        claim.parties.some((own) => own.role === 'other' && sameName(own.name, name)),
    );
    // Who does it there has it done to them here, and the other way round.
    if (
      party.role === 'doer' &&
      taken !== undefined &&
      same.length > 0 &&
      same.every((one) => one.role === 'other' && !owns(stated, one))
    ) {
      return { ...base, state: 'denied', words: [[taken.start, taken.end]] };
    }
    if (same.length > 0) return { ...base, state: 'said', words: same.map(({ start, end }): [number, number] => [start, end]) };
    return {
      ...base,
      state: words === undefined ? 'unsaid' : 'said',
      words: words?.at === null || words === undefined ? [] : [[words.at.start, words.at.end]],
    };
  });
  const swapped = atoms.some(({ state }) => state === 'denied');
  const other = contrasted(claim, stated) ?? inRow(claim, stated) ?? otherAgent(claim, stated, aligned, knowledge);
  if (other !== null) {
    const { own } = other;
    atoms.push({
      kind: 'party',
      text: claim.text.slice(own.start, own.end),
      start: own.start,
      end: own.end,
      state: 'denied',
      words: [[other.stated.start, other.stated.end]],
    });
  }
  const last = (atom: JudgedAtom): number => atoms.findLastIndex((same) => same.start < atom.end && atom.start < same.end);
  return {
    atoms: atoms.filter((atom, at) => at === last(atom)),
    exchanged: swapped || other !== null,
    subjectsDiffer: !swapped && other?.subjects === true,
  };
}

/** "Guests' questions": whose they are has nothing done to it. */
function owns({ text }: Reading, { end }: Range): boolean {
  return /^(?:['’]|s['’])/.test(text.slice(end)) || /['’]s?$/.test(text.slice(0, end));
}

interface Exchange {
  /** Who stands before the act differs. */
  readonly subjects?: boolean;
  readonly own: Range;
  readonly stated: Range;
}

/** The doer of a row's own column, where the claim names another. */
function inRow(claim: Reading, stated: Reading): Exchange | null {
  const other = otherInRow(claim, stated);
  const own = claim.parties.find(({ role }) => role === 'doer') ?? claim.names[0];
  return other === null || own === undefined ? null : { own, stated: other };
}

const setAside =
  /,\s(?:and\s)?not\s(?:(?:by|to|from|for|in|at|on|with)\s)?(?:(?:the|an?|its|their|our)\s)?(?<named>[\p{L}][\p{L} '’-]{2,40})/gu;

/** "Checked by the treasurer, not by the finance officer": what the sentence sets aside by name, and the claim asserts. */
function contrasted(claim: Reading, stated: Reading): Exchange | null {
  for (const match of stated.text.matchAll(setAside)) {
    const named = wordsIn(match.groups?.['named'] ?? '')
      .filter((word) => !word.light)
      .slice(0, 2);
    const own = named.map((word) => claim.words.find((mine) => stem(mine.lower) === stem(word.lower) && !mine.negated));
    const [first] = own;
    if (first === undefined || own.includes(undefined)) continue;
    // What the sentence says elsewhere too is not set aside: "processes orders in turn, and not orders of others".
    const end = match.index + match[0].length;
    const isElsewhere = named.every((word) =>
      stated.words.some((other) => stem(other.lower) === stem(word.lower) && (other.end <= match.index || other.start >= end)),
    );
    if (isElsewhere) continue;
    return {
      own: { start: first.start, end: own.at(-1)?.end ?? first.end },
      stated: { start: match.index, end: match.index + match[0].length },
    };
  }
  return null;
}

/** "Processed by the Foundation" against "processed by the Trust Fund", "the steward adds" against "the treasurer adds": the same act by another doer. */
function otherAgent(claim: Reading, stated: Reading, aligned: readonly Aligned[], knowledge: WordKnowledge): Exchange | null {
  for (const { word, at, strength } of aligned) {
    if (at === null || strength < leastAction) continue;
    const own = agentOf(claim, word);
    const theirs = agentOf(stated, at);
    const one = own.length > 0 ? own : doerOf(claim, word, knowledge);
    const two = theirs.length > 0 ? theirs : doerOf(stated, at, knowledge);
    const [head] = one;
    const [other] = two;
    if (head === undefined || other === undefined) continue;
    // By-phrases name whole things: their first words tell them apart.
    const alike =
      own.length > 0 && theirs.length > 0 ? two.some((given) => stem(given.lower) === stem(head.lower)) : sameDoer(one, two, knowledge);
    if (
      alike ||
      isReservedFor(
        claim,
        two.map(({ lower }) => stem(lower)),
      )
    )
      continue;
    return {
      subjects: own.length === 0 || theirs.length === 0,
      own: { start: head.start, end: one.at(-1)?.end ?? head.end },
      stated: { start: other.start, end: two.at(-1)?.end ?? other.end },
    };
  }
  return null;
}

const reserved =
  /\b(?:strictly|only|solely|exclusively|just|reserved|limited|restricted|confined|left|up)\s(?:for|to|by|with)\s(?:(?:the|an?)\s)?(?<who>[^,.;:()]{2,60})/iu;

/** "Putting it in is strictly for a registrar": the act is the registrar's, who stands behind it. @param doers stems */
function isReservedFor({ text }: Reading, doers: readonly string[]): boolean {
  const said = new Set(wordsIn(reserved.exec(text)?.groups?.['who'] ?? '').map(({ lower }) => stem(lower)));
  return doers.length > 0 && doers.every((root) => said.has(root));
}

/** In one document these are one and the same. */
const employer = /^(?:company|firm|business|employer|organi[sz]ation|corporation|enterprise)$/;

/** "The stage manager" is not the house manager; "the manager" may be either. */
function sameDoer(one: readonly Word[], two: readonly Word[], knowledge: WordKnowledge): boolean {
  const plain = ({ lower }: Word): string => plainSpelling(lower.replace(/['’]s?$/, ''));
  const like = (a: Word, b: Word): boolean =>
    (employer.test(plain(a)) && employer.test(plain(b))) ||
    stem(plain(a)) === stem(plain(b)) ||
    Math.max(knowledge.strength(plain(a), plain(b)), knowledge.strength(plain(b), plain(a))) >= 0.6;
  const [a, b] = [one.at(-1), two.at(-1)];
  if (a === undefined || b === undefined) return true;
  const [others, theirs] = [one.slice(0, -1), two.slice(0, -1)];
  if (like(a, b)) return others.length === 0 || theirs.length === 0 || others.some((word) => theirs.some((other) => like(word, other)));
  return one.some((word) => two.some((other) => like(word, other)));
}

const notHim = /\b(?:not|never|rather than|instead of|other than|unlike|except)\s(?:by\s)?(?:(?:the|an?|its|their|our)\s)?$/i;
const place = /\b(?:at|in|on|under|within|near)\s(?:(?:the|an?|its|their|our)\s)?$/i;
const passive = /\b(?:is|are|was|were|be|been|being|gets?|got)\s(?:[\p{L}-]+\s){0,2}$/iu;

/** Who does an act by standing before it in its clause, with no other act between; nobody where the act is done to it. */
function doerOf(reading: Reading, act: Word, knowledge: WordKnowledge): readonly Word[] {
  if (!knowledge.mayBeVerb(act.lower) || passive.test(reading.text.slice(Math.max(0, act.start - 40), act.start))) return [];
  // "The Caterer, not the House, answers", "a guest at Larchmont asks": neither whom the sentence sets aside nor a place does it.
  const before = [...reading.parties, ...reading.names].filter(({ start, end }) => {
    const lead = reading.text.slice(Math.max(0, start - 24), start);
    return end <= act.start && !notHim.test(lead) && !place.test(lead);
  });
  const party = before.reduce<Range | undefined>((last, entry) => (last === undefined || entry.end > last.end ? entry : last), undefined);
  if (party === undefined) return [];
  const cleft = /\bit\s(?:is|was)\s(?:(?:the|an?|its|their|our)\s)?$/i.test(reading.text.slice(Math.max(0, party.start - 16), party.start));
  const whole = reading.text.slice(party.end, act.start);
  // "It is the relying party that must provide": that party provides.
  const between = cleft ? whole.replace(/^\s(?:that|who|which)\b/i, '') : whole;
  if (
    between.length > 40 ||
    /[.,;:()]/.test(between) ||
    /\b(?:who|which|that|whose|and|or|by|of|to|for|with|from|than)\b/i.test(between.replace(/\bto\s$/i, ''))
  )
    return [];
  const inside = reading.words.filter((word) => !word.light && word.start >= party.end && word.end <= act.start);
  if (
    inside.some((word) => knowledge.mayBeVerb(word.lower)) ||
    /\b(?:by|of|to|for|with|from|than)\s(?:(?:the|an?|its|their|our|each|every|any)\s)?$/i.test(
      reading.text.slice(Math.max(0, party.start - 20), party.start),
    )
  )
    return [];
  return reading.words.filter((word) => !word.light && word.start >= party.start && word.end <= party.end);
}

/** The words of "by the …" behind an act. */
function agentOf({ text, words }: Reading, act: Word): readonly Word[] {
  const match = /^(?:\s\([^)]*\))?(?:\s[\p{L}-]+){0,3}?\sby\s(?:(?:the|an?|its|their|our)\s)?(?<named>[^,.;:()]{2,60})/u.exec(
    text.slice(act.end),
  );
  const named = match?.groups?.['named'];
  if (match === null || named === undefined || /^(?:who|what|which|it|us|them|him|her|you|me)/i.test(named)) return [];
  const from = act.end + match[0].length - named.length;
  return words.filter((word) => !word.light && word.start >= from && word.end <= from + named.length).slice(0, 4);
}

function sameName(a: string, b: string): boolean {
  return a === b || a.endsWith(` ${b}`) || b.endsWith(` ${a}`);
}
