import { say } from '../base/language.ts';
import { cancelled, LinchpinError, toLinchpinError } from '../base/error.ts';
import type { AuditReport } from '../contract/report.ts';
import type { EvidenceBasis } from '../contract/basis.ts';
import type { AuditSummary, Damaged } from '../contract/review.ts';
import type { SamplePlan } from '../contract/sample.ts';
import type { Anchor, ClaimAction, Session, SessionClaim, SessionSummary } from '../contract/session.ts';
import { fileInside } from '../documents/inside.ts';
import type { DocumentRoots } from '../base/roots.ts';
import { readDocument } from '../documents/read.ts';
import { Anchors } from '../review/anchor.ts';
import { SavedAudits } from '../review/audits.ts';
import { decisionOf, lineOf } from '../review/claim-action.ts';
import { SessionDecisions } from '../review/claim-fold.ts';
import type { Signature } from '../review/claim-log.ts';
import type { ClaimSource } from '../review/claims/find.ts';
import { DocumentRolesFile } from '../review/document-roles.ts';
import type { DecisionLog, ReviewLogs } from '../review/log.ts';
import { resultOf } from '../review/result.ts';
import { seenOf } from '../review/seen.ts';
import { type ClaimResult, newSessionId, SavedSessions, type StoredSession } from '../review/session-file.ts';
import { isUnchecked, openItems, type SessionNow, summaryOf, viewSession } from '../review/session-view.ts';
import { boundSignature, signedWords } from '../review/sign-line.ts';
import { type AuditDigest, evidencePaths, signedState } from '../review/signed-state.ts';
import { signByKey } from '../review/ssh-key.ts';
import { CheckedKeys } from './checked-keys.ts';
import { type FolderText, FolderTexts } from './folder-texts.ts';
import { FolderSamples } from './samples.ts';

/** Audits one statement against the evidence that there is for the document that makes it. */
export type AuditClaim = (statement: string, path: string, signal: AbortSignal | undefined) => Promise<AuditReport>;

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
  readonly #folder: string;
  readonly #roots: DocumentRoots;
  readonly #logs: ReviewLogs;
  readonly #audits: Pick<SavedAudits, 'digest'>;
  readonly #keys: CheckedKeys;
  readonly #roles: DocumentRolesFile;
  /** What the check took as evidence, that its file does not hold yet, by session. */
  readonly #bases = new Map<string, EvidenceBasis>();
  readonly #saved: SavedSessions;
  readonly #texts: FolderTexts;
  readonly #samples: FolderSamples;
  /** Claims being checked, by session. */
  readonly #running = new Map<string, Set<string>>();
  /** Results that its file does not hold yet, by session and claim. */
  readonly #unsaved = new Map<string, Map<string, ClaimResult>>();

  /** Where claims stand in the document as it is now, by session. */
  readonly #anchored = new Map<string, { readonly state: string; readonly anchors: ReadonlyMap<string, Anchor> }>();

  constructor(
    folder: string,
    logs: ReviewLogs,
    roots: DocumentRoots = folder,
    audits: Pick<SavedAudits, 'digest'> = new SavedAudits(folder),
    roles = new DocumentRolesFile(folder),
  ) {
    this.#folder = folder;
    this.#roots = roots;
    this.#roles = roles;
    this.#logs = logs;
    this.#audits = audits;
    this.#keys = new CheckedKeys(folder);
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
    const current = await this.#last(path);
    if (current.isCurrent) return current.known;
    const document = await this.#document(path);
    // The tagger of its sentences takes a quarter of a second to load, and audits need none.
    const { findClaims } = await import('../review/claims/find.ts');
    const found = findClaims({ path, ...document }).map((claim) => ({ ...claim, headingPath: [...claim.headingPath] }));
    const { contentHash } = document;
    // Another process may have done the same, or signed, since it was looked at.
    const id = await this.#logs.transaction(async () => {
      const { last, known, isCurrent } = await this.#last(path);
      if (isCurrent) return known.id;
      const results = new Map(last?.claims.map((claim) => [claim.id, claim.result]) ?? []);
      const claims = found.map((claim) => ({ ...claim, result: results.get(claim.id) ?? null }));
      const session: StoredSession =
        last !== undefined && known?.signed === false
          ? { ...last, contentHash, claims }
          : { schemaVersion: 1, id: newSessionId(path), path, createdAt: new Date().toISOString(), blind, contentHash, claims };
      await this.#saved.save(session);
      return session.id;
    });
    return await this.view(id);
  }

  /** The newest session of a document; `isCurrent` where there is nothing to bring up to date. */
  async #last(
    path: string,
  ): Promise<
    | { readonly last: StoredSession; readonly known: Session; readonly isCurrent: true }
    | { readonly last: StoredSession | undefined; readonly known: Session | null; readonly isCurrent: false }
  > {
    const { sessions } = await this.#saved.list();
    const last = sessions.find((session) => session.path === path);
    if (last === undefined) return { last, known: null, isCurrent: false };
    const known = await this.view(last.id);
    const isPast = known.signed && known.claims.some(({ stale }) => stale);
    const isCurrent = !isPast && (known.state === 'running' || (!known.documentChanged && known.total > 0));
    return { last, known, isCurrent };
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
        const { result, basis } = await this.#result(claim, session.path, audit, signal);
        checking.delete(claim.id);
        this.#unsaved.set(id, new Map(this.#unsaved.get(id)).set(claim.id, result));
        // What was refuted and left out is told of all claims together.
        if (basis !== null) this.#bases.set(id, { ...basis, refuted: Math.max(basis.refuted, this.#bases.get(id)?.refuted ?? 0) });
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

  /** Tells the session that an audit checks a claim of: by its name, and where it was checked again since by the claim's words; null for none. */
  async ownerOf(): Promise<(audit: Pick<AuditSummary, 'id' | 'kind' | 'question'>) => string | null> {
    const { sessions } = await this.#saved.list();
    const byAudit = new Map<string, string>();
    const byStatement = new Map<string, string>();
    for (const { id, claims } of sessions)
      for (const { statement, result } of claims) {
        if (result?.state === 'done') byAudit.set(result.auditId, id);
        byStatement.set(statement, id);
      }
    return ({ id, kind, question }) => byAudit.get(id) ?? (kind === 'claim' ? (byStatement.get(question) ?? null) : null);
  }

  /** The text of a document as it is now; null where it cannot be read. */
  async textOf(path: string): Promise<string | null> {
    return (await this.#texts.text(path))?.text ?? null;
  }

  /** Documents that have a session, and sentences that were refuted by all reviewers in one that is signed. @throws LinchpinError `review-invalid`. */
  async past(): Promise<{ readonly paths: readonly string[]; readonly refuted: readonly string[] }> {
    const [{ sessions }, log] = await Promise.all([this.#saved.list(), this.#logs.read()]);
    const refuted = sessions.flatMap(({ id, claims }) => {
      const decisions = log.sessions.get(id);
      if (decisions === undefined || decisions.signatures.length === 0) return [];
      return claims
        .filter((claim) => decisions.review(claim.id, seenOf(claim.result)).verdict === 'refuted')
        .flatMap(({ text, statement }) => [text, statement]);
    });
    return { paths: [...new Set(sessions.map(({ path }) => path))], refuted };
  }

  /** Newest first. @throws LinchpinError `review-invalid`. */
  async list(): Promise<{ sessions: SessionSummary[]; damaged: Damaged[] }> {
    const { sessions, damaged } = await this.#saved.list();
    const views: SessionSummary[] = [];
    for (const { id } of sessions) views.push(summaryOf(await this.view(id)));
    return { sessions: views, damaged: [...damaged] };
  }

  /** Files of sessions that cannot be read. */
  async damaged(): Promise<Damaged[]> {
    return [...(await this.#saved.list()).damaged];
  }

  /** @throws LinchpinError `review-invalid`. */
  async view(id: string): Promise<Session> {
    const stored = await this.#stored(id);
    return await this.#sampled(viewSession(stored, await this.#now(stored)));
  }

  /** Draws a sample of the session's claims. @throws LinchpinError `review-invalid`: see `FolderSamples.draw` */
  async drawSample(id: string, plan: SamplePlan, reviewer: string): Promise<Session> {
    await this.#logs.transaction(async () => this.#samples.draw(await this.view(id), plan, reviewer));
    return await this.view(id);
  }

  /**
   * One line of the reviewer's log for all the claims.
   * @param seen what the reviewer was shown of each claim, by id: where the check has found something else by now nothing is decided
   * @throws LinchpinError `review-invalid` when signed, for unknown claims, with nothing to undo, and where `seen` is not what stands
   */
  async decide(
    id: string,
    claimIds: readonly string[],
    reviewer: string,
    action: ClaimAction,
    seen: Readonly<Record<string, string | null>> = {},
  ): Promise<Session> {
    await this.#logs.transaction(async ({ log, append }) => {
      const stored = await this.#stored(id);
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
        if (Object.hasOwn(seen, claimId) && seen[claimId] !== seenOf(claim.result)) throw changedSince(claim.text);
        return claim;
      });
      await append(decisionOf(action, claims, decisions, { sessionId: id, reviewer }));
    });
    return await this.view(id);
  }

  /**
   * Puts the reviewer's name under the session as it is.
   * @param key to sign with, as `signByKey` takes it; without one the name is recorded
   * @throws LinchpinError `review-invalid` while items are open, when this reviewer has signed already, and where the key cannot be used
   */
  async sign(id: string, reviewer: string, statement: string, key: string | null = null): Promise<Session> {
    const line = { ...lineOf(id, reviewer), kind: 'session-sign' as const, statement };
    let signature = boundSignature({ ...line, signed: await this.#toSign(id, reviewer) });
    // It may wait for somebody to touch the key: nothing is locked meanwhile.
    if (key !== null) signature = { ...signature, key: { signature: await signByKey(signedWords(signature), key, this.#folder) } };
    await this.#logs.transaction(async ({ append }) => {
      const now = boundSignature({ ...line, signed: await this.#toSign(id, reviewer) });
      if (now.bound !== signature.bound)
        throw new LinchpinError('review-invalid', 'The session has changed while it was being signed.', 'Look at it again, then sign it.');
      await append(signature);
    });
    return await this.view(id);
  }

  /** The signature by key that a reviewer has put under a session; null where there is none. */
  async keySignature(id: string, reviewer: string): Promise<string | null> {
    const signatures = (await this.#logs.read()).sessions.get(id)?.signatures ?? [];
    return signatures.find((each) => each.reviewer === reviewer)?.key?.signature ?? null;
  }

  /** What a signature would stand under. @throws LinchpinError `review-invalid` where the session cannot be signed */
  async #toSign(id: string, reviewer: string): Promise<Signature['signed']> {
    const stored = await this.#stored(id);
    const now = { ...(await this.#now(stored)), audits: await this.#digests(stored), sample: await this.#samples.digest(id) };
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
    return signedState(stored, session, now);
  }

  async #sampled(session: Session): Promise<Session> {
    try {
      const sample = await this.#samples.state(session);
      return sample === null ? session : { ...session, sample };
    } catch (error) {
      // The session is still to be seen; what is wrong with its sample is told beside it.
      const file = `.linchpin/samples/${session.id}.json`;
      return { ...session, damaged: [...session.damaged, { file, line: null, reason: toLinchpinError(error).message }] };
    }
  }

  /**
   * A blind review of a signed session by someone else: its claims with what was found, and no verdict shown before the reviewer's own. One
   * that has been begun and is not signed is gone on with.
   * @throws LinchpinError `review-invalid` where it is not signed, no longer holds, or this reviewer has decided in it
   */
  async second(id: string, reviewer: string): Promise<Session> {
    const second = await this.#logs.transaction(async () => {
      const [first, session] = await Promise.all([this.#stored(id), this.view(id)]);
      const { sessions } = await this.#saved.list();
      const begun = sessions.find((each) => each.follows === id);
      if (begun !== undefined && !(await this.view(begun.id)).signed) return begun.id;
      if (!session.signed || session.documentChanged || session.claims.some(isUnchecked))
        throw new LinchpinError(
          'review-invalid',
          'Only a signed review whose document and evidence are as they were can be reviewed a second time.',
          'Fact-check the document again: that begins a new session.',
        );
      if (session.claims.some(({ review }) => review.by.some((given) => given.reviewer === reviewer)))
        throw new LinchpinError(
          'review-invalid',
          `${reviewer} has decided in the first review already, so a second review by the same person would not be blind.`,
          'Have somebody else begin it; the name is the setting linchpin.review.reviewer.',
        );
      const again: StoredSession = {
        ...first,
        id: newSessionId(first.path),
        createdAt: new Date().toISOString(),
        blind: true,
        follows: id,
      };
      await this.#saved.save(again);
      return again.id;
    });
    return await this.view(second);
  }

  /** With what its file does not hold yet. */
  async #stored(id: string): Promise<StoredSession> {
    return withResults(await this.#saved.load(id), this.#unsaved.get(id), this.#bases.get(id));
  }

  /** Adds results to those that are there by now: another process may check the same session. @throws LinchpinError `review-invalid` also where it was signed meanwhile */
  async #save(id: string): Promise<void> {
    const results = this.#unsaved.get(id);
    if (results === undefined) return;
    await this.#logs.transaction(async ({ log }) => {
      const signed = (log.sessions.get(id)?.signatures.length ?? 0) > 0;
      if (!signed) await this.#saved.save(withResults(await this.#saved.load(id), results, this.#bases.get(id)));
      if (this.#unsaved.get(id) === results) this.#unsaved.delete(id);
      if (signed) throw frozen();
    });
  }

  async #now(stored: StoredSession): Promise<SessionNow> {
    const [document, hashes, log, roles] = await Promise.all([
      this.#texts.text(stored.path),
      this.#texts.hashes([stored.path, ...evidencePaths(stored)]),
      this.#logs.read(),
      this.#roles.read(),
    ]);
    return {
      roleOf: (path) => roles.roleOf(path),
      hashes,
      anchors: this.#anchors(stored, document),
      checking: this.#running.get(stored.id) ?? null,
      log,
      ...(await this.#signed(stored, log)),
    };
  }

  /** What only signatures are held against. */
  async #signed(stored: StoredSession, log: DecisionLog): Promise<Pick<SessionNow, 'audits' | 'keys' | 'sample'>> {
    const signatures = log.sessions.get(stored.id)?.signatures ?? [];
    if (signatures.length === 0) return {};
    const [audits, keys, sample] = await Promise.all([
      this.#digests(stored),
      this.#keys.of(signatures),
      this.#samples.digest(stored.id).catch(() => 'unreadable'),
    ]);
    return { audits, keys, sample };
  }

  async #digests({ claims }: StoredSession): Promise<ReadonlyMap<string, AuditDigest | null>> {
    const ids = claims.flatMap(({ result }) => (result?.state === 'done' ? [result.auditId] : []));
    const digests = new Map<string, AuditDigest | null>();
    for (const id of ids) digests.set(id, await this.#audits.digest(id));
    return digests;
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

  async #result(
    claim: SessionClaim,
    path: string,
    audit: AuditClaim,
    signal: AbortSignal | undefined,
  ): Promise<{ result: ClaimResult; basis: EvidenceBasis | null }> {
    try {
      const report = await audit(claim.statement, path, signal);
      return { result: resultOf(report, claim.text), basis: report.basis ?? null };
    } catch (error) {
      const known = toLinchpinError(error);
      if (stopsEveryClaim(known)) throw known;
      return { result: { state: 'failed', error: { code: known.code, message: known.message, next: known.next } }, basis: null };
    }
  }
}

function withResults(
  session: StoredSession,
  results: ReadonlyMap<string, ClaimResult> | undefined,
  basis: EvidenceBasis | undefined,
): StoredSession {
  if (results === undefined) return session;
  return {
    ...session,
    ...(basis === undefined ? {} : { basis }),
    claims: session.claims.map((claim) => (results.has(claim.id) ? { ...claim, result: results.get(claim.id) ?? null } : claim)),
  };
}

function changedSince(text: string): LinchpinError {
  const words = text.replaceAll(/\s+/g, ' ').trim();
  return new LinchpinError(
    'review-invalid',
    `What the check found on “${words.length > 80 ? `${words.slice(0, 80)}…` : words}” has changed since it was shown, so nothing was decided.`,
    'Read what it says now, then decide.',
  );
}

function frozen(): LinchpinError {
  return new LinchpinError(
    'review-invalid',
    'This session is signed, and stays as it was signed.',
    'When the document has changed, fact-check it again: that begins a new session.',
  );
}
