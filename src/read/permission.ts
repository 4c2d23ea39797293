import { negationScope } from '../text/negation.ts';
import { type Force, type Norm, normsIn } from '../text/normative.ts';
import { stem } from '../text/stem.ts';
import { isStopword } from '../text/stopwords.ts';
import { tokenize } from '../text/tokens.ts';
import type { ShortAnswer } from './types.ts';

type Asked = 'may' | 'must' | 'should' | 'fact';

/** What kind of yes or no is wanted: leave, duty, advice, or whether something is so. */
function askedOf(question: string): Asked {
  const last = question.split(/(?<=[.!?])\s+|\s[-–—]\s/).findLast((part) => part.trim() !== '') ?? question;
  if (
    /\b(?:must|shall|have to|has to|need to|needs to|required?|requires?|mandatory|obligatory|obliged|compulsory|got to|a must)\b/i.test(
      last,
    )
  )
    return 'must';
  if (
    /^\W*(?:can|may|could|might)\b|\b(?:allowed|permitted|ok|okay|fine|acceptable|able to|free to|legal|can (?:we|i|they|you|he|she|it|the|an?))\b/i.test(
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
export function isOnlyPlanned(question: string, sentence: string): boolean {
  return planned.test(sentence) && !planned.test(question) && !/\b(?:will|future|plan(?:s|ned)?)\b/i.test(question);
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
 * anywhere. null where the sentence does not decide.
 */
export function permissionOf(question: string, sentence: string): ShortAnswer | null {
  const asked = askedOf(question);
  const shared = sharedPlaces(question, sentence);
  if (isOnlyPlanned(question, sentence)) return null;
  const negatedQuestion = /\b(?:not|never|without|n't)\b/i.test(question);
  if (asked !== 'fact') {
    const all = normsIn(sentence);
    const norms = all.filter(({ start }) => !condition.test(sentence.slice(0, start)));
    if (norms.length === 0 && all.length > 0) return null;
    const distance = (at: number): number => Math.min(...shared.map((place) => Math.abs(place - at)), Infinity);
    // "Must be idempotent, must not overwrite": a rule governs what stands between it and the next; of whom it speaks stands before all.
    const first = Math.min(...all.map(({ start }) => start));
    const wordAt = (place: number): string => stem(/^[\p{L}\p{N}’'-]+/u.exec(sentence.slice(place).toLowerCase())?.[0] ?? '');
    const subject = new Set(shared.filter((place) => place < first).map(wordAt));
    const governed = ({ start, end }: Norm): number => {
      const next = Math.min(...all.filter((other) => other.start > start).map((other) => other.start), sentence.length);
      const words = shared.filter((place) => place >= end && place < next).map(wordAt);
      return new Set(words.filter((word) => !subject.has(word))).size;
    };
    const nearest = [...norms].sort((a, b) => governed(b) - governed(a) || distance(a.start) - distance(b.start) || a.start - b.start)[0];
    if (nearest !== undefined) {
      const text = verdicts[asked][nearest.force];
      if (text === null) return null;
      // "You should either:" leaves to what follows what the rule is.
      if (governed(nearest) === 0 && /:\s*$/.test(sentence)) return null;
      if (nearest.force === 'must not' && isRestricted(sentence.slice(nearest.end), question)) return null;
      const agree = norms.every((norm) => verdicts[asked][norm.force] === text);
      return {
        text: negatedQuestion ? turned(text) : text,
        start: nearest.start,
        end: nearest.end,
        probability: agree ? 0.9 : 0.5,
        fits: true,
        others: norms.length - 1,
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
  };
}

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
