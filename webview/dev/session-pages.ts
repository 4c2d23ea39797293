import { toneOf, verdictBy } from '../../src/contract/claim-words.ts';
import type { Session } from '../../src/contract/session.ts';
import type { SessionPageState } from '../../src/contract/session-page.ts';
import { sessions } from './session-states.ts';

/** What the page is sent of the drawn sessions. A reviewer named eve looks at them. */
function page(session: Session, selected: number | null, more: Partial<SessionPageState> = {}): SessionPageState {
  const reviewer = 'eve';
  const frozen = session.signed;
  const tones: NonNullable<SessionPageState['session']>['tones'] = {};
  for (const claim of session.claims) {
    const tone = toneOf(session, claim, reviewer);
    tones[tone] = (tones[tone] ?? 0) + 1;
  }
  const { id, path, createdAt, blind, documentChanged, signOffs, agreement, coverage, total, checked, decided } = session;
  return {
    session: {
      ...{ id, path, createdAt, blind, documentChanged, signOffs, agreement, coverage, total, checked, decided, frozen, tones },
      checking: false,
      paused: session.state === 'paused',
      damaged: session.damaged.length,
    },
    reviewer,
    order: 'risk',
    filter: 'all',
    rows: [...session.claims]
      .sort((a, b) => b.risk - a.risk)
      .map((claim) => ({
        id: claim.id,
        text: claim.text,
        tone: toneOf(session, claim, reviewer),
        verdict: claim.review.verdict,
        mine: verdictBy(claim, reviewer),
        line: claim.place.line,
        notes: claim.review.notes.length,
      })),
    selected: selected === null ? null : (session.claims[selected] ?? null),
    failure: null,
    ...more,
  };
}

const { open, found, blind, signed, outdated, damaged, empty } = sessions;
const blindClaim = blind.claims[0];

/** One for each state that a reviewer can meet. */
export const pages: Readonly<Record<string, SessionPageState>> = {
  refuted: page(open, 0),
  supported: page(open, 2),
  conflicting: page(open, 3),
  stale: page(open, 4),
  uncovered: page(open, 5),
  split: page(open, 6),
  waiting: page(open, 7),
  checking: checking(),
  failed: page(open, 0, { failure: { code: 'model-failed', message: 'The model did not answer.', next: 'Continue the fact-check.' } }),
  blind: {
    ...page(blind, null),
    selected:
      blindClaim === undefined
        ? null
        : { ...blindClaim, status: null, reason: '', chance: null, atoms: [], counterEvidence: [], fix: null },
  },
  signed: page(signed, 0),
  outdated: page(outdated, 0),
  damaged: page(damaged, 1),
  'no-match': { ...page(open, null), filter: 'refuted', rows: [] },
  empty: page(empty, null),
  none: { session: null, reviewer: 'eve', order: 'risk', filter: 'all', rows: [], selected: null, failure: null },
};

function checking(): SessionPageState {
  const state = page(found, 0);
  return { ...state, session: state.session === null ? null : { ...state.session, checking: true, paused: false } };
}
