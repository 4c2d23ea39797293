import { toneOf, verdictBy, verdictOf } from '../../src/contract/claim-words.ts';
import type { Session, SessionClaim } from '../../src/contract/session.ts';
import type { SessionPageState } from '../../src/contract/session-page.ts';
import { revisionOf } from '../../src/contract/session-predict.ts';
import { sheets } from './sign-off-sheets.ts';
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
    search: '',
    rows: [...session.claims]
      .sort((a, b) => b.risk - a.risk)
      .map((claim) => ({
        id: claim.id,
        text: claim.text,
        section: claim.headingPath.join(' › '),
        tone: toneOf(session, claim, reviewer),
        found: toneOf(session, { ...claim, review: { verdict: 'undecided', by: [], adjudicated: null, notes: [] } }, reviewer),
        agrees: session.blind || claim.status === null || claim.stale ? null : verdictOf(claim.status),
        revision: revisionOf(claim),
        others: [...new Set(claim.review.by.map((given) => given.verdict))],
        verdict: claim.review.verdict,
        mine: verdictBy(claim, reviewer),
        line: claim.place.line,
        notes: claim.review.notes.length,
      })),
    selected: selected === null ? null : (session.claims[selected]?.id ?? null),
    undoable: [],
    notice: null,
    signing: null,
    failure: null,
    ...more,
  };
}

const { open, found, blind, signable, signed, outdated, damaged, empty } = sessions;
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
  blind: page(blind, 0),
  again: {
    ...page(open, 0),
    notice: {
      text: 'What was found on “Passwords chosen by users” has changed since it was shown, so nothing was decided.',
      claimId: 'c2',
    },
  },
  sections: { ...page(open, 0), order: 'section' },
  'sign-off': { ...page(signable, 0), signing: sheets.unread },
  'sign-off-open': { ...page(open, 0), signing: sheets.open },
  signed: page(signed, 0),
  outdated: page(outdated, 0),
  damaged: page(damaged, 1),
  'no-match': { ...page(open, null), filter: 'refuted', rows: [] },
  empty: page(empty, null),
  none: {
    session: null,
    reviewer: 'eve',
    order: 'risk',
    filter: 'all',
    search: '',
    rows: [],
    selected: null,
    undoable: [],
    notice: null,
    signing: null,
    failure: null,
  },
};

function checking(): SessionPageState {
  const state = page(found, 0);
  return { ...state, session: state.session === null ? null : { ...state.session, checking: true, paused: false } };
}

/** The claims whole, as the page of a state is sent them. */
export function detailsOf({ session }: SessionPageState): SessionClaim[] {
  if (session === null) return [];
  if (session.blind)
    return blind.claims.map((claim) => ({ ...claim, status: null, reason: '', chance: null, atoms: [], counterEvidence: [], fix: null }));
  const { claims } = session.checking ? found : session.frozen ? signed : session.decided === session.total ? signable : open;
  return claims;
}
