import { toneOf, verdictBy } from '../contract/claim-words.ts';
import type { SessionPageState, SessionRow } from '../contract/session-page.ts';
import type { SessionController } from './session-controller.ts';
import { countsOf, visibleClaim } from './session-queue.ts';

const longest = 220;

/** What the session's page shows of a session. */
export function sessionPageState(review: SessionController): SessionPageState {
  const { session, queue, reviewer, isChecking, isFrozen, failure } = review;
  const common = { reviewer, order: queue.order, filter: queue.filter, failure };
  if (session === null) return { ...common, session: null, rows: [], selected: null };
  const { total, checked, decided, tones } = countsOf(session, reviewer);
  const rows = queue.claims.map((claim): SessionRow => {
    const text = claim.text.replaceAll(/\s+/g, ' ').trim();
    return {
      id: claim.id,
      text: text.length > longest ? `${text.slice(0, longest)}…` : text,
      tone: toneOf(session, claim, reviewer),
      verdict: claim.review.verdict,
      mine: verdictBy(claim, reviewer),
      line: claim.anchor.state === 'lost' ? null : claim.anchor.line,
      notes: claim.review.notes.length,
    };
  });
  const { id, path, createdAt, blind, documentChanged, signOffs, agreement, coverage, damaged } = session;
  return {
    ...common,
    session: {
      ...{ id, path, createdAt, blind, documentChanged, signOffs, agreement, coverage },
      checking: isChecking,
      paused: !isChecking && session.claims.some((claim) => claim.state !== 'done' || claim.stale),
      frozen: isFrozen,
      damaged: damaged.length,
      ...{ total, checked, decided, tones },
    },
    rows,
    selected: queue.current === null ? null : visibleClaim(session, queue.current, reviewer),
  };
}
