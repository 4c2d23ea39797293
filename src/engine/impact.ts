import type { Citation } from '../contract/citation.ts';
import type { Impact } from '../contract/impact.ts';
import { impactOf, type Record } from '../impact/impact.ts';
import { type DocumentPlace, stands } from '../impact/places.ts';
import { occurrences } from '../review/anchor.ts';
import type { AuditEntry } from '../review/audits.ts';
import type { Session } from '../contract/session.ts';

/** What the folder's audits rest on; those of claims with their session. */
export function recordsOf(audits: readonly AuditEntry[], sessions: readonly Session[]): Record[] {
  const claims = new Map<string, NonNullable<Record['claim']>>();
  for (const { id, path, claims: all, signOffs } of sessions)
    for (const { auditId, place, anchor, review } of all) {
      if (auditId === null) continue;
      const line = anchor.state === 'lost' ? place.line : anchor.line;
      claims.set(auditId, { sessionId: id, path, line, verdict: review.verdict, signedBy: signOffs.map(({ reviewer }) => reviewer) });
    }
  return audits.map(({ summary, minimal, breakingSets }) => ({
    auditId: summary.id,
    kind: summary.kind,
    text: summary.question,
    status: summary.status,
    claim: claims.get(summary.id) ?? null,
    evidence: minimal,
    breakingSets,
  }));
}

/** What falls or moves if documents, or lines of them, are taken away. */
export function impactOfPlaces(records: readonly Record[], of: string, places: readonly DocumentPlace[]): Impact {
  const isLost = (citation: Citation): boolean => places.some((place) => stands(citation, place));
  return impact(of, impactOf(records, isLost));
}

/** A document that was changed: its text before and now; null where it was not there, or has gone. */
export interface ChangedText {
  readonly before: string | null;
  readonly now: string | null;
}

/**
 * What falls or moves through changes: a quote is lost when its document says it, word for word, at fewer places than before. One that
 * only moved is not lost, and what was gone before is no effect of this change.
 */
export function impactOfChanges(records: readonly Record[], of: string, changes: ReadonlyMap<string, ChangedText>): Impact {
  const isLost = ({ path, quote }: Citation): boolean => {
    const change = changes.get(path);
    return change !== undefined && occurrences(change.now ?? '', quote).length < occurrences(change.before ?? '', quote).length;
  };
  return impact(of, impactOf(records, isLost));
}

function impact(of: string, dependents: Impact['dependents']): Impact {
  return { of, documents: [...new Set(dependents.flatMap(({ lost }) => lost.map(({ citation }) => citation.path)))].sort(), dependents };
}
