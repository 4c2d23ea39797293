import { say } from '../../base/language.ts';
import { findQuote } from '../../contract/find-quote.ts';
import type { AuditReport } from '../../contract/report.ts';
import { cite } from '../../documents/cite.ts';
import type { Finding } from '../../export/finding.ts';
import { citationOfFootnote, findFootnotes } from '../../export/footnotes.ts';
import type { CheckedDocument } from './documents.ts';

export interface FootnoteSources {
  /** null where the folder does not hold the audit. */
  readonly audit: (id: string) => Promise<AuditReport | null>;
  /** The text of a document of the folder as it is now; null where it is gone. */
  readonly text: (path: string) => Promise<string | null>;
}

/** A footnote of an inserted answer whose quote does not stand in its document any more. Footnotes of audits that are elsewhere are left alone. */
export async function footnoteFindings({ shown, document }: CheckedDocument, sources: FootnoteSources): Promise<Finding[]> {
  const { text, contentHash, lines } = document;
  const found: Finding[] = [];
  const seen = new Set<string>();
  for (const { auditId, marker, start, end } of findFootnotes(text)) {
    const words = text.slice(start, end);
    if (seen.has(words)) continue;
    seen.add(words);
    const report = await sources.audit(auditId);
    const cited = report === null ? null : citationOfFootnote(report, marker);
    if (cited === null) continue;
    const now = await sources.text(cited.path);
    if (now !== null && findQuote(now, cited) !== null) continue;
    found.push({
      kind: 'stale',
      text: words,
      place: cite(shown, text, contentHash, start, end, lines),
      reason:
        now === null
          ? say`The document ${cited.path} is gone.`
          : say`${cited.path} no longer says “${cited.quote.replaceAll(/\s+/g, ' ')}”.`,
      evidence: [],
      counterEvidence: [],
      fix: null,
      auditId,
      chance: null,
    });
  }
  return found;
}
