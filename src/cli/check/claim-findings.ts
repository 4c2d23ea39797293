import { type LinchpinError, throwIfCancelled, toLinchpinError } from '../../base/error.ts';
import type { Citation } from '../../contract/citation.ts';
import type { AuditReport } from '../../contract/report.ts';
import type { ClaimFix } from '../../contract/session.ts';
import { type Finding, kindOfClaim } from '../../export/finding.ts';
import { findClaims } from '../../review/claims/find.ts';
import { resultOf } from '../../review/result.ts';
import type { CheckedDocument } from './documents.ts';
import { suppressedLines } from './suppressed.ts';

export interface ClaimToCheck {
  readonly document: CheckedDocument;
  readonly text: string;
  readonly statement: string;
  readonly place: Citation;
}

/** The claims of the documents that no comment takes out, in order, and how many were taken out. */
export function claimsToCheck(documents: readonly CheckedDocument[]): {
  readonly claims: readonly ClaimToCheck[];
  readonly suppressed: number;
} {
  const claims: ClaimToCheck[] = [];
  let suppressed = 0;
  for (const document of documents) {
    const { all, lines } = suppressedLines(document.document.text);
    for (const { text, statement, place } of findClaims({ path: document.shown, ...document.document })) {
      if (all || lines.has(place.line)) suppressed += 1;
      else claims.push({ document, text, statement, place });
    }
  }
  return { claims, suppressed };
}

export interface FailedClaim {
  readonly claim: ClaimToCheck;
  readonly error: LinchpinError;
}

/**
 * Checks one claim after the other. What fails for one claim alone is told beside the findings.
 * @param audit asks the folder; the document that makes the claim is no evidence for it
 * @param shown a path of the folder as a person at this terminal names it
 * @throws LinchpinError `cancelled`, and what stops every audit.
 */
export async function claimFindings(
  claims: readonly ClaimToCheck[],
  audit: (statement: string, document: CheckedDocument) => Promise<AuditReport>,
  shown: (path: string) => string,
  {
    saved,
    stops,
    onChecked,
    signal,
  }: { saved: boolean; stops: (error: LinchpinError) => boolean; onChecked: (done: number) => void; signal: AbortSignal },
): Promise<{ findings: Finding[]; failed: FailedClaim[] }> {
  const findings: Finding[] = [];
  const failed: FailedClaim[] = [];
  for (const [index, claim] of claims.entries()) {
    throwIfCancelled(signal);
    try {
      findings.push(findingOf(claim, await audit(claim.statement, claim.document), shown, saved));
    } catch (error) {
      const known = toLinchpinError(error);
      if (stops(known)) throw known;
      failed.push({ claim, error: known });
    }
    onChecked(index + 1);
  }
  return { findings, failed };
}

function findingOf({ text, place }: ClaimToCheck, report: AuditReport, shown: (path: string) => string, saved: boolean): Finding {
  const { status, open, reason, evidence, counterEvidence, fix, auditId, chance } = resultOf(report, text);
  const here = <T extends Citation>(citation: T): T => ({ ...citation, path: shown(citation.path) });
  return {
    kind: kindOfClaim(status, open),
    text,
    place,
    reason,
    evidence: evidence.map(here),
    counterEvidence: counterEvidence.map(here),
    fix: fix === null ? null : ({ ...fix, because: here(fix.because) } satisfies ClaimFix),
    auditId: saved ? auditId : null,
    chance,
  };
}
