import type { SessionPageIntent, SessionPageState, SessionRow } from '../../src/contract/session-page.ts';
import type { ClaimVerdict, SessionClaim } from '../../src/contract/session.ts';

type WithoutSession<I> = I extends { sessionId: string } ? Omit<I, 'sessionId'> : never;
/** What concerns a claim of the session that is shown. */
export type IntentOfClaim = WithoutSession<SessionPageIntent>;

export type ShownSession = NonNullable<SessionPageState['session']>;

/** What the parts of the page are drawn from. */
export interface SessionPageView {
  readonly state: SessionPageState;
  readonly session: ShownSession;
  /** The claim that is looked at: its line, and the whole of it once that is there. */
  readonly row: SessionRow | null;
  readonly detail: SessionClaim | null;
  /** A note is being written. */
  readonly noting: boolean;
  /** On the page to read before signing: the reviewer signs though evidence was never opened. */
  readonly unread: boolean;
  send(intent: SessionPageIntent): void;
  sendOfClaim(intent: IntentOfClaim): void;
  select(claimId: string): void;
  agree(): void;
  decide(verdict: ClaimVerdict): void;
  note(open: boolean): void;
  signUnread(unread: boolean): void;
}
