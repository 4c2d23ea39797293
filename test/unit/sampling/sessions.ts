import type { AnswerStatus } from '../../../src/contract/report.ts';
import type { JointClaimVerdict, Session, SessionClaim } from '../../../src/contract/session.ts';
import { longSession } from '../export/sessions.ts';

export interface Entry {
  readonly status: AnswerStatus;
  readonly verdict?: JointClaimVerdict;
  readonly chance?: number;
}

/** An open session whose claims are checked with these results and decided so. */
export function sessionOf(entries: readonly Entry[]): Session {
  const session = longSession();
  const [first] = session.claims;
  if (first === undefined) throw new Error('the session has claims');
  const claims = entries.map(({ status, verdict = 'undecided', chance = null }, place): SessionClaim => ({
    ...first,
    id: `c${place}`,
    state: 'done',
    status,
    chance,
    stale: false,
    review: { verdict, by: [], adjudicated: null, notes: [] },
  }));
  return { ...session, claims, total: claims.length, signed: false, signOffs: [] };
}

/** The session once these claims are decided, otherwise than the machine says where they are wrong. */
export function decided(session: Session, ids: readonly string[], wrong: ReadonlySet<string> = new Set()): Session {
  const verdictOf = ({ id, status }: SessionClaim): JointClaimVerdict => {
    if (wrong.has(id)) return status === 'refuted' ? 'supported' : 'refuted';
    return status === null || status === 'uncertain' ? 'not-enough-evidence' : status;
  };
  return {
    ...session,
    claims: session.claims.map((claim) =>
      ids.includes(claim.id) ? { ...claim, review: { ...claim.review, verdict: verdictOf(claim) } } : claim,
    ),
  };
}
