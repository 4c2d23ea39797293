import type { PanelReview } from '../contract/panel.ts';
import type { AuditReport } from '../contract/report.ts';
import type { SpanReview } from '../contract/review.ts';

/** Reviews by span id, as the panel shows them to one reviewer. */
export function panelReviews(reviews: readonly SpanReview[], reviewer: string): Record<string, PanelReview> {
  return Object.fromEntries(
    reviews.map(({ spanId, verdict, by, notes }) => [
      spanId,
      {
        verdict,
        mine: by.find((entry) => entry.reviewer === reviewer)?.verdict ?? 'undecided',
        by: by.map((entry) => ({ reviewer: entry.reviewer, verdict: entry.verdict, at: entry.at })),
        notes: notes.map((entry) => ({ reviewer: entry.reviewer, text: entry.text, at: entry.at })),
      },
    ]),
  );
}

/** Spans of the minimal evidence that the reviewer has rejected, in the report's order. */
export function rejectedSpans(report: AuditReport, reviews: Readonly<Record<string, PanelReview>>): string[] {
  return report.evidence.minimal.map((entry) => entry.spanId).filter((spanId) => reviews[spanId]?.mine === 'rejected');
}

/**
 * What a what-if takes away once the rejections have changed: spans that are rejected now, and those that were taken away by hand.
 * @param removed what it takes away now
 */
export function removedAfter(removed: readonly string[], rejectedBefore: readonly string[], rejectedNow: readonly string[]): string[] {
  return [...new Set([...removed.filter((spanId) => !rejectedBefore.includes(spanId)), ...rejectedNow])];
}
