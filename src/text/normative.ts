/**
 * How strongly something is required, on one scale: `must` 3, `should` 2, `may` 1, `need not` 0, `should not` -2, `must not` -3 (RFC 2119's
 * words, and what people say instead of them).
 */
export type Force = 'must' | 'should' | 'may' | 'need not' | 'should not' | 'must not';

/** A word or phrase of obligation with its place in the text. */
export interface Norm {
  readonly force: Force;
  readonly start: number;
  readonly end: number;
}

const adverb = String.raw`(?:\s(?:also|only|always|either|both|then|therefore|still|at least|in all cases|generally|normally|explicitly|strictly|strongly|usually|by default|again|now|already|however|thereby))?`;
const be = String.raw`(?:is|are|was|were|be|been|being|becomes?|remains?)`;
const not = String.raw`(?:not|n['’]t|never|no longer)`;
const allowing = String.raw`(?:allowed|permitted|authori[sz]ed|let|entitled|free|welcome)`;
const binding = String.raw`(?:required|mandatory|compulsory|obligatory|necessary|obliged|bound|essential|imperative|a must|a requirement|mandated|needed)`;

/** First match at a place wins: longer and denied forms come first. */
const forms: readonly (readonly [Force, string])[] = [
  [
    'must not',
    String.raw`(?:must|shall)${adverb}\s${not}|mustn['’]t|shan['’]t|(?:may|can)\s(?:under no circumstances|not|never|no longer)|cannot|can['’]t`,
  ],
  ['must not', String.raw`${be}${adverb}\s${not}${adverb}\s${allowing}(?=\s|[.,;:)]|$)|${be}n['’]t\s${allowing}\b`],
  [
    'must not',
    String.raw`${be}${adverb}\s(?:prohibited|forbidden|banned|disallowed|ruled out|barred|rejected|refused|declined|turned (?:away|down)|unacceptable|off limits)|has to be turned (?:away|down)|PROHIBITED|no longer\s${allowing}|${be} out(?= as\b| of the question)`,
  ],
  [
    'must not',
    String.raw`(?:has|have|had) to stop(?=\s\p{L}+ing(?!\p{L}))|(?:no|nobody|none|neither|no one)\s(?:[\p{L}-]+\s){0,3}?(?:may|can|must|shall)(?!\p{L})|no\s(?!later\b|earlier\b|more\b|less\b|fewer\b|longer\b|sooner\b|doubt\b|matter\b)(?:(?!who\b|that\b|which\b|but\b|and\b)[\p{L}-]+\s){4,6}?(?:may|can|must|shall)(?!\p{L})|no\s[\p{L}-]+(?:,\s[\p{L}-]+){0,4},?\s(?:and|or)\s[\p{L}-]+\s(?:may|can|must|shall)(?!\p{L})|(?:forbids?|prohibits?|bans?|disallows?|rules? out)(?=\s(?!by\b|in\b|on\b|for\b))`,
  ],
  [
    'should not',
    String.raw`should${adverb}\s${not}|shouldn['’]t|ought\snot\sto|${be}\s(?:not\s(?:recommended|advised|advisable|encouraged)|discouraged)|(?:advises?|recommends?) against|SHOULD NOT|NOT RECOMMENDED`,
  ],
  [
    'need not',
    String.raw`${be}\s(?:only|merely|just)\s(?:a recommendation|recommended|suggested|advised|encouraged|optional)|need\snot|needn['’]t|needs?\sno(?=\s)|(?:do|does|did)(?:\s?n['’]t|\snot)\s(?:need to|have to|require)|${be}${adverb}\s(?:${not}${adverb}\s(?:${binding}|needed)|optional|voluntary|waived|exempt(?:ed)?|unnecessary)|${be}n['’]t\s(?:${binding}|needed)|may\s(?:leave (?:it|this|that) out|(?:choose|decide|opt)\snot\sto|skip|omit|forgo|do without)|OPTIONAL|(?:free|able) to (?:skip|omit|leave out|do without)|without having to|${not}\s(?:required|mandatory|compulsory|necessary|obligatory)|at (?:its|their|his|her|your|our|the [\p{L}-]+['’]s) (?:own )?(?:discretion|choice)|no (?:need|obligation|duty|requirement)|only (?:a recommendation|recommended|suggested|advised|encouraged)`,
  ],
  [
    'must',
    String.raw`must|shall|REQUIRED|(?:has|have|had) (?:got )?to(?= [a-z])|needs? to|(?<!(?:the|an?|no|any|of|in|special|such|their|its|his|her|our|your|and)\s)needs?(?=\s(?!to\b|not\b|no\b))|${be}${adverb}\s${binding}|(?:makes?|made) (?:it )?(?:compulsory|mandatory|obligatory)|(?:compulsory|mandatory|obligatory)|requires?|${be} to be(?= [a-z]+ed\b)|calls? for|demands?|insists?(?: on)?|has the duty|(?:it )?falls to|becomes a requirement|(?:may|can)(?=\s(?:be\s)?\p{L}+\sonly\b)|(?:may|can) only|may not [\p{L} -]{1,40} unless|only (?:with|after|if|when|together with)`,
  ],
  [
    'should',
    String.raw`should|ought to|${be}${adverb}\s(?:recommended|advised|advisable|encouraged|suggested|preferred|desirable|urged)|(?:good|sound|wise) (?:advice|practice)|RECOMMENDED|recommends?|advis(?:es|ed?)|encourages?|suggests?|preferably|best practice`,
  ],
  [
    'may',
    String.raw`may|might|${be}${adverb}\s${allowing}(?:\s(?:to|for|in|as)(?!\p{L}))?|(?:allows?|permits?|lets?|enables?)(?=\s\p{L}|$)|can|could|acceptable|${be} left (?:free|open)|has the right|have the right`,
  ],
];
/** Verbs of obligation that another word of obligation may govern. */
const inner = /^(?:allow|permit|let|enable|require|need|demand|insist|recommend|advise|encourage|suggest|call)/i;

/** An order: a sentence that begins with the plain form of one of these. */
const orders = new Set(
  (
    'give tell put keep use wash test fill book ring call send take leave make ensure check record report store clean wear write mark label close open turn switch move add remove read sign ask contact ' +
    'notify inform include provide submit return apply avoid follow complete state lead stop start wait press hold lift place set replace repeat review verify confirm burn pay wrap show bring draw rinse dry cover seal lock isolate'
  ).split(' '),
);
const ordering =
  /(?:^|[.!?;:]\s+(?:\d+\.\s|[-*•]\s)?|^(?:\d+\.|[-*•])\s)(?<denied>(?:never|do not|don['’]t)\s)?(?<verb>[A-Za-z]+)(?=\s(?!of\b|by\b|is\b|are\b|was\b|were\b|has\b|may\b|must\b|shall\b|should\b|can\b|will\b))/giu;

const pattern = new RegExp(forms.map(([, source], at) => String.raw`(?<f${at}>(?<!\p{L})(?:${source})(?!\p{L}))`).join('|'), 'giu');

/** "May" the month, "can" the tin, "will" and plain facts are none. */
const monthAfter = /^\s?(?:\d|$)|^\s(?:and|or) (?:june|july|april)\b/i;

const known = new Map<string, readonly Norm[]>();
const mostKnown = 5000;

const consequence = /^[^.;:]{3,100}\b(?:and|or)\s(?:you|it|they|we|he|she|there)\s(?!must\b|should\b|shall\b|are to\b)/i;

/** Words of obligation in order, disjoint. Offsets are into the text. "May not" forbids; "need not" and "optional" leave it free. */
export function normsIn(text: string): readonly Norm[] {
  let norms = known.get(text);
  if (norms === undefined) {
    norms = findNorms(text);
    if (known.size >= mostKnown) known.clear();
    known.set(text, norms);
  }
  return norms;
}

function findNorms(text: string): Norm[] {
  const found: Norm[] = [];
  for (const match of text.matchAll(pattern)) {
    const start = match.index;
    const end = start + match[0].length;
    if (
      /^may$/i.test(match[0]) &&
      (monthAfter.test(text.slice(end)) || /(?:\d|\b(?:in|of|since|until|by|last|next))\s$/i.test(text.slice(0, start)))
    )
      continue;
    const at = forms.findIndex((_, place) => match.groups?.[`f${place}`] !== undefined);
    const force = forms[at]?.[0];
    if (force !== undefined) found.push({ force, start, end });
  }
  for (const { index, 0: whole, groups } of text.matchAll(ordering)) {
    const denied = groups?.['denied'];
    const verb = groups?.['verb'] ?? '';
    if (!orders.has(verb.toLowerCase()) && (denied === undefined || /^(?:the|an?|more|less|before|again|once|ever)$/i.test(verb))) continue;
    const at = index + whole.length - verb.length;
    // "Put down turf and you get no grant": what follows from it, and no order.
    if (denied === undefined && consequence.test(text.slice(at))) continue;
    // The verb says what is to be done, and is no word of obligation itself.
    if (!found.some((norm) => norm.start < at + 1 && norm.end > at))
      found.push({ force: denied === undefined ? 'must' : 'must not', start: at - (denied?.length ?? 0), end: at });
  }
  const sorted = found.sort((a, b) => a.start - b.start);
  // "Shall not permit", "are required to allow": the first says which force it has.
  return sorted.filter(({ start, end }, at) => {
    const before = sorted[at - 1];
    return before === undefined || !/^\s(?:also\s|always\s)?$/.test(text.slice(before.end, start)) || !inner.test(text.slice(start, end));
  });
}

/**
 * What a stated force makes of a claimed one about the same action: `same`; `weaker` (the claim asks or allows less, in the same
 * direction: must beside should); `breaks` (should claimed as must, may as must not, must as optional); `open` where one side states a
 * fact only.
 */
export type ForceRelation = 'same' | 'weaker' | 'breaks' | 'open';

const scale: Readonly<Record<Force, number>> = { must: 3, should: 2, may: 1, 'need not': 0, 'should not': -2, 'must not': -3 };

/** @see ForceRelation */
export function relateForces(stated: Force | null, claimed: Force | null): ForceRelation {
  if (stated === claimed) return 'same';
  if (stated === null || claimed === null) return 'open';
  // A permission that is only a permission leaves it free to do without.
  if ((stated === 'may' && claimed === 'need not') || (stated === 'need not' && claimed === 'may')) return 'weaker';
  const [s, c] = [scale[stated], scale[claimed]];
  if (s > 0 && c > 0) return s > c ? 'weaker' : 'breaks';
  if (s < 0 && c < 0) return s < c ? 'weaker' : 'breaks';
  // "Should" and "should not" both leave it free, yet neither says "need not" of itself.
  return claimed === 'need not' && (stated === 'should' || stated === 'should not') ? 'open' : 'breaks';
}
