import type * as z from 'zod';

import { tenths } from './answer-words.ts';
import { t } from '../base/language.ts';
import type { AnswerStatus } from './report.ts';
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
  conflicting: () => ({ name: t('Conflicting'), meaning: t('The documents disagree about it.') }),
  'not-enough-evidence': () => ({ name: t('Not covered'), meaning: t('No document says enough about it.') }),
  'not-a-claim': () => ({ name: t('Not a claim'), meaning: t('Nothing in it can be checked.') }),
};

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
  uncovered: () => verdictWords('not-enough-evidence').name,
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
  split: 'git-compare',
  dismissed: 'circle-slash',
};

export const toneOfVerdict: Readonly<Record<ClaimVerdict, Tone>> = {
  supported: 'supported',
  refuted: 'refuted',
  conflicting: 'conflicting',
  'not-enough-evidence': 'uncovered',
  'not-a-claim': 'dismissed',
};

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
  return toneOfVerdict[verdictOf(claim.status)];
}
