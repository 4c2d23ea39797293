import type { Citation } from '../contract/citation.ts';
import { spanId } from '../contract/citation.ts';
import type { EvidenceSpan } from '../documents/types.ts';
import type { IndexedPassage } from '../index/types.ts';
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
  const links: CausalLink[] = [];
  let before: { readonly sentence: DocumentSentence; readonly relations: readonly CausalRelation[] } | null = null;
  for (const sentence of sentences) {
    const { plain } = sentence.span;
    const relations = causalRelations(plain);
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
                relation.pointsBack ? antecedent(sentence, /^(?:it|they|those|both)$/i.test(plain.slice(...relation.cause)), before) : null,
              );
        if (link !== null) links.push(link);
      }
    }
    before = { sentence, relations };
  }
  return links;
}

/** @param pointedAt what a cause that points back stands for; null where it does not point back, or nothing can be told */
export function linkOf(
  { span, citation }: DocumentSentence,
  relation: CausalRelation,
  place: (range: readonly [number, number]) => [number, number] | null,
  pointedAt: string | null,
): CausalLink | null {
  const { plain } = span;
  const cause = place(relation.cause);
  const effect = place(relation.effect);
  if (cause === null || effect === null || (relation.pointsBack && pointedAt === null)) return null;
  const causeText = pointedAt ?? plain.slice(...relation.cause);
  const effectText = plain.slice(...relation.effect);
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

/** What "this" stands for: the effect that the sentence before ends with, or that sentence itself where it is short. */
function antecedent(
  { span }: DocumentSentence,
  weak: boolean,
  before: { readonly sentence: DocumentSentence; readonly relations: readonly CausalRelation[] } | null,
): string | null {
  if (before === null || before.sentence.span.headingPath.join('\n') !== span.headingPath.join('\n')) return null;
  const { plain } = before.sentence.span;
  const stated = before.relations.filter(({ denied }) => !denied).at(-1);
  if (stated !== undefined) return plain.slice(...stated.effect);
  const words = tokenize(plain);
  // "It" may be any thing that was named; "this" is what was said.
  if (weak) return null;
  return words.length <= longestAntecedent && hasVerb(words.map(({ lower }) => lower)) ? plain.replace(/[.!?\s]+$/, '') : null;
}

/** The words before the first verb. */
function subjectOf(clause: string): string {
  const tokens = tokenize(clause);
  const verb = tokens.findIndex(({ lower }, place) => place > 0 && hasVerb([lower]));
  return verb <= 0 ? clause : clause.slice(0, tokens[verb]?.start).trim();
}
