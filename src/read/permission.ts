import { negationScope } from '../text/negation.ts';
import { type Force, type Norm, normsIn } from '../text/normative.ts';
import { isExclusive, reachOf, rulesIn, subjectOf } from './rules.ts';
import { stem } from '../text/stem.ts';
import { isStopword } from '../text/stopwords.ts';
import { contentStems, tokenize } from '../text/tokens.ts';
import type { ShortAnswer } from './types.ts';

type Asked = 'may' | 'must' | 'should' | 'fact';

/** "May I not come?" is asked the other way round; "can't I come?" and "may I come if it does not rain?" are not. */
const asksForNot = /^\W*(?:may|can|could|must|should|do|does|did|is|are|was|were|will|would|shall)\s(?:\S+\s){1,3}?(?:not|never)\b/i;

/** What is asked stands in the last sentence. */
function lastOf(question: string): string {
  return question.split(/(?<=[.!?])\s+|\s[-–—]\s/).findLast((part) => part.trim() !== '') ?? question;
}

/** What kind of yes or no is wanted: leave, duty, advice, or whether something is so. */
function askedOf(question: string): Asked {
  const last = lastOf(question);
  if (
    /\b(?:must|shall|have to|has to|need to|needs to|required?|requires?|mandatory|obligatory|obliged|compulsory|got to|a must)\b/i.test(
      last,
    )
  )
    return 'must';
  if (
    /^\W*(?:can|may|could|might)\b|\b(?:allowed|permitted|ok|okay|all right|alright|fine|acceptable|possible|able to|free to|entitled|legal|lawful|(?:can|could|may|might) (?:we|i|they|you|he|she|it|one|the|an?|my|our|your|their|his|her|some\w+|any\w+)|(?:will|would|do|does) (?:they|you|it|he|she|the \p{L}+) (?:let|allow|accept|take|permit))\b/iu.test(
      last,
    )
  )
    return 'may';
  if (/\bshould|recommended|advisable|advised\b/i.test(last)) return 'should';
  return 'fact';
}

const verdicts: Readonly<Record<Exclude<Asked, 'fact'>, Readonly<Record<Force, string | null>>>> = {
  may: { must: 'Yes', should: 'Yes', may: 'Yes', 'need not': null, 'should not': 'Should not', 'must not': 'No' },
  must: { must: 'Yes', should: null, may: 'No', 'need not': 'No', 'should not': 'No', 'must not': 'No' },
  should: { must: 'Yes', should: 'Yes', may: null, 'need not': 'No', 'should not': 'No', 'must not': 'No' },
};

/** "Unless required by law, ..." names a condition, and no rule. */
const condition =
  /\b(?:unless|except (?:as|where)|if|where|when|as|(?:to the )?extent)\s+(?:(?:is|are|otherwise|legally|expressly|so)\s+)?$/i;

/** What is planned is not so yet. */
const planned =
  /\b(?:(?:in|by|for|with|until) (?:an?|the|some|any|one of the)?\s*(?:future|upcoming)(?: major| minor)? (?:version|release|edition|update|revision)s?|in (?:the )?future|(?:is|are) (?:planned|proposed|expected|intended|scheduled|going) to|(?:we|they) (?:plan|intend|hope|expect) to|under consideration|some day|someday|eventually)\b/i;

/** The sentence says what is planned, and the question does not ask for plans. */
function isOnlyPlanned(question: string, sentence: string): boolean {
  return planned.test(sentence) && !planned.test(question) && !/\b(?:will|future|plan(?:s|ned)?)\b/i.test(question);
}

/** "Is there a toilet on the site?": no rule on the site that names no toilet says yes or no. */
function lacksAskedThing(question: string, sentence: string): boolean {
  const thing =
    /^\W*(?:is|are|was|were)(?:n['’]t)? there (?:an?|any|some|no)?\s?(?<words>[\p{L} -]{2,40}?)(?=\s(?:on|in|at|for|to|of|with|near|from|when|if|that|who)\b|[?.,]|$)/iu.exec(
      lastOf(question),
    )?.groups?.['words'];
  const wanted = contentStems(thing ?? '');
  if (wanted.length === 0) return false;
  const said = new Set(contentStems(sentence));
  return !wanted.some((root) => said.has(root));
}

/** "Must not ask unnecessary questions" leaves the necessary ones open. */
const restriction =
  /^\s*(?:[\p{L}-]+\s+){0,3}?(?<only>unnecessar\w*|unneeded|undue|unduly|excessive\w*|unauthori[sz]ed|improper\w*|inappropriate\w*|unreasonabl\w+|unsafe\w*|untrusted|needless\w*|avoidable|arbitrar\w+|overly)\b/iu;

/** "May not enter without a badge" leaves it open to enter with one. */
const exception = /^[^.;:]*?\b(?<only>without|unless|except|until|other than)\b/iu;

function isRestricted(governed: string, question: string): boolean {
  const only = restriction.exec(governed)?.groups?.['only'] ?? exception.exec(governed)?.groups?.['only'];
  return only !== undefined && !question.toLowerCase().includes(only.toLowerCase());
}

/**
 * Yes or no from the rule that one sentence states: by the force of the rule that stands nearest to the words that question and sentence
 * share (RFC 2119's words and what people say for them), else by whether the sentence denies what is asked. Never from a negation
 * anywhere. null where the sentence does not decide; `open` where its words would tell one, and leave it open whether it is meant.
 */
export function permissionOf(question: string, sentence: string): ShortAnswer | null {
  const asked = askedOf(question);
  if (lacksAskedThing(question, sentence)) return null;
  const shared = sharedPlaces(question, sentence);
  if (isOnlyPlanned(question, sentence)) return null;
  const negatedQuestion = asksForNot.test(lastOf(question));
  if (asked !== 'fact') {
    const all = asked === 'may' ? rulesIn(sentence) : normsIn(sentence);
    const norms = all.filter(({ start }) => !condition.test(sentence.slice(0, start)));
    if (norms.length === 0 && all.length > 0) return null;
    const distance = (at: number): number => Math.min(...shared.map((place) => Math.abs(place - at)), Infinity);
    // "Must be idempotent, must not overwrite": a rule governs what stands between it and the next; of whom it speaks stands before all.
    const first = Math.min(...all.map(({ start }) => start));
    const wordAt = (place: number): string => stem(/^[\p{L}\p{N}’'-]+/u.exec(sentence.slice(place).toLowerCase())?.[0] ?? '');
    const subject = new Set(shared.filter((place) => place < first).map(wordAt));
    const governed = (norm: Norm): number => {
      const [from, to] = reachOf(sentence, norm, all);
      const words = shared.filter((place) => place >= from && place < to).map(wordAt);
      return new Set(words.filter((word) => to <= norm.start || !subject.has(word))).size;
    };
    const spoken = (norm: Norm): number => {
      const [from, to] = subjectOf(sentence, norm, all);
      return shared.filter((place) => place >= from && place < to).length;
    };
    const nearest = [...norms].sort(
      (a, b) => governed(b) - governed(a) || spoken(b) - spoken(a) || distance(a.start) - distance(b.start) || a.start - b.start,
    )[0];
    if (nearest !== undefined) {
      const text = verdicts[asked][nearest.force];
      if (text === null) return null;
      // "You should either:" leaves to what follows what the rule is.
      if (governed(nearest) === 0 && /:\s*$/.test(sentence)) return null;
      if (nearest.force === 'must not' && isRestricted(sentence.slice(nearest.end), question)) return null;
      // "May be partners, but not the lead applicant": which of the two is asked cannot be told.
      const isTied =
        asked === 'may' &&
        norms.some((norm) => governed(norm) === governed(nearest) && spoken(norm) === spoken(nearest) && verdicts.may[norm.force] !== text);
      // What must be done first is no leave to do what is asked.
      const isDutyFirst = asked === 'may' && nearest.force !== 'may' && text === 'Yes' && governed(nearest) < leastOfDuty;
      const isBound = /^no more than\b/i.test(sentence.slice(nearest.start, nearest.end));
      const isOpen = isTied || isDutyFirst || isBound || (text === 'Yes' && isExclusive(sentence, nearest.start));
      const isRule = normsIn(sentence).some(({ start, end }) => start === nearest.start && end === nearest.end);
      const agree = norms.every((norm) => verdicts[asked][norm.force] === text);
      return {
        text: negatedQuestion ? turned(text) : text,
        start: nearest.start,
        end: nearest.end,
        // A fact that forbids something is no rule on whatever is asked.
        probability: !agree ? 0.5 : isRule ? 0.9 : 0.6,
        fits: isRule || governed(nearest) > 0,
        others: norms.length - 1,
        ...(isOpen ? { open: true } : {}),
      };
    }
  }
  const words = tokenize(sentence);
  const negated = negationScope(words.map((word) => word.lower));
  const denied = words.some((word, index) => negated[index] === true && shared.includes(word.start));
  const any = negated.some(Boolean);
  return {
    text: denied !== negatedQuestion ? 'No' : 'Yes',
    start: 0,
    end: 0,
    probability: denied === any ? 0.6 : 0.4,
    fits: asked === 'fact',
    others: 0,
    ...(!denied && (any || isExclusive(sentence)) ? { open: true } : {}),
  };
}

/** Words of the question that a duty must govern to be leave to do it. */
const leastOfDuty = 2;

function turned(text: string): string {
  return text === 'Yes' ? 'No' : text === 'No' ? 'Yes' : text;
}

/** Where the sentence has content words of the question. */
function sharedPlaces(question: string, sentence: string): number[] {
  const stems = new Set(
    tokenize(question)
      .filter((token) => !isStopword(token.lower))
      .map((token) => stem(token.lower)),
  );
  return tokenize(sentence)
    .filter((token) => stems.has(stem(token.lower)))
    .map((token) => token.start);
}
