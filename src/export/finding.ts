import { say } from '../base/language.ts';
import { findingOf, findingOfClaim as findingOfReportedClaim } from '../contract/claim-words.ts';
import type { AnswerStatus, AuditReport, OpenKind } from '../contract/report.ts';
import type { ClaimFix, Session, SessionClaim } from '../contract/session.ts';
import { notAsSigned } from '../contract/sign-words.ts';
import type { Placed } from './columns.ts';

/**
 * What a check finds out about a claim. `stale`: what the verdict rested on has changed since. Open are `undecided` (sentences may say it),
 * `part` (only a part of it is said) and `nothing` (nothing found). `unsupported` and `uncertain`: of a question.
 */
export const findingKinds = [
  'refuted',
  'conflicting',
  'stale',
  'part',
  'undecided',
  'nothing',
  'unsupported',
  'uncertain',
  'supported',
] as const;
export type FindingKind = (typeof findingKinds)[number];

/** One claim of a document, or one question, with what the documents make of it: what lists, annotations and SARIF are made from. */
export interface Finding {
  readonly kind: FindingKind;
  /** The claim or the question, on one line or more, as it stands. */
  readonly text: string;
  /** Where the claim stands; null for a question and for a claim that stands in no document. */
  readonly place: Placed | null;
  /** One sentence: why. */
  readonly reason: string;
  readonly evidence: readonly Placed[];
  readonly counterEvidence: readonly Placed[];
  readonly fix: ClaimFix | null;
  readonly auditId: string | null;
  /** Calibrated chance that the status is right, [0, 1]; null where none is given. */
  readonly chance: number | null;
}

/** Of a claim. */
export function kindOfClaim(status: AnswerStatus, open: OpenKind | undefined): FindingKind {
  return findingOf(status, open);
}

export function findingOfReport(report: AuditReport): Finding {
  const { answer, evidence, counterEvidence, conflicts, question, id, kind } = report;
  const other = counterEvidence?.sufficient === true ? counterEvidence.minimal.map(({ citation }) => citation) : [];
  return {
    kind: kind === 'claim' ? findingOfReportedClaim(report) : answer.status === 'not-enough-evidence' ? 'unsupported' : answer.status,
    text: question,
    place: null,
    reason: answer.reason,
    evidence: evidence.minimal.map(({ citation }) => citation),
    counterEvidence: other.length > 0 ? other : conflicts.map(({ b }) => b),
    fix: null,
    auditId: id,
    chance: answer.chance ?? null,
  };
}

/**
 * Of the claims that are checked, in document order. A claim that reviewers have called none is left out, and in a blind session one that
 * nobody has decided.
 */
export function findingsOfSession({ claims, blind, signOffs }: Pick<Session, 'claims' | 'blind' | 'signOffs'>): Finding[] {
  const changed = notAsSigned({ signOffs });
  const mark = say`Not as it was signed: what stands here was changed since.`;
  return claims.flatMap((claim) => {
    const { verdict } = claim.review;
    return claim.status === null || verdict === 'not-a-claim' || (blind && verdict === 'undecided')
      ? []
      : [findingOfClaim(changed.has(claim.id) ? { ...claim, reason: `${mark} ${claim.reason}` } : claim, claim.status)];
  });
}

function findingOfClaim(claim: SessionClaim, status: AnswerStatus): Finding {
  const { anchor, place, text, reason, evidence, counterEvidence, fix, auditId, chance, stale } = claim;
  const same = anchor.state === 'same' || anchor.state === 'moved';
  return {
    kind: stale ? 'stale' : kindOfClaim(status, claim.open),
    text,
    // Of a claim whose words are gone the place is where they stood.
    place: same ? { ...place, start: anchor.start, end: anchor.end, line: anchor.line } : place,
    reason: stale ? say`A document that this rests on has changed since it was checked. It was: ${reason}` : reason,
    evidence,
    counterEvidence,
    fix: same && !stale ? fix : null,
    auditId,
    chance,
  };
}
