import { canonicalJson, sha256 } from '../base/hash.ts';
import { say } from '../base/language.ts';
import { programVersion } from '../base/version.ts';
import type { Session, SessionClaim } from '../contract/session.ts';
import type { ShownClaim, Signature, Signed } from './claim-log.ts';
import type { DecisionLog } from './log.ts';
import { seenOf } from './seen.ts';
import type { StoredClaim, StoredSession } from './session-file.ts';

/** A saved report as far as a signature names it. */
export interface AuditDigest {
  /** Of all of its contents but times. */
  readonly hash: string;
  readonly program: string;
  readonly models: readonly string[];
}

/** What a signature is held against. */
export interface SignedNow {
  /** Content hash of each document that the session names, as it is now; null for one that has gone. */
  readonly hashes: ReadonlyMap<string, string | null>;
  readonly log: Pick<DecisionLog, 'logs'>;
  /** The saved reports of its claims, by id; null for one that is not there. Left out where they were not looked at. */
  readonly audits?: ReadonlyMap<string, AuditDigest | null>;
  /** Digest of the sample that was drawn of its claims; null where none was. */
  readonly sample?: string | null;
}

/** What a signature is put under. */
export function signedState(stored: StoredSession, session: Pick<Session, 'claims'>, now: SignedNow): Signed {
  const made = [...(now.audits?.values() ?? [])].flatMap((audit) =>
    audit === null ? [] : [{ program: audit.program, models: [...audit.models] }],
  );
  return {
    document: now.hashes.get(stored.path) ?? '',
    evidence: Object.fromEntries(evidencePaths(stored).map((path) => [path, now.hashes.get(path) ?? ''])),
    claims: claimsDigest(stored),
    verdicts: verdictsDigest(session.claims),
    logs: Object.fromEntries([...now.log.logs].map(([name, { head }]) => [name, head])),
    shown: {
      session: sessionDigest(stored, now),
      claims: shownClaims(stored, session.claims, now),
      program: programVersion,
      made: [...new Map(made.map((each) => [canonicalJson(each), each])).values()],
    },
  };
}

export interface Changes {
  /** Sentences: what is not as it was signed. Empty: the signature holds. */
  readonly changedSince: string[];
  /** Ids of the claims of which something is not. */
  readonly changedClaims: string[];
}

/** What is not as it was when the signature was put under it. */
export function changesSince({ signed }: Signature, stored: StoredSession, claims: readonly SessionClaim[], now: SignedNow): Changes {
  const { hashes, log } = now;
  const changed = Object.entries(signed.evidence).filter(([path, hash]) => (hashes.get(path) ?? '') !== hash);
  const cut = Object.entries(signed.logs).filter(([name, head]) => log.logs.get(name)?.links.has(head) !== true);
  const shown = signed.shown === undefined ? oldChanges(signed, stored, claims) : shownChanges(signed.shown, stored, claims, now);
  return {
    changedSince: [
      ...((hashes.get(stored.path) ?? '') === signed.document ? [] : [say`The document ${stored.path} has changed.`]),
      ...changed.map(([path]) =>
        (hashes.get(path) ?? null) === null ? say`The evidence in ${path} has gone.` : say`The evidence in ${path} has changed.`,
      ),
      ...shown.changedSince,
      ...cut.map(([name]) => say`The log .linchpin/reviews/${name} has lost lines that were there.`),
    ],
    changedClaims: shown.changedClaims,
  };
}

/** Documents that the verdicts rest on, in alphabetical order. */
export function evidencePaths({ claims }: StoredSession): string[] {
  const paths = claims.flatMap(({ result }) =>
    result?.state === 'done' ? [...result.evidence, ...result.counterEvidence].map(({ path }) => path) : [],
  );
  return [...new Set(paths)].sort();
}

/** Of a signature that covers only statements, statuses, quotes and verdicts. */
function oldChanges(signed: Signed, stored: StoredSession, claims: readonly SessionClaim[]): Changes {
  return {
    changedSince: [
      ...(claimsDigest(stored) === signed.claims ? [] : [say`The claims or what the check found are not those that were signed.`]),
      ...(verdictsDigest(claims) === signed.verdicts ? [] : [say`The verdicts are not those that were signed.`]),
    ],
    changedClaims: [],
  };
}

function shownChanges(
  shown: NonNullable<Signed['shown']>,
  stored: StoredSession,
  claims: readonly SessionClaim[],
  now: SignedNow,
): Changes {
  const found = shownClaims(stored, claims, now);
  const differing = (part: keyof ShownClaim): string[] =>
    part === 'audit' && now.audits === undefined
      ? []
      : stored.claims.filter(({ id }) => shown.claims[id]?.[part] !== found[id]?.[part]).map(({ id }) => id);
  const parts = (['text', 'found', 'quotes', 'verdict', 'audit'] as const).map((part) => ({ part, ids: differing(part) }));
  const numbers = (ids: readonly string[]): string => ids.map((id) => stored.claims.findIndex((claim) => claim.id === id) + 1).join(', ');
  return {
    changedSince: [
      ...(sessionDigest(stored, now) === shown.session
        ? []
        : [say`The session's document, beginning, sample or list of claims is not what was signed.`]),
      ...parts.flatMap(({ part, ids }) => (ids.length === 0 ? [] : [partWords(part, numbers(ids))])),
    ],
    changedClaims: [...new Set(parts.flatMap(({ ids }) => ids))],
  };
}

function partWords(part: keyof ShownClaim, numbers: string): string {
  switch (part) {
    case 'text':
      return say`The words of claims are not those that were signed: claim ${numbers}.`;
    case 'found':
      return say`What the check found is not what was signed: claim ${numbers}.`;
    case 'quotes':
      return say`The quotes are not those that were signed: claim ${numbers}.`;
    case 'verdict':
      return say`The verdicts are not those that were signed: claim ${numbers}.`;
    case 'audit':
      return say`The saved audits are not those that were signed: claim ${numbers}.`;
  }
}

function shownClaims(stored: StoredSession, claims: readonly SessionClaim[], { audits }: SignedNow): Record<string, ShownClaim> {
  const views = new Map(claims.map((claim) => [claim.id, claim]));
  return Object.fromEntries(
    stored.claims.map((claim) => {
      const done = claim.result?.state === 'done' ? claim.result : null;
      const review = views.get(claim.id)?.review;
      const verdict = [
        review?.verdict,
        review?.by.map(({ reviewer, verdict: given, decisionId, outdated }) => [reviewer, given, decisionId, outdated]),
        review?.adjudicated,
        review?.notes,
      ];
      const { text, found, quotes } = ownDigests(claim);
      return [
        claim.id,
        { text, found, quotes, verdict: digest(verdict), audit: digest([done?.auditId, audits?.get(done?.auditId ?? '')]) },
      ];
    }),
  );
}

const digested = new WeakMap<StoredClaim, Pick<ShownClaim, 'text' | 'found' | 'quotes'>>();

/** They change only with the session's file, and a view of a signed session is drawn again and again. */
function ownDigests(claim: StoredClaim): Pick<ShownClaim, 'text' | 'found' | 'quotes'> {
  const known = digested.get(claim);
  if (known !== undefined) return known;
  const { id: _, result, ...words } = claim;
  const { evidence, counterEvidence, ...found } = result?.state === 'done' ? result : { ...result, evidence: [], counterEvidence: [] };
  const own = { text: digest(words), found: digest(found), quotes: digest([evidence, counterEvidence]) };
  digested.set(claim, own);
  return own;
}

function sessionDigest({ id, path, createdAt, blind, contentHash, claims }: StoredSession, { sample = null }: SignedNow): string {
  return digest([id, path, createdAt, blind, contentHash, claims.map((claim) => claim.id), sample]);
}

function claimsDigest({ claims }: StoredSession): string {
  return sha256(canonicalJson(claims.map(({ id, statement, result }) => [id, statement, seenOf(result)])));
}

function verdictsDigest(claims: readonly SessionClaim[]): string {
  return sha256(
    canonicalJson(claims.map(({ id, review }) => [id, review.verdict, review.by.map(({ reviewer, verdict }) => [reviewer, verdict])])),
  );
}

/** 128 bits: one is kept for each part of each claim. */
function digest(value: unknown): string {
  return sha256(canonicalJson(value)).slice(0, 32);
}
