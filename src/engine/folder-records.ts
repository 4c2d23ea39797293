import { randomUUID } from 'node:crypto';

import { LinchpinError } from '../base/error.ts';
import type { DocumentRoots } from '../base/roots.ts';
import type { SpanId } from '../contract/citation.ts';
import type { AuditReport } from '../contract/report.ts';
import type { AuditSummary, Damaged, Decision, DecisionAction, ReliedOn, SpanReview } from '../contract/review.ts';
import type { Session } from '../contract/session.ts';
import type { PeriodicAudit } from '../minimise/periodic-audit.ts';
import { SavedAudits } from '../review/audits.ts';
import type { Record } from '../impact/impact.ts';
import { isWithoutSet } from '../contract/rejected.ts';
import { DocumentRolesFile } from '../review/document-roles.ts';
import { fold, lastDecision, reviewKey } from '../review/fold.ts';
import { ReviewLogs } from '../review/log.ts';
import { recordsOf } from './impact.ts';
import { calibrationOf } from './calibration.ts';
import { FolderSessions } from './sessions.ts';

/** What a folder's `.linchpin` holds: its audits, what reviewers decided on them, and what follows from both. */
export class FolderRecords {
  readonly audits: SavedAudits;
  readonly sessions: FolderSessions;
  /** What documents are: marked by people. */
  readonly roles: DocumentRolesFile;
  readonly #logs: ReviewLogs;
  /** With the decisions that it was derived from. */
  #calibration: { readonly state: string; readonly audit: Promise<PeriodicAudit> } | null = null;

  /** @param roots of the documents, where they are in more than this folder */
  constructor(folder: string, roots: DocumentRoots = folder) {
    this.audits = new SavedAudits(folder);
    this.roles = new DocumentRolesFile(folder);
    this.#logs = new ReviewLogs(folder);
    this.sessions = new FolderSessions(folder, this.#logs, roots, this.audits, this.roles);
  }

  /** Newest first. @throws LinchpinError `report-invalid`. */
  async list(): Promise<{ audits: AuditSummary[]; damaged: Damaged[] }> {
    const [{ audits, damaged }, sessionOf, { decisions }] = await Promise.all([
      this.audits.list(),
      this.sessions.ownerOf(),
      this.#logs.read(),
    ]);
    const reviews = fold(decisions);
    return {
      audits: audits.map(({ summary, minimal, sets }) => {
        const isRejected = (spanId: string): boolean => reviews.get(reviewKey(summary.id, spanId))?.verdict === 'rejected';
        const own = minimal.map(({ spanId }) => spanId);
        const rejected = summary.status !== 'not-enough-evidence' && isWithoutSet(own, sets, isRejected);
        return { ...summary, sessionId: sessionOf(summary), ...(rejected ? { rejected } : {}) };
      }),
      damaged: [...damaged],
    };
  }

  /** @throws LinchpinError `report-invalid`, `review-invalid`. */
  async decide(
    auditId: string,
    spanId: SpanId,
    action: Exclude<DecisionAction, 'undo'>,
    note: string | undefined,
    reviewer: string,
  ): Promise<void> {
    const { question, citation } = decided(await this.audits.load(auditId), spanId);
    await this.#logs.append({ ...lineOf(reviewer), auditId, question, spanId, citation, action, ...(note === undefined ? {} : { note }) });
  }

  /** Takes back the reviewer's last standing decision on a span; false when there is none. @throws LinchpinError as `decide`. */
  async undo(auditId: string, spanId: SpanId, reviewer: string): Promise<boolean> {
    const { question, citation } = decided(await this.audits.load(auditId), spanId);
    return await this.#logs.transaction(async ({ log, append }) => {
      const last = lastDecision(log.decisions, reviewer, auditId, spanId);
      if (last === undefined) return false;
      await append({ ...lineOf(reviewer), auditId, question, spanId, citation, action: 'undo', undoes: last.id });
      return true;
    });
  }

  /** What holds for each decided span of an audit, and which lines of any reviewer's log cannot be read. */
  async reviews(auditId: string): Promise<{ reviews: SpanReview[]; damaged: Damaged[] }> {
    const { decisions, damaged } = await this.#logs.read();
    const reviews = [...fold(decisions.filter((decision) => decision.auditId === auditId)).values()];
    return { reviews: reviews.map(({ spanId, verdict, by, notes }) => ({ spanId, verdict, by, notes })), damaged: [...damaged] };
  }

  /** Every span of a document that a saved audit relies on: newest audit first, then by place. */
  async reliedOn(path: string): Promise<ReliedOn[]> {
    const [{ audits }, { decisions }, roles] = await Promise.all([this.audits.list(), this.#logs.read(), this.roles.read()]);
    const role = roles.roleOf(path);
    const reviews = fold(decisions);
    return audits.flatMap(({ summary, minimal, chance }) =>
      minimal
        .filter(({ citation }) => citation.path === path)
        .map((item) => {
          const review = reviews.get(reviewKey(summary.id, item.spanId));
          return {
            ...item,
            auditId: summary.id,
            question: summary.question,
            kind: summary.kind,
            status: summary.status,
            ...(summary.open === undefined ? {} : { open: summary.open }),
            chance,
            ...(role === null ? {} : { documentRole: role }),
            verdict: review?.verdict ?? ('undecided' as const),
            by: (review?.by ?? []).map((entry) => entry.reviewer),
          };
        }),
    );
  }

  /** What every audit rests on, those of claims with their session. @throws LinchpinError `report-invalid`, `review-invalid`. */
  async dependencies(): Promise<Record[]> {
    const [{ audits }, { sessions }] = await Promise.all([this.audits.list(), this.sessions.list()]);
    const views: Session[] = [];
    for (const { id } of sessions) views.push(await this.sessions.view(id));
    return recordsOf(audits, views);
  }

  /** Derived again only when decisions were added since. */
  async calibration(): Promise<PeriodicAudit> {
    const { decisions } = await this.#logs.read();
    const state = `${decisions.length} ${decisions.at(-1)?.id ?? ''}`;
    if (this.#calibration?.state === state) return await this.#calibration.audit;
    const audit = calibrationOf(decisions, (auditId) => this.audits.entry(auditId));
    const derived = { state, audit };
    this.#calibration = derived;
    audit.catch(() => {
      if (this.#calibration === derived) this.#calibration = null;
    });
    return await audit;
  }

  /** Lines of the reviewers' logs that cannot be read. */
  async damagedDecisions(): Promise<Damaged[]> {
    return [...(await this.#logs.read()).damaged];
  }

  /** Everything in the folder that cannot be read. */
  async damaged(): Promise<Damaged[]> {
    const [audits, sessions, log, roles] = await Promise.all([
      this.audits.list(),
      this.sessions.damaged(),
      this.#logs.read(),
      this.roles.read(),
    ]);
    return [...audits.damaged, ...sessions, ...log.damaged, ...roles.damaged];
  }
}

function lineOf(reviewer: string): Pick<Decision, 'schemaVersion' | 'id' | 'at' | 'reviewer'> {
  return { schemaVersion: 1, id: randomUUID(), at: new Date().toISOString(), reviewer };
}

function decided({ question, evidence }: AuditReport, spanId: SpanId): Pick<Decision, 'question' | 'citation'> {
  const item = [...evidence.minimal, ...evidence.pool].find((candidate) => candidate.spanId === spanId);
  if (item === undefined)
    throw new LinchpinError('review-invalid', 'This span is not part of the audit.', 'Open the audit again and decide there.');
  return { question, citation: item.citation };
}
