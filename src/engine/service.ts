import { randomUUID } from 'node:crypto';

import { auditSettingsSchema } from '../audit/settings.ts';
import type { Workspace } from '../audit/types.ts';
import { openWorkspace } from '../audit/workspace.ts';
import { LinchpinError, toLinchpinError } from '../base/error.ts';
import { documentKinds } from '../documents/parsers.ts';
import { isOutdated } from '../index/outdated.ts';
import type { PeriodicAudit } from '../minimise/periodic-audit.ts';
import { whatIf } from '../minimise/what-if.ts';
import { type EditorChat, noEditor } from '../models/editor/editor-chat.ts';
import type { CalibrationReport } from '../contract/calibration.ts';
import type { OnAuditEvent } from '../contract/event.ts';
import type { IndexProgress } from '../contract/progress.ts';
import type { AnswerAgain } from '../contract/again.ts';
import type { AuditReport } from '../contract/report.ts';
import type { WhatIf } from '../contract/whatif.ts';
import { listAudits, loadAudit, saveAudit } from '../review/audits.ts';
import type { Decision, DecisionAction } from '../review/decision.ts';
import { fold, lastDecision, reviewKey } from '../review/fold.ts';
import { appendDecision, readDecisions } from '../review/log.ts';
import { calibrationOf, calibrationReport, type ReviewedEvidence, reviewedEvidence } from './calibration.ts';
import { ModelService } from './model-service.ts';
import type {
  DamagedLine,
  DocumentRow,
  FolderOptions,
  IndexStatus,
  ReliedOn,
  WireAuditSummary,
  WireIndexSummary,
  WireSpanReview,
} from './protocol.ts';

/** Reports kept at hand: what-if and hovers ask for them often. */
const reportsKept = 50;

/** What the engine does, free of how it is asked: one per process. Workspaces are opened once and kept. */
export class EngineService {
  /** By folder, each with the options under which it was opened. */
  readonly #workspaces = new Map<string, { readonly options: string; readonly workspace: Promise<Workspace> }>();
  readonly #reports = new Map<string, AuditReport>();
  readonly #evidence = new Map<string, ReviewedEvidence>();
  /** By folder, with the decisions that it was derived from. */
  readonly #calibrations = new Map<string, { readonly state: string; readonly audit: Promise<PeriodicAudit> }>();
  readonly models: ModelService;

  constructor(editorChat: EditorChat = noEditor) {
    this.models = new ModelService(editorChat);
  }

  async index(
    options: FolderOptions,
    rebuild: boolean,
    onProgress: (progress: IndexProgress) => void,
    signal: AbortSignal,
  ): Promise<WireIndexSummary> {
    const workspace = await this.#workspace(options);
    const summary = await (rebuild ? workspace.rebuild(onProgress, signal) : workspace.index(onProgress, signal));
    return { ...summary, failed: [...summary.failed], skipped: [...summary.skipped], leftOut: [...summary.leftOut] };
  }

  async status(options: FolderOptions): Promise<IndexStatus> {
    const models = (await this.models.source(options.models)).identities;
    const none = { documents: 0, store: null, indexVersion: null, indexedAt: null, outdated: false, kinds: documentKinds, models };
    try {
      const workspace = await this.#workspace(options);
      const { index } = await workspace.context();
      const known = await index.documents();
      const documents = known.filter((document) => document.status === 'indexed');
      if (documents.length === 0) return { ...none, state: 'missing' };
      return {
        state: 'ready',
        documents: documents.length,
        store: index.kind,
        indexVersion: await index.version(),
        indexedAt: (await index.modifiedAt())?.toISOString() ?? null,
        outdated: await isOutdated(workspace.folder, known, {
          include: options.include ?? [],
          exclude: options.exclude ?? [],
          ...(options.maxFileBytes === undefined ? {} : { maxFileBytes: options.maxFileBytes }),
        }),
        kinds: documentKinds,
        models,
      };
    } catch (error) {
      const { code } = toLinchpinError(error);
      if (code === 'index-missing') return { ...none, state: 'missing' };
      if (code === 'index-unreadable') return { ...none, state: 'unreadable' };
      throw error;
    }
  }

  async documents(options: FolderOptions): Promise<DocumentRow[]> {
    const { index } = await (await this.#workspace(options)).context();
    return (await index.documents()).map(({ path, status, reason, encoding, passages }) => ({ path, status, reason, encoding, passages }));
  }

  async ask(
    request: {
      options: FolderOptions;
      question: string;
      kind: 'question' | 'claim';
      seed?: number | undefined;
      settings: Record<string, unknown>;
      exclude: string[];
    },
    onEvent: OnAuditEvent,
    signal: AbortSignal,
  ): Promise<AuditReport> {
    const settings = auditSettingsSchema.partial().safeParse(request.settings);
    if (!settings.success)
      throw new LinchpinError(
        'settings-invalid',
        `A setting of the audit is out of range: ${settings.error.issues[0]?.path.join('.') ?? ''}.`,
        'Correct it in the settings of Linchpin.',
        settings.error,
      );
    const workspace = await this.#workspace(request.options);
    const wanted = Object.fromEntries(Object.entries(settings.data).filter(([, value]) => value !== undefined));
    const { recalibrated, fit } = await this.#calibration(workspace.folder);
    const report = await workspace.audit(
      {
        question: request.question,
        kind: request.kind,
        settings: wanted,
        exclude: request.exclude,
        ...(recalibrated ? { fit } : {}),
        ...(request.seed === undefined ? {} : { seed: request.seed }),
      },
      onEvent,
      signal,
    );
    await saveAudit(workspace.folder, report);
    this.#keep(workspace.folder, report);
    return report;
  }

  async whatIf(folder: string, auditId: string, removed: readonly string[]): Promise<WhatIf> {
    return whatIf(await this.audit(folder, auditId), removed);
  }

  /** Answers again without each span of the minimal evidence in turn; none for a claim, which is its own answer. */
  async answerAgain(options: FolderOptions, auditId: string, signal: AbortSignal): Promise<AnswerAgain[]> {
    const workspace = await this.#workspace(options);
    return await workspace.answerAgain(await this.audit(workspace.folder, auditId), signal);
  }

  /** The periodic audit of the folder's decisions: its fit is what the next audits use. */
  async calibration(folder: string): Promise<CalibrationReport> {
    return calibrationReport(await this.#calibration(folder));
  }

  async audits(folder: string): Promise<{ audits: WireAuditSummary[]; damaged: string[] }> {
    const { audits, damaged } = await listAudits(folder);
    return { audits: [...audits], damaged: [...damaged] };
  }

  async audit(folder: string, auditId: string): Promise<AuditReport> {
    const known = this.#reports.get(`${folder}\n${auditId}`);
    if (known !== undefined) return known;
    const report = await loadAudit(folder, auditId);
    this.#keep(folder, report);
    return report;
  }

  async decide(
    folder: string,
    auditId: string,
    spanId: string,
    action: Exclude<DecisionAction, 'undo'>,
    note: string | undefined,
    reviewer: string,
  ): Promise<void> {
    await appendDecision(
      folder,
      await this.#decision(folder, auditId, spanId, reviewer, { action, ...(note === undefined ? {} : { note }) }),
    );
  }

  /** Takes back the reviewer's last standing decision on a span; false when there is none. */
  async undo(folder: string, auditId: string, spanId: string, reviewer: string): Promise<boolean> {
    const last = lastDecision((await readDecisions(folder)).decisions, reviewer, auditId, spanId);
    if (last === undefined) return false;
    await appendDecision(folder, await this.#decision(folder, auditId, spanId, reviewer, { action: 'undo', undoes: last.id }));
    return true;
  }

  async reviews(folder: string, auditId: string): Promise<{ reviews: WireSpanReview[]; damaged: DamagedLine[] }> {
    const log = await readDecisions(folder);
    const reviews = [...fold(log.decisions).values()].filter((review) => review.auditId === auditId);
    return {
      reviews: reviews.map(({ spanId, verdict, by, notes }) => ({ spanId, verdict, by: [...by], notes: [...notes] })),
      damaged: [...log.damaged],
    };
  }

  /** Every span of a document that a saved audit relies on: newest audit first, then by place. */
  async reliedOn(folder: string, path: string): Promise<ReliedOn[]> {
    const [{ audits }, log] = await Promise.all([listAudits(folder), readDecisions(folder)]);
    const reviews = fold(log.decisions);
    const found: ReliedOn[] = [];
    for (const { id } of audits) {
      const report = await this.audit(folder, id);
      for (const item of report.evidence.minimal) {
        if (item.citation.path !== path) continue;
        const review = reviews.get(reviewKey(id, item.spanId));
        found.push({
          auditId: id,
          question: report.question,
          spanId: item.spanId,
          citation: item.citation,
          role: item.role,
          necessity: item.necessity,
          verdict: review?.verdict ?? 'undecided',
          by: (review?.by ?? []).map((entry) => entry.reviewer),
        });
      }
    }
    return found;
  }

  async close(): Promise<void> {
    const open = [...this.#workspaces.values()];
    this.#workspaces.clear();
    await Promise.allSettled(
      open.map(async ({ workspace }) => {
        await (await workspace).close();
      }),
    );
  }

  /** Opened once; again when its options have changed, and then the old one is left to the work that still goes on in it. */
  #workspace(options: FolderOptions): Promise<Workspace> {
    const { folder, indexLocation, include, exclude, maxFileBytes } = options;
    const key = JSON.stringify([indexLocation, include, exclude, maxFileBytes, options.models]);
    const known = this.#workspaces.get(folder);
    if (known?.options === key) return known.workspace;
    const workspace = this.models.source(options.models).then((source) =>
      openWorkspace(
        {
          folder,
          ...(indexLocation === undefined ? {} : { indexLocation }),
          ...(include === undefined ? {} : { include }),
          ...(exclude === undefined ? {} : { exclude }),
          ...(maxFileBytes === undefined ? {} : { maxFileBytes }),
        },
        source,
      ),
    );
    const entry = { options: key, workspace };
    this.#workspaces.set(folder, entry);
    workspace.catch(() => {
      if (this.#workspaces.get(folder) === entry) this.#workspaces.delete(folder);
    });
    return workspace;
  }

  async #decision(
    folder: string,
    auditId: string,
    spanId: string,
    reviewer: string,
    act: Pick<Decision, 'action' | 'note' | 'undoes'>,
  ): Promise<Decision> {
    const report = await this.audit(folder, auditId);
    const item = [...report.evidence.minimal, ...report.evidence.pool].find((candidate) => candidate.spanId === spanId);
    if (item === undefined)
      throw new LinchpinError('review-invalid', 'This span is not part of the audit.', 'Open the audit again and decide there.');
    return {
      schemaVersion: 1,
      id: randomUUID(),
      at: new Date().toISOString(),
      reviewer,
      auditId,
      question: report.question,
      spanId,
      citation: item.citation,
      ...act,
    };
  }

  /** Derived again only when decisions were added since. */
  async #calibration(folder: string): Promise<PeriodicAudit> {
    const { decisions } = await readDecisions(folder);
    const state = `${decisions.length} ${decisions.at(-1)?.id ?? ''}`;
    const known = this.#calibrations.get(folder);
    if (known?.state === state) return await known.audit;
    const audit = calibrationOf(folder, (auditId) => this.#reviewedEvidence(folder, auditId));
    this.#calibrations.set(folder, { state, audit });
    audit.catch(() => this.#calibrations.delete(folder));
    return await audit;
  }

  async #reviewedEvidence(folder: string, auditId: string): Promise<ReviewedEvidence> {
    const key = `${folder}\n${auditId}`;
    const known = this.#evidence.get(key);
    if (known !== undefined) return known;
    const evidence = reviewedEvidence((await loadAudit(folder, auditId)).evidence);
    this.#evidence.set(key, evidence);
    return evidence;
  }

  #keep(folder: string, report: AuditReport): void {
    this.#reports.set(`${folder}\n${report.id}`, report);
    const [oldest] = this.#reports.keys();
    if (this.#reports.size > reportsKept && oldest !== undefined) this.#reports.delete(oldest);
  }
}
