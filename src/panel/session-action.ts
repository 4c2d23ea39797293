import type { ClaimAction, ClaimReview, ClaimVerdict, JointClaimVerdict, Session, Standing } from '../contract/session.ts';
import { verdictBy } from '../contract/claim-words.ts';

/** Stands for the id of a decision that is on its way. */
const onItsWay = 'pending';

type Given = Exclude<ClaimAction, { action: 'undo' | 'read' }>;

const kinds = { verdict: 'verdict', adjudicate: 'adjudication', note: 'note' } as const;

/** The session as it will be once the action is written. */
export function withAction(session: Session, claimIds: readonly string[], action: ClaimAction, reviewer: string): Session {
  if (action.action === 'read') return session;
  if (action.action === 'undo') return claimIds.reduce((now, id) => withoutLast(now, id, reviewer), session);
  const concerned = new Set(claimIds);
  const at = new Date().toISOString();
  const before = session.claims
    .filter(({ id }) => concerned.has(id))
    .map((claim) => ({ id: claim.id, before: verdictBy(claim, reviewer) }));
  const standing: Standing = { reviewer, decisionId: onItsWay, kind: kinds[action.action], claims: before };
  return {
    ...session,
    standing: before.length === 0 ? session.standing : [...session.standing, standing],
    claims: session.claims.map((claim) =>
      concerned.has(claim.id) ? { ...claim, review: reviewed(claim.review, action, reviewer, at) } : claim,
    ),
  };
}

/** The decision that the reviewer's key would take back: their last one; null where none is left. */
export function lastStanding(session: Session, reviewer: string): Standing | null {
  return session.standing.findLast((entry) => entry.reviewer === reviewer) ?? null;
}

function withoutLast(session: Session, claimId: string, reviewer: string): Session {
  const at = session.standing.findLastIndex((entry) => entry.reviewer === reviewer && entry.claims.some(({ id }) => id === claimId));
  const last = session.standing[at];
  if (last === undefined) return session;
  const left = { ...last, claims: last.claims.filter(({ id }) => id !== claimId) };
  const before = last.claims.find(({ id }) => id === claimId)?.before ?? null;
  return {
    ...session,
    standing: session.standing.flatMap((entry, position) => (position !== at ? [entry] : left.claims.length === 0 ? [] : [left])),
    claims: session.claims.map((claim) =>
      claim.id === claimId ? { ...claim, review: takenBack(claim.review, last.kind, before, reviewer) } : claim,
    ),
  };
}

function takenBack(review: ClaimReview, kind: Standing['kind'], before: ClaimVerdict | null, reviewer: string): ClaimReview {
  if (kind === 'note') {
    const at = review.notes.findLastIndex((note) => note.reviewer === reviewer);
    return { ...review, notes: review.notes.filter((_, position) => position !== at) };
  }
  if (kind === 'adjudication') return { ...review, adjudicated: null, verdict: joint(review.by) };
  const by = review.by.flatMap((entry) => (entry.reviewer !== reviewer ? [entry] : before === null ? [] : [{ ...entry, verdict: before }]));
  return { ...review, by, verdict: review.adjudicated?.verdict ?? joint(by) };
}

function reviewed(review: ClaimReview, action: Given, reviewer: string, at: string): ClaimReview {
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
