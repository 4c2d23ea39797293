import { entitiesIn } from '../text/entities.ts';
import { analyseQuestion } from '../text/question.ts';
import { optionsOf, sidesOf } from './sides.ts';
import { answerSlot, type Decomposition } from './types.ts';
import { isWellFormed } from './well-formed.ts';

/** Nouns that name somebody or something by its relation to another: "the director of X" is found before it can be asked about. */
const persons =
  'actor|actress|author|writer|director|producer|founder|co-?founder|creator|inventor|designer|composer|singer|songwriter|lyricist|artist|musician|painter|poet|novelist|editor|publisher|owner|manager|supervisor|head|chair|chairman|chairwoman|president|leader|chief|ceo|captain|coach|king|queen|prime minister|minister|mayor|governor|wife|husband|spouse|father|mother|parent|son|daughter|brother|sister|cousin|uncle|aunt|nephew|niece|grandfather|grandmother|teacher|mentor|successor|predecessor|architect|performer|drummer|guitarist|bassist|vocalist|rapper|quarterback|goalkeeper|pitcher|scientist|physicist|historian|journalist|comedian|dancer|star|host|presenter|officer|person|man|woman|player|footballer|politician|scientist|member|winner|band|group|team|company|studio|label';
const things =
  'capital|headquarters|parent company|birthplace|hometown|sequel|prequel|adaptation|vendor|supplier|manufacturer|maker|operator|regulator|authority|department|office|town|city|village|county|state|country|district|region|province|university|college|school|club|league|stadium|arena|river|lake|island|series|show|film|movie|book|novel|album|song|play|opera|game|magazine|newspaper|station|airport|museum|festival|competition|tournament|war|battle|treaty|party|organi[sz]ation|agency|institution|system|device|product|standard|policy|document|report|contract|event|season|conference|division';
/** A word of a noun phrase before its noun. */
const inner = String.raw`(?!(?:of|in|on|at|the|an?|to|for|by|from|with|and|or|is|are|was|were|that|which|who|whose|where|what)\b)[\p{L}\d][\p{L}\d'’&.-]*\s+`;
const personNoun = new RegExp(String.raw`^(?:${persons})s?$`, 'i');
const relations = new RegExp(
  String.raw`\b(?:the|its|his|her|their)\s+((?:${inner}){0,3}?)(${persons}|capital|headquarters|parent company|birthplace|hometown|vendor|supplier|manufacturer|maker|operator|regulator)(s?)\s+(?:of|from|behind)\s+`,
  'giu',
);
/** "a city that is the county seat of what county": the question word stands in the clause. */
const askedWithin = new RegExp(
  String.raw`\b(an?|the|this|another|his|her|its|their)\s+((?:${inner}){1,5}?),?\s*(who|whose|that|which|where)\s+`,
  'giu',
);
/** "The northernmost region of Denmark is known for what": a thing by its description, with a verb behind it. */
const opening =
  /^(the\s+(?:[\p{L}\d'’-]+\s+){1,8}?(?:of|from|in|by|for|at|on)\s+.{2,80}?)\s+(is|are|was|were|has|had|did|won|played|attended|studied)\s/iu;
const described = new RegExp(
  String.raw`\b(the|an?|this|that)\s+((?:${inner}){0,4}?)(${persons}|firm|${things})s?\s*,?\s+(who|whom|whose|that|which|where|in which|on which|for which|from which|at which|to which|by which|with which|(?:co-)?(?:written|directed|produced|founded|created|designed|composed|sung|edited|published|owned|managed|led|born|played|portrayed|located|situated|based|held|released|developed|built|made|named|known|hosted|recorded|performed|formed|established|started|starring|featuring|serving|hosting|containing|issued|signed|approved|run|operated|adapted|voiced|fought|won|set)\b)\s+`,
  'giu',
);
const auxiliaries = 'is|are|was|were|has|have|had|does|did|do|can|could|may|must|shall|should|will|would';
const asked = /\b(?:what|which|who|whom|whose|when|where|how)\b/i;
/** From the last question word on. */
const lastAsked =
  /\b(?:(?:in|of|by|for|at|on|to|from|with)\s+)?(?:what|which|who|whom|whose|when|where|how)\b(?!.*\b(?:what|which|who|whom|whose|when|where|how)\b)/i;
const partsClause = /;|,\s(?!(?:which|who|whose|where|that)\b)|,\s*$/i;
/** A clause with fewer words names nothing. */
const leastWords = 2;

/**
 * Takes a question apart by its words alone: into a description and what is asked of the thing that it describes ("the director of X",
 * "the city where Y was signed"), or into the two sides of a comparison. null where the question is one step already.
 */
export function decompose(question: string): Decomposition | null {
  const text = question.replaceAll(/\s+/g, ' ').trim();
  const analysis = analyseQuestion(text);
  const options = analysis.options ?? optionsOf(text);
  if (options !== null) return sidesOf(text, options);
  const steps = withinClause(text) ?? bridgeOf(text);
  return steps?.every(isWellFormed) === true ? { kind: 'bridge', steps } : null;
}

/** Does a question speak of a thing by what else is true of it? Its words may be too common to search for it first. */
export function describesAnother(question: string): boolean {
  if (decompose(question) !== null) return true;
  for (const match of question.matchAll(described)) {
    const before = question.slice(0, match.index);
    const clause = question.slice(match.index + match[0].length);
    if (
      match[1]?.toLowerCase() === 'the' &&
      /\b(?:of|in|on|at|with|for|through|to|was|is|were|are|did|does|by|hosts?)\s*$/i.test(before) &&
      asked.test(before)
    )
      if (clause.split(/\s+/).length >= leastWords && !/^(?:who|what|which)\s+(?:is|are|was|were)\s*$/i.test(before)) return true;
  }
  return false;
}

/** "X is in a city that is the seat of what county": which city X is in, then what county that is the seat of. */
function withinClause(text: string): string[] | null {
  for (const match of text.matchAll(askedWithin)) {
    const [whole, , words = '', joiner = ''] = match;
    const phrase = words.trim();
    const before = text.slice(0, match.index);
    const clause = text.slice(match.index + whole.length).replace(/[\s?.]+$/, '');
    if (asked.test(before) || asked.test(phrase) || !asked.test(clause) || before.trim().split(/\s+/).length < leastWords) continue;
    // "The alarm warns that it may stop; how long does it ring": the question word belongs to no description.
    if (/[.;:!?]\s+\p{Lu}/u.test(before) || partsClause.test(clause.slice(0, clause.search(lastAsked)))) continue;
    const slot = joiner === 'whose' ? `${answerSlot}'s ` : joiner === 'where' ? `in ${answerSlot} ` : `${answerSlot} `;
    return [`${before}which ${phrase}?`, `${slot}${clause}?`];
  }
  return null;
}

interface Described {
  /** Of the whole noun phrase. */
  readonly start: number;
  readonly end: number;
  /** The question that finds it. */
  readonly ask: string;
}

function bridgeOf(text: string): string[] | null {
  const found = possessive(text) ?? ofRelation(text) ?? relativeClause(text) ?? openingThing(text);
  if (found === null) return null;
  const rest = `${text.slice(0, found.start)}${answerSlot}${text.slice(found.end)}`.replaceAll(/\s+/g, ' ').trim();
  const left = rest.replace(answerSlot, ' ').match(/[\p{L}\p{N}]+/gu) ?? [];
  // "Who is the director of X?" is one step: nothing is asked of what is found.
  if (!asked.test(rest) && !/^(?:is|are|was|were|do|does|did|has|have|can|must|may|should)\b/i.test(rest)) return null;
  if (left.length < 3 && !/^(?:where|when)\b|^who\s+(?!(?:is|are|was|were)\b)\w+\s+\{answer\}/i.test(rest)) return null;
  if (/^(?:who|what|which)(?:'s| is| are| was| were)\s*\{answer\}\s*\??$/i.test(rest)) return null;
  return [found.ask, rest.endsWith('?') ? rest : `${rest}?`];
}

/** "X's wife": the relation that a name owns. */
function possessive(text: string): Described | null {
  for (const name of entitiesIn(text)) {
    const match = /^['’]s?\s+((?:[a-z]+\s+){0,2}?)([a-z]+)\b/.exec(text.slice(name.end));
    const noun = match?.[2] ?? '';
    if (match === null || !personNoun.test(noun)) continue;
    const owner = text.slice(name.start, name.end);
    return {
      start: name.start,
      end: name.end + match[0].length,
      ask: `Who ${noun.endsWith('s') ? 'are' : 'is'} the ${(match[1] ?? '') + noun} of ${owner}?`,
    };
  }
  return null;
}

/** "the director of X", where X is a name or a quoted title. */
function ofRelation(text: string): Described | null {
  for (const match of text.matchAll(relations)) {
    const from = match.index + match[0].length;
    const owner = nameAt(text, from);
    if (owner === null) continue;
    const noun = match[2] ?? '';
    return {
      start: match.index,
      end: owner,
      ask: `${personNoun.test(noun) ? 'Who' : 'What'} ${match[3] === 's' ? 'are' : 'is'} ${text.slice(match.index, owner).trim()}?`,
    };
  }
  return null;
}

/** Words up to a noun that a name stands before. */
const goesOn = new RegExp(
  String.raw`^\s+(?:(?!(?:of|in|on|at|to|for|by|from|with|and|or|is|are|was|were|did|does|has|had|born|\w+ly)\b)[a-z][\w-]*\s+){0,2}(?:${things}|team|group|crew|staff|committee|board|council|company|community|award|prize|cup|race|match|final|tour|project|contest|championships?)s?\b`,
  'u',
);

/** The end of a name that begins here, with an article and a noun before it ("the film X"); null where there is none. */
function nameAt(text: string, from: number): number | null {
  const quoted = /^(?:the\s+|an?\s+)?(?:[a-z\d-]+\s+){0,3}?["“][^"”]+["”]/.exec(text.slice(from));
  if (quoted !== null) return from + quoted[0].length;
  const lead =
    /^(?:the\s+|an?\s+)?(?:(?!(?:that|which|who|whose|whom|where|when|in|by|at|on|from|with)\b)[a-z\d][\w-]*\s+){0,3}/.exec(
      text.slice(from),
    )?.[0].length ?? 0;
  const name = entitiesIn(text).find(({ start, end }) => start <= from + lead && end > from);
  // "the architect of Hook and Ladder": where a name goes on is not known.
  if (name === undefined || /^\s(?:and|for|&)\s\p{Lu}/u.test(text.slice(name.end))) return null;
  // "the winner of the Lindfield piano competition": the phrase goes on to its noun.
  return name.end + (goesOn.exec(text.slice(name.end))?.[0].length ?? 0);
}

/** "the city where X was signed", "the actor born in X": a noun with what tells it apart. */
function relativeClause(text: string): Described | null {
  for (const match of text.matchAll(described)) {
    const [whole, , adjectives = '', noun = '', joiner = ''] = match;
    const clauseStart = match.index + whole.length;
    const end = clauseEnd(text, match.index, clauseStart);
    const clause = text.slice(clauseStart, end).trim();
    if (clause.split(/\s+/).length < leastWords || asked.test(clause)) continue;
    if (!/[A-Z0-9"“]/.test(clause)) continue;
    return { start: match.index, end, ask: asking(`${adjectives}${noun}`, noun, joiner, clause) };
  }
  return null;
}

/** "The first lady of X studied where": the description that a question begins with. */
function openingThing(text: string): Described | null {
  const match = opening.exec(text);
  const phrase = match?.[1] ?? '';
  if (match === null || asked.test(phrase) || !asked.test(text.slice(phrase.length)) || entitiesIn(phrase).length === 0) return null;
  const first = /^the\s+(?:[a-z\d'’-]+\s+)*?([a-z'’-]+)\s+(?:of|from|in|by|for|at|on)\b/i.exec(phrase)?.[1] ?? '';
  return {
    start: 0,
    end: phrase.length,
    ask: `${personNoun.test(first) ? 'Who' : 'What'} is ${phrase.charAt(0).toLowerCase()}${phrase.slice(1)}?`,
  };
}

/** Where the clause ends: at the verb of a question that begins with the thing described, else at a comma before a question word, or at the end. */
function clauseEnd(text: string, start: number, clauseStart: number): number {
  const rest = text.slice(clauseStart);
  const stop = /\s*[?.]*\s*$/.exec(rest)?.index ?? rest.length;
  const before = text.slice(0, start);
  const turn = /,?\s+(?:and\s+)?(?:in\s+|at\s+|on\s+|for\s+|by\s+|from\s+)?(?:what|which|who|whom|when|where|how)\b/i.exec(rest);
  if (asked.test(before) || new RegExp(String.raw`^(?:${auxiliaries})\b`, 'i').test(before.trim())) {
    const comma = /,\s/.exec(rest);
    return clauseStart + (comma !== null && comma.index < stop && !asked.test(rest) ? comma.index : stop);
  }
  if (turn === null) return clauseStart + stop;
  // The question's own verb is the last one before the question word.
  const verbs = [
    ...rest
      .slice(0, turn.index + 1)
      .matchAll(new RegExp(String.raw`\s(?:${auxiliaries}|attended|studied|played|won|died|served|worked|lives?|lived)\b`, 'gi')),
  ];
  const verb = verbs.at(-1);
  return clauseStart + (verb === undefined || verb.index === 0 ? turn.index : verb.index);
}

function asking(phrase: string, noun: string, joiner: string, clause: string): string {
  const kind = joiner.toLowerCase();
  // "The team that Ada joined": the thing is what its clause is about, and not its subject.
  if (/^(?:that|which|whom)$/.test(kind) && /^(?:\p{Lu}|(?:the|an?|his|her|its|their)\s)/u.test(clause))
    return `${clause.charAt(0).toUpperCase()}${clause.slice(1)} which ${phrase}?`;
  if (/^(?:who|that|which)$/.test(kind)) return `Which ${phrase} ${clause}?`;
  if (kind === 'whom') return `Which ${phrase} did ${clause}?`;
  if (kind === 'whose') return `Which ${phrase}'s ${clause}?`;
  if (kind === 'where') return /^\p{Lu}/u.test(clause) ? `${clause} in which ${phrase}?` : `In which ${phrase} ${clause}?`;
  if (/ which$/.test(kind)) return `${kind.charAt(0).toUpperCase()}${kind.slice(1).replace(/which$/, '')}which ${phrase} ${clause}?`;
  if (kind.endsWith('ing')) return `Which ${phrase} is ${joiner} ${clause}?`;
  return `Which ${phrase} was ${joiner} ${clause}?`.replace('Which person', personNoun.test(noun) ? 'Who' : 'Which person');
}
