import type { EventTrend } from '../contract/causal.ts';
import { openWordBook } from '../models/bundled/models.ts';
import { areOpposites } from '../text/antonyms.ts';
import type { Lexicon } from '../text/lexicon.ts';
import { stem } from '../text/stem.ts';
import { isStopword } from '../text/stopwords.ts';
import { tokenize } from '../text/tokens.ts';

/** An event as its words tell it: what is compared when two mentions may be the same. */
export interface EventReading {
  readonly text: string;
  /** Words that carry meaning, lower case, each once, without what `negated` and `trend` say. */
  readonly words: readonly string[];
  /** Those of them that stand before the mention, and not in it: what "the rise" is a rise of. */
  readonly implied: readonly string[];
  /** The word that makes it an event: the verb of a clause, the noun that a phrase hangs on, `up` or `down` of a movement; null where nothing is left. */
  readonly head: string | null;
  /** Verbs that a clause joins to it: "locked" of "overheated and locked out". */
  readonly further: readonly string[];
  /** The participle that a noun phrase carries: "seized" of "the seized wheel"; null elsewhere. */
  readonly state: string | null;
  readonly negated: boolean;
  readonly trend: EventTrend;
  /** "The leak": it may take up what was named before. */
  readonly definite: boolean;
  /** It names something by number or proper name. */
  readonly named: boolean;
}

const up =
  /^(?:ris(?:e|es|ing|en)|rose|increas\w*|higher|grow(?:s|n|ing|th)?|grew|more|surg(?:e|es|ed|ing)|climb\w*|gain(?:s|ed)?|worsen\w*|escalat\w*|elevated|longer|larger|excessive|high)$/;
const down =
  /^(?:fall(?:s|en|ing)?|fell|drop(?:s|ped|ping)?|decreas\w*|lower(?:s|ed|ing)?|reduc\w*|fewer|less|declin\w*|shrink\w*|shrank|dwindl\w*|diminish\w*|shorter|smaller|low)$/;
const negators = /^(?:not|no|never|none|nobody|nothing|neither|nor|without|cannot|lack|lacks|lacked|lacking|absence|absent)$/;
/** Verbs that only say that something is there, and words of time and degree. */
const light =
  /^(?:happen\w*|occur\w*|took|take[ns]?|taking|place|form(?:ed|s|ing)?|turn(?:ed|s|ing)?|becom\w*|became|got|get|gets|exist\w*|develop(?:ed|s)?|appear(?:ed|s)?|follow(?:ed|s)?|there|event|fact|presence|existence|case|resulting|subsequent|further|same|new|also|too|very|quite|again|still|then|later|soon|morning|noon|afternoon|evening|night|midnight|today|yesterday|monday|tuesday|wednesday|thursday|friday|saturday|sunday|january|february|april|june|july|august|september|october|november|december|hour|hours|minute|minutes|second|seconds|day|days|week|weeks|month|months|year|years|am|pm|until|since|during|time|moment|once|twice|early|late[rn]ess|would|could|should|might|may|must|shall|will|can|unavoidable|inevitable|necessary|chiefly|mainly|largely|partly)$/;
const clock = /^\d{1,2}(?:[:.]\d{2})$/;
const preposition =
  /^(?:of|in|on|at|to|for|from|by|with|within|inside|into|onto|over|under|near|between|through|during|after|before|until|against|across|along|around|beyond|about|below|above|past|towards?|off|out)$/;
const auxiliary =
  /^(?:is|are|was|were|be|been|being|has|have|had|do|does|did|wasn['’]t|weren['’]t|didn['’]t|isn['’]t|aren['’]t|doesn['’]t|hasn['’]t|hadn['’]t)$/;

let lexicon: Lexicon | undefined;

function words(): Lexicon {
  lexicon ??= openWordBook().lexicon;
  return lexicon;
}

/** Readings are asked for again and again. */
const readings = new Map<string, EventReading>();
const mostReadings = 50_000;

const amounts =
  /\s(?:by|to|from)\s+(?:about\s+|over\s+|nearly\s+|almost\s+|some\s+)?\d[\d.,]*(?:\s*(?:per cent|percent|%|degrees|points))?(?=$|[\s,;.])/iu;

/** @param subject of the clause before, where the event begins with "it", "its" or "they" */
export function readEvent(text: string, subject = ''): EventReading {
  const key = `${subject}\n${text}`;
  const known = readings.get(key);
  if (known !== undefined) return known;
  const made = read(text, subject);
  if (readings.size >= mostReadings) readings.clear();
  readings.set(key, made);
  return made;
}

function read(text: string, subject: string): EventReading {
  const tokens = tokenize(text);
  let negations = 0;
  let trend: EventTrend = 'none';
  const content: string[] = [];
  const add = (word: string): void => {
    if (!content.includes(word)) content.push(word);
  };
  // "Fell by 6 per cent": by how much is not what.
  const amount = amounts.exec(text);
  tokens.forEach(({ lower, start }, place) => {
    if (amount !== null && start > amount.index && start < amount.index + amount[0].length) return;
    const next = tokens[place + 1]?.lower;
    if (negators.test(lower) || /n['’]t$/.test(lower) || (/^fail(?:s|ed|ure|ing)?$/.test(lower) && next === 'to')) negations += 1;
    // "The falling blade cut the cable": no movement of what is told.
    else if (
      /ing$/.test(lower) &&
      place <= 1 &&
      (up.test(lower) || down.test(lower)) &&
      tokens.slice(place + 2).some((later) => isVerbForm(later.lower) && !/ing$/.test(later.lower))
    )
      add(lower);
    else if (up.test(lower)) trend = 'up';
    else if (down.test(lower)) trend = 'down';
    else if (!isStopword(lower) && !auxiliary.test(lower) && !preposition.test(lower) && !light.test(lower) && !clock.test(lower))
      add(lower.replace(/['’]s?$/u, ''));
  });
  const said = content.length;
  if (/^(?:it|its|they|their|he|she|his|her)\b|^(?:(?:the|this|that|these|those|such)\s+)?\p{L}+$/iu.test(text))
    for (const { lower } of tokenize(subject)) if (!isStopword(lower) && !auxiliary.test(lower) && !light.test(lower)) add(lower);
  const implied = content.slice(said);
  // What is nothing but a movement or a light verb is that movement.
  if (content.length === 0) for (const { lower } of tokens) if (!isStopword(lower) || negators.test(lower)) add(lower);
  return {
    text,
    words: content,
    implied,
    head: headOf(
      tokens.map(({ lower }) => lower),
      content,
      trend,
    ),
    further: tokens.flatMap(({ lower }, place) =>
      place > 0 && /^(?:and|then|but)$/.test(tokens[place - 1]?.lower ?? '') && isVerbForm(lower) && content.includes(lower) ? [lower] : [],
    ),
    state: stateOf(tokens.map(({ lower }) => lower)),
    negated: negations % 2 === 1,
    trend,
    definite: /^(?:the|this|that|these|those|its|their|his|her|our)\b/i.test(text),
    named: tokens.some(
      ({ text: word, lower }, place) => (place > 0 && /^\p{Lu}/u.test(word) && lower !== 'i') || (/\d/.test(word) && !clock.test(word)),
    ),
  };
}

/** The last word of meaning before the first preposition; behind an auxiliary the first word of meaning after it. */
function headOf(all: readonly string[], content: readonly string[], trend: EventTrend): string | null {
  const stop = all.findIndex((word, place) => place > 0 && preposition.test(word));
  const first = stop < 0 ? all : all.slice(0, stop);
  if (trend !== 'none' && first.some((word) => up.test(word) || down.test(word))) return trend;
  // "Closed the canal": the verb of a clause whose subject is its cause.
  if (
    /^(?:the|an?|its|their|our|his|her|all|every|some|us|no|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\d+)$/.test(
      all[1] ?? '',
    ) &&
    isVerbForm(all[0] ?? '') &&
    content.includes(all[0] ?? '')
  )
    return all[0] ?? null;
  const helper = all.findIndex((word, place) => place > 0 && auxiliary.test(word));
  if (helper > 0) {
    const verb = all.slice(helper + 1).find((word) => content.includes(word));
    if (verb !== undefined) return verb;
  }
  const before = first.filter((word) => content.includes(word));
  const verb = before.find((word, place) => place > 0 && isVerbForm(word));
  return verb ?? before.at(-1) ?? content[0] ?? null;
}

function stateOf(all: readonly string[]): string | null {
  const [first = '', second = ''] = /^(?:the|an?|its|their|this|that)$/.test(all[0] ?? '') ? all.slice(1) : all;
  const noun = all.length <= 6 && second !== '' && !preposition.test(second) && !isStopword(second);
  return noun && isVerbForm(first) && /(?:ed|en|t|n|k|ng)$/.test(first) && !/ing$/.test(first) ? first : null;
}

/** A verb as commands have it. */
export function isBareVerb(word: string): boolean {
  return words().partsOfSpeech(word)[1] && words().lemmas(word)[0] === word;
}

function isVerbForm(word: string): boolean {
  return /(?<!e)ed$/.test(word) || (words().lemmas(word)[0] !== word && words().partsOfSpeech(word)[1] && !/s$/.test(word));
}

const related = new Map<string, boolean>();

/** One word in two forms: leak and leaked, lost and loss, closure and closed. */
export function sameWord(a: string, b: string): boolean {
  if (a === b) return true;
  const key = a < b ? `${a} ${b}` : `${b} ${a}`;
  let same = related.get(key);
  if (same === undefined) {
    same =
      stem(a) === stem(b) ||
      irregular.some((forms) => forms.includes(a) && forms.includes(b)) ||
      words()
        .lemmas(a)
        .some((lemma) => words().lemmas(b).includes(lemma)) ||
      derived(a, b);
    if (related.size >= mostReadings) related.clear();
    related.set(key, same);
  }
  return same;
}

const formsKnown = new Map<string, readonly string[]>();

/** Two words that `sameWord` joins share one of these; not all that share one are joined. */
export function formKeys(word: string): readonly string[] {
  const known = formsKnown.get(word);
  if (known !== undefined) return known;
  const { lemmas, derived } = words().senses(word);
  const group = irregular.findIndex((forms) => forms.includes(word));
  const keys = [
    word,
    `stem ${stem(word)}`,
    ...(group < 0 ? [] : [`group ${String(group)}`]),
    ...[...lemmas, ...derived].map((lemma) => `lemma ${lemma}`),
  ];
  if (formsKnown.size >= mostReadings) formsKnown.clear();
  formsKnown.set(word, keys);
  return keys;
}

/** As `formKeys`, for words that `synonymous` joins too. */
export function wordKeys(word: string): string[] {
  return [...formKeys(word), ...[...words().senses(word).own].map((sense) => `sense ${String(sense)}`)];
}

/** The noun that a compound ends with: "bridge" of "footbridge"; null where the word is none. */
export function compoundTail(word: string): string | null {
  for (let at = 3; at <= word.length - 5; at += 1) {
    const [head, tail] = [word.slice(0, at), word.slice(at)];
    if ([head, tail].every((part) => isKnownWord(part) && partsOfSpeech(part)[0])) return tail;
  }
  return null;
}

/** Nouns whose verbs are formed otherwise, and verbs that are written in two words. */
const irregular: readonly (readonly string[])[] = [
  ['loss', 'lose', 'loses', 'lost', 'losing'],
  ['death', 'deaths', 'die', 'dies', 'died', 'dying', 'dead'],
  ['breakdown', 'break', 'breaks', 'broke', 'broken', 'breakage'],
  ['shutdown', 'shut', 'shuts'],
  ['sale', 'sales', 'sell', 'sold'],
  ['fire', 'burn', 'burns', 'burnt', 'burned'],
  ['flight', 'fly', 'flew', 'flown'],
  ['thaw', 'thawed', 'thawing'],
  ['choice', 'choose', 'chose', 'chosen'],
  ['theft', 'thefts', 'steal', 'stole', 'stolen'],
  ['growth', 'grow', 'grew'],
];

/** WordNet derives widely ("pay", "payment", "payer"): the beginnings must agree as well. */
function derived(a: string, b: string): boolean {
  if (/^\d/.test(a) || /^\d/.test(b) || a.slice(0, 2) !== b.slice(0, 2)) return false;
  return words().relation(a, b).derived;
}

/** WordNet's field of persons. */
const personField = 18;
const groups =
  /^(?:team|crew|staff|police|committee|council|board|company|firm|department|ministry|agency|authority|government|union|party|club|army|navy|management|brigade|association|office|group|court|parliament|administration|force|troop|soldier|state|nation|publication)s?$/;

/** Things that are named like persons, and a person that WordNet first takes for something else. */
const machines =
  /^(?:server|controller|breaker|carrier|monitor|guard|printer|scanner|router|host|client|reader|sprinkler|governor|regulator|dispenser|freezer|boiler)s?$/;

/** Does the word name somebody who acts: "operator", "team"? */
export function isActor(word: string): boolean {
  return (
    groups.test(word) ||
    /^(?:operator|cleaner|picker|fitter|thie(?:f|ve)|traveller|rider|walker|runner)s?$/.test(word) ||
    (!machines.test(word) && words().field(word) === personField)
  );
}

/** Does the dictionary have the word in any form? */
export function isKnownWord(word: string): boolean {
  return words().has(words().lemmas(word)[0] ?? word);
}

/** May the word be a noun, a verb, an adjective, an adverb? */
export function partsOfSpeech(word: string): readonly [boolean, boolean, boolean, boolean] {
  return words().partsOfSpeech(word);
}

/** Two words for one thing, for questions: "die" and "perish". */
export function synonymous(a: string, b: string): boolean {
  return words().relation(a, b).synonym;
}

function matches(a: EventReading, b: EventReading, bySense = false): { readonly ofA: number; readonly ofB: number } {
  // Two words for one thing count where another word is the same: "the bridge was closed", "the bridge is shut".
  const shared = bySense && a.words.some((word) => b.words.some((other) => sameWord(word, other)));
  const same = (word: string, other: string): boolean => sameWord(word, other) || (shared && synonymous(word, other));
  return {
    ofA: a.words.filter((word) => b.words.some((other) => same(word, other))).length,
    ofB: b.words.filter((word) => a.words.some((other) => same(word, other))).length,
  };
}

export function samePolarity(a: EventReading, b: EventReading): boolean {
  return a.negated === b.negated && a.trend === b.trend;
}

/**
 * The strict check of CC-RAG sec. 4.1: the same event with the same polarity. Within a document the shorter mention may leave words out, as long as
 * both name the word that makes the event; between documents all words must be there, and enough of them to be no coincidence.
 */
export function sameEvent(a: EventReading, b: EventReading, sameDocument: boolean): boolean {
  if (!samePolarity(a, b) || a.words.length === 0 || b.words.length === 0) return false;
  const { ofA, ofB } = matches(a, b, sameDocument);
  const whole = ofA === a.words.length && ofB === b.words.length;
  if (!sameDocument) return whole && (a.words.length >= 3 || (a.words.length === 2 && a.named && b.named));
  if (whole) return true;
  const shorter = a.words.length <= b.words.length ? a : b;
  const longer = shorter === a ? b : a;
  const inLonger = shorter === a ? ofA : ofB;
  // "The smoke" takes up "smoke filled the tunnel"; "the pump" does not take up "the pump failed".
  const [only] = shorter.words;
  if (
    only !== undefined &&
    shorter.words.length === 1 &&
    shorter.definite &&
    isHappening(only) &&
    sameWord(only, longer.words[0] ?? '') &&
    arises.test(longer.text)
  )
    return true;
  if (inLonger < shorter.words.length || (shorter.words.length === 1 && !shorter.definite)) return false;
  return holds(longer, shorter.head) && (holds(shorter, longer.head) || (longer.state !== null && holds(shorter, longer.state)));
}

/** Acts, events, phenomena, processes and states of WordNet. */
const happenings = new Set([4, 11, 19, 22, 26]);

/** Verbs that only say that something is there. */
const arises =
  /^(?:the |an? |some )?\S+(?: \S+)? (?:had |has )?(?:filled|spread|broke out|broken out|developed|formed|rose|started|began|set in|arose|crept|covered|engulfed)\b/iu;

/** Does the word first name an act, an event, a phenomenon, a process or a state? */
export function isHappening(word: string): boolean {
  return happenings.has(words().field(word)) && words().partsOfSpeech(word)[0];
}

function holds({ words: own, trend }: EventReading, head: string | null): boolean {
  if (head === 'up' || head === 'down') return trend === head;
  return head !== null && own.some((word) => sameWord(word, head) || synonymous(word, head));
}

/** The same event turned round: denied, moving the other way, or with one word in its opposite. */
export function oppositeEvents(a: EventReading, b: EventReading): boolean {
  const { ofA, ofB } = matches(a, b);
  const whole = ofA === a.words.length && ofB === b.words.length;
  if (whole && a.negated !== b.negated && a.trend === b.trend) return true;
  if (whole && a.negated === b.negated && a.trend !== b.trend && a.trend !== 'none' && b.trend !== 'none') return true;
  if (!samePolarity(a, b) || a.words.length !== b.words.length || ofA !== a.words.length - 1 || a.words.length < 2) return false;
  const left = a.words.find((word) => !b.words.some((other) => sameWord(word, other)));
  const right = b.words.find((word) => !a.words.some((other) => sameWord(word, other)));
  return left !== undefined && right !== undefined && areOpposites(words(), left, right);
}
