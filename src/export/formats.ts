import { inEnglish } from '../base/language.ts';
import { visible, visibleJson } from '../base/visible.ts';
import type { TextFormat } from '../contract/export-formats.ts';
import type { AuditReport } from '../contract/report.ts';
import type { Session } from '../contract/session.ts';
import { reportClaimReview, sessionClaimReview } from './claim-review.ts';
import { type Finding, findingOfReport, findingsOfSession } from './finding.ts';
import { reportHtml } from './html/report.ts';
import { sessionHtml } from './html/session.ts';
import { reportMarkdown } from './markdown.ts';
import type { ExportedReviews } from './outline.ts';
import { sarif } from './sarif.ts';
import { sessionMarkdown } from './session-markdown.ts';

/** An audit in a form that others use. @throws LinchpinError `usage` where the form cannot hold it */
export function exportedReport(report: AuditReport, format: TextFormat, reviews: ExportedReviews = {}): string {
  switch (format) {
    case 'markdown':
      return visible(reportMarkdown(report, reviews));
    case 'html':
      return visible(reportHtml(report, reviews));
    case 'json':
      return json(report);
    case 'sarif':
      return json(inEnglish(() => sarif([findingOfReport(report)])));
    case 'claim-review':
      return json(inEnglish(() => reportClaimReview(report)));
  }
}

/**
 * A review session in a form that others use.
 * @param findings of the session, where more is known of their places than the session itself holds
 * @throws LinchpinError `usage` where the form cannot hold it
 */
export function exportedSession(session: Session, format: TextFormat, findings: readonly Finding[] = findingsOfSession(session)): string {
  switch (format) {
    case 'markdown':
      return visible(sessionMarkdown(session));
    case 'html':
      return visible(sessionHtml(session));
    case 'json':
      return json(session);
    case 'sarif':
      return json(inEnglish(() => sarif(findings)));
    case 'claim-review':
      return json(inEnglish(() => sessionClaimReview(session)));
  }
}

function json(value: object): string {
  return `${visibleJson(value, 2)}\n`;
}
