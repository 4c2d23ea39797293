import { say } from '../base/language.ts';
import { sha256 } from '../base/hash.ts';
import { type Citation, citationSchema, type SpanId, spanId } from '../contract/citation.ts';
import type { AuditReport } from '../contract/report.ts';
import { findQuote } from '../contract/find-quote.ts';
import { cite, LineIndex } from '../documents/cite.ts';

/**
 * `moved`: the words are there, at another place. `changed`: the document is another one than was cited, and does not hold them.
 * `forged`: the document is the very one that was cited, and says something else there; nobody's edit explains that.
 */
export type CitationState = 'holds' | 'moved' | 'changed' | 'forged' | 'document-missing';

/** A citation with its place in the report, such as `claims.0.citations.1`. */
export interface FoundCitation {
  readonly at: string;
  readonly citation: Citation;
  /** What the report calls the span; null where it has no name of its own. */
  readonly named: SpanId | null;
}

/** A document as it is now. */
export interface CurrentDocument {
  readonly text: string;
  readonly contentHash: string;
  readonly lines: LineIndex;
}

/**
 * Every citation of a report, wherever it stands: whatever has the shape of one is one, so that a part of the report that is new, or
 * unknown here, is looked at too.
 * @param report as it is stored
 */
export function citationsIn(report: unknown): FoundCitation[] {
  const found: FoundCitation[] = [];
  const walk = (value: unknown, at: readonly string[], named: SpanId | null): void => {
    if (typeof value !== 'object' || value === null) return;
    if (Array.isArray(value)) {
      for (const [index, entry] of value.entries()) walk(entry, [...at, String(index)], null);
      return;
    }
    const own = 'spanId' in value && typeof value.spanId === 'string' ? value.spanId : named;
    const citation = 'quote' in value ? citationSchema.safeParse(value) : undefined;
    if (citation?.success === true) found.push({ at: at.join('.'), citation: citation.data, named: own });
    for (const [key, entry] of Object.entries(value)) walk(entry, [...at, key], key === 'citation' ? own : null);
  };
  walk(report, [], null);
  return found;
}

/** Cuts the quote from the document again and compares. @param document null when it is gone */
export function stateOf(citation: Citation, document: CurrentDocument | null): CitationState {
  if (document === null) return 'document-missing';
  const { path, start, end, quote } = citation;
  const { text, contentHash, lines } = document;
  if (citation.contentHash === contentHash) {
    if (quote === '' || start > end || end > text.length) return 'forged';
    const cut = cite(path, text, contentHash, start, end, lines);
    return cut.quote === quote && cut.line === citation.line && cut.prefix === citation.prefix && cut.suffix === citation.suffix
      ? 'holds'
      : 'forged';
  }
  const place = findQuote(text, citation);
  return place === null ? 'changed' : place.moved ? 'moved' : 'holds';
}

/** What no audit writes: citations that contradict each other, or themselves. One sentence each; empty when there is nothing of the kind. */
export function citationProblems(found: readonly FoundCitation[]): string[] {
  const problems = new Set<string>();
  const hashes = new Map<string, string>();
  const quotes = new Map<SpanId, string>();
  for (const { at, citation, named } of found) {
    const { path, start, end, quote, contentHash } = citation;
    const place = spanId(path, start, end);
    if (quote.length !== end - start) problems.add(say`${at}: the quote has not the length of its place.`);
    if (named !== null && named !== place) problems.add(say`${at}: the span ${named} is cited from ${place}.`);
    if ((hashes.get(path) ?? contentHash) !== contentHash) problems.add(say`${at}: ${path} is cited in two versions.`);
    if ((quotes.get(place) ?? quote) !== quote) problems.add(say`${at}: ${place} is quoted in two ways.`);
    hashes.set(path, contentHash);
    quotes.set(place, quote);
  }
  return [...problems];
}

/** Copies that do not say the same as what they are copies of, and claims that cite what the evidence does not hold. */
export function evidenceProblems(report: AuditReport): string[] {
  const sides = [report.evidence, ...(report.counterEvidence ? [report.counterEvidence] : [])];
  const plain = (text: string): string => text.replaceAll(/\s+/g, ' ').toLowerCase();
  const problems: string[] = [];
  for (const { citation, copies, spanId: id } of sides.flatMap(({ pool, minimal }) => [...minimal, ...pool])) {
    if (copies.some((copy) => plain(copy.quote) !== plain(citation.quote))) problems.push(say`A copy of ${id} does not say the same.`);
  }
  const pooled = new Set(sides.flatMap(({ pool }) => pool.map((candidate) => candidate.spanId)));
  for (const { minimal } of sides)
    for (const { spanId: id } of minimal)
      if (!pooled.has(id)) problems.push(say`${id} is shown as evidence and was not among the candidates.`);
  for (const claim of report.claims)
    for (const { spanId: id } of claim.citations)
      if (!pooled.has(id)) problems.push(say`A claim cites ${id}, which is not among the evidence.`);
  return [...new Set(problems)];
}

/** Of the documents' texts as they are now. */
export function currentDocument(text: string): CurrentDocument {
  return { text, contentHash: sha256(text), lines: new LineIndex(text) };
}
