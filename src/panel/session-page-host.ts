import { t } from '../base/language.ts';
import type { Citation } from '../contract/citation.ts';
import type { SessionClaim } from '../contract/session.ts';
import { type SessionPageIntent, type SessionPageMessage, sessionPageSentSchema, type SessionPageState } from '../contract/session-page.ts';
import { revisionOf } from '../contract/session-predict.ts';
import { isHidden } from '../contract/claim-words.ts';
import type { SessionController } from './session-controller.ts';
import { sessionPageState } from './session-page-state.ts';
import { visibleClaim } from './session-queue.ts';
import { signOffSheet } from './sign-off-sheet.ts';

/** Claims whole in one message. */
const mostDetails = 40;

export type PageCommand = Extract<SessionPageIntent, { type: 'command' }>['command'];

/** What the host of a page asks of its window. */
export interface SessionPagePorts {
  /** Of the folder that is shown now. */
  review(): SessionController;
  send(message: SessionPageMessage): void;
  /** Something is to be sent: `snapshot` is called soon. */
  soon(): void;
  run(command: PageCommand): void;
  openClaim(claimId: string): void;
  applyFix(claimId: string): void;
  openEvidence(claimId: string, citation: Citation): Promise<void>;
  /** To sign with; null: the name is recorded. */
  signingKey(): string | null;
  /** The session has been signed. */
  signed(reviewer: string): void;
  fault(message: string): void;
}

/**
 * The host's end of a session's page: does what the page asks for, where the page has shown what there is, and says why where it does not.
 * Knows no editor.
 */
export class SessionPageHost {
  readonly #ports: SessionPagePorts;
  /** The page that is there, and the last of its intents that was done. */
  #page: string | null = null;
  #handled = 0;
  #notice: SessionPageState['notice'] = null;
  /** The session whose page to read before signing is open. */
  #signing: string | null = null;
  /** What the page has of each claim. */
  #sent = new Map<string, string>();
  #sentOf = '';

  constructor(ports: SessionPagePorts) {
    this.#ports = ports;
  }

  /** Sends how everything stands; claims whole where the page does not have them so, those around the selected one first. */
  snapshot(): void {
    const review = this.#ports.review();
    const { session, queue } = review;
    if (session?.id !== this.#signing) this.#signing = null;
    const state: SessionPageState = {
      ...sessionPageState(review),
      notice: this.#notice,
      signing: session === null || this.#signing === null ? null : signOffSheet(session, review.reviewer),
    };
    const details: SessionClaim[] = [];
    if (session !== null && this.#page !== null) {
      if (this.#sentOf !== session.id) this.#sent = new Map();
      this.#sentOf = session.id;
      const current = Math.max(
        0,
        queue.claims.findIndex(({ id }) => id === queue.current?.id),
      );
      const around = [...queue.claims.slice(current), ...queue.claims.slice(0, current).reverse()];
      for (const claim of around) {
        const visible = visibleClaim(session, claim, review.reviewer);
        const stamp = stampOf(visible, isHidden(session, claim, review.reviewer));
        if (this.#sent.get(claim.id) === stamp) continue;
        if (details.length === mostDetails) {
          this.#ports.soon();
          break;
        }
        this.#sent.set(claim.id, stamp);
        details.push(visible);
      }
    }
    this.#ports.send({ type: 'snapshot', page: this.#page, handled: this.#handled, state, details });
  }

  /** Opens the page to read before signing. */
  openSigning(): void {
    this.#signing = this.#ports.review().session?.id ?? null;
    this.#ports.soon();
  }

  /** A message of the page. What it shows is changed before this first waits for anything. @throws LinchpinError why something cannot be done */
  async receive(raw: unknown): Promise<void> {
    const parsed = sessionPageSentSchema.safeParse(raw);
    if (!parsed.success) return;
    const { seq, intent } = parsed.data;
    if (intent.type === 'ready') {
      this.#page = intent.page;
      this.#handled = seq;
      this.#sent = new Map();
      this.snapshot();
      return;
    }
    const work = this.#handle(intent);
    this.#handled = seq;
    this.#ports.soon();
    await work;
  }

  async #handle(intent: Exclude<SessionPageIntent, { type: 'ready' }>): Promise<void> {
    const review = this.#ports.review();
    if ('sessionId' in intent && intent.sessionId !== review.session?.id) {
      if (intent.type !== 'select') this.#refuse(null, t('Another session is shown by now, so nothing was done.'));
      return;
    }
    if (intent.type !== 'select') this.#notice = null;
    switch (intent.type) {
      case 'select':
        review.select(intent.claimId);
        return;
      case 'verdict': {
        const claim = this.#asRead(intent);
        if (claim !== null) await review.decide([claim.id], { action: 'verdict', verdict: intent.verdict }, { [claim.id]: claim.seen });
        return;
      }
      case 'note':
        await review.decide([intent.claimId], { action: 'note', note: intent.text });
        return;
      case 'undo': {
        if (!intent.last) await review.decide(intent.claimIds, { action: 'undo' });
        else if ((await review.undoLast(intent.claimIds)) === null)
          this.#refuse(
            null,
            t('Your last decision is another one by now, so nothing was taken back. Press u again to take that one back.'),
          );
        return;
      }
      case 'openClaim':
        this.#ports.openClaim(intent.claimId);
        return;
      case 'applyFix': {
        const claim = this.#asRead(intent);
        if (claim !== null) this.#ports.applyFix(claim.id);
        return;
      }
      case 'openEvidence':
        await this.#ports.openEvidence(intent.claimId, intent.citation);
        return;
      case 'arrange':
        review.arrange(intent.order, intent.filter, intent.search);
        return;
      case 'signing':
        this.#signing = intent.open ? intent.sessionId : null;
        // Others may have decided, and documents may have changed.
        if (intent.open) await review.refresh();
        return;
      case 'sign':
        await this.#sign(intent);
        return;
      case 'command':
        this.#ports.run(intent.command);
        return;
      case 'fault':
        this.#ports.fault(intent.message);
    }
  }

  /** The claim, where the page has shown what is found on it; else says that it has not. */
  #asRead({ claimId, revision }: { readonly claimId: string; readonly revision: string }): SessionClaim | null {
    const claim = this.#ports.review().queue.claim(claimId);
    if (claim !== null && revisionOf(claim) === revision) return claim;
    const words = claim?.text.replaceAll(/\s+/g, ' ').trim().slice(0, 80) ?? '';
    if (claim === null) this.#refuse(null, t('This claim is not part of the session any more, so nothing was decided.'));
    else
      this.#refuse(
        claimId,
        t('What was found on “{0}” has changed since it was shown, so nothing was decided. Read what it says now, then decide.', words),
      );
    return null;
  }

  async #sign({ digest, statement, unread }: Extract<SessionPageIntent, { type: 'sign' }>): Promise<void> {
    const review = this.#ports.review();
    await review.refresh();
    const { session, reviewer } = review;
    if (session === null) return;
    const sheet = signOffSheet(session, reviewer);
    if (sheet.digest !== digest) {
      this.#refuse(null, t('Something has changed since you opened this page, so it was not signed. Read it again, then sign.'));
      return;
    }
    if (sheet.unopened.length > 0 && !unread) {
      this.#refuse(null, t('Some of the evidence was never opened. Open it, or say that you sign without having opened it.'));
      return;
    }
    await review.sign(statement.trim(), this.#ports.signingKey());
    this.#signing = null;
    this.#ports.soon();
    this.#ports.signed(reviewer);
  }

  #refuse(claimId: string | null, text: string): void {
    this.#notice = { text, claimId };
    this.#ports.soon();
  }
}

/** What of a claim its page draws, in short. */
function stampOf({ seen, state, stale, anchor, review, error }: SessionClaim, hidden: boolean): string {
  return JSON.stringify([seen, state, stale, hidden, anchor, review, error]);
}
