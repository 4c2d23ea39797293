import type { AnswerSpan } from '../models/ports.ts';
import { answerFormOf } from '../text/answer-form.ts';
import { fitsAsked, isOtherDimension } from '../text/asked-quantity.ts';
import { datesIn } from '../text/dates.ts';
import { extractMentions } from '../text/mentions.ts';
import { analyseQuestion } from '../text/question.ts';
import { type Quantity, quantitiesIn } from '../text/quantities.ts';
import { repeatsQuestion } from '../text/same-answer.ts';
import { isStopword } from '../text/stopwords.ts';
import { permissionOf } from './permission.ts';
import type { ShortAnswer } from './types.ts';

interface Range {
  readonly start: number;
  readonly end: number;
}

const clock = /\b\d{1,2}[:.]\d\d(?:\s?(?:a\.?m\.?|p\.?m\.?))?|\b\d{1,2}\s?(?:a\.?m\.?|p\.?m\.?|o'clock)|\b(?:noon|midnight)\b/gi;
const versionName = /\b(?:version|release|v)\.?\s?\d+(?:\.\d+)*/gi;

const monthName = '(?:January|February|March|April|May|June|July|August|September|October|November|December)';
/** "The end of April", "in May", "the first of every month": points in time that are no dates. A month needs a word before it: "May" and "March" are words too. */
const namedTime = new RegExp(
  String.raw`\b(?:the )?(?:(?:very )?(?:end|beginning|start|middle|close)|(?:first|last)(?: (?:\p{L}+day|working day|day|week))?) of (?:(?:the|each|every|that|this|next) )?(?:${monthName}|(?:following |next )?(?:month|year|quarter|term|season|week))\b|(?<=\b(?:in|by|until|till|since|from|each|every|before|after|during|of|late|early|mid) )${monthName}\b(?! \d)`,
  'gu',
);

/** Dates, times of day, versions and, where none is there, spans of time. */
function timesIn(question: string, text: string): Range[] {
  const clocks = [...text.matchAll(clock)].map((match) => ({ start: match.index, end: match.index + match[0].length }));
  if (/\b(?:what time|opens?|closes?|start(?:s|ed)?|begins?|began)\b/i.test(question) && clocks.length > 0) return clocks;
  const versions = /\bversion|release\b/i.test(question)
    ? [...text.matchAll(versionName)].map((match) => ({ start: match.index, end: match.index + match[0].length }))
    : [];
  const dates = datesIn(text).map(({ start, end }) => ({ start, end }));
  const inDate = ({ start, end }: Range): boolean => dates.some((date) => date.start < end && start < date.end);
  const named = [...text.matchAll(namedTime)].map((match) => ({ start: match.index, end: match.index + match[0].length }));
  const all = [...versions, ...dates, ...named.filter((range) => !inDate(range)), ...clocks];
  // "Since when" asks for a point in time, and no span of it will do.
  return all.length > 0 || asksForPoint.test(question)
    ? all
    : quantitiesIn(text).filter(({ dimension }) => dimension === 'time' || dimension === 'interval');
}

const asksForPoint = /\b(?:since|by|until|till|from) when\b|\b(?:which|what) (?:date|day|month|year)s?\b|\bwhat was the date\b/i;

/** A name or noun phrase, and never a lone verb of duty, a question word or a mark. */
function isPhrase(text: string): boolean {
  return (
    /[\p{L}\p{N}]/u.test(text) &&
    !/^(?:shall|must|should|may|can|will|is|are|was|were|be|not|no|the|an?|this|that|it|and|or|of|to|in|for|description|name|note|table|figure|section)$/i.test(
      text.trim(),
    )
  );
}

const slack = 2;

/**
 * The words of one sentence that answer, the likeliest first. A number is given with its comparator and unit, whatever part of it the
 * reader marked.
 * @param text the sentence as a reader sees it
 * @param spans what the reader marked in it: offsets into `text`
 */
export function shortAnswers(question: string, text: string, spans: readonly AnswerSpan[]): ShortAnswer[] {
  const form = answerFormOf(question);
  if (form === 'number') return numbers(question, text, spans);
  if (form === 'time') return fromRanges(text, timesIn(question, text), spans);
  if (form !== 'entity') return [];
  const choice = /\bor\b/i.test(question);
  const phrases = spans
    .map((span) => ({ ...trimmed(text, span), ...withBound(text, trimmed(text, span)) }))
    .filter(({ start, end }) => isPhrase(text.slice(start, end)) && (choice || !repeatsQuestion(text.slice(start, end), question)));
  const isKind = kindOf(question, text);
  // "Who is the chair" asks for a name, and nothing else will do; "who may read it" asks for a role as well.
  const named = asksForName.test(question) ? phrases.filter(({ start, end }) => isKind(start, end)) : phrases;
  return named.map(({ start, end, probability }) => ({
    text: text.slice(start, end),
    start,
    end,
    probability,
    fits: isKind(start, end),
    others: named.length - 1,
  }));
}

const asksForName = /^\W*who(?:'s| is| was| are| were) (?:the|our|your|its|their|his|her)\b/i;

/** "Who" wants a name, "in which city" a place: tells whether a range of the text holds one; everything does where no kind is asked for. */
function kindOf(question: string, text: string): (start: number, end: number) => boolean {
  const { kinds } = analyseQuestion(question);
  if (kinds.length === 0) return () => true;
  const named = extractMentions(text).filter(({ kind }) => kinds.includes(kind));
  return (start, end) => named.some((mention) => mention.start < end && start < mention.end);
}

function numbers(question: string, text: string, spans: readonly AnswerSpan[]): ShortAnswer[] {
  const all = quantitiesIn(text).map((quantity) => {
    const end = withNoun(text, quantity);
    return { ...quantity, end: withBoundBehind(text, end), named: end > quantity.end };
  });
  const told = fromRanges(
    text,
    all.filter((quantity) => fitsAsked(question, quantity)),
    spans,
  );
  if (told.length > 0) return told;
  const open = all.filter((quantity) => !isOtherDimension(question, quantity, quantity.named));
  return fromRanges(text, open, spans).map((answer) => ({ ...answer, fits: false }));
}

/** What is counted, up to its plural: at most three words may stand before it ("consecutive failed login attempts"). */
const countedNoun =
  /^(?:\s|-)(?:\p{Ll}[\p{Ll}-]*\s){0,3}?(?<noun>\p{Ll}[\p{Ll}-]*s|people|persons|children|men|women|staff)(?![\p{L}'’-])/u;
const oneNoun = /^\s(?<noun>\p{Ll}[\p{Ll}-]{2,})(?![\p{L}'’-])/u;
/** They end as a plural does, and count nothing. */
const noPlural =
  /^(?:is|was|has|does|as|its|this|thus|plus|minus|less|unless|across|besides|always|towards|afterwards|versus|applies|means|counts|remains|stays|makes|gives|allows|requires)$/;

/** Where a count ends with what it counts: "at least 14" is no answer, "at least 14 characters" is. */
function withNoun(text: string, { end, dimension, counted, high }: Quantity): number {
  if (dimension !== 'count' || counted.length === 0) return end;
  const found = (high === 1 ? oneNoun : countedNoun).exec(text.slice(end, end + 80));
  if (found === null) return end;
  const words = found[0].trim().split(/\s+/);
  return words.some((word) => isStopword(word)) || noPlural.test(words.at(-1) ?? '') ? end : end + found[0].length;
}

/** "25 members or more", "two hours at the latest". */
const boundBehind =
  /^,?\s(?:or|and)\s(?:more|longer|older|over|above|greater|higher|later|less|fewer|shorter|under|below|younger|earlier|lower)(?![\p{L}-])|^,?\s(?:at\s(?:the\s|a\s)?(?:very\s)?(?:least|most|latest|longest|maximum|minimum)|maximum|minimum)(?![\p{L}-])/iu;

function withBoundBehind(text: string, end: number): number {
  return end + (boundBehind.exec(text.slice(end, end + 40))?.[0].length ?? 0);
}

/** An amount is not shown without the bound that the sentence sets: "25 members" where "at least 25 members" is said. */
export function withBound(text: string, { start, end }: Range): Range {
  const own = quantitiesIn(text).filter((quantity) => quantity.start < end && start < quantity.end);
  if (own.length !== 1 || own[0] === undefined) return { start, end };
  const [quantity] = own;
  // The amount is a part of a longer phrase: what stands before it is not its bound.
  if (quantity.start >= start) return { start, end: withBoundBehind(text, end) };
  return { start: quantity.start, end: withBoundBehind(text, Math.max(end, quantity.end)) };
}

function fromRanges(text: string, ranges: readonly Range[], spans: readonly AnswerSpan[]): ShortAnswer[] {
  return ranges
    .map(({ start, end }) => {
      const marked = spans.filter((span) => span.start < end + slack && start < span.end + slack);
      return {
        text: text.slice(start, end).trim(),
        start,
        end,
        probability: Math.max(0, ...marked.map((span) => span.probability)),
        fits: true,
        others: ranges.length - 1,
      };
    })
    .sort((a, b) => b.probability - a.probability || a.start - b.start);
}

/** Without the marks and articles at its ends. */
function trimmed(text: string, { start, end, probability }: AnswerSpan): Range & { probability: number } {
  const own = text.slice(start, end);
  const before = /^(?:[\s,;:.()[\]"'“”`*_-]+|(?:the|an?)\s+)+/iu.exec(own)?.[0].length ?? 0;
  const after = /[\s,;:.([\]"'“”`*_-]+$/u.exec(own.slice(before))?.[0].length ?? 0;
  return { start: start + before, end: Math.max(start + before, end - after), probability };
}

/** The one short answer of a sentence: yes or no where that is asked, else the likeliest words; null where it has none. */
export function readShort(question: string, text: string, spans: readonly AnswerSpan[]): ShortAnswer | null {
  return answerFormOf(question) === 'permission' ? permissionOf(question, text) : (shortAnswers(question, text, spans)[0] ?? null);
}
