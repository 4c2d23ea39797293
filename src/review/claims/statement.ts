import nlp from 'compromise';
import { z } from 'zod';

import { scopeTermsIn } from '../../text/scope.ts';

export interface StatementInput {
  /** The sentence as a reader sees it. */
  readonly plain: string;
  readonly headingPath: readonly string[];
  /** What introduces the list that it is an item of. */
  readonly leadIn: string | undefined;
  /** The statement of the sentence before it in its paragraph; null where there is none. */
  readonly before: string | null;
  /** Words that the document writes in small letters somewhere: a capital at the front of a sentence makes no name of them. */
  readonly common: ReadonlySet<string>;
}

/**
 * A sentence as a statement that can be checked by itself: what introduces its list, the level or document that its headings limit it to,
 * and what its pronoun stands for, where only one thing can be meant. Else the words stay as they are. Every word comes from the document.
 */
export function statementOf({ plain, headingPath, leadIn, before, common }: StatementInput): string {
  const bare = withoutMarkers(plain);
  const whole = leadIn === undefined ? bare : behindLeadIn(leadIn, bare, common);
  const opened = whole.replace(opener, '');
  const said = opened === whole ? whole : capitalised(opened);
  return underHeadings(before === null ? said : withAntecedent(said, before), headingPath, common);
}

/** "However, " joins to the sentence before and says nothing by itself. */
const opener =
  /^(?:however|moreover|furthermore|in addition|additionally|also|similarly|likewise|by contrast|in contrast|conversely|consequently|therefore|thus|hence|accordingly|finally|lastly|first|second|third|firstly|secondly|thirdly|in particular|in short|in turn|that said|of course|indeed|in fact),\s/i;

/**
 * A sentence without its references to notes: to a Markdown parser "[3]" is markup around a 3, which would be a figure of the claim.
 * @param raw the same sentence in the document's text
 */
export function withoutReferences(plain: string, raw: string): string {
  let cleaned = plain;
  for (const match of raw.matchAll(/(?<word>[\p{L}\p{N}]+)(?<mark>[^\p{L}\p{N}[\]]*)\[\^?(?<number>\d{1,3})\](?![[(])/gu)) {
    const { word = '', number = '' } = match.groups ?? {};
    cleaned = cleaned.replace(new RegExp(String.raw`(?<word>${word}[.,;:!?)"”’']*)\s?\[?\^?${number}\]?(?![\p{L}\p{N}%])`, 'u'), '$<word>');
  }
  return cleaned;
}

function withoutMarkers(text: string): string {
  return text
    .replaceAll(/\s?\[(?:\^?[\w-]{1,12}|\d+(?:[,–-]\s?\d+)*)\](?=\s|[.,;:)]|$)/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** "The verifier shall:" with "limit failed attempts" is one sentence; an item that is one already stays alone. */
function behindLeadIn(leadIn: string, item: string, common: ReadonlySet<string>): string {
  const lead = withoutMarkers(leadIn).replace(/:\s*$/, '');
  const isClause = /^[\p{Lu}"“(]/u.test(item) && finiteVerb.test(item);
  return lead === '' || isClause || /\bfollow(?:s|ing)\b|\bbelow\b/i.test(lead) ? item : `${lead} ${uncapitalised(item, common)}`;
}

const finiteVerb =
  /\b(?:is|are|was|were|has|have|had|does|do|did|must|shall|should|may|might|can|cannot|could|will|would|need|needs|requires?|allows?|applies|apply|uses?|lasts?|expires?|holds?|gives?|takes?|makes?)\b/;

/** Words that may begin in small letters behind what is put before them. */
const commonStart =
  /^(?:The|A|An|Each|Every|Any|All|No|Both|Only|When|If|Where|For|In|On|At|By|After|Before|During|Without|With|It|They|There|This|These|Those|Such|Its|Their|Some|Most|Many|Other)\b/;

function uncapitalised(text: string, common: ReadonlySet<string>): string {
  const first = /^\p{Lu}[\p{Ll}-]*(?![\p{L}\p{N}])/u.exec(text)?.[0];
  const isCommon = first !== undefined && (commonStart.test(text) || common.has(first.toLowerCase()));
  return isCommon ? text.charAt(0).toLowerCase() + text.slice(1) : text;
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Kinds of scope that a heading may limit its sentences to; a heading's own number, step or version limits nothing outside the document. */
const levels = new Set(['aal', 'ial', 'fal', 'eal', 'loa', 'sil', 'asil', 'level', 'tier', 'class', 'category', 'grade']);
const documents = new Set(['rfc', 'pep', 'eip', 'iso', 'sp', 'nist sp', 'bs', 'en', 'iec', 'fips', 'directive', 'regulation']);

/** The nearest heading that names one level or one document, where the sentence names none of that kind. */
function underHeadings(statement: string, headingPath: readonly string[], common: ReadonlySet<string>): string {
  const own = new Set(scopeTermsIn(statement).map(({ kind }) => kind));
  for (const heading of [...headingPath].reverse()) {
    const named = scopeTermsIn(heading).filter(({ kind }) => levels.has(kind) || documents.has(kind));
    // "Authenticator Assurance Level 2" is AAL2 and level 2: one term.
    const terms = named.filter((term) => !named.some((other) => other.start < term.start && term.end <= other.end));
    const [term] = terms;
    if (term === undefined) continue;
    if (terms.length > 1 || own.has(term.kind) || (levels.has(term.kind) && [...own].some((kind) => levels.has(kind)))) return statement;
    // "Authenticator Assurance Level 2": a level of what.
    const of = /(?:\p{Lu}[\p{L}-]*\s)*$/u.exec(heading.slice(0, term.start))?.[0] ?? '';
    const scope = `${of}${heading.slice(term.start, term.end)}`;
    return `${levels.has(term.kind) ? 'At' : 'In'} ${scope}, ${uncapitalised(statement, common)}`;
  }
  return statement;
}

interface Noun {
  readonly text: string;
  readonly head: string;
  readonly plural: boolean;
}

/**
 * "It", "They" and "This period" at the front, where the sentence before has one thing only that they can stand for: with two, a guess could
 * make the document say what it does not.
 */
function withAntecedent(statement: string, before: string): string {
  const pronoun = /^(?<word>It|They)\s(?=\p{Ll})/u.exec(statement);
  if (pronoun !== null) {
    const plural = pronoun.groups?.['word'] === 'They';
    // "It is required that": stands for nothing.
    if (
      /^It\s(?:is|was|has been|seems|appears|follows|would be|may be)\s[\p{L} ]{0,40}?\b(?:that|to|whether|for|how|why)\b/u.test(statement)
    )
      return statement;
    const fitting = nounsOf(before).filter((noun) => noun.plural === plural);
    const [only] = fitting;
    return fitting.length === 1 && only !== undefined && only.text !== ''
      ? `${capitalised(only.text)} ${statement.slice(pronoun[0].length)}`
      : statement;
  }
  const pointing = /^(?:This|That|These|Those|Such an?|Such)\s(?<noun>\p{Ll}[\p{L}-]+)\b/u.exec(statement);
  const named = pointing?.groups?.['noun'];
  if (pointing === null || named === undefined) return statement;
  const fitting = nounsOf(before).filter(({ head }) => head === named);
  const [only] = fitting;
  return fitting.length === 1 && only !== undefined && only.text !== '' && only.text.toLowerCase() !== named
    ? `${capitalised(only.text)}${statement.slice(pointing[0].length)}`
    : statement;
}

/** Every noun with its number; `text` is empty where it is not certain where its words begin. */
function nounsOf(text: string): Noun[] {
  const found: unknown = nlp(text).nouns().json();
  if (!Array.isArray(found)) return [];
  return found.flatMap((entry: unknown): Noun[] => {
    const parsed = nounSchema.safeParse(entry);
    if (!parsed.success) return [];
    const words = parsed.data.text.replace(/[.,;:!?]+$/, '').trim();
    // A pronoun stands for something itself.
    if (/^(?:it|they|he|she|this|that|these|those|we|i|you|who|which|what)$/i.test(words)) return [];
    const { root, isPlural } = parsed.data.noun;
    return [{ text: wholeNoun(text, words), head: root.toLowerCase().split(/\s+/).at(-1) ?? '', plural: isPlural }];
  });
}

const nounSchema = z.object({ text: z.string(), noun: z.object({ root: z.string(), isPlural: z.boolean() }) });

const determined = /^(?:the|an?|each|every|any|all|no|its|their|our|your|his|her|this|that|these|those|\d+)\s/i;
/** Words that end one part of a sentence and begin another. */
const parts =
  /\b(?:of|in|on|at|by|for|from|with|without|to|and|or|but|as|if|when|where|that|which|who|than|is|are|was|were|be|been|has|have|had|must|shall|should|may|might|can|will|not)\b|[,;:()]/i;

/** The library leaves out "look-up" of "look-up secrets": without it, the statement would be about all secrets. */
function wholeNoun(text: string, words: string): string {
  const at = text.indexOf(words);
  if (at < 0 || text.includes(words, at + 1)) return '';
  if (at === 0 || determined.test(words)) return words;
  const before = text.slice(0, at);
  return parts.test(before) || before.trim().split(/\s+/).length > 3 ? '' : `${before}${words}`;
}
