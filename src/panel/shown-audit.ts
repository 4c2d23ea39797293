import type { AuditEvent, OnAuditEvent } from '../contract/event.ts';
import type { AuditState } from '../contract/panel.ts';
import type { AuditReport } from '../contract/report.ts';
import { endedAudit, finishedAudit, startedAudit, withEvent } from '../contract/stream.ts';
import { type FolderOptions, requests } from '../engine/protocol.ts';
import { panelError } from './panel-error.ts';
import type { AuditHost } from './ports.ts';
import { panelReviews, rejectedSpans, removedAfter } from './reviews.ts';

/**
 * One audit on screen, from its question on. Every event and reply belongs to the object that asked for it: once it is disposed, because
 * another audit is shown, whatever still arrives is dropped.
 */
export class ShownAudit {
  readonly #host: AuditHost;
  readonly #life = new AbortController();
  readonly #asking = new AbortController();
  #state: AuditState;
  #report: AuditReport | null = null;
  #reviewTurn = 0;
  #whatIfTurn = 0;

  constructor(question: string, kind: AuditState['kind'], host: AuditHost) {
    this.#host = host;
    this.#state = startedAudit(question, kind);
  }

  get state(): AuditState {
    return this.#state;
  }

  /** Once the audit is done. */
  get report(): AuditReport | null {
    return this.#report;
  }

  /** Ends the work on the question; what has arrived stays on screen. */
  cancel(): void {
    this.#asking.abort();
  }

  dispose(): void {
    this.#life.abort();
    this.#asking.abort();
  }

  /** Streams the work into the state. Failures are shown, not thrown. @returns whether it ended with a report that is still shown */
  async run(work: (onEvent: OnAuditEvent, signal: AbortSignal) => Promise<AuditReport>): Promise<boolean> {
    try {
      const report = await work((event) => {
        if (event.type === 'notice' && !this.#disposed) this.#host.notice(event.error);
        this.#fold(event);
      }, this.#asking.signal);
      if (!(await this.finish(report))) return false;
    } catch (error) {
      this.#set(endedAudit(this.#state, panelError(error)));
      return false;
    }
    await this.followRejections();
    return true;
  }

  /** Takes the whole report, with its reviews. @returns whether it is still shown */
  async finish(report: AuditReport): Promise<boolean> {
    const reviews = await this.#fetchReviews(report.id).catch((error: unknown) => {
      // The report is whole without its reviews.
      if (!this.#disposed) this.#host.notice(panelError(error));
      return {};
    });
    if (this.#disposed) return false;
    this.#report = report;
    this.#set(finishedAudit(report, reviews));
    await this.refreshRoles();
    return true;
  }

  /** Looks up what the documents of the evidence are marked as; where that cannot be told nothing is said. */
  async refreshRoles(): Promise<void> {
    const report = this.#report;
    if (report === null) return;
    const { evidence, counterEvidence, conflicts } = report;
    const cited = [...evidence.minimal, ...evidence.pool, ...(counterEvidence?.minimal ?? [])].map(({ citation }) => citation.path);
    const paths = [...new Set([...cited, ...conflicts.flatMap(({ a, b }) => [a.path, b.path])])];
    const roles = await this.#host.engine.request(requests.roles, { ...this.#host.where, paths }, this.#life.signal).catch(() => ({}));
    if (Object.keys(roles).length > 0 || this.#state.roles !== undefined) this.#set({ ...this.#state, roles });
  }

  /** Looks at the decisions again. Only the newest look counts. */
  async refreshReviews(): Promise<void> {
    const report = this.#report;
    if (report === null) return;
    const turn = ++this.#reviewTurn;
    const reviews = await this.#fetchReviews(report.id);
    if (turn !== this.#reviewTurn) return;
    const before = rejectedSpans(report, this.#state.reviews);
    this.#set({ ...this.#state, reviews });
    await this.followRejections(before);
  }

  /** What is left without these spans; none ends the what-if. Only the newest counts. */
  async whatIf(removed: readonly string[]): Promise<void> {
    const report = this.#report;
    if (report === null) return;
    const turn = ++this.#whatIfTurn;
    if (removed.length === 0) {
      this.#set({ ...this.#state, whatIf: null });
      return;
    }
    this.#set({ ...this.#state, whatIf: { state: 'busy', removed: [...removed] } });
    const outcome = await this.#host.engine
      .request(requests.whatIf, { ...this.#host.where, auditId: report.id, removed: [...removed] }, this.#life.signal)
      .then((result) => ({ state: 'ready' as const, removed: [...removed], result }))
      .catch((error: unknown) => ({ state: 'failed' as const, removed: [...removed], error: panelError(error) }));
    if (turn === this.#whatIfTurn) this.#set({ ...this.#state, whatIf: outcome });
  }

  /** What is answered without each piece of the minimal evidence. */
  async answerAgain(options: FolderOptions): Promise<void> {
    const report = this.#report;
    if (report === null || this.#state.again?.state === 'busy') return;
    this.#set({ ...this.#state, again: { state: 'busy' } });
    const again = await this.#host.engine
      .request(requests.answerAgain, { options, auditId: report.id }, this.#life.signal)
      .then((answers) => ({ state: 'ready' as const, answers }))
      .catch((error: unknown) => ({ state: 'failed' as const, error: panelError(error) }));
    this.#set({ ...this.#state, again });
  }

  /**
   * A citation that its reader rejects, in the panel or by a hover, is taken away: what is left shows at once.
   * @param before what was rejected at the last look
   */
  async followRejections(before: readonly string[] = []): Promise<void> {
    if (this.#report === null) return;
    const rejected = rejectedSpans(this.#report, this.#state.reviews);
    if (sameSpans(rejected, before)) return;
    const removed = this.#state.whatIf?.removed ?? [];
    const next = removedAfter(removed, before, rejected);
    if (!sameSpans(next, removed)) await this.whatIf(next);
  }

  get #disposed(): boolean {
    return this.#life.signal.aborted;
  }

  async #fetchReviews(auditId: string): Promise<AuditState['reviews']> {
    const { where, engine } = this.#host;
    const { reviews, damaged } = await engine.request(requests.reviews, { ...where, auditId }, this.#life.signal);
    if (!this.#disposed) this.#host.damagedDecisions(damaged);
    return panelReviews(reviews, this.#host.reviewer());
  }

  #fold(event: AuditEvent): void {
    if (this.#state.phase === 'asking') this.#set(withEvent(this.#state, event));
  }

  #set(state: AuditState): void {
    if (this.#disposed) return;
    this.#state = state;
    this.#host.changed();
  }
}

function sameSpans(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((spanId, position) => spanId === b[position]);
}
