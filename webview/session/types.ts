import type { SessionPageIntent, SessionPageState } from '../../src/contract/session-page.ts';

type WithoutSession<I> = I extends { sessionId: string } ? Omit<I, 'sessionId'> : never;
/** What concerns a claim of the session that is shown. */
export type IntentOfClaim = WithoutSession<SessionPageIntent>;

export type ShownSession = NonNullable<SessionPageState['session']>;

/** What the parts of the page are drawn from. */
export interface SessionPageView {
  readonly state: SessionPageState;
  readonly session: ShownSession;
  /** A note is being written. */
  readonly noting: boolean;
  send(intent: SessionPageIntent): void;
  sendOfClaim(intent: IntentOfClaim): void;
  note(open: boolean): void;
}
