import type { Citation } from '../contract/citation.ts';
import { spanId } from '../contract/citation.ts';
import type { EvidenceSpan } from '../documents/types.ts';
import type { IndexedPassage } from '../index/types.ts';
import { remarked, remarkOf } from './discourse.ts';
import { isActor } from './event.ts';
import { type CausalRelation, causalRelations } from './extract/extract.ts';
import { hasVerb } from './extract/features.ts';
import type { CausalLink } from './links.ts';
import { placeInQuote } from './offsets.ts';
import { tokenize } from '../text/tokens.ts';

/** A sentence of a document with where it stands. */
export interface DocumentSentence {
  readonly span: EvidenceSpan;
  readonly citation: Citation;
}

const quoteContext = 32;
/** A sentence before that is longer is no event that "this" could stand for. */
const longestAntecedent = 30;

/** The sentences of a document in order, each once, though passages overlap. */
export function sentencesOf(passages: readonly IndexedPassage[]): DocumentSentence[] {
  const found = new Map<string, DocumentSentence>();
  for (const passage of passages)
    for (const span of passage.spans) {
      if (span.kind !== 'paragraph' && span.kind !== 'list-item' && span.kind !== 'quote') continue;
      const id = `${String(span.start)}-${String(span.end)}`;
      const citation = citationIn(passage, span);
      const known = found.get(id);
      if (
        known === undefined ||
        citation.prefix.length + citation.suffix.length > known.citation.prefix.length + known.citation.suffix.length
      )
        found.set(id, { span, citation });
    }
  return [...found.values()].sort((a, b) => a.span.start - b.span.start);
}

/** A span of a passage, cut out and placed. */
export function citationIn(passage: IndexedPassage, span: EvidenceSpan): Citation {
  const from = span.start - passage.start;
  const to = span.end - passage.start;
  const { text } = passage;
  return {
    path: passage.path,
    start: span.start,
    end: span.end,
    line: passage.line + (text.slice(0, from).match(/\n/g)?.length ?? 0),
    quote: text.slice(from, to),
    prefix: text.slice(Math.max(0, from - quoteContext), from),
    suffix: text.slice(to, to + quoteContext),
    contentHash: passage.contentHash,
    ...(span.locator === undefined ? {} : { locator: span.locator }),
  };
}

/** The causal links that the sentences of a document state. What cannot be cut exactly from its sentence is left out. */
export function linksOf(sentences: readonly DocumentSentence[]): CausalLink[] {
  let links: CausalLink[] = [];
  let before: Told | null = null;
  const read: string[] = [];
  for (const sentence of sentences) {
    const { plain } = sentence.span;
    const remark = remarkOf(plain);
    const relations = causalRelations(plain);
    if (remark === 'denied' && relations.length === 0) {
      const turned = turnedRound(sentence, before, links);
      if (turned !== null) {
        links = [...turned.kept, turned.link];
        before = { sentence, relations: [] };
        continue;
      }
    } else if (remark !== null && remark !== 'denied') links = remarked(links, remark, read);
    read.push(spanId(sentence.citation.path, sentence.citation.start, sentence.citation.end));
    if (relations.length > 0) {
      const place = placeInQuote(plain, sentence.citation.quote);
      for (const relation of relations) {
        const link =
          place === null
            ? null
            : linkOf(
                sentence,
                relation,
                place,
                relation.denied && relation.pointsBack === 'effect' ? mainEffect(links, sentence) : pointedAt(sentence, relation, before),
              );
        if (link !== null) links.push(link);
      }
    }
    before = { sentence, relations };
  }
  return links;
}

/** "It was suggested that the cold killed the batteries. It did not.": what was only supposed is denied, and by this sentence. */
function turnedRound(
  sentence: DocumentSentence,
  before: Told | null,
  links: readonly CausalLink[],
): { readonly kept: CausalLink[]; readonly link: CausalLink } | null {
  const { plain } = sentence.span;
  const words =
    /^(?:but\s+|however,?\s+|in fact,?\s+)?(?<cause>[\p{L}\s-]+?)\s+(?<effect>(?:did|does|was|were|is|are|had|has|proved|turned)(?:\s+not|n['’]t|\s+\w+)?)/iu.exec(
      plain,
    );
  const { cause = '', effect = '' } = words?.groups ?? {};
  const place = placeInQuote(plain, sentence.citation.quote);
  if (before === null || cause === '' || place === null) return null;
  const at = plain.indexOf(cause);
  const to = plain.indexOf(effect, at + cause.length);
  const own = spanId(before.sentence.citation.path, before.sentence.citation.start, before.sentence.citation.end);
  const supposed = links.filter((link) => link.spanId === own && link.certainty === 'hedged' && !link.denied);
  const [first] = supposed;
  const topic = suspected.exec(before.sentence.span.plain)?.groups?.['topic']?.trim();
  const main = mainEffect(links, sentence);
  const named =
    first === undefined
      ? topic === undefined || main === null
        ? null
        : { cause: topic, effect: main }
      : { cause: first.causeText, effect: first.effectText };
  if (named === null) return null;
  const relation: CausalRelation = {
    cause: [at, at + cause.length],
    effect: [to, to + effect.length],
    signal: [to, to + effect.length],
    polarity: 'causes',
    denied: true,
    certainty: 'stated',
    confidence: deniedChance,
    pointsBack: 'cause',
    necessity: null,
    together: false,
  };
  const link = linkOf(sentence, relation, place, named.cause);
  return link === null ? null : { kept: links.filter((each) => !supposed.includes(each)), link: { ...link, effectText: named.effect } };
}

/** As sure as a pair that the form of a sentence joins. */
const deniedChance = 0.8;

/** @param pointed what a cause or effect that points back stands for; null where none does, or nothing can be told */
export function linkOf(
  { span, citation }: DocumentSentence,
  relation: CausalRelation,
  place: (range: readonly [number, number]) => [number, number] | null,
  pointed: string | null,
): CausalLink | null {
  const { plain } = span;
  const cause = place(relation.cause);
  const effect = place(relation.effect);
  if (cause === null || effect === null || (relation.pointsBack !== null && pointed === null)) return null;
  const causeText = (relation.pointsBack === 'cause' ? pointed : null) ?? plain.slice(...relation.cause);
  const effectText = (relation.pointsBack === 'effect' ? pointed : null) ?? plain.slice(...relation.effect);
  return {
    spanId: spanId(citation.path, citation.start, citation.end),
    citation,
    headingPath: [...span.headingPath],
    cause,
    effect,
    signal: relation.signal === null ? null : place(relation.signal),
    causeText,
    effectText,
    causeSubject: relation.cause[0] > relation.effect[0] ? subjectOf(effectText) : '',
    effectSubject: relation.effect[0] > relation.cause[0] ? subjectOf(causeText) : '',
    polarity: relation.polarity,
    denied: relation.denied,
    certainty: relation.certainty,
    confidence: relation.confidence,
    necessity: relation.necessity,
    together: relation.together,
    source: 'bundled',
  };
}

/** A sentence and what it states. */
interface Told {
  readonly sentence: DocumentSentence;
  readonly relations: readonly CausalRelation[];
}

/** What "this" stands for, by the sentence before under the same heading; null where that cannot be told. */
function pointedAt({ span }: DocumentSentence, { pointsBack, cause, effect, denied }: CausalRelation, before: Told | null): string | null {
  if (pointsBack === null || before === null || before.sentence.span.headingPath.join('\n') !== span.headingPath.join('\n')) return null;
  const { plain } = before.sentence.span;
  const pronoun = span.plain.slice(...(pointsBack === 'cause' ? cause : effect));
  const weak = /^(?:it|they|those|both)$/i.test(pronoun);
  // "It did not harm the fish": what the sentence before is about.
  if (weak && denied) return topicOf(plain);
  const subject = weak && pointsBack === 'cause' ? namedBy(pronoun, plain) : null;
  if (subject !== null) return subject;
  const stated = before.relations.filter((relation) => !relation.denied).at(-1);
  // "This was due to …" of a sentence that states a cause already could mean its cause as well.
  if (stated !== undefined) return pointsBack === 'cause' ? plain.slice(...stated.effect) : null;
  const words = tokenize(plain);
  // "It" may be any thing that was named; "this" is what was said.
  if (weak) return null;
  return words.length <= longestAntecedent && hasVerb(words.map(({ lower }) => lower))
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

/** Of what "the frost was not to blame" denies it: what is first explained under the same heading, or else in the document. */
function mainEffect(links: readonly CausalLink[], { span }: DocumentSentence): string | null {
  const stated = links.filter(({ denied }) => !denied);
  const heading = span.headingPath.join('\n');
  return (stated.find(({ headingPath }) => headingPath.join('\n') === heading) ?? stated[0])?.effectText ?? null;
}

/** Lists begin with the time of day. */
const atTime = /^(?:at\s+)?\d{1,2}[:.]\d{2}(?:\s*(?:UTC|h|am|pm))?[\s,:–-]+/iu;
const thereWas =
  /^there (?:was|were|had been)\s+(?<topic>(?:an?|some|no|two|three)\s+[^,.;:]+?)(?:\s+(?:at|on|in|during|before|after)\s.*)?[.,;:]/iu;
const suspected =
  /\b(?:thought of|suspected|blamed|blames|pointed to|looked at|considered|examined|checked|wondered about|(?:asked?s?|wondered) (?:whether|if))\s+(?<topic>(?:the|an?|our|its|their|this)\s+[^,.;:]+?)(?=$|[,.;:]|\s+(?:was|were|is|had|has|did|for|could|might)\b)/iu;

/** The noun phrase that a sentence is about: what it says there was, what it says was suspected, or else its subject. */
function topicOf(plain: string): string | null {
  const topic = (thereWas.exec(plain) ?? suspected.exec(plain))?.groups?.['topic'];
  if (topic !== undefined) return topic.trim();
  const subject = subjectOf(plain);
  return subject.length < plain.length && /^(?:the|an?|our|its|their|this|that|some|new|old)\s/iu.test(subject)
    ? subject.replace(/,.*$/u, '')
    : null;
}

/** The words before the first verb. */
function subjectOf(clause: string): string {
  const tokens = tokenize(clause);
  const verb = tokens.findIndex(({ lower }, place) => place > 0 && hasVerb([lower]));
  return verb <= 0 ? clause : clause.slice(0, tokens[verb]?.start).trim();
}
