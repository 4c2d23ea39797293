import type { ClaimAction, ClaimReview, ClaimVerdict, JointClaimVerdict, Session } from '../contract/session.ts';

/** Stands for the id of a decision that is on its way. */
const onItsWay = 'pending';

/** The session as it will be once the action is written; what an undo brings back only the log knows, so that it waits for the reply. */
export function withAction(session: Session, claimIds: readonly string[], action: ClaimAction, reviewer: string): Session {
  if (action.action === 'undo') return session;
  const concerned = new Set(claimIds);
  const at = new Date().toISOString();
  return {
    ...session,
    claims: session.claims.map((claim) =>
      concerned.has(claim.id) ? { ...claim, review: reviewed(claim.review, action, reviewer, at) } : claim,
    ),
  };
}

function reviewed(review: ClaimReview, action: Exclude<ClaimAction, { action: 'undo' }>, reviewer: string, at: string): ClaimReview {
  const { note } = action;
  const notes = note === undefined ? review.notes : [...review.notes, { reviewer, text: note, at, decisionId: onItsWay }];
  if (action.action === 'note') return { ...review, notes };
  const by = [
    ...review.by.filter((entry) => entry.reviewer !== reviewer),
    { reviewer, verdict: action.verdict, at, decisionId: onItsWay },
  ];
  return { verdict: joint(by.map((entry) => entry.verdict)), by, notes };
}

function joint(verdicts: readonly ClaimVerdict[]): JointClaimVerdict {
  const [first, ...others] = new Set(verdicts);
  if (first === undefined) return 'undecided';
  return others.length > 0 ? 'split' : first;
}
