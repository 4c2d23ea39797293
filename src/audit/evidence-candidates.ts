import { cite, LineIndex } from '../documents/cite.ts';
import { headingsOf } from '../documents/headings.ts';
import type { EvidenceCandidate } from '../minimise/types.ts';
import type { CandidateSpan } from '../retrieve/types.ts';
import type { VerifiedQuotes } from '../verify/quotes.ts';

/** Verified spans with their citations, cut from the documents as they are now. Copies in documents that were not read again are left out. */
export function evidenceCandidates({ kept, documents }: VerifiedQuotes<CandidateSpan>): EvidenceCandidate[] {
  const lines = new Map([...documents].map(([path, { text }]) => [path, new LineIndex(text)]));
  return kept.flatMap((entry) => {
    const source = documents.get(entry.passage.path);
    if (source === undefined) return [];
    const quote = source.text.slice(entry.span.start, entry.span.end);
    const { columns = [], cells = [] } = entry.span.row ?? {};
    const copies = entry.copies.flatMap(({ path, start, end, locator }) => {
      const copy = documents.get(path);
      return copy === undefined || end > copy.text.length
        ? []
        : [cite(path, copy.text, copy.contentHash, start, end, lines.get(path), locator)];
    });
    return [
      {
        spanId: entry.id,
        text: entry.span.plain,
        heading: entry.heading,
        headingPath: headingsOf(entry.span),
        relevance: entry.relevance,
        citation: cite(
          entry.passage.path,
          source.text,
          source.contentHash,
          entry.span.start,
          entry.span.end,
          lines.get(entry.passage.path),
          entry.span.locator,
        ),
        copies: copies.filter((copy) => copy.quote.replaceAll(/\s+/g, ' ').toLowerCase() === quote.replaceAll(/\s+/g, ' ').toLowerCase()),
        ...(columns.length === 0 ? {} : { row: { columns: [...columns], cells: [...cells] } }),
      },
    ];
  });
}
