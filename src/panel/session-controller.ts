import { cancelled, LinchpinError } from '../base/error.ts';
import type { WireError } from '../contract/error.ts';
import { type ModelRole, modelRoles } from '../contract/report.ts';
import type { ClaimAction, Session, SessionClaim, SessionSummary } from '../contract/session.ts';
import type { EngineClient } from '../engine/client.ts';
import { type FolderOptions, requests, type Where } from '../engine/protocol.ts';
import { sameIds } from '../contract/session-predict.ts';
import { noFolder, panelError } from './panel-error.ts';
import { lastStanding, withAction } from './session-action.ts';
import { type QueueFilter, type QueueOrder, ReviewQueue } from './session-queue.ts';

export type SessionEngine = Pick<EngineClient, 'request' | 'requestSession' | 'checkSession'>;

/** What is kept over a reload of the window. */
export interface SessionMemory {
  readonly sessionId: string;
  /** It was being checked. */
  readonly checking: boolean;
}

/** What a session asks of its window, and tells it. */
export interface SessionHost {
  /** null where no folder is open. */
  readonly where: Where | null;
  reviewer(): string;
  options(): Promise<FolderOptions>;
  consent(roles: readonly ModelRole[]): Promise<boolean>;
  remember(memory: SessionMemory | undefined): void;
  /** Session, queue or progress have changed. */
  changed(): void;
}

/**
 * The review session of a window: its claims as they are checked, the queue, the decisions. A decision shows at once and is asked of the
 * engine in turn; one that cannot be written is taken back and told. Knows no editor.
 */
export class SessionController {
  readonly #engine: SessionEngine;
  readonly #host: SessionHost;
  readonly queue = new ReviewQueue();
  /** As the engine told it last. */
  #told: Session | null = null;
  /** With decisions that are on their way. */
  #shown: Session | null = null;
  #pending: { readonly claimIds: readonly string[]; readonly action: ClaimAction; readonly reviewer: string }[] = [];
  #last: Promise<unknown> = Promise.resolve();
  /** Results told since the last request was sent: its reply may be older than they are. */
  readonly #fresh = new Map<string, SessionClaim>();
  #checking: AbortController | null = null;
  #failure: WireError | null = null;
  /** Counts what was asked to be shown: the newest wins. */
  #turn = 0;
  #disposed = false;

  constructor(engine: SessionEngine, host: SessionHost) {
    this.#engine = engine;
    this.#host = host;
  }

  dispose(): void {
    this.#disposed = true;
    this.#checking?.abort();
  }

  get session(): Session | null {
    return this.#shown;
  }

  get reviewer(): string {
    return this.#host.reviewer();
  }

  get isChecking(): boolean {
    return this.#checking !== null;
  }

  /** Why the last check could not end; null where it did, or goes on. */
  get failure(): WireError | null {
    return this.#failure;
  }

  /** What is signed stays as it was signed. */
  get isFrozen(): boolean {
    return this.#shown?.signed === true;
  }

  /** Shows the session of before a reload, and goes on with its check where one was under way. */
  async start(memory: SessionMemory | undefined): Promise<void> {
    if (memory === undefined || this.#host.where === null || this.#turn > 0) return;
    const shown = await this.show(memory.sessionId).catch(() => {
      this.#host.remember(undefined);
      return false;
    });
    // A check that cannot go on is told by `failure`.
    if (shown && memory.checking) await this.check().catch(() => undefined);
  }

  /** Finds the claims of the document, then checks them. @param blind of a new session @throws LinchpinError what the engine throws; `cancelled` */
  async factCheck(path: string, blind = false): Promise<void> {
    const turn = this.#begin();
    if (!(await this.#host.consent(modelRoles))) throw cancelled();
    const options = await this.#host.options();
    const session = await this.#engine.requestSession(requests.openSession, { options, path, blind });
    if (turn !== this.#turn || this.#disposed) return;
    this.#take(session, true);
    await this.check();
  }

  /** @returns false where something else was asked for meanwhile @throws LinchpinError where there is no such session */
  async show(sessionId: string): Promise<boolean> {
    const turn = this.#begin();
    const session = await this.#engine.requestSession(requests.session, { ...this.#where(), sessionId });
    if (turn !== this.#turn || this.#disposed) return false;
    this.#take(session, true);
    return true;
  }

  /** Checks what is not checked yet or is stale. What is done stays when it is cancelled. @throws LinchpinError what the engine throws */
  async check(): Promise<void> {
    const session = this.#told;
    if (session === null || session.signed || this.#checking !== null) return;
    const abort = new AbortController();
    this.#checking = abort;
    this.#failure = null;
    this.#remember();
    this.#host.changed();
    try {
      if (!(await this.#host.consent(modelRoles))) throw cancelled();
      const options = await this.#host.options();
      const done = await this.#engine.checkSession(
        options,
        session.id,
        (claim) => {
          if (this.#told?.id === session.id) this.#takeClaim(claim);
        },
        abort.signal,
      );
      this.#fresh.clear();
      if (this.#told?.id === session.id) this.#take(done, true);
    } catch (error) {
      // What was being checked is waiting again, as the engine has it.
      if (!this.#disposed && this.#told?.id === session.id) await this.refresh().catch(() => undefined);
      if (!abort.signal.aborted) {
        this.#failure = panelError(error);
        throw error;
      }
    } finally {
      if (this.#checking === abort) this.#checking = null;
      if (!this.#disposed) {
        this.#remember();
        this.#host.changed();
      }
    }
  }

  /** Shows no session any more. */
  close(): void {
    this.#begin();
    this.#told = null;
    this.#remember();
    this.#fold(false);
  }

  cancel(): void {
    this.#checking?.abort();
  }

  /** Looks at the session again: documents or decisions have changed. Sent after the decisions that are on their way. */
  async refresh(): Promise<void> {
    const { id } = this.#told ?? {};
    if (id === undefined) return;
    await this.#inTurn(async () => {
      const session = await this.#engine.requestSession(requests.session, { ...this.#where(), sessionId: id });
      if (this.#told?.id === id) this.#take(session, false);
    });
  }

  async sessions(): Promise<SessionSummary[]> {
    if (this.#host.where === null) return [];
    return (await this.#engine.request(requests.sessions, this.#where())).sessions;
  }

  /**
   * @param seen what the reviewer was shown of each claim: its `seen`, by id; where something else stands by now nothing is decided
   * @throws LinchpinError `review-invalid` where the session is signed, or what the engine throws: then nothing is decided
   */
  async decide(claimIds: readonly string[], action: ClaimAction, seen?: Readonly<Record<string, string | null>>): Promise<void> {
    const session = this.#told;
    if (session === null || claimIds.length === 0) return;
    if (this.isFrozen && action.action !== 'read')
      throw new LinchpinError(
        'review-invalid',
        'This session is signed, and stays as it was signed.',
        'When the document has changed, fact-check it again: that begins a new session.',
      );
    const reviewer = this.#host.reviewer();
    const entry = { claimIds, action, reviewer };
    this.#pending.push(entry);
    this.#fold(false);
    await this.#inTurn(async () => {
      try {
        const decided = await this.#engine.requestSession(requests.decideClaims, {
          ...this.#where(),
          sessionId: session.id,
          claimIds: [...claimIds],
          reviewer,
          action,
          ...(seen === undefined ? {} : { seen }),
        });
        this.#pending = this.#pending.filter((waiting) => waiting !== entry);
        if (this.#told?.id === session.id) this.#take(decided, false);
      } catch (error) {
        this.#pending = this.#pending.filter((waiting) => waiting !== entry);
        this.#fold(false);
        throw error;
      }
    });
  }

  /**
   * Takes back the reviewer's last decision, wherever it was made, and goes to the claim that it was on. Again and again.
   * @param expected the claims that it is meant to be on
   * @returns those claims; null where nothing is left, or the last decision is another one than expected
   */
  async undoLast(expected?: readonly string[]): Promise<readonly string[] | null> {
    const last = this.#shown === null ? null : lastStanding(this.#shown, this.#host.reviewer());
    if (last === null || (expected !== undefined && !sameIds(last.claims, expected))) return null;
    const ids = last.claims.map(({ id }) => id);
    const undone = this.decide(ids, { action: 'undo' });
    this.select(ids[0] ?? null);
    await undone;
    return ids;
  }

  /** Begins a second, blind review of the signed session that is shown, or goes on with it. @throws LinchpinError why not */
  async second(): Promise<void> {
    const { id } = this.#told ?? {};
    if (id === undefined) return;
    const turn = this.#begin();
    const reviewer = this.#host.reviewer();
    const session = await this.#engine.requestSession(requests.secondSession, { ...this.#where(), sessionId: id, reviewer });
    if (turn === this.#turn && !this.#disposed) this.#take(session, true);
  }

  /** @param key to sign with, as `requests.signSession` takes it; without one the name is recorded @throws LinchpinError where claims are undecided, or the key cannot be used */
  async sign(statement: string, key: string | null = null): Promise<void> {
    const session = this.#told;
    if (session === null) return;
    await this.#inTurn(async () => {
      const signed = await this.#engine.requestSession(requests.signSession, {
        ...this.#where(),
        sessionId: session.id,
        reviewer: this.#host.reviewer(),
        statement,
        ...(key === null ? {} : { key }),
      });
      if (this.#told?.id === session.id) this.#take(signed, false);
    });
  }

  /** @param search only claims that say this; as it is where it is left out */
  arrange(order: QueueOrder, filter: QueueFilter, search = this.queue.search): void {
    this.queue.arrange(order, filter, this.#host.reviewer(), search);
    this.#host.changed();
  }

  select(claimId: string | null): void {
    if (this.queue.current?.id === claimId) return;
    this.queue.select(claimId);
    this.#host.changed();
  }

  #begin(): number {
    this.#checking?.abort();
    this.#checking = null;
    this.#fresh.clear();
    return ++this.#turn;
  }

  /** One request at a time, so that the newest reply is the newest state. */
  async #inTurn(work: () => Promise<void>): Promise<void> {
    const turn = this.#last.then(async () => {
      this.#fresh.clear();
      await work();
    });
    this.#last = turn.catch(() => undefined);
    await turn;
  }

  #take(session: Session, resort: boolean): void {
    if (this.#disposed) return;
    this.#told = { ...session, claims: session.claims.map((claim) => withResult(claim, this.#fresh.get(claim.id))) };
    this.#remember();
    this.#fold(resort);
  }

  #takeClaim(claim: SessionClaim): void {
    if (this.#told === null || this.#disposed) return;
    this.#fresh.set(claim.id, claim);
    const claims = this.#told.claims.map((entry) => (entry.id === claim.id ? claim : entry));
    this.#told = { ...this.#told, claims };
    this.#fold(true);
  }

  #fold(resort: boolean): void {
    if (this.#disposed) return;
    let shown = this.#told;
    for (const { claimIds, action, reviewer } of this.#pending) if (shown !== null) shown = withAction(shown, claimIds, action, reviewer);
    this.#shown = shown;
    this.queue.update(shown, this.#host.reviewer(), resort);
    this.#host.changed();
  }

  #remember(): void {
    const { id } = this.#told ?? {};
    this.#host.remember(id === undefined ? undefined : { sessionId: id, checking: this.#checking !== null });
  }

  #where(): Where {
    if (this.#host.where === null) throw noFolder();
    return this.#host.where;
  }
}

/** The newer result, with the decisions of the reply. */
function withResult(claim: SessionClaim, fresh: SessionClaim | undefined): SessionClaim {
  return fresh === undefined ? claim : { ...fresh, review: claim.review };
}
