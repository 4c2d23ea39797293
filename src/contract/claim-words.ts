import type * as z from 'zod';

import { tenths } from './answer-words.ts';
import { t } from '../base/language.ts';
import { rejectedWords } from './rejected.ts';
import type { AnswerStatus, AuditReport, OpenKind } from './report.ts';
import type { toneSchema } from './session-page.ts';
import type { ClaimVerdict, JointClaimVerdict, Session, SessionClaim } from './session.ts';

/** Words for claims and verdicts, the same in the queue, in the document and on the session's page. */

interface VerdictWords {
  readonly name: string;
  /** One sentence for who meets it for the first time. */
  readonly meaning: string;
}

const verdicts: Readonly<Record<ClaimVerdict, () => VerdictWords>> = {
  supported: () => ({ name: t('Supported'), meaning: t('The documents say so.') }),
  refuted: () => ({ name: t('Refuted'), meaning: t('The documents say otherwise.') }),
  conflicting: () => ({ name: t('Sources disagree'), meaning: t('The documents disagree about it.') }),
  'not-enough-evidence': () => ({ name: t('Left open'), meaning: t('The documents do not decide it.') }),
  'not-a-claim': () => ({ name: t('Not a claim'), meaning: t('Nothing in it can be checked.') }),
};

/** What a check found of a claim. */
export type ClaimFinding = 'supported' | 'refuted' | 'conflicting' | OpenKind;

interface FindingWords extends VerdictWords {
  /** Above the sentences. */
  readonly headline: string;
}

const findings: Readonly<Record<ClaimFinding, () => FindingWords>> = {
  supported: () => ({ ...verdictWords('supported'), headline: t('Supported') }),
  refuted: () => ({ ...verdictWords('refuted'), headline: t('Refuted') }),
  conflicting: () => ({ ...verdictWords('conflicting'), headline: t('Sources disagree') }),
  undecided: () => ({
    name: t('Undecided'),
    headline: t('Undecided: these may say it'),
    meaning: t('Sentences were found that may say it or otherwise: a person has to read them.'),
  }),
  part: () => ({
    name: t('Only part is said'),
    headline: t('Only part is said'),
    meaning: t('The documents say a part of it, and not all.'),
  }),
  nothing: () => ({ name: t('Nothing found'), headline: t('Nothing found'), meaning: t('Nothing that was searched is about it.') }),
};

export function findingWords(finding: ClaimFinding): FindingWords {
  return findings[finding]();
}

/** @param open as the report says; of older ones, which do not: undecided, as sentences were shown */
export function findingOf(status: AnswerStatus, open: OpenKind | null | undefined): ClaimFinding {
  return status === 'uncertain' || status === 'not-enough-evidence' ? (open ?? 'undecided') : status;
}

/** What was found of a claim of a session, above its sentences: it follows what its reviewers rejected. */
export function sessionHeadline({ open, rejected }: Pick<SessionClaim, 'open' | 'rejected'>, status: AnswerStatus): string {
  const { headline } = findingWords(findingOf(status, open));
  return rejected === true ? rejectedWords(headline, 'reviewers') : headline;
}

/** What a report found of its claim. */
export function findingOfClaim({ answer, evidence }: Pick<AuditReport, 'answer' | 'evidence'>): ClaimFinding {
  return findingOf(answer.status, answer.open ?? (evidence.minimal.length === 0 ? 'nothing' : 'undecided'));
}

/** What people say of a claim. */
export function verdictWords(verdict: ClaimVerdict): VerdictWords {
  return verdicts[verdict]();
}

/** The verdict that a status stands for: what a reviewer agrees with. */
export function verdictOf(status: AnswerStatus): Exclude<ClaimVerdict, 'not-a-claim'> {
  return status === 'uncertain' ? 'not-enough-evidence' : status;
}

export function jointWords(verdict: JointClaimVerdict): string {
  if (verdict === 'undecided') return t('Not decided');
  return verdict === 'split' ? t('Reviewers disagree') : verdictWords(verdict).name;
}

/** @param chance in [0, 1] */
export function verdictChanceWords(chance: number): string {
  return t('About {0} of 10 verdicts like this are right', tenths(chance));
}

/** How a claim stands: what its icon, its mark in the document and its colour follow. */
export type Tone = z.infer<typeof toneSchema>;

const tones: Readonly<Record<Tone, () => string>> = {
  waiting: () => t('Not checked yet'),
  checking: () => t('Being checked'),
  failed: () => t('Could not be checked'),
  hidden: () => t('Decide first: the verdict is shown after yours'),
  stale: () => t('Its evidence has changed: check again'),
  supported: () => verdictWords('supported').name,
  refuted: () => verdictWords('refuted').name,
  conflicting: () => verdictWords('conflicting').name,
  uncovered: () => findingWords('undecided').name,
  part: () => findingWords('part').name,
  nothing: () => findingWords('nothing').name,
  open: () => verdictWords('not-enough-evidence').name,
  withdrawn: () => t('Its evidence was rejected'),
  split: () => t('Reviewers disagree'),
  dismissed: () => verdictWords('not-a-claim').name,
};

export function toneWords(tone: Tone): string {
  return tones[tone]();
}

/** Icons of the editor's font, as its own texts name them, the same wherever a claim's state is shown. */
export const toneIcons: Readonly<Record<Tone, string>> = {
  waiting: 'circle-outline',
  checking: 'loading~spin',
  failed: 'debug-disconnect',
  hidden: 'eye-closed',
  stale: 'history',
  supported: 'pass',
  refuted: 'error',
  conflicting: 'warning',
  uncovered: 'question',
  part: 'pie-chart',
  nothing: 'search-stop',
  open: 'question',
  withdrawn: 'circle-slash',
  split: 'git-compare',
  dismissed: 'circle-slash',
};

export const toneOfVerdict: Readonly<Record<ClaimVerdict, Tone>> = {
  supported: 'supported',
  refuted: 'refuted',
  conflicting: 'conflicting',
  'not-enough-evidence': 'open',
  'not-a-claim': 'dismissed',
};

export const toneOfFinding: Readonly<Record<ClaimFinding, Tone>> = {
  supported: 'supported',
  refuted: 'refuted',
  conflicting: 'conflicting',
  undecided: 'uncovered',
  part: 'part',
  nothing: 'nothing',
};

/** Claims that nothing decides, by whichever word. */
export const openTones: readonly Tone[] = ['uncovered', 'part', 'nothing', 'open'];

/** What this reviewer has decided on the result as it is; null where nothing. */
export function verdictBy({ review }: Pick<SessionClaim, 'review'>, reviewer: string): ClaimVerdict | null {
  return review.by.find((entry) => entry.reviewer === reviewer && !entry.outdated)?.verdict ?? null;
}

/** Whether the verdict is kept from this reviewer until they have given theirs. */
export function isHidden({ blind }: Pick<Session, 'blind'>, claim: Pick<SessionClaim, 'review'>, reviewer: string): boolean {
  return blind && verdictBy(claim, reviewer) === null;
}

/** What people decided comes before what was computed. */
export function toneOf(session: Pick<Session, 'blind'>, claim: SessionClaim, reviewer: string): Tone {
  if (isHidden(session, claim, reviewer)) return 'hidden';
  if (claim.review.verdict === 'split') return 'split';
  if (claim.review.verdict !== 'undecided') return toneOfVerdict[claim.review.verdict];
  if (claim.state === 'checking' || claim.state === 'waiting') return claim.state;
  if (claim.stale) return 'stale';
  if (claim.state === 'failed' || claim.status === null) return 'failed';
  return claim.rejected === true ? 'withdrawn' : toneOfFinding[findingOf(claim.status, claim.open)];
}
