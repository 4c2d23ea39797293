import { visibleJson } from '../../base/visible.ts';
import { columnOf } from '../../export/columns.ts';
import { findingKinds } from '../../export/finding.ts';
import { fingerprint } from '../../export/sarif.ts';
import { type Outcome, passes } from './outcome.ts';

/** For programs: everything that was found, supported claims too. */
export function printJson(outcome: Outcome): string {
  const { files, claims, suppressed, unheeded, findings, known, failOn, failed, against } = outcome;
  return `${visibleJson({
    schemaVersion: 1,
    passes: passes(outcome),
    files,
    claims,
    suppressed: suppressed.length,
    takenOut: suppressed.map(({ text, place }) => ({ text, path: place.path, line: place.line })),
    unheeded,
    against: { folder: against.folder, given: against.isGiven, evidence: Object.fromEntries(against.bases) },
    counts: Object.fromEntries(findingKinds.map((kind) => [kind, findings.filter((finding) => finding.kind === kind).length])),
    failOn: [...failOn],
    findings: findings.map((finding) => ({
      ...finding,
      line: finding.place?.line ?? null,
      column: columnOf(finding.place),
      fails: failOn.has(finding.kind) && !known.has(finding),
      known: known.has(finding),
      fingerprint: fingerprint(finding),
    })),
    notChecked: failed.map(({ claim, error }) => ({
      text: claim.text,
      place: claim.place,
      error: { code: error.code, message: error.message, next: error.next },
    })),
  })}\n`;
}
