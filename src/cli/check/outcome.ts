import type { EvidenceBasis } from '../../contract/basis.ts';
import type { Finding, FindingKind } from '../../export/finding.ts';
import type { ClaimToCheck, FailedClaim } from './claim-findings.ts';

/** What a check came to: what every form of output is made from. */
export interface Outcome {
  readonly files: readonly string[];
  readonly claims: number;
  /** Claims that comments took out: named in every form of output, so that none goes unseen. */
  readonly suppressed: readonly Pick<ClaimToCheck, 'text' | 'place'>[];
  /** Documents that ask not to be checked, without leave of the caller. */
  readonly unheeded: readonly string[];
  /** By file, then by place. */
  readonly findings: readonly Finding[];
  /** Those that the baseline holds. */
  readonly known: ReadonlySet<Finding>;
  /** Kinds that fail the check. */
  readonly failOn: ReadonlySet<FindingKind>;
  readonly failed: readonly FailedClaim[];
  readonly against: Against;
}

/** What was taken as evidence. */
export interface Against {
  /** Absolute path of the folder. */
  readonly folder: string;
  /** As a person at this terminal names it; empty for the current folder. */
  readonly shown: string;
  /** false: nobody named a folder, so that the current one decided. */
  readonly isGiven: boolean;
  /** By checked document. */
  readonly bases: ReadonlyMap<string, EvidenceBasis>;
}

export function failing({ findings, known, failOn }: Outcome): Finding[] {
  return findings.filter((finding) => failOn.has(finding.kind) && !known.has(finding));
}

/** The check's own number: whether anything fails by the policy, or could not be checked. */
export function passes(outcome: Outcome): boolean {
  return failing(outcome).length === 0 && outcome.failed.length === 0;
}
