import { canonicalJson } from '../../base/hash.ts';
import { say } from '../../base/language.ts';
import { type Citation, spanId } from '../../contract/citation.ts';
import type { AuditReport } from '../../contract/report.ts';
import { headingsOf } from '../../documents/headings.ts';
import type { ReadDocument } from '../../documents/document.ts';
import type { EvidenceSpan } from '../../documents/types.ts';
import type { FoundCitation } from '../../minimise/verify-citations.ts';

/**
 * What a report says of places in documents beside their words: headings above them, columns and cells of rows, pages, the lines of passages.
 * Only of documents that are as they were.
 */
export function documentProblems(
  report: AuditReport,
  cited: readonly FoundCitation[],
  documents: ReadonlyMap<string, ReadDocument>,
): string[] {
  const problems: string[] = [];
  const spans = new Map<string, ReadonlyMap<string, EvidenceSpan>>();
  const spanAt = ({ path, start, end }: Pick<Citation, 'path' | 'start' | 'end'>): EvidenceSpan | undefined => {
    const known = spans.get(path) ?? spansOf(documents.get(path));
    spans.set(path, known);
    return known.get(`${start}-${end}`);
  };
  for (const { at, citation } of cited) {
    if (documents.get(citation.path)?.contentHash !== citation.contentHash) continue;
    const span = spanAt(citation);
    if (span === undefined) problems.push(say`${at}: no sentence of ${citation.path} begins and ends there.`);
    else if (!same(span.locator, citation.locator)) problems.push(say`${at}: that is not where it stands in ${citation.path}.`);
  }
  const sides = { evidence: report.evidence, ...(report.counterEvidence ? { counterEvidence: report.counterEvidence } : {}) };
  for (const [side, evidence] of Object.entries(sides))
    for (const list of ['minimal', 'pool'] as const)
      for (const [place, { citation, headingPath, row }] of evidence[list].entries()) {
        const span = documents.get(citation.path)?.contentHash === citation.contentHash ? spanAt(citation) : undefined;
        if (span === undefined) continue;
        const at = `${side}.${list}.${place}`;
        if (!same(headingsOf(span), headingPath)) problems.push(say`${at}.headingPath: ${citation.path} has other headings there.`);
        if (!same(rowOf(span), row)) problems.push(say`${at}.row: ${citation.path} has another row there, or none.`);
      }
  return [...problems, ...passageProblems(report, documents)];
}

function passageProblems({ passages, reading }: AuditReport, documents: ReadonlyMap<string, ReadDocument>): string[] {
  const hashes = new Map((reading?.documents ?? []).map(({ path, contentHash }) => [path, contentHash]));
  return passages.flatMap(({ id, path, start, end, line, headingPath }, place) => {
    const document = documents.get(path);
    if (document?.contentHash !== hashes.get(path)) return reading === undefined ? [] : unlessKnown(place, path, hashes);
    const own = document?.passages.find((passage) => passage.start === start && passage.end === end);
    if (document === undefined || own === undefined) return [say`passages.${place}: ${path} has no such passage.`];
    const expected = { id: spanId(path, start, end), line: document.lines.lineAt(start), headingPath: own.headingPath };
    return same({ id, line, headingPath }, expected) ? [] : [say`passages.${place}: ${path} has another passage there.`];
  });
}

function unlessKnown(place: number, path: string, hashes: ReadonlyMap<string, string>): string[] {
  return hashes.has(path) ? [] : [say`passages.${place}: ${path} is not among the documents of the reading.`];
}

function spansOf(document: ReadDocument | undefined): ReadonlyMap<string, EvidenceSpan> {
  return new Map((document?.spans ?? []).map((span) => [`${span.start}-${span.end}`, span]));
}

function rowOf({ row }: EvidenceSpan): unknown {
  const { columns = [], cells = [] } = row ?? {};
  return columns.length === 0 ? undefined : { columns, cells };
}

function same(a: unknown, b: unknown): boolean {
  return canonicalJson(a ?? null) === canonicalJson(b ?? null);
}
