import { isHidden, toneOf, verdictBy, verdictOf } from '../contract/claim-words.ts';
import type { Session, SessionClaim } from '../contract/session.ts';
import type { SessionPageState, SessionRow } from '../contract/session-page.ts';
import { revisionOf } from '../contract/session-predict.ts';
import type { SessionController } from './session-controller.ts';
import { countsOf, sectionOf, visibleClaim } from './session-queue.ts';

const longest = 220;

/** What the session's page shows of a session, without what belongs to the page alone. */
export function sessionPageState(review: SessionController): Omit<SessionPageState, 'notice' | 'signing'> {
  const { session, queue, reviewer, isChecking, isFrozen, failure } = review;
  const common = { reviewer, order: queue.order, filter: queue.filter, search: queue.search, failure };
  if (session === null) return { ...common, session: null, rows: [], selected: null, undoable: [] };
  const { total, checked, decided, mine, tones } = countsOf(session, reviewer);
  const { id, path, createdAt, blind, documentChanged, signOffs, agreement, coverage, damaged } = session;
  return {
    ...common,
    session: {
      ...{ id, path, createdAt, blind, documentChanged, signOffs, coverage },
      ...(session.basis === undefined ? {} : { basis: session.basis }),
      // Told once it can sway no verdict any more.
      agreement: blind && mine < total ? null : agreement,
      checking: isChecking,
      paused: !isChecking && session.claims.some((claim) => claim.state !== 'done' || claim.stale),
      frozen: isFrozen,
      damaged: damaged.length,
      ...{ total, checked, decided, tones },
    },
    rows: queue.claims.map((claim) => rowOf(session, claim, reviewer)),
    selected: queue.current?.id ?? null,
    undoable: session.standing.filter((entry) => entry.reviewer === reviewer).map(({ kind, claims }) => ({ kind, claims })),
  };
}

function rowOf(session: Session, claim: SessionClaim, reviewer: string): SessionRow {
  const text = claim.text.replaceAll(/\s+/g, ' ').trim();
  const { review } = visibleClaim(session, claim, reviewer);
  const others = review.by.flatMap((given) => (given.reviewer === reviewer || given.outdated ? [] : [given.verdict]));
  const undecided = { ...claim, review: { verdict: 'undecided' as const, by: [], adjudicated: null, notes: [] } };
  const hidden = isHidden(session, claim, reviewer);
  return {
    id: claim.id,
    text: text.length > longest ? `${text.slice(0, longest)}…` : text,
    section: sectionOf(claim),
    tone: toneOf(session, claim, reviewer),
    found: hidden ? 'hidden' : toneOf({ blind: false }, undecided, reviewer),
    agrees: hidden || claim.status === null || claim.stale ? null : verdictOf(claim.status),
    revision: revisionOf(claim),
    others: [...new Set(others)],
    verdict: review.verdict,
    mine: verdictBy(claim, reviewer),
    line: claim.anchor.state === 'lost' ? null : claim.anchor.line,
    notes: review.notes.length,
  };
}
