import type { CausalGraphView } from '../contract/causal.ts';
import { cancelled } from '../base/error.ts';
import type { LeftOut } from '../contract/left-out.ts';
import type { PanelState, WorkspaceState } from '../contract/panel.ts';
import type { OnAuditEvent } from '../contract/event.ts';
import type { IndexProgress } from '../contract/progress.ts';
import { type AuditKind, type AuditReport, modelRoles } from '../contract/report.ts';
import type { ShownDocument } from '../contract/document-view.ts';
import type { DocumentKinds, DocumentRow } from '../contract/index-status.ts';
import type { SearchResult } from '../contract/search.ts';
import type { AuditSummary, Damaged, ReliedOn } from '../contract/review.ts';
import { type EncodingNews, requests, type Where } from '../engine/protocol.ts';
import { damagedFiles } from './damage.ts';
import { FolderIndex } from './folder-index.ts';
import { noFolder, panelError } from './panel-error.ts';
import type { AuditHost, PanelEngine, PanelHost } from './ports.ts';
import { ShownAudit } from './shown-audit.ts';

/** A piece of evidence of one audit. */
export interface SpanOfAudit {
  readonly auditId: string;
  readonly spanId: string;
}

/**
 * What a window knows of one folder: its index, the audit that is shown, the decisions. It asks the engine and keeps the panel's state;
 * it computes nothing of an audit itself, and knows nothing of an editor.
 */
export class Controller {
  readonly #engine: PanelEngine;
  readonly #host: PanelHost;
  readonly #index: FolderIndex;
  #workspace: WorkspaceState;
  #shown: ShownAudit | null = null;
  /** Counts what was asked to be shown: of several, the newest wins, whichever is ready first. */
  #showTurn = 0;
  #calibration: PanelState['calibration'];
  #damagedDecisions: readonly Damaged[] = [];
  #damagedReports: readonly Damaged[] = [];
  #notice: PanelState['notice'] = null;
  #disposed = false;

  constructor(engine: PanelEngine, host: PanelHost) {
    this.#engine = engine;
    this.#host = host;
    this.#workspace = {
      folder: host.folder?.name ?? null,
      folders: host.folders,
      trusted: host.trusted(),
      index: { state: 'unknown' },
      models: null,
      offline: host.settings().offline,
    };
    this.#index = new FolderIndex(engine, host, (patch) => {
      const before = this.#workspace.index;
      this.#workspace = { ...this.#workspace, ...patch };
      this.#changed();
      if (!sameIndex(before, this.#workspace.index)) this.#host.indexChanged();
    });
  }

  dispose(): void {
    this.#disposed = true;
    this.#shown?.dispose();
    this.#index.dispose();
  }

  get state(): PanelState {
    return {
      workspace: this.#workspace,
      audit: this.#shown?.state ?? null,
      calibration: this.#calibration,
      damaged: damagedFiles(this.#damagedDecisions, this.#damagedReports),
      notice: this.#notice,
    };
  }

  get documentKinds(): DocumentKinds {
    return this.#index.kinds;
  }

  /** Files that the last indexing left out, by cause and kind. */
  get leftOut(): readonly LeftOut[] {
    return this.#index.leftOut;
  }

  /** Of the audit that is shown, once it is done. */
  get report(): AuditReport | null {
    return this.#shown?.report ?? null;
  }

  /** Looks at the index, and shows the audit of before the reload again, unless something else was asked for meanwhile. */
  async start(lastAudit: string | undefined): Promise<void> {
    const turn = this.#showTurn;
    await this.refreshStatus();
    if (lastAudit === undefined || this.#host.folder === null || turn !== this.#showTurn) return;
    await this.open(lastAudit).catch(() => {
      this.#host.remember(undefined);
    });
  }

  async refreshStatus(): Promise<void> {
    await this.#index.refresh();
  }

  /** Documents were marked. */
  async refreshRoles(): Promise<void> {
    await this.#shown?.refreshRoles();
  }

  /** Looks at everything again: the index, the saved audits, the decisions. */
  async refresh(): Promise<void> {
    await this.refreshStatus();
    await this.#reviewed(this.report?.id);
  }

  /** @throws LinchpinError as `FolderIndex.index`. */
  async index(rebuild: boolean, onProgress: (progress: IndexProgress) => void, signal?: AbortSignal): Promise<void> {
    await this.#index.index(rebuild, onProgress, signal);
  }

  /** Takes up documents that changed; where that cannot be done by itself the index is shown as out of date. */
  async update(paths: readonly string[]): Promise<void> {
    if (!(await this.#index.update(paths, () => this.#workspace))) await this.refreshStatus();
  }

  /** How far the encoding of a folder in the background is; what is of another folder is nothing here. */
  encoding(news: EncodingNews): void {
    if (news.folder === this.#host.where?.folder) this.#index.encoding(news, () => this.#workspace);
  }

  cancel(what: 'audit' | 'index'): void {
    if (what === 'audit') this.#shown?.cancel();
    else this.#index.cancel();
  }

  /** Asks and streams into the panel; what was shown until then is given up. Failures are shown, not thrown. */
  async ask(question: string, kind: 'question' | 'claim', document?: string): Promise<void> {
    this.#showTurn += 1;
    const audit = new ShownAudit(question, kind, this.#auditHost());
    this.#show(audit);
    const done = await audit.run(async (onEvent, signal) => {
      if (this.#host.folder === null) throw noFolder();
      if (!(await this.#host.consent(modelRoles)) || signal.aborted) throw cancelled();
      const options = await this.#host.options();
      return await this.#engine.ask(
        { options, question, kind, settings: this.#host.settings().audit, exclude: [], document },
        onEvent,
        signal,
      );
    });
    if (done) this.#saved(audit);
  }

  /**
   * An audit that is not shown, for chat and tools; it is kept and listed like any other.
   * @param settings in place of the window's own
   * @throws LinchpinError what the engine throws, `cancelled` also where the user does not agree that text is sent
   */
  async audit(
    question: string,
    kind: AuditKind,
    {
      document,
      settings,
      onEvent,
    }: {
      /** That makes the claim, and so is no evidence. */
      readonly document: string | undefined;
      readonly settings: Readonly<Record<string, string | number>>;
      readonly onEvent: OnAuditEvent;
    },
    signal: AbortSignal,
  ): Promise<AuditReport> {
    if (this.#host.folder === null) throw noFolder();
    if (!(await this.#host.consent(modelRoles)) || signal.aborted) throw cancelled();
    const options = await this.#host.options();
    const own = this.#host.settings().audit;
    const report = await this.#engine.ask(
      { options, question, kind, settings: { ...own, ...settings }, exclude: [], document },
      onEvent,
      signal,
    );
    this.#host.auditsChanged();
    return report;
  }

  /** The causal graph of the folder, or what a search names of it. @throws LinchpinError what the engine throws, `cancelled`. */
  async causalGraph(search: string, signal: AbortSignal): Promise<CausalGraphView> {
    if (this.#host.folder === null) throw noFolder();
    return await this.#engine.request(requests.causalGraph, { options: await this.#host.options(), search }, signal);
  }

  /** @throws LinchpinError what the engine throws, `cancelled`. */
  async search(query: string, limit: number, signal: AbortSignal): Promise<SearchResult> {
    if (this.#host.folder === null) throw noFolder();
    if (!(await this.#host.consent(['embedder', 'relevance'])) || signal.aborted) throw cancelled();
    const options = await this.#host.options();
    return await this.#engine.request(requests.search, { options, query, limit }, signal);
  }

  /** A saved audit, which is not shown. @throws LinchpinError `report-invalid`. */
  async saved(auditId: string): Promise<AuditReport> {
    return await this.#engine.request(requests.audit, { ...this.#where(), auditId });
  }

  /** An audit or a session as a file for a reader, base64. @throws LinchpinError what the engine throws. */
  async exportFile(what: 'audit' | 'session', id: string, format: 'docx' | 'pdf'): Promise<string> {
    return (await this.#engine.request(requests.exportFile, { ...this.#where(), what, id, format })).base64;
  }

  /**
   * Shows a saved audit; a question that is still being answered is given up once it is there.
   * @returns false where something else was asked for meanwhile
   * @throws LinchpinError `report-invalid`
   */
  async open(auditId: string): Promise<boolean> {
    const turn = ++this.#showTurn;
    const report = await this.#engine.request(requests.audit, { ...this.#where(), auditId });
    const audit = new ShownAudit(report.question, report.kind, this.#auditHost());
    if (!(await audit.finish(report)) || turn !== this.#showTurn || this.#disposed) {
      audit.dispose();
      return false;
    }
    this.#show(audit);
    this.#saved(audit);
    await audit.followRejections();
    return true;
  }

  /** Decides on evidence of the audit that is named, shown or not. @throws LinchpinError `review-invalid`. */
  async decide({ auditId, spanId }: SpanOfAudit, action: 'accept' | 'reject' | 'note', note?: string): Promise<void> {
    await this.#engine.request(requests.decide, {
      ...this.#where(),
      auditId,
      spanId,
      action,
      reviewer: this.#host.settings().reviewer,
      ...(note === undefined ? {} : { note }),
    });
    await this.#reviewed(auditId);
  }

  async undo({ auditId, spanId }: SpanOfAudit): Promise<void> {
    await this.#engine.request(requests.undo, { ...this.#where(), auditId, spanId, reviewer: this.#host.settings().reviewer });
    await this.#reviewed(auditId);
  }

  /** Dropped where the audit is not shown any more. */
  async whatIf(auditId: string, removed: readonly string[]): Promise<void> {
    await this.#shownAs(auditId)?.whatIf(removed);
  }

  /** Asks what is answered without each piece of evidence. Dropped where the audit is not shown any more. */
  async answerAgain(auditId: string): Promise<void> {
    const audit = this.#shownAs(auditId);
    if (audit === null) return;
    if (!(await this.#host.consent(['generator']))) throw cancelled();
    const options = await this.#host.options();
    await audit.answerAgain(options);
  }

  /** The saved audits, newest first; those that cannot be read are told in the state. */
  async audits(): Promise<AuditSummary[]> {
    if (this.#host.folder === null) return [];
    const { audits, damaged } = await this.#engine.request(requests.audits, this.#where());
    if (JSON.stringify(damaged) !== JSON.stringify(this.#damagedReports)) {
      this.#damagedReports = damaged;
      this.#changed();
    }
    return audits;
  }

  async documents(): Promise<DocumentRow[]> {
    return await this.#engine.request(requests.documents, { options: await this.#host.options() });
  }

  /** WHATWG name of the encoding that a document was read with; null where that is not known. */
  async encodingOf(path: string): Promise<string | null> {
    const rows = await this.documents().catch(() => []);
    return rows.find((row) => row.path === path)?.encoding ?? null;
  }

  /** A document that is not text, around an offset of its extracted text; null for others. */
  async viewDocument(path: string, at: number): Promise<ShownDocument | null> {
    return await this.#engine.request(requests.viewDocument, { ...this.#where(), path, at });
  }

  async reliedOn(path: string): Promise<ReliedOn[]> {
    return await this.#engine.request(requests.reliedOn, { ...this.#where(), path });
  }

  /** Shows a failed intent until the next change of the audit. */
  notice(error: unknown): void {
    this.#notice = panelError(error);
    this.#changed();
  }

  #show(audit: ShownAudit): void {
    this.#shown?.dispose();
    this.#shown = audit;
    this.#notice = null;
    this.#changed();
  }

  #saved(audit: ShownAudit): void {
    this.#host.remember(audit.report?.id);
    this.#host.auditsChanged();
    void this.#calibrate();
  }

  async #reviewed(auditId: string | undefined): Promise<void> {
    this.#notice = null;
    // Lists and marks need not wait for the panel.
    this.#host.auditsChanged();
    void this.#calibrate();
    if (auditId !== undefined) await this.#shownAs(auditId)?.refreshReviews();
  }

  #shownAs(auditId: string): ShownAudit | null {
    return this.report?.id === auditId ? this.#shown : null;
  }

  /** How reliable quality has been in this folder: shown beside the audit, and nothing waits for it. */
  async #calibrate(): Promise<void> {
    this.#calibration = await this.#engine.request(requests.calibration, this.#where()).catch(() => null);
    this.#changed();
  }

  #auditHost(): AuditHost {
    return {
      engine: this.#engine,
      where: this.#host.where ?? { folder: '' },
      reviewer: () => this.#host.settings().reviewer,
      changed: () => {
        this.#changed();
      },
      damagedDecisions: (lines) => {
        this.#damagedDecisions = lines;
      },
      notice: (error) => {
        this.#notice = error;
      },
    };
  }

  #where(): Where {
    if (this.#host.where === null) throw noFolder();
    return this.#host.where;
  }

  #changed(): void {
    if (!this.#disposed) this.#host.stateChanged();
  }
}

/** Whether both stand for the same documents: progress, and documents that changed since, are no other index. */
function sameIndex(a: WorkspaceState['index'], b: WorkspaceState['index']): boolean {
  if (a.state === 'ready' && b.state === 'ready') return a.indexedAt === b.indexedAt && a.documents === b.documents;
  return a.state === b.state;
}
