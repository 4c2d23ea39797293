import { tokenize } from '../text/tokens.ts';
import { isActor, isHappening, readEvent, sameWord } from './event.ts';
import type { CausalRelation } from './extract/extract.ts';
import { mayHoldVerb } from './extract/features.ts';
import type { CausalLink } from './links.ts';
import { type DocumentSentence, subjectOf, type Told, topicOf } from './told-sentence.ts';

/** Sentences back that a noun may take up. */
const takenUp = 3;
export const bareNoun = /^(?:(?<definite>the|this|that|these|those|such)\s+)?(?<noun>\p{L}{3,})$/iu;

/** "The rise had two causes": what rose, by the clause before that told of it ("her creatinine rose"); empty where none did, or a link tells of it. */
export function subjectBefore(words: string, links: readonly CausalLink[], told: readonly string[], start: number): string {
  const { noun = '', definite } = bareNoun.exec(words)?.groups ?? {};
  if (noun === '' || (!isHappening(noun.toLowerCase()) && readEvent(noun).trend === 'none')) return '';
  const { trend } = readEvent(noun);
  const lower = noun.toLowerCase();
  const tells = (clause: string): boolean => {
    const { words: own, trend: moved, negated } = readEvent(clause);
    if (negated || own.length === 0) return false;
    return trend === 'none'
      ? moved === 'none' && own.some((word) => word !== lower && sameWord(word, lower))
      : moved === trend && own.length > 0;
  };
  const known = links.findLast(
    ({ causeText, effectText, citation }) =>
      citation.start !== start && [causeText, effectText].some((text) => text !== words && tells(text)),
  );
  if (known !== undefined) return definite === undefined ? clauseSubject([known.effectText, known.causeText].find(tells) ?? '') : '';
  for (const plain of told.slice(-takenUp).reverse()) {
    const clause = plain
      .replace(/[.!?\s]+$/u, '')
      .split(/[,;:]\s+|\s+(?:and|but|because|so|when|after|while|that|which)\s+/u)
      .find((part) => tokenize(part).length >= 3 && tokenize(part).length <= 14 && tells(part));
    if (clause !== undefined) return clauseSubject(clause.replace(atTime, ''));
  }
  return '';
}

/** Without the time that stands before it: "On day 5 her creatinine". */
function clauseSubject(clause: string): string {
  const words = subjectOf(clause);
  // A verb in a form that might be a noun: its words are those of the event.
  return (words.length === clause.length && tokenize(clause).length > 6 ? '' : words).replace(
    /^(?:on|in|at|by|after|during)\s.*?\s(?=(?:the|an?|its|their|his|her|our|mr|mrs|ms|dr)\b)/iu,
    '',
  );
}

/** The person whom a sentence names: "he" of the next. */
export function personIn(plain: string): string {
  return personNamed.exec(plain)?.[0] ?? '';
}

export const personNamed = /\b(?:Mr|Mrs|Ms|Miss|Dr|Cllr|Sgt|Capt)\.?\s\p{Lu}[\p{L}’'-]*/u;

/** A sentence before that is longer is no event that "this" could stand for. */
const longestAntecedent = 30;

/** What "this" stands for, by the sentence before under the same heading; null where that cannot be told. */
export function pointedAt(
  { span }: DocumentSentence,
  { pointsBack, cause, effect, denied, signal }: CausalRelation,
  before: Told | null,
): string | null {
  if (pointsBack === null || before === null || before.sentence.span.headingPath.join('\n') !== span.headingPath.join('\n')) return null;
  const { plain } = before.sentence.span;
  const pronoun = span.plain.slice(...(pointsBack === 'cause' ? cause : effect));
  // "Because of it" takes up what was said; "it caused" some thing.
  const taken = signal !== null && /^(?:because of|due to|owing to|as a result of|on account of)$/i.test(span.plain.slice(...signal));
  // "The damp is not covered: it is the result of …": the clause before names it.
  const at = (pointsBack === 'cause' ? cause : effect)[0];
  const clause = /(?:[;:]|\s[–—])\s+(?:and\s+|but\s+)?$/u.test(span.plain.slice(0, at)) ? span.plain.slice(0, at) : '';
  if (clause !== '' && /^(?:it|they)$/i.test(pronoun)) {
    const inClause = namedBy(pronoun, clause.replace(/^.*\bthat\s+(?=(?:the|its|their|our)\s)/isu, ''));
    if (inClause !== null) return inClause;
  }
  const weak = /^(?:it|they|those|both)$/i.test(pronoun) && !taken;
  // "It did not harm the fish": what the sentence before is about.
  if (weak && denied) return topicOf(plain);
  const subject = weak ? namedBy(pronoun, plain) : null;
  if (subject !== null) return subject;
  const stated = before.relations.filter((relation) => !relation.denied).at(-1);
  // "This was due to …" of a sentence that states a cause already could mean its cause as well.
  if (stated !== undefined) return pointsBack === 'cause' ? (before.effect ?? plain.slice(...stated.effect)) : null;
  const words = tokenize(plain);
  // "It" may be any thing that was named; "this" is what was said.
  if (weak) return null;
  return words.length <= longestAntecedent && mayHoldVerb(words.map(({ lower }) => lower))
    ? plain.replace(/[.!?\s]+$/, '').replace(atTime, '')
    : null;
}

/** What "it" or "they" stands for: the subject of the sentence before, where it is a thing and agrees in number. */
function namedBy(pronoun: string, before: string): string | null {
  const subject = subjectOf(before).replace(/,.*$/u, '');
  const [head] = tokenize(subject.split(/\s(?:of|in|on|at|to|for|from|by|with)\s/u)[0] ?? '')
    .map(({ lower }) => lower)
    .slice(-1);
  if (
    head === undefined ||
    subject.length >= before.length ||
    !/^(?:the|an?|our|its|their|this|that|these|two|three)\s/iu.test(subject) ||
    isActor(head)
  )
    return null;
  return /^they$/i.test(pronoun) === /[^s]s$/.test(head) ? subject : null;
}

export const endsOpen = /^\p{L}+(?:\s\p{L}+)?\s(?:them|it)$/iu;

/** What "them" of "killed them" stands for. */
export function objectBefore(effect: string, before: Told | null): string | null {
  return before === null || !endsOpen.test(effect) ? null : namedBy(/them$/iu.test(effect) ? 'they' : 'it', before.sentence.span.plain);
}

/** Lists begin with the time of day. */
const atTime = /^(?:at\s+)?\d{1,2}[:.]\d{2}(?:\s*(?:UTC|h|am|pm))?[\s,:–-]+/iu;
