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

export interface Claims {
  /** In order. */
  readonly claims: readonly ClaimToCheck[];
  /** Those that a comment takes out. */
  readonly suppressed: readonly ClaimToCheck[];
  /** Documents that ask not to be checked at all and are checked all the same. */
  readonly unheeded: readonly string[];
}

/**
 * The claims of the documents.
 * @param wholeFiles a document may take itself out; whoever wrote it would decide over the check of it else
 */
export function claimsToCheck(documents: readonly CheckedDocument[], wholeFiles: boolean): Claims {
  const claims: ClaimToCheck[] = [];
  const suppressed: ClaimToCheck[] = [];
  const unheeded: string[] = [];
  for (const document of documents) {
    const { all, lines } = suppressedLines(document.document.text);
    if (all && !wholeFiles) unheeded.push(document.shown);
    for (const { text, statement, place } of findClaims({ path: document.shown, ...document.document })) {
      const isOut = (all && wholeFiles) || lines.has(place.line);
      (isOut ? suppressed : claims).push({ document, text, statement, place });
    }
  }
  return { claims, suppressed, unheeded };
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
    reason: [reason, ...(report.notices ?? [])].filter((words) => words !== '').join(' '),
    evidence: evidence.map(here),
    counterEvidence: counterEvidence.map(here),
    fix: fix === null ? null : ({ ...fix, because: here(fix.because) } satisfies ClaimFix),
    auditId: saved ? auditId : null,
    chance,
  };
}
