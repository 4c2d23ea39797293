import type { EvidenceSpan } from '../../documents/types.ts';
import { datesIn } from '../../text/dates.ts';
import { entitiesIn } from '../../text/entities.ts';
import { normsIn } from '../../text/normative.ts';
import { partiesIn } from '../../text/parties.ts';
import { quantitiesIn } from '../../text/quantities.ts';
import { scopeTermsIn } from '../../text/scope.ts';
import { contentStems } from '../../text/tokens.ts';
import { isPlainFact } from './plain-fact.ts';

/** What speaks for a sentence being a statement that documents can bear out or not. */
const weights = {
  quantity: 0.4,
  norm: 0.35,
  date: 0.3,
  scope: 0.3,
  name: 0.2,
  universal: 0.15,
  present: 0.15,
  party: 0.15,
  substance: 0.1,
};
/** Reached by one figure, rule, date or level, by a general statement about somebody, or by a plain fact. */
export const leastWorth = 0.3;

const universal =
  /\b(?:all|every|each|any|only|always|never|none|no|not|neither|both|without|exclusively|solely|unless|cannot)\b|n['’]t\b/i;
const present = /\b(?:is|are|has|have|does|do|counts?|includes?|consists?|comprises?|contains?|applies|apply|means?|covers?|belongs?)\b/i;

/** The document about itself, or about how to lay it out. */
const aboutItself =
  /^(?:in\s)?(?:this|the (?:present|following|next|previous|preceding|attached))\s(?:section|chapter|report|document|draft|note|memo|memorandum|appendix|annex|table|figure|paper|page|review|list|overview|summary|part)s?\b(?!['’]s\b)/i;
const layout =
  /^(?:see(?:\salso)?|refer to|cf\.?|compare|note that this|todo|tbd|tbc|fixme|insert|add|delete|remove|move|replace|click|please|figure \d|fig\.|table \d|source:|sources:|image|photo|caption|placeholder|lorem ipsum|contents?|table of contents|return to|back to|continued|page \d)\b/i;
const boilerplate =
  /(?:©|\(c\)\s?\d{4}|^copyright\b|\bcopyright\s(?:\d{4}|©|\(c\))|\ball rights reserved\b|\bconfidential\b|\bfor internal use\b|\bnot for distribution\b|^(?:author|authors|prepared (?:by|for)|date|version|status|classification|distribution|to|from|subject|approved by|reviewed by)\s?:)/i;
/** What the writer wants, thinks or did is nobody else's to bear out. */
const firstPerson =
  /\b(?:I|we)\s(?:(?:also|therefore|strongly|would|will|shall|hope|plan|have|had|then|only)\s)*(?:recommend|suggest|believe|think|feel|hope|plan|intend|looked|look|reviewed|review|read|examined|examine|interviewed|visited|spoke|thank|assume|propose|advise|like|want|wish|aim|expect|compare|compared|use|used|took|turn|discuss|return|come)\b|\b(?:in (?:my|our) (?:view|opinion|judg(?:e)?ment|experience)|(?:my|our) (?:recommendation|opinion|view|impression|thanks))\b/i;

/** Without a figure, date, level or name there is nothing in these that another document could say. */
const personal =
  /\b(?:I|let['’]?s|let us)\s|\b(?:you (?:might|may) (?:want|like|wish)|sadly|unfortunately|fortunately|hopefully|luckily|perhaps|maybe|welcome|appreciated|proud|lovely|wonderful|beautiful)\b/i;

/** Sentences of these are no statements of the writer's. */
const statementKinds: ReadonlySet<EvidenceSpan['kind']> = new Set(['paragraph', 'list-item', 'quote']);

/**
 * How much there is to check in a sentence, [0, 1]: figures, rules, dates, levels, names, or a plain fact. 0 for headings, code, table rows, questions, lead-ins,
 * fragments, boilerplate, words about the layout or about the document itself, and what the writer says of their own doings.
 * @param plain as a reader sees it
 */
export function worthOf({ kind, plain }: Pick<EvidenceSpan, 'kind' | 'plain'>): number {
  if (!statementKinds.has(kind)) return 0;
  const words = plain.match(/[\p{L}\p{N}][\p{L}\p{N}'’.-]*/gu) ?? [];
  if (words.length < 4 || /[?:…]["”')\]]*$/.test(plain) || !/\p{Ll}/u.test(plain)) return 0;
  if (layout.test(plain) || aboutItself.test(plain) || boilerplate.test(plain) || firstPerson.test(plain)) return 0;
  const has = {
    quantity: quantitiesIn(plain).length > 0,
    // An order to the reader obliges nobody that a document speaks of.
    norm: normsIn(plain).some(({ start, end }) => end > start),
    date: datesIn(plain).length > 0,
    scope: scopeTermsIn(plain).length > 0,
    // A capital at the front is every sentence's.
    name: entitiesIn(plain).some(({ start }) => start > 0),
    universal: universal.test(plain),
    present: present.test(plain),
    party: partiesIn(plain).length > 0,
    substance: contentStems(plain).length >= 4,
  };
  const hard = has.quantity || has.date || has.scope || has.name;
  if (!hard && personal.test(plain)) return 0;
  const sum = Object.entries(weights).reduce((total, [name, weight]) => total + (has[name as keyof typeof has] ? weight : 0), 0);
  return Math.min(1, sum < leastWorth && isPlainFact(plain) ? leastWorth : sum);
}
