import { say } from '../base/language.ts';
import { spanId } from '../contract/citation.ts';
import { isWithoutSet } from '../contract/rejected.ts';
import type { DocumentRole } from '../contract/document-role.ts';
import type {
  Anchor,
  CitedEvidence,
  ClaimReview,
  Session,
  SessionClaim,
  SessionSummary,
  SignOff,
  SignOffKey,
} from '../contract/session.ts';
import { agreementOf } from './agreement.ts';
import type { Signature } from './claim-log.ts';
import { afterFirst, SessionDecisions } from './claim-fold.ts';
import { fold, reviewKey } from './fold.ts';
import type { DecisionLog } from './log.ts';
import { riskOf } from './risk.ts';
import { seenOf } from './seen.ts';
import type { DoneResult, StoredClaim, StoredSession } from './session-file.ts';
import { changesSince, type SignedNow } from './signed-state.ts';

/** What is known of a session beside its file. */
export interface SessionNow extends SignedNow {
  /** Where its claims stand now, by id. */
  readonly anchors: ReadonlyMap<string, Anchor>;
  /** Claims that are being checked; null where nothing runs. */
  readonly checking: ReadonlySet<string> | null;
  readonly log: DecisionLog;
  /** Of signatures with a key: what was found of it. */
  readonly keys?: ReadonlyMap<Signature, SignOffKey>;
  /** What documents are marked as. */
  readonly roleOf?: (path: string) => DocumentRole | null;
}

/** The session as it is now: what was found, with the decisions folded into it. */
export function viewSession(stored: StoredSession, now: SessionNow): Session {
  const decisions = now.log.sessions.get(stored.id) ?? new SessionDecisions();
  const earlier = stored.follows === undefined ? null : (now.log.sessions.get(stored.follows) ?? null);
  const claims = stored.claims.map((claim) => {
    const seen = seenOf(claim.result);
    const own = decisions.review(claim.id, seen);
    return viewClaim(claim, earlier === null ? own : afterFirst(earlier.review(claim.id, seen), own), now);
  });
  const agreement = agreementOf(
    claims.map(({ review }) => new Map(review.by.filter(({ outdated }) => !outdated).map(({ reviewer, verdict }) => [reviewer, verdict]))),
  );
  const signOffs = decisions.signatures.map((sign) => signOffOf(sign, stored, claims, now));
  const { id, path, createdAt, blind } = stored;
  return {
    id,
    path,
    createdAt,
    state: now.checking !== null ? 'running' : claims.some(isUnchecked) ? 'paused' : 'done',
    checked: claims.filter((claim) => !isUnchecked(claim)).length,
    decided: claims.filter(isDecided).length,
    signed: signOffs.length > 0,
    documentChanged: now.hashes.get(path) !== stored.contentHash,
    claims,
    total: claims.length,
    blind,
    signOffs,
    agreement,
    coverage: coverageOf(claims, decisions),
    standing: decisions.standing((claimId) => seenOf(stored.claims.find((claim) => claim.id === claimId)?.result ?? null)),
    work: decisions.work,
    follows: stored.follows ?? null,
    ...(stored.basis === undefined ? {} : { basis: stored.basis }),
    damaged: [...now.log.damaged],
  };
}

export function summaryOf({ id, path, createdAt, state, total, checked, decided, signed }: Session): SessionSummary {
  return { id, path, createdAt, state, claims: total, checked, decided, signed };
}

function viewClaim(
  claim: StoredClaim,
  review: ClaimReview,
  { hashes, anchors, checking, log, roleOf = () => null }: SessionNow,
): SessionClaim {
  const { id, text, statement, headingPath, place, result } = claim;
  const base = { id, text, statement, headingPath, place, anchor: anchors.get(id) ?? { state: 'lost' as const }, review };
  const state = checking?.has(id) === true ? 'checking' : (result?.state ?? 'waiting');
  const done = result?.state === 'done' ? result : null;
  const stale =
    done !== null &&
    [...done.evidence, ...done.counterEvidence].some(
      ({ path, contentHash }) => hashes.get(path) !== contentHash || isWithheld(roleOf(path)),
    );
  const marked = (cited: CitedEvidence): CitedEvidence => {
    const role = roleOf(cited.path);
    return role === null ? cited : { ...cited, documentRole: role };
  };
  return {
    ...base,
    state,
    error: result?.state === 'failed' ? result.error : null,
    auditId: done?.auditId ?? null,
    status: done?.status ?? null,
    ...(done?.open === undefined ? {} : { open: done.open }),
    reason: done?.reason ?? (result?.state === 'failed' ? result.error.message : ''),
    chance: done?.chance ?? null,
    atoms: done?.atoms ?? [],
    evidence: (done?.evidence ?? []).map(marked),
    counterEvidence: (done?.counterEvidence ?? []).map(marked),
    fix: done?.fix ?? null,
    ...(done !== null && isRejected(done, log) ? { rejected: true } : {}),
    stale,
    seen: seenOf(result),
    risk: riskOf(done, stale),
  };
}

function isRejected({ auditId, status, evidence, sets = [] }: DoneResult, { decisions }: DecisionLog): boolean {
  if (status === 'not-enough-evidence' || decisions.length === 0) return false;
  const own = decisions.filter((decision) => decision.auditId === auditId);
  if (own.length === 0) return false;
  const reviews = fold(own);
  return isWithoutSet(
    evidence.map(({ path, start, end }) => spanId(path, start, end)),
    sets,
    (id) => reviews.get(reviewKey(auditId, id))?.verdict === 'rejected',
  );
}

/** Marked since as no evidence. */
function isWithheld(role: DocumentRole | null): boolean {
  return role === 'draft' || role === 'not-evidence';
}

/** To be checked, for the first time or again. */
export function isUnchecked({ state, stale }: Pick<SessionClaim, 'state' | 'stale'>): boolean {
  return state === 'waiting' || state === 'checking' || stale;
}

function isDecided({ review }: SessionClaim): boolean {
  return review.verdict !== 'undecided' && review.verdict !== 'split';
}

/** What keeps a session from being signed: a sentence each. */
export function openItems({ claims, documentChanged, sample }: Session): string[] {
  const count = (which: (claim: SessionClaim) => boolean, words: (number: number) => string): string[] => {
    const number = claims.filter(which).length;
    return number === 0 ? [] : [words(number)];
  };
  return [
    ...(claims.length === 0 ? [say`there are no claims`] : []),
    ...(documentChanged ? [say`the document has changed since its claims were found`] : []),
    ...count(
      ({ state, stale }) => !stale && (state === 'waiting' || state === 'checking'),
      (n) => (n === 1 ? say`1 claim is not checked` : say`${n} claims are not checked`),
    ),
    ...count(
      ({ stale }) => stale,
      (n) => (n === 1 ? say`1 claim rests on a document that has changed` : say`${n} claims rest on documents that have changed`),
    ),
    ...count(
      // A sample that bounds what is wrong among the others stands for them.
      ({ review }) => sample?.reached !== true && review.verdict === 'undecided',
      (n) => (n === 1 ? say`1 claim is undecided` : say`${n} claims are undecided`),
    ),
    ...count(
      ({ review }) => review.verdict === 'split',
      (n) => (n === 1 ? say`1 claim is split between reviewers` : say`${n} claims are split between reviewers`),
    ),
  ];
}

function signOffOf(signature: Signature, stored: StoredSession, claims: readonly SessionClaim[], now: SessionNow): SignOff {
  const { reviewer, at, statement, signed, key } = signature;
  const { changedSince, changedClaims } = changesSince(signature, stored, claims, now);
  const found = key === undefined ? undefined : (now.keys?.get(signature) ?? { state: 'unchecked' as const, fingerprint: null, of: null });
  return {
    reviewer,
    at,
    statement,
    changedSince: [...changedSince, ...(found?.state === 'wrong' ? [say`The signature by key does not fit what is recorded.`] : [])],
    ...(changedClaims.length === 0 ? {} : { changedClaims }),
    ...(signed.shown === undefined ? { partial: true as const } : {}),
    ...(found === undefined ? {} : { key: found }),
  };
}

function coverageOf(claims: readonly SessionClaim[], { read: readings }: SessionDecisions): Session['coverage'] {
  const regions = new Map(
    claims.flatMap((claim) => [...claim.evidence, ...claim.counterEvidence].map((cited) => [regionOf(cited), cited.path])),
  );
  const opened = new Set(readings.map(regionOf));
  const read = [...regions].filter(([region]) => opened.has(region));
  return {
    claims: { decided: claims.filter(isDecided).length, total: claims.length },
    documents: { read: new Set(read.map(([, path]) => path)).size, total: new Set(regions.values()).size },
    regions: { read: read.length, total: regions.size },
  };
}

function regionOf({ path, start, end }: { readonly path: string; readonly start: number; readonly end: number }): string {
  return `${path}:${start}-${end}`;
}
