import type { Finding, FindingKind } from '../../export/finding.ts';
import type { FailedClaim } from './claim-findings.ts';

/** What a check came to: what every form of output is made from. */
export interface Outcome {
  readonly files: readonly string[];
  readonly claims: number;
  readonly suppressed: number;
  /** By file, then by place. */
  readonly findings: readonly Finding[];
  /** Those that the baseline holds. */
  readonly known: ReadonlySet<Finding>;
  /** Kinds that fail the check. */
  readonly failOn: ReadonlySet<FindingKind>;
  readonly failed: readonly FailedClaim[];
}

export function failing({ findings, known, failOn }: Outcome): Finding[] {
  return findings.filter((finding) => failOn.has(finding.kind) && !known.has(finding));
}

/** The check's own number: whether anything fails by the policy, or could not be checked. */
export function passes(outcome: Outcome): boolean {
  return failing(outcome).length === 0 && outcome.failed.length === 0;
}

/** 1-based, UTF-16, in the line on which the claim begins; null where what is kept of its surroundings does not tell. */
export function columnOf(finding: Finding): number | null {
  if (finding.place === null) return null;
  const { prefix, start } = finding.place;
  const before = Math.max(prefix.lastIndexOf('\n'), prefix.lastIndexOf('\r'));
  return before >= 0 ? prefix.length - before : start === prefix.length ? start + 1 : null;
}
