import { partsOfSpeech } from '../event.ts';
import { isPast } from './contingent.ts';
import { lowerWords, type SentenceView, skipSpace, trimEnd } from './cuts.ts';
import { hasVerb } from './features.ts';
import type { Offsets } from './relations.ts';
import { withoutSpeech } from './speech.ts';
import { determiner, isMade, isPerson, isThing, preposition, startsObject, startsPlural } from './told-phrases.ts';
import { few, sameForms, toldBase, toldFirstWords, toldGerund, toldParticiple, toldPast } from './told-verbs.ts';

/**
 * What a report tells by its verbs: "the fallen wire tripped the feeder", "two ambulances were held up by the flood", ", leaving the bearing dry". The
 * verb says what became of its object, in the past, and its subject is no person: who does something on purpose is no link of a chain of events.
 * The effect keeps the verb ("tripped the feeder"), so that "the tripping of the feeder" is known again.
 */
export interface ToldPair {
  readonly cause: Offsets;
  readonly effect: Offsets;
  readonly signal: Offsets;
  readonly denied: boolean;
  /** The cause is a word for what the sentence before named. */
  readonly pointsBack: boolean;
}

const adverbs =
  '(?:(?:also|then|later|soon|quickly|eventually|finally|completely|partly|badly|nearly|itself|themselves|in turn|again|briefly|even|simply|further|not only)\\s+)*';
const active = new RegExp(
  `\\b(?:(?:(?:may|might|could)\\s+(?:well\\s+)?(?=have\\b))?(?:had|has|have)\\s+)?${adverbs}(?<link>(?:thereby|thus)\\s+)?(?<verb>${toldPast})(?=\\s+[\\p{L}\\d"“])`,
  'giu',
);
const negative = new RegExp(
  `\\b(?:(?:did not|did n[’']t|didn[’']t|never)\\s+${adverbs}(?<verb>${toldBase}|affect|influence|touch|alter|impair|start|bring(?=\\s${few}down\\b))|(?:cannot|can[’']t|could not|couldn[’']t) have\\s+${adverbs}(?<done>${toldParticiple}))(?=\\s+\\p{L})`,
  'giu',
);
const participial = new RegExp(
  `,\\s+(?:and\\s+)?(?<link>(?:thereby|thus|in turn)\\s+)?(?<verb>${toldGerund}|(?<=\\b(?:thereby|thus)\\s+)\\w+ing)(?=\\s+[\\p{L}\\d])`,
  'giu',
);
const passive = new RegExp(
  `\\b(?:was|were|been)\\s+${adverbs}(?<verb>made (?:necessary|impossible)|${toldParticiple})\\s+by(?=\\s+\\p{L})`,
  'giu',
);
const mayBeActive = new RegExp(`\\b(?:${toldFirstWords})\\b`, 'iu');
const mayBeNegative = /\b(?:did not|didn|never|not have|cannot have|n[’']t have)\b/iu;
const mayBeParticipial = /,\s+(?:and\s+)?(?:\w+\s+){0,2}\w+ing\b/iu;
const mayBePassive = /\b(?:was|were|been)\b.*\bby\b/isu;
/** Tables and code tell no story. */
const noProse = /[|{}<>\\`#]|::/u;

const parting =
  /[,;:()–—]|\b(?:because|when|while|although|though|since|that|which|who|if|after|until|before|whereas|as|so|but|once|where|whether)\b/giu;
const objectEnd =
  /[,;:()–—]|\b(?:because|when|while|although|though|since|which|who|that|if|after|until|before|whereas|as|so|but|once|where|thereby|thus|owing|due)\b/iu;
const noObject =
  /^(?:is|are|was|were|has|have|had|will|would|at|on|in|by|for|from|with|to|of|into|onto|under|after|before|when|while|and|or|but|as|until|because|so|again|here|there|then|too|soon|early|late|that|if|off|out|up|down|through|over|during|between|within|since|due|owing|completely|suddenly|twice|once|altogether|just|only|not|almost|about|wide|first|last|like|than|itself|themselves|nothing|no|nobody|apart|away|together)$/;
const pronoun = /^(?:this|that|these|those|it|they|which|both)$/i;
const modal = /\b(?:to|will|would|can|could|may|might|must|shall|should|cannot)\s*$|n['’]t\s*$/iu;
const helping = /^(?:had|has|have|also|itself|themselves|not|never)$/;
const notTold = /\b(?:is|are|will|would|can|could|may|might|must|shall|should|does|do|has|have)\b/iu;
/** What people do to a thing on purpose, and by which means: "destroyed by burning". */
const onPurpose = /^(?:destroyed|killed|closed|stopped|isolated|disabled|emptied|drained|saved|lowered|slowed)$/i;

/** What other words of the sentence state already: its effect may be the cause of what a verb tells. */
export interface KnownPair {
  readonly cause: Offsets;
  readonly effect: Offsets;
  readonly pointsBack: 'cause' | 'effect' | null;
}

function knownPair({ cause, effect, pointsBack }: KnownPair): ToldPair {
  return { cause, effect, signal: cause, denied: false, pointsBack: pointsBack === 'cause' };
}

/** The pairs that the verbs of a sentence tell. Spans are cut from the sentence. */
export function toldPairs(view: SentenceView, stated: readonly KnownPair[]): ToldPair[] {
  if (noProse.test(view.text)) return [];
  return [...activePairs(view, stated), ...participialPairs(view), ...passivePairs(view)].sort((a, b) => a.signal[0] - b.signal[0]);
}

function activePairs(view: SentenceView, stated: readonly KnownPair[]): ToldPair[] {
  const found: ToldPair[] = [];
  const said = view.text.slice(0, view.end);
  const add = (match: RegExpExecArray, denied: boolean): void => {
    const verb = match.groups?.['verb'] ?? match.groups?.['done'] ?? '';
    const verbStart = match.index + match[0].lastIndexOf(verb);
    const effect = objectOf(view, verbStart, verb, denied);
    const cause =
      effect === null
        ? null
        : causeOf(view, match.index, match.groups?.['link'] !== undefined, [...stated.map(knownPair), ...found], denied);
    if (effect === null || cause === null || cause.span[1] > effect[0]) return;
    // "The wait delayed recognition": without a determiner behind it the verb might be a participle.
    if (
      !denied &&
      !cause.sure &&
      !startsObject(view, verbStart + verb.length) &&
      !(isPlain(view, cause.span) && startsPlural(view, verbStart + verb.length))
    )
      return;
    found.push({ cause: cause.span, effect, signal: [verbStart, verbStart + verb.length], denied, pointsBack: cause.pointsBack });
  };
  if (mayBeActive.test(said)) for (const match of said.matchAll(active)) add(match, false);
  if (mayBeNegative.test(said)) for (const match of said.matchAll(negative)) add(match, true);
  return found;
}

/** ", leaving the bearing dry": the clause before brought it about. */
function participialPairs(view: SentenceView): ToldPair[] {
  const said = view.text.slice(0, view.end);
  if (!mayBeParticipial.test(said)) return [];
  return [...said.matchAll(participial)].flatMap((match): ToldPair[] => {
    const verb = match.groups?.['verb'] ?? '';
    const verbStart = match.index + match[0].lastIndexOf(verb);
    const effect = objectOf(view, verbStart, verb, false);
    const clause = clauseBefore(view, match.index);
    const thereby = match.groups?.['link'] !== undefined;
    const bare = startsObject(view, verbStart + verb.length) || startsPlural(view, verbStart + verb.length);
    if (effect === null || clause === null || (!thereby && !bare)) return [];
    const words = view.text.slice(...clause);
    if (!isPast(words) || notTold.test(words)) return [];
    // A person who does two things at once: only "thus" makes one the cause of the other.
    if (!thereby && actsOf(view, clause)) return [];
    return [{ cause: clause, effect, signal: [verbStart, verbStart + verb.length], denied: false, pointsBack: false }];
  });
}

/** "Two ambulances were held up by the blocked square." */
function passivePairs(view: SentenceView): ToldPair[] {
  const said = view.text.slice(0, view.end);
  if (!mayBePassive.test(said)) return [];
  return [...said.matchAll(passive)].flatMap((match): ToldPair[] => {
    const verb = match.groups?.['verb'] ?? '';
    const by = match.index + match[0].length;
    const start = skipSpace(view.text, by);
    const stop = objectEnd.exec(view.text.slice(start, view.end));
    const cause: Offsets = [start, trimEnd(view.text, start, stop === null ? view.end : start + stop.index)];
    const left = withoutSpeech(view, [segmentStart(view, match.index), match.index]).span[0];
    const subject = lowerWords(view, [left, match.index]).filter((word) => !helping.test(word));
    const means = onPurpose.test(verb) && /^\w+ing\b/iu.test(view.text.slice(start));
    if (subject.length === 0 || cause[0] >= cause[1] || means || isPerson(view, cause) || hasVerb(subject)) return [];
    // What was made necessary is the subject itself.
    const made = /^made\b/iu.test(verb);
    const subjectEnd = trimEnd(
      view.text,
      left,
      match.index - (/(?:\s+(?:had|has|have|also|itself|themselves))+\s*$/iu.exec(view.text.slice(left, match.index))?.[0].length ?? 0),
    );
    const effect: Offsets = [left, made ? subjectEnd : match.index + match[0].lastIndexOf(verb) + verb.length];
    return [{ cause, effect, signal: [match.index, by], denied: /\bnot\b|\bnever\b/iu.test(match[0]), pointsBack: false }];
  });
}

/** Verbs that leave it to others to say what came about: "made the wheel spin". */
const change = /^(?:ma(?:de|kes|king)|let|lets|letting|led|leading|prompted|prompting|turn(?:ed|ing)|render(?:ed|ing))$/iu;
const make = /^(?:ma(?:de|kes|king)|let|lets|letting|turn(?:ed|ing)|render(?:ed|ing))$/iu;

/** The verb with what it was done to; null where no object follows. */
function objectOf(view: SentenceView, verbStart: number, verb: string, denied: boolean): Offsets | null {
  const from = verbStart + verb.length;
  const first = view.tokens.find(({ start }) => start >= from);
  if (first === undefined || (noObject.test(first.lower) && !/\s/.test(verb)) || /ly$/.test(first.lower)) return null;
  const { text } = view;
  if (
    !denied &&
    sameForms.has(verb.toLowerCase()) &&
    (!determiner.test(first.lower) || /^\d/.test(first.lower) || modal.test(text.slice(0, verbStart)))
  )
    return null;
  if (/-\s*$/u.test(text.slice(0, verbStart)) || /^-/u.test(text.slice(from))) return null;
  const rest = text.slice(from, view.end);
  let end = from + (objectEnd.exec(rest)?.index ?? rest.length);
  for (const match of text.slice(from, end).matchAll(/\s+(?:and|or)\s+/giu)) {
    // "… a jetty and flooded a campsite": the second verb tells its own.
    if (!hasVerb(lowerWords(view, [from + match.index + match[0].length, end]))) continue;
    end = from + match.index;
    break;
  }
  end = trimEnd(text, from, end);
  if (make.test(verb) && !isMade(verb, lowerWords(view, [from, end]))) return null;
  // What a thing costs in money is its price.
  return end <= from + 1 || (/^cost$/i.test(verb) && /\d/.test(text.slice(from, view.end)))
    ? null
    : [change.test(verb) ? skipSpace(text, from) : verbStart, end];
}

/** A short noun phrase at the start of its clause, with nothing in it that might be its verb. */
function isPlain(view: SentenceView, span: Offsets): boolean {
  const words = lowerWords(view, span);
  const [noun, , adjective] = partsOfSpeech(words.at(-1) ?? '');
  return (
    span[0] === segmentStart(view, span[1]) && words.length <= 4 && noun && !adjective && !words.some((word) => /(?:ed|few)$/.test(word))
  );
}

/** Start of the words that may be the subject of a verb at `at`. */
function segmentStart(view: SentenceView, at: number): number {
  let start = 0;
  // "That cost us our place": there "that" is the subject, and no conjunction.
  for (const match of view.text.slice(0, at).matchAll(parting))
    if (match[0].length === 1 || skipSpace(view.text, match.index + match[0].length) < at) start = match.index + match[0].length;
  start += /^\s*(?:and|or|yet)\s+/iu.exec(view.text.slice(start, at))?.[0].length ?? 0;
  for (const match of view.text.slice(start, at).matchAll(/\s+(?:and|or)\s+/giu))
    if (hasVerb(lowerWords(view, [start, start + match.index]))) return skipSpace(view.text, start + match.index + match[0].length);
  return skipSpace(view.text, start);
}

interface FoundCause {
  readonly span: Offsets;
  readonly pointsBack: boolean;
  /** Its form shows that a verb follows. */
  readonly sure: boolean;
}

function causeOf(view: SentenceView, verbAt: number, thereby: boolean, earlier: readonly ToldPair[], denied: boolean): FoundCause | null {
  const { text } = view;
  const before = text.slice(0, verbAt);
  const of = (span: Offsets | null, sure = true): FoundCause | null => (span === null ? null : { span, pointsBack: false, sure });
  const ended = (at: number): ToldPair | undefined => earlier.findLast(({ effect }) => effect[1] >= at - 1 && effect[1] <= verbAt);
  const relative = /(?<comma>,)?\s*\b(?:which|that)\s+(?:(?:over|in|during|after|within|for|at)\s(?:[\p{L}\d’'-]+\s){1,4})?$/iu.exec(
    before,
  );
  if (relative !== null && relative.index > 0) {
    const known = ended(relative.index);
    if (known !== undefined) return of(known.effect);
    const named = earlier.findLast(({ cause }) => cause[1] >= relative.index - 1 && cause[1] <= verbAt);
    if (named !== undefined) return of(named.cause);
    // "…, which stopped the pump" takes up the clause; "the smoke that filled the hall" the noun.
    if (relative.groups?.['comma'] !== undefined) {
      const clause = clauseBefore(view, relative.index);
      return clause === null || actsOf(view, clause) ? null : of(clause, false);
    }
    const opens = segmentStart(view, relative.index);
    const start = opens + (/^it (?:was|is)\s+/iu.exec(text.slice(opens))?.[0].length ?? 0);
    const span: Offsets = [start, trimEnd(text, start, relative.index)];
    return isThing(view, span) ? of(span, false) : null;
  }
  // "A nest on the mast was what blocked the signal."
  const cleft = /\s+(?:was|were|is) what\s+$/iu.exec(before);
  if (cleft !== null) {
    const start = segmentStart(view, cleft.index);
    return of([start, trimEnd(text, start, cleft.index)]);
  }
  const joined = /\s+(?:and|but)\s+$/iu.exec(before);
  if (joined !== null || thereby) {
    const at = joined?.index ?? verbAt;
    const known = thereby ? undefined : ended(at);
    if (known !== undefined) return { span: known.cause, pointsBack: known.pointsBack, sure: false };
    const clause = clauseBefore(view, at);
    if (denied) {
      const from = skipSpace(text, (/.*[;:]\s/su.exec(text.slice(0, at))?.[0] ?? '').length);
      const own = view.tokens.filter((token) => token.start >= from && token.end <= at);
      const verb = own.find(({ lower }, place) => place > 0 && hasVerb([lower]));
      const subject: Offsets = [from, trimEnd(text, from, verb?.start ?? at)];
      return isThing(view, subject) ? of(subject) : null;
    }
    if (clause === null || (!thereby && (actsOf(view, clause) || notTold.test(text.slice(...clause))))) return null;
    return of(clause, thereby);
  }
  const segment = segmentStart(view, verbAt);
  const span = withoutSpeech(view, [segment, trimEnd(text, segment, verbAt)]).span;
  const [start] = span;
  // "It" and "they" may be anybody.
  if (pronoun.test(text.slice(...span))) {
    // "The gain was turned up, and this made alarms more frequent."
    const said = text.slice(0, start);
    const comma = /^(?:this|that)$/iu.test(text.slice(...span)) ? /[,;–—]\s*(?:and\s+|but\s+)?$/iu.exec(said) : null;
    const clause = comma === null ? null : clauseBefore(view, comma.index);
    return clause === null ? { span, pointsBack: true, sure: false } : of(clause);
  }
  const plain = lowerWords(view, span);
  return isThing(view, span)
    ? of(span, determiner.test(plain[0] ?? '') && plain.length >= 2 && !plain.some((word) => preposition.test(word)))
    : null;
}

/** The clause that ends at `at`, with a subject and a verb; null where there is none. */
function clauseBefore(view: SentenceView, at: number): Offsets | null {
  let start = 0;
  for (const match of view.text
    .slice(0, at)
    .matchAll(/[;:–—]|\b(?:because|although|though|since|whereas|so|but|that)\b|,\s+(?:and|but)\s/giu))
    start = match.index + match[0].length;
  let from = skipSpace(view.text, start);
  // "When C2 stalled, stone backed up and …": the main clause.
  const opening =
    /^(?:when|once|after|as soon as|because|with|as an? (?:\w+ )?(?:result|consequence) of|because of|due to|owing to)\b[^,]*,\s+/iu.exec(
      view.text.slice(from, at),
    );
  if (opening !== null) from += opening[0].length;
  const contrast = /,?\s+(?:instead of|rather than)\s[^,]*$/iu.exec(view.text.slice(from, at));
  const span: Offsets = [from, trimEnd(view.text, from, contrast === null ? at : from + contrast.index)];
  return lowerWords(view, span).length >= 3 && hasVerb(lowerWords(view, span).slice(1)) ? span : null;
}

/** Is the subject of a clause somebody who acts? */
function actsOf(view: SentenceView, [start, end]: Offsets): boolean {
  const words = view.tokens.filter((token) => token.start >= start && token.end <= end);
  const verb = words.findIndex(({ lower }, place) => place > 0 && hasVerb([lower]));
  const last = (verb <= 0 ? words : words.slice(0, verb)).at(-1);
  return last === undefined || isPerson(view, [start, last.end]);
}
