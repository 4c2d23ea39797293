import { extractMentions, type Mention, type MentionKind } from './mentions.ts';
import { stem } from './stem.ts';
import { isStopword } from './stopwords.ts';
import { tokenize } from './tokens.ts';

export type AnswerType =
  | 'person'
  | 'place'
  | 'organisation'
  | 'date'
  | 'number'
  | 'yes-no'
  | 'comparison'
  | 'definition'
  | 'list'
  | 'reason'
  | 'method'
  | 'entity'
  | 'claim';

/** What a question asks for, as far as its words tell. */
export interface QuestionAnalysis {
  readonly text: string;
  readonly type: AnswerType;
  /** Kinds of mention that could answer; empty where a phrase or a whole sentence is wanted. */
  readonly kinds: readonly MentionKind[];
  /** The noun that the answer is one of: "city" in "In which city …"; null where there is none. */
  readonly head: string | null;
  /** Stems of the words that carry the question, without its question words. */
  readonly stems: readonly string[];
  readonly mentions: readonly Mention[];
  /** The two things compared, in order; null where nothing is. */
  readonly options: readonly [string, string] | null;
  /** One of the two is the answer: they are joined by "or". */
  readonly choice: boolean;
  /** A whole sentence answers better than a phrase: rules and procedures. */
  readonly wantsSentence: boolean;
}

const headKinds: readonly (readonly [RegExp, AnswerType, readonly MentionKind[]])[] = [
  [
    /^(?:city|town|country|state|county|place|location|province|region|village|island|continent|district|capital|river|mountain|venue|stadium|street|neighbou?rhood|municipality|borough)$/,
    'place',
    ['place', 'other', 'organisation'],
  ],
  [/^(?:year|date|day|month|decade|century|era)$/, 'date', ['date']],
  [
    /^(?:person|man|woman|actor|actress|singer|author|writer|director|president|player|king|queen|musician|composer|politician|artist|scientist|poet|leader|founder|officer|chair|minister|wife|husband|father|mother|son|daughter|brother|sister|producer|coach|comedian|host|star|guitarist|drummer)$/,
    'person',
    ['person', 'other'],
  ],
  [
    /^(?:company|organi[sz]ation|band|team|group|university|college|school|agency|party|label|club|studio|network|publisher|corporation|brand|institution|department|magazine|newspaper|airline|franchise|league)$/,
    'organisation',
    ['organisation', 'other', 'person', 'place'],
  ],
  [
    /^(?:number|amount|population|percentage|percent|price|cost|age|length|height|size|capacity|rate|speed|weight|distance|total|count|minimum|maximum|limit|tariff|fee|budget|fine|salary|income|revenue|penalty|profit|turnover|threshold|duration|frequency|ratio|score|temperature|area)$/,
    'number',
    ['number'],
  ],
];
const auxiliaries = /^(?:is|are|was|were|am|do|does|did|has|have|had|can|could|may|might|must|shall|should|will|would)$/;

/** Never throws; a text that is no question is read as one for a definition. */
export function analyseQuestion(text: string): QuestionAnalysis {
  const tokens = tokenize(text);
  const words = tokens.map((token) => token.lower);
  const mentions = extractMentions(text);
  const stems = words.filter((word) => !isStopword(word)).map(stem);
  const { type: asked, kinds, head } = typeOf(words, text);
  const compared = optionsOf(text, mentions, asked);
  const type = asked === 'yes-no' && compared.choice ? 'comparison' : asked;
  return {
    text,
    type,
    kinds,
    head,
    stems,
    mentions,
    ...compared,
    wantsSentence: type === 'reason' || type === 'method' || type === 'definition' || type === 'list',
  };
}

/** "how many consecutive failed attempts may …": what is counted is the noun before the verb. */
function countedNoun(words: readonly string[]): string | null {
  const end = words.findIndex((word) => auxiliaries.test(word) || isStopword(word));
  return words[(end < 0 ? Math.min(2, words.length) : end) - 1] ?? null;
}

type TypeAndHead = Pick<QuestionAnalysis, 'type' | 'kinds' | 'head'>;

function typeOf(words: readonly string[], text: string): TypeAndHead {
  const at = words.findIndex((word) => /^(?:who|whom|whose|what|which|when|where|why|how)$/.test(word));
  const asked = words[at];
  const next = words[at + 1] ?? '';
  const rest = words.slice(at + 1);
  if (at < 0 || (at > 0 && auxiliaries.test(words[0] ?? ''))) {
    if (auxiliaries.test(words[0] ?? '')) return { type: 'yes-no', kinds: [], head: null };
    return { type: 'definition', kinds: [], head: null };
  }
  switch (asked) {
    case 'who':
    case 'whom':
      return { type: 'person', kinds: ['person', 'other', 'organisation'], head: null };
    case 'whose':
      return { type: 'person', kinds: ['person', 'other'], head: null };
    case 'when':
      return { type: 'date', kinds: ['date'], head: null };
    case 'where':
      return { type: 'place', kinds: ['place', 'other', 'organisation'], head: null };
    case 'why':
      return { type: 'reason', kinds: [], head: null };
    case 'how':
      if (/^(?:many|much|long|often|old|far|tall|high|large|big|fast|deep|wide|heavy|soon|late|few)$/.test(next))
        return {
          type: 'number',
          kinds: ['number', ...(next === 'long' || next === 'soon' ? (['date'] as const) : [])],
          head: next === 'many' ? countedNoun(rest.slice(1)) : next,
        };
      return { type: 'method', kinds: [], head: null };
    default:
      return whatOrWhich(asked ?? '', rest, text);
  }
}

function whatOrWhich(asked: string, rest: readonly string[], text: string): TypeAndHead {
  if (/\bwhat (?:caused|led to|is the (?:cause|reason)|was the (?:cause|reason)|were the (?:causes|reasons)|causes?)\b/i.test(text))
    return { type: 'reason', kinds: [], head: null };
  // "What is a relying party": what a thing is. "What does the standard require": what a sentence says.
  if (
    /^what\s+(?:is|are|was|were)\s+(?:an?\s+)?(?!the\b|its\b|their\b|his\b|her\b)[^?]{2,60}\?*$/i.test(text.trim()) &&
    !/\b(?:name|called|of the)\b/i.test(text)
  )
    return { type: 'definition', kinds: [], head: null };
  if (
    /^what\s+(?:do|does|did|must|should|shall|may|can|happens?|happened)\b/i.test(text.trim()) &&
    /\b(?:require|recommend|say|state|mean|provide|contain|happen|do|done|include)\w*\b/i.test(text)
  )
    return { type: 'definition', kinds: [], head: null };
  const head = headOf(rest);
  if (head !== null) {
    for (const [pattern, type, kinds] of headKinds) if (pattern.test(head)) return { type, kinds, head };
    if (asked === 'which' || !auxiliaries.test(rest[0] ?? ''))
      return { type: 'entity', kinds: ['other', 'organisation', 'person', 'place'], head };
    return { type: 'entity', kinds: ['other', 'organisation', 'person', 'place', 'number', 'date'], head };
  }
  return { type: 'definition', kinds: [], head: null };
}

/** "which city …" and "what is the name of the city …", "what is the population …": the noun of what is asked. */
function headOf(rest: readonly string[]): string | null {
  const words = rest.filter(
    (word) => !/^(?:the|a|an|its|their|his|her|of|name|kind|type|sort|exact|full|current|original|other|same)$/.test(word),
  );
  const start = auxiliaries.test(words[0] ?? '') ? 1 : 0;
  const phrase: string[] = [];
  for (const word of words.slice(start)) {
    if (isStopword(word) || auxiliaries.test(word)) break;
    phrase.push(word);
  }
  const known = phrase.find((word) => headKinds.some(([pattern]) => pattern.test(word)));
  if (start === 1) return known ?? phrase.at(-1) ?? null;
  // "which American singer released": the noun before the verb; known heads come first.
  return known ?? phrase[0] ?? null;
}

interface Options {
  readonly options: readonly [string, string] | null;
  readonly choice: boolean;
}

/** The two things that a question holds against each other. "Is it A or B" chooses; "Are both A and B …" and "what do A and B share" do not. */
function optionsOf(text: string, mentions: readonly Mention[], type: AnswerType): Options {
  const names = mentions.filter((mention) => mention.kind !== 'number' && mention.kind !== 'date');
  for (let index = 0; index + 1 < names.length; index += 1) {
    const a = names[index];
    const b = names[index + 1];
    if (a === undefined || b === undefined) continue;
    const between = text.slice(a.end, b.start);
    if (/^["”]?,?\s*or\s+(?:the\s+)?(?:\p{Ll}+\s+)?["“]?$/u.test(between)) return { options: [a.text, b.text], choice: true };
    if (!/^["”]?,?\s*and\s+(?:the\s+)?(?:\p{Ll}+\s+)?["“]?$/u.test(between)) continue;
    if (type === 'yes-no' || /\b(?:both|same|share[ds]?|in common)\b/i.test(text))
      return { options: [a.text, b.text], choice: /\bwhich (?:one |of )?(?:is|was|has|had)\b/i.test(text) && !/\bboth\b/i.test(text) };
    if (/^(?:which|who)\b/i.test(text.trim()) && /\?\s*$/.test(text) && /^["”]?\s*\?*\s*$/.test(text.slice(b.end)))
      return { options: [a.text, b.text], choice: true };
    if (/^(?:of|between|among)\b/i.test(text.trim())) return { options: [a.text, b.text], choice: true };
  }
  return { options: null, choice: false };
}
