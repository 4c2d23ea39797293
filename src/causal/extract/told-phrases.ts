import { isActor, isKnownWord, partsOfSpeech } from '../event.ts';
import { lowerWords, type SentenceView } from './cuts.ts';
import { hasVerb } from './features.ts';
import type { Offsets } from './relations.ts';
import { turns } from './told-verbs.ts';

export const determiner =
  /^(?:the|an?|its|their|our|his|her|this|that|these|those|all|every|each|some|both|several|many|most|half|us|them|him|it|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\d.*)$/;

export const preposition =
  /^(?:of|in|on|at|to|for|from|by|with|within|inside|into|onto|over|under|near|between|through|during|against|across|along|around|behind)$/;

const speaker = /^(?:i|we|you|he|she|they['’]\w+|who|someone|somebody|nobody|everybody|anyone|people|everyone)(?:['’]\w+)?$/;

/** "Made | the floor slippery", "let | water run into the shaft", "made | us miss the train": the object with what it became or did. */
export function isMade(verb: string, [first = '', ...rest]: readonly string[]): boolean {
  if (/^(?:it|that|this|an?|use|sure|up|out|off|on|into|itself)$/.test(first) && !/^let/i.test(verb)) return false;
  const kinds = (word: string): readonly [boolean, boolean, boolean, boolean] => partsOfSpeech(word);
  const does = (word: string): boolean => turns.test(word) || (kinds(word)[1] && !kinds(word)[0] && !kinds(word)[2]);
  const is = (word: string): boolean => turns.test(word) || (kinds(word)[2] && !kinds(word)[0]);
  if (/^(?:us|him|her|them|me|people)$/.test(first)) {
    const [next = ''] = rest;
    return !determiner.test(next) && !preposition.test(next) && (kinds(next)[1] || kinds(next)[2]);
  }
  const stop = rest.findIndex((word) => preposition.test(word));
  const own = (stop < 0 ? rest : rest.slice(0, stop)).slice(determiner.test(first) ? 1 : 0);
  const so = own.at(-1) ?? '';
  return /^(?:turn|render)/i.test(verb)
    ? is(so)
    : (/^let/i.test(verb) ? own.slice(determiner.test(first) ? 1 : 0).some((word) => kinds(word)[1]) : own.some(does)) ||
        (!/^let/i.test(verb) && is(so));
}

export function startsObject(view: SentenceView, from: number): boolean {
  const first = view.tokens.find(({ start }) => start >= from);
  if (first === undefined) return false;
  return determiner.test(first.lower) || /^\p{Lu}/u.test(first.text) || /^(?:what|everything|everyone|anything|people)$/.test(first.lower);
}

/** "Trains", "high vehicles": no verb stands where a plural does. */
export function startsPlural(view: SentenceView, from: number): boolean {
  const first = view.tokens.find(({ start }) => start >= from);
  if (first === undefined) return false;
  const [noun, verb, adjective] = partsOfSpeech(first.lower);
  if (noun && /[^s]s$/.test(first.lower)) return true;
  const second = view.tokens.find(({ start }) => start >= first.end);
  return (adjective || noun) && !verb && second !== undefined && /[^s]s$/.test(second.lower) && partsOfSpeech(second.lower)[0];
}

/** The noun that a phrase hangs on: the last word before its first preposition. */
export function headNoun(words: readonly string[]): string {
  const stop = words.findIndex((word, place) => place > 0 && preposition.test(word));
  return (stop < 0 ? words : words.slice(0, stop)).at(-1) ?? '';
}

export function isPerson(view: SentenceView, span: Offsets): boolean {
  const words = lowerWords(view, span);
  if (words.some((word) => speaker.test(word))) return true;
  const head = headNoun(words);
  // A name, or a word that no dictionary has, may be anybody's.
  const stranger = !isKnownWord(head) && !determiner.test(words[0] ?? '');
  const named = view.tokens.some(
    ({ start, end, lower, text }) => start > 0 && start >= span[0] && end <= span[1] && lower === head && /^\p{Lu}\p{Ll}/u.test(text),
  );
  return stranger || named || isActor(head);
}

/** A noun phrase that names no person: an event or a thing. */
export function isThing(view: SentenceView, span: Offsets): boolean {
  const words = lowerWords(view, span);
  const [first = ''] = words;
  const last = words.at(-1) ?? '';
  return (
    span[1] - span[0] > 1 &&
    !words.every((word) => /ly$/.test(word) || partsOfSpeech(word).every((can, kind) => !can || kind === 3)) &&
    !/^(?:just|almost|never)$/.test(last) &&
    !(/ly$/.test(last) && !partsOfSpeech(last)[0]) &&
    words.length <= 14 &&
    !determiner.test(last) &&
    !preposition.test(last) &&
    !preposition.test(first) &&
    !/^(?:any|no|very|badly|not|be|been|being|is|was|were|are|more|most|newly|well|and|or|do|does|did|can|will|must|having|in)$/.test(
      last,
    ) &&
    !/^(?:do|does|having|being|in|or|and|not)$/.test(first) &&
    !words.some((word) => /^(?:say|says|said|latter|former)$/.test(word)) &&
    (/ing$/.test(first) || !isPerson(view, span)) &&
    !words.slice(1).some((word, place) => hasVerb([word]) && !isParticiple(words, place + 1))
  );
}

/** "The torn gasket", "the corroded float switch": a participle before its noun is no verb. */
function isParticiple(words: readonly string[], place: number): boolean {
  return /(?:ed|en|rn|nt|st|ck|ng|pt|ft)$/.test(words[place] ?? '') && !preposition.test(words[place + 1] ?? 'of') && place <= 3;
}
