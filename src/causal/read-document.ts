import type { Citation } from '../contract/citation.ts';
import { spanId } from '../contract/citation.ts';
import type { EvidenceSpan } from '../documents/types.ts';
import type { IndexedPassage } from '../index/types.ts';
import { bareNoun, endsOpen, objectBefore, personIn, personNamed, pointedAt, subjectBefore } from './coreference.ts';
import { bareDenial, mainEffect, saysThatOf, supposedEffect, turnedRound } from './denied.ts';
import { remarked, remarkOf } from './discourse.ts';
import { type CausalRelation, causalRelations } from './extract/extract.ts';
import type { CausalLink } from './links.ts';
import { placeInQuote } from './offsets.ts';
import { type DocumentSentence, subjectOf, type Told } from './told-sentence.ts';

const quoteContext = 32;

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
  const told: string[] = [];
  let paragraph = 0;
  let end = 0;
  for (const sentence of sentences) {
    const { plain } = sentence.span;
    // An empty line, or the mark of a list, stands between paragraphs.
    if (sentence.citation.start - end > 1) paragraph = sentence.citation.start;
    end = sentence.citation.end;
    const remark = remarkOf(plain);
    const relations = causalRelations(plain);
    if (remark === 'denied' && relations.length === 0) {
      const turned = turnedRound(sentence, before, links, paragraph);
      const place = placeInQuote(plain, sentence.citation.quote);
      const link = turned === null || place === null ? null : linkOf(sentence, turned.relation, place, turned.cause);
      if (turned !== null && link !== null) {
        links = [...turned.kept, { ...link, effectText: turned.effect }];
        before = { sentence, relations: [], effect: null };
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
                relation.denied && relation.pointsBack === 'effect'
                  ? (supposedEffect(links, plain.slice(...relation.cause), read) ??
                      (bareDenial.test(plain.slice(...(relation.signal ?? [0, 0]))) ? null : mainEffect(links, sentence, paragraph)))
                  : pointedAt(sentence, relation, before),
                {
                  object: objectBefore(plain.slice(...relation.effect), before),
                  subject: (words) => subjectBefore(words, links, told, sentence.citation.start),
                  person: personIn(told.at(-1) ?? ''),
                },
              );
        if (link === null) continue;
        // What was only supposed, and is denied now, is denied and nothing else.
        if (link.denied) links = links.filter((other) => other.certainty !== 'hedged' || other.denied || !saysThatOf(other, link, read));
        links.push(link);
      }
    }
    const own = links.filter((link) => !link.denied && link.citation.start === sentence.citation.start);
    told.push(plain);
    // "Pay was not a factor. Late deliveries increased in consequence": a mere denial brings nothing about.
    if (relations.length === 0 || relations.some(({ denied }) => !denied))
      before = { sentence, relations, effect: own.at(-1)?.effectText ?? null };
  }
  return links;
}

/** @param pointed what a cause or effect that points back stands for; null where none does, or nothing can be told */
export function linkOf(
  { span, citation }: DocumentSentence,
  relation: CausalRelation,
  place: (range: readonly [number, number]) => [number, number] | null,
  pointed: string | null,
  { object, subject, person }: Earlier = { object: null, subject: () => '', person: '' },
): CausalLink | null {
  const { plain } = span;
  const cause = place(relation.cause);
  const effect = place(relation.effect);
  if (cause === null || effect === null || (relation.pointsBack !== null && pointed === null)) return null;
  const causeText = (relation.pointsBack === 'cause' ? pointed : null) ?? plain.slice(...relation.cause);
  // "Which killed them": of whom the sentence before tells.
  const effectText = ((relation.pointsBack === 'effect' ? pointed : null) ?? plain.slice(...relation.effect)).replace(endsOpen, (words) =>
    object === null ? words : words.replace(/\S+$/u, object),
  );
  const ofWhom = (text: string, other: string, later: boolean): string =>
    bareNoun.test(text)
      ? subject(text)
      : /^(?:he|she|his|her)\b/iu.test(text)
        ? (personNamed.exec(other)?.[0] ?? (later && /^(?:he|she)\b/iu.test(text) ? subjectOf(other) : person))
        : later
          ? subjectOf(other)
          : '';
  return {
    spanId: spanId(citation.path, citation.start, citation.end),
    citation,
    headingPath: [...span.headingPath],
    cause,
    effect,
    signal: relation.signal === null ? null : place(relation.signal),
    causeText,
    effectText,
    causeSubject: ofWhom(causeText, effectText, relation.cause[0] > relation.effect[0]),
    effectSubject: ofWhom(effectText, causeText, relation.effect[0] > relation.cause[0]),
    polarity: relation.polarity,
    denied: relation.denied,
    certainty: relation.certainty,
    confidence: relation.confidence,
    necessity: relation.necessity,
    together: relation.together,
    source: 'bundled',
  };
}

/** What the sentences before give to words that point at them. */
interface Earlier {
  readonly object: string | null;
  readonly subject: (words: string) => string;
  readonly person: string;
}
