import type { ClaimAction, ClaimReview, ClaimVerdict, JointClaimVerdict, Session } from '../contract/session.ts';

/** Stands for the id of a decision that is on its way. */
const onItsWay = 'pending';

type Predicted = Exclude<ClaimAction, { action: 'undo' | 'read' }>;

/** The session as it will be once the action is written; what an undo brings back only the log knows, so that it waits for the reply. */
export function withAction(session: Session, claimIds: readonly string[], action: ClaimAction, reviewer: string): Session {
  if (action.action === 'undo' || action.action === 'read') return session;
  const concerned = new Set(claimIds);
  const at = new Date().toISOString();
  return {
    ...session,
    claims: session.claims.map((claim) =>
      concerned.has(claim.id) ? { ...claim, review: reviewed(claim.review, action, reviewer, at) } : claim,
    ),
  };
}

function reviewed(review: ClaimReview, action: Predicted, reviewer: string, at: string): ClaimReview {
  const { note } = action;
  const notes = note === undefined ? review.notes : [...review.notes, { reviewer, text: note, at, decisionId: onItsWay }];
  if (action.action === 'note') return { ...review, notes };
  const given = { reviewer, verdict: action.verdict, at, decisionId: onItsWay };
  if (action.action === 'adjudicate') return { ...review, verdict: action.verdict, adjudicated: given, notes };
  const by = [...review.by.filter((entry) => entry.reviewer !== reviewer), { ...given, outdated: false }];
  return { verdict: joint(by), by, adjudicated: null, notes };
}

function joint(by: ClaimReview['by']): JointClaimVerdict {
  const [first, ...others] = new Set<ClaimVerdict>(by.filter(({ outdated }) => !outdated).map(({ verdict }) => verdict));
  if (first === undefined) return 'undecided';
  return others.length > 0 ? 'split' : first;
}
