import { randomUUID } from 'node:crypto';

import { say } from '../base/language.ts';
import { cancelled, LinchpinError, toLinchpinError } from '../base/error.ts';
import type { AuditReport } from '../contract/report.ts';
import type { Damaged } from '../contract/review.ts';
import type { SamplePlan } from '../contract/sample.ts';
import type { Anchor, ClaimAction, Session, SessionClaim, SessionSummary } from '../contract/session.ts';
import { fileInside } from '../documents/inside.ts';
import type { DocumentRoots } from '../base/roots.ts';
import { readDocument } from '../documents/read.ts';
import { Anchors } from '../review/anchor.ts';
import { SessionDecisions } from '../review/claim-fold.ts';
import type { ClaimDecision, SeenClaim } from '../review/claim-log.ts';
import type { ClaimSource } from '../review/claims/find.ts';
import type { ReviewLogs } from '../review/log.ts';
import { resultOf } from '../review/result.ts';
import { type ClaimResult, SavedSessions, type StoredClaim, type StoredSession } from '../review/session-file.ts';
import {
  evidencePaths,
  isUnchecked,
  openItems,
  seenOf,
  type SessionNow,
  signedState,
  summaryOf,
  viewSession,
} from '../review/session-view.ts';
import { type FolderText, FolderTexts } from './folder-texts.ts';
import { FolderSamples } from './samples.ts';

/** Audits one statement against all documents but those that the globs name. */
export type AuditClaim = (statement: string, exclude: readonly string[], signal: AbortSignal | undefined) => Promise<AuditReport>;

/** Results that are not yet in the session's file are lost with the process: they are written at least this often, milliseconds. */
const saveEveryMs = 1000;

/** Fails for every claim alike: the check stops and says so once. */
const stopping: ReadonlySet<string> = new Set([
  'cancelled',
  'folder-missing',
  'index-missing',
  'index-unreadable',
  'model-unavailable',
  'model-unauthorized',
  'model-budget-exhausted',
  'offline',
  'settings-invalid',
]);

/** Whether what failed for one claim fails for all of them. */
export function stopsEveryClaim({ code }: LinchpinError): boolean {
  return stopping.has(code);
}

/** The fact-check review sessions of a folder. */
export class FolderSessions {
  readonly #roots: DocumentRoots;
  readonly #logs: ReviewLogs;
  readonly #saved: SavedSessions;
  readonly #texts: FolderTexts;
  readonly #samples: FolderSamples;
  /** Claims being checked, by session. */
  readonly #running = new Map<string, Set<string>>();
  /** Results that its file does not hold yet, by session. */
  readonly #unsaved = new Map<string, StoredSession>();

  /** Where claims stand in the document as it is now, by session. */
  readonly #anchored = new Map<string, { readonly state: string; readonly anchors: ReadonlyMap<string, Anchor> }>();

  constructor(folder: string, logs: ReviewLogs, roots: DocumentRoots = folder) {
    this.#roots = roots;
    this.#logs = logs;
    this.#saved = new SavedSessions(folder);
    this.#texts = new FolderTexts(roots);
    this.#samples = new FolderSamples(folder);
  }

  /**
   * Finds the claims of a document: a new session, or its last one brought up to date, in which what stayed as it was keeps its result. A
   * signed session stays as it is: where its document or its evidence has changed since, a new one begins.
   * @throws LinchpinError `document-missing`, `document-unreadable`, `review-invalid`.
   */
  async open(path: string, blind: boolean): Promise<Session> {
    const { sessions } = await this.#saved.list();
    const last = sessions.find((session) => session.path === path);
    const known = last === undefined ? null : await this.view(last.id);
    const isPast = known !== null && known.signed && known.claims.some(({ stale }) => stale);
    if (known !== null && !isPast && (known.state === 'running' || (!known.documentChanged && known.total > 0))) return known;
    const document = await this.#document(path);
    const results = new Map(last?.claims.map(({ id, result }) => [id, result]) ?? []);
    // The tagger of its sentences takes a quarter of a second to load, and audits need none.
    const { findClaims } = await import('../review/claims/find.ts');
    const claims = findClaims({ path, ...document }).map((claim) => ({
      ...claim,
      headingPath: [...claim.headingPath],
      result: results.get(claim.id) ?? null,
    }));
    const { contentHash } = document;
    const session: StoredSession =
      last !== undefined && known?.signed === false
        ? { ...last, contentHash, claims }
        : { schemaVersion: 1, id: sessionId(path), path, createdAt: new Date().toISOString(), blind, contentHash, claims };
    await this.#saved.save(session);
    return await this.view(session.id);
  }

  /**
   * Checks the claims that are not checked or whose evidence has changed, in document order. What is done stays when it is cancelled.
   * @param onClaim told when the check of a claim begins and ends
   * @throws LinchpinError `cancelled`, `review-invalid` for a signed session and while it is checked already, and what stops every audit.
   */
  async check(id: string, audit: AuditClaim, onClaim: (claim: SessionClaim) => void, signal?: AbortSignal): Promise<Session> {
    if (this.#running.has(id))
      throw new LinchpinError('review-invalid', 'This session is being checked already.', 'Wait until it is done, or cancel it first.');
    const checking = new Set<string>();
    this.#running.set(id, checking);
    try {
      const session = await this.view(id);
      if (session.signed) throw frozen();
      let saved = performance.now();
      for (const claim of session.claims.filter((each) => isUnchecked(each) || each.state === 'failed')) {
        if (signal?.aborted === true) throw cancelled();
        checking.add(claim.id);
        onClaim({ ...claim, state: 'checking' });
        const result = await this.#result(claim, session.path, audit, signal);
        checking.delete(claim.id);
        const stored = withResult(await this.#stored(id), claim.id, result);
        this.#unsaved.set(id, stored);
        if (performance.now() - saved >= saveEveryMs) {
          await this.#save(id);
          saved = performance.now();
        }
        const now = (await this.view(id)).claims.find((each) => each.id === claim.id);
        if (now !== undefined) onClaim(now);
      }
    } finally {
      this.#running.delete(id);
      await this.#save(id);
    }
    return await this.view(id);
  }

  /** Newest first. @throws LinchpinError `review-invalid`. */
  async list(): Promise<{ sessions: SessionSummary[]; damaged: Damaged[] }> {
    const { sessions, damaged } = await this.#saved.list();
    const views: SessionSummary[] = [];
    for (const { id } of sessions) views.push(summaryOf(await this.view(id)));
    return { sessions: views, damaged: [...damaged] };
  }

  /** @throws LinchpinError `review-invalid`. */
  async view(id: string): Promise<Session> {
    const stored = await this.#stored(id);
    return await this.#sampled(viewSession(stored, await this.#now(stored)));
  }

  /** Draws a sample of the session's claims. @throws LinchpinError `review-invalid`: see `FolderSamples.draw` */
  async drawSample(id: string, plan: SamplePlan, reviewer: string): Promise<Session> {
    await this.#samples.draw(await this.view(id), plan, reviewer);
    return await this.view(id);
  }

  /** One line of the reviewer's log for all the claims. @throws LinchpinError `review-invalid` when signed, for unknown claims, and with nothing to undo. */
  async decide(id: string, claimIds: readonly string[], reviewer: string, action: ClaimAction): Promise<Session> {
    const stored = await this.#stored(id);
    const log = await this.#logs.read();
    const decisions = log.sessions.get(id) ?? new SessionDecisions();
    if (decisions.signatures.length > 0 && action.action !== 'read') throw frozen();
    const claims = [...new Set(claimIds)].map((claimId) => {
      const claim = stored.claims.find((each) => each.id === claimId);
      if (claim === undefined)
        throw new LinchpinError(
          'review-invalid',
          'This claim is not part of the session any more.',
          'Open the session again and decide there.',
        );
      return claim;
    });
    await this.#logs.append(decisionOf(action, claims, decisions, { sessionId: id, reviewer }));
    return await this.view(id);
  }

  /** @throws LinchpinError `review-invalid` while items are open, and when this reviewer has signed already. */
  async sign(id: string, reviewer: string, statement: string): Promise<Session> {
    const stored = await this.#stored(id);
    const now = await this.#now(stored);
    const session = await this.#sampled(viewSession(stored, now));
    const open = openItems(session);
    if (this.#running.has(id)) open.push(say`the check is still running`);
    if (open.length > 0)
      throw new LinchpinError(
        'review-invalid',
        `The session cannot be signed yet: ${open.join('; ')}.`,
        'Check the document again where something changed, decide every claim, and settle what is split.',
      );
    if (session.signOffs.some((sign) => sign.reviewer === reviewer))
      throw new LinchpinError(
        'review-invalid',
        `${reviewer} has signed this session already.`,
        'Check the document again to begin a new session.',
      );
    await this.#logs.append({ ...lineOf(id, reviewer), kind: 'session-sign', statement, signed: signedState(stored, session, now) });
    return await this.view(id);
  }

  async #sampled(session: Session): Promise<Session> {
    const sample = await this.#samples.state(session);
    return sample === null ? session : { ...session, sample };
  }

  async #stored(id: string): Promise<StoredSession> {
    return this.#unsaved.get(id) ?? (await this.#saved.load(id));
  }

  async #save(id: string): Promise<void> {
    const session = this.#unsaved.get(id);
    if (session === undefined) return;
    await this.#saved.save(session);
    if (this.#unsaved.get(id) === session) this.#unsaved.delete(id);
  }

  async #now(stored: StoredSession): Promise<SessionNow> {
    const [document, hashes, log] = await Promise.all([
      this.#texts.text(stored.path),
      this.#texts.hashes([stored.path, ...evidencePaths(stored)]),
      this.#logs.read(),
    ]);
    return {
      hashes,
      anchors: this.#anchors(stored, document),
      checking: this.#running.get(stored.id) ?? null,
      log,
    };
  }

  #anchors({ id: sessionId, contentHash, claims }: StoredSession, document: FolderText | null): ReadonlyMap<string, Anchor> {
    const state = `${contentHash} ${document?.contentHash ?? ''} ${claims.length}`;
    const known = this.#anchored.get(sessionId);
    if (known?.state === state) return known.anchors;
    const now = document === null ? null : new Anchors(document.text, document.contentHash);
    const anchors = new Map(claims.map(({ id, place, copies }): [string, Anchor] => [id, now?.find(place, copies) ?? { state: 'lost' }]));
    this.#anchored.set(sessionId, { state, anchors });
    return anchors;
  }

  async #document(path: string): Promise<Omit<ClaimSource, 'path'>> {
    const file = await fileInside(this.#roots, path);
    if (file === null)
      throw new LinchpinError('document-missing', `There is no document ${path} in this folder.`, 'Save the document in the folder first.');
    const read = await readDocument(file, path);
    if (!read.ok)
      throw new LinchpinError(
        'document-unreadable',
        `${path} cannot be checked: ${read.reason}.`,
        'Open a document of a kind that Linchpin reads.',
      );
    return read.document;
  }

  async #result(claim: SessionClaim, path: string, audit: AuditClaim, signal: AbortSignal | undefined): Promise<ClaimResult> {
    try {
      return resultOf(await audit(claim.statement, [literalGlob(path)], signal), claim.text);
    } catch (error) {
      const known = toLinchpinError(error);
      if (stopsEveryClaim(known)) throw known;
      return { state: 'failed', error: { code: known.code, message: known.message, next: known.next } };
    }
  }
}

function decisionOf(
  action: ClaimAction,
  claims: readonly StoredClaim[],
  decisions: SessionDecisions,
  { sessionId: id, reviewer }: { readonly sessionId: string; readonly reviewer: string },
): ClaimDecision {
  const base = lineOf(id, reviewer);
  switch (action.action) {
    case 'verdict':
    case 'adjudicate': {
      const note = action.note === undefined || action.note === '' ? {} : { note: action.note };
      return {
        ...base,
        kind: 'claim-verdict',
        claims: claims.map(seenClaim),
        verdict: action.verdict,
        adjudicates: action.action === 'adjudicate',
        ...note,
      };
    }
    case 'note':
      return { ...base, kind: 'claim-note', claims: claims.map(seenClaim), note: action.note };
    case 'read':
      return {
        ...base,
        kind: 'claim-read',
        claims: claims.map((claim) => claim.id),
        path: action.path,
        start: action.start,
        end: action.end,
      };
    case 'undo': {
      const undoes = claims.flatMap((claim) => {
        const last = decisions.last(claim.id, reviewer);
        return last === undefined ? [] : [{ claimId: claim.id, decisionId: last.id }];
      });
      if (undoes.length === 0)
        throw new LinchpinError(
          'review-invalid',
          'There is no decision of yours to take back here.',
          'Choose a claim that you have decided.',
        );
      return { ...base, kind: 'claim-undo', undoes };
    }
  }
}

function lineOf(id: string, reviewer: string): Pick<ClaimDecision, 'schemaVersion' | 'id' | 'at' | 'reviewer' | 'sessionId'> {
  return { schemaVersion: 1, id: randomUUID(), at: new Date().toISOString(), reviewer, sessionId: id };
}

function seenClaim({ id, statement, result }: StoredClaim): SeenClaim {
  return { id, statement, status: result?.state === 'done' ? result.status : null, seen: seenOf(result) };
}

function withResult(session: StoredSession, claimId: string, result: ClaimResult): StoredSession {
  return { ...session, claims: session.claims.map((claim) => (claim.id === claimId ? { ...claim, result } : claim)) };
}

function frozen(): LinchpinError {
  return new LinchpinError(
    'review-invalid',
    'This session is signed, and stays as it was signed.',
    'When the document has changed, fact-check it again: that begins a new session.',
  );
}

/** A glob that matches this path and no other. */
export function literalGlob(path: string): string {
  return path.replaceAll(/[\\*?[\]{}()!+@|]/g, '\\$&');
}

/** From the document's name, so that a person knows the file. */
function sessionId(path: string): string {
  const name = path
    .slice(path.lastIndexOf('/') + 1)
    .replace(/\.[^.]+$/, '')
    .normalize('NFKD')
    .replaceAll(/[^A-Za-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .toLowerCase()
    .slice(0, 40);
  return `${name === '' ? 'session' : name}-${randomUUID().slice(0, 8)}`;
}
