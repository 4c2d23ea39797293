import { t } from '../../src/base/language.ts';
import type { ClaimVerdict, SessionClaim } from '../../src/contract/session.ts';
import type {
  SessionPageIntent,
  SessionPageMessage,
  SessionPageSent,
  SessionPageState,
  SessionRow,
} from '../../src/contract/session-page.ts';
import { nextOpenRow, predicted, revisionOf } from '../../src/contract/session-predict.ts';
import type { IntentOfClaim } from './types.ts';

/** What came of a key. `choose`: the verdict is to be chosen first. */
export type Came = 'done' | 'choose' | 'nothing';

/**
 * What a session's page shows: the host's last snapshot, with what was done since laid over it, so that a key acts on what is on the screen
 * however far the host is. Draws nothing.
 */
export class SessionModel {
  /** New in each life of the page: snapshots to an earlier one answer nothing of this one. */
  readonly #page: string;
  readonly #post: (sent: SessionPageSent) => void;
  #told: SessionPageState | null = null;
  #shown: SessionPageState | null = null;
  #pending: SessionPageSent[] = [];
  #seq = 0;
  readonly #details = new Map<string, SessionClaim>();
  #detailsOf = '';
  /** Said once, to who presses a key in vain. */
  #hint = '';

  constructor(page: string, post: (sent: SessionPageSent) => void) {
    this.#page = page;
    this.#post = post;
  }

  start(): void {
    this.send({ type: 'ready', page: this.#page });
  }

  /** As it is shown. */
  get state(): SessionPageState | null {
    return this.#shown;
  }

  get row(): SessionRow | null {
    const { rows, selected } = this.#shown ?? { rows: [], selected: null };
    return rows.find(({ id }) => id === selected) ?? null;
  }

  /** The claim that is looked at, whole; null while the page does not have it as it is now. */
  get detail(): SessionClaim | null {
    const { selected } = this.#shown ?? { selected: null };
    return selected === null ? null : (this.#details.get(selected) ?? null);
  }

  /** Why the last key did nothing; empty where it did something. */
  get hint(): string {
    return this.#hint;
  }

  receive({ page, handled, state, details }: SessionPageMessage): void {
    if (this.#detailsOf !== state.session?.id) this.#details.clear();
    this.#detailsOf = state.session?.id ?? '';
    for (const claim of details) this.#details.set(claim.id, claim);
    this.#told = state;
    if (page === this.#page) this.#pending = this.#pending.filter(({ seq }) => seq > handled);
    this.#lay();
    // A page that opens with nothing selected shows the first claim.
    const [first] = state.rows;
    if (this.#shown?.selected === null && first !== undefined) this.select(first.id);
  }

  send(intent: SessionPageIntent): void {
    this.#hint = '';
    this.#seq += 1;
    const sent = { seq: this.#seq, intent };
    this.#pending.push(sent);
    this.#lay();
    this.#post(sent);
  }

  sendOfClaim(intent: IntentOfClaim): void {
    const sessionId = this.#shown?.session?.id;
    if (sessionId !== undefined) this.send({ ...intent, sessionId });
  }

  select(claimId: string): void {
    if (this.#shown?.selected !== claimId) this.sendOfClaim({ type: 'select', claimId });
  }

  /** @param by rows on or back; at the ends the last one */
  move(by: number): void {
    const { rows, selected } = this.#shown ?? { rows: [], selected: null };
    const at = rows.findIndex(({ id }) => id === selected);
    const next = rows[Math.min(rows.length - 1, Math.max(0, at + by))];
    if (next !== undefined) this.select(next.id);
  }

  /** Takes the verdict that is shown. */
  agree(): Came {
    const { row } = this;
    if (row === null || this.#refuses()) return 'nothing';
    if (row.agrees !== null) return this.decide(row.agrees);
    if (row.found === 'hidden') return 'choose';
    return this.#vain(t('There is no verdict to agree with: the claim is not checked, or its evidence has changed.'));
  }

  /** Decides the claim that is looked at, and goes on to what is still to be decided. */
  decide(verdict: ClaimVerdict): Came {
    const { row, detail } = this;
    if (row === null || this.#refuses()) return 'nothing';
    // Nothing is decided unread.
    if (detail === null || revisionOf(detail) !== row.revision)
      return this.#vain(t('What was found on this claim is still coming: nothing was decided.'));
    this.sendOfClaim({ type: 'verdict', claimId: row.id, verdict, revision: row.revision });
    const next = nextOpenRow(this.#shown?.rows ?? [], row.id);
    if (next !== null) this.select(next.id);
    return 'done';
  }

  /** Takes back the last decision, wherever it was made, and goes there. */
  undo(): Came {
    if (this.#refuses()) return 'nothing';
    const last = this.#shown?.undoable.at(-1);
    const [first] = last?.claims ?? [];
    if (last === undefined || first === undefined) return this.#vain(t('There is no decision of yours left to take back.'));
    this.sendOfClaim({ type: 'undo', claimIds: last.claims.map(({ id }) => id), last: true });
    this.select(first.id);
    return 'done';
  }

  #refuses(): boolean {
    if (this.#shown?.session?.frozen !== true) return false;
    this.#vain(t('This session is signed, and stays as it was signed.'));
    return true;
  }

  #vain(why: string): 'nothing' {
    this.#hint = why;
    return 'nothing';
  }

  #lay(): void {
    this.#shown =
      this.#told === null
        ? null
        : predicted(
            this.#told,
            this.#pending.map(({ intent }) => intent),
          );
  }
}
