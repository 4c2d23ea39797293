import { plural, t } from '../base/language.ts';
import { sha256 } from '../base/hash.ts';
import { verdictOf } from '../contract/claim-words.ts';
import { spanId } from '../contract/citation.ts';
import type { Session, SessionClaim } from '../contract/session.ts';
import type { SignOffSheet } from '../contract/sign-off.ts';

/** What this reviewer has to read before they sign the session as it is now. */
export function signOffSheet(session: Session, reviewer: string): SignOffSheet {
  const { claims, documentChanged, agreement } = session;
  const work = session.work.find((entry) => entry.reviewer === reviewer);
  const opened = new Set(work?.opened);
  const passages = new Set(claims.flatMap((claim) => citedIn(claim).map(idOf)));
  const open = claims.flatMap((claim) => {
    const why = whyOpen(claim);
    // A sample that bounds what is wrong among the others stands for them.
    if (why === 'undecided' && session.sample?.reached === true) return [];
    return why === null ? [] : [{ ...named(claim), why }];
  });
  const sheet: Omit<SignOffSheet, 'digest' | 'seconds'> = {
    claims: { decided: claims.filter(isDecided).length, total: claims.length },
    passages: { opened: [...passages].filter((id) => opened.has(id)).length, total: passages.size },
    overruled: claims.flatMap(overruled),
    unopened: unopened(claims, opened),
    open,
    changed: changes(session),
    documentChanged,
    agreement,
    statement: t('I have decided all {0} claims of this document.', claims.length),
  };
  return { ...sheet, digest: sha256(JSON.stringify(sheet)).slice(0, 16), seconds: work?.seconds ?? 0 };
}

/** Each passage once, with the first claim that rests on it. */
function unopened(claims: readonly SessionClaim[], opened: ReadonlySet<string>): SignOffSheet['unopened'] {
  const listed = new Set(opened);
  return claims.flatMap((claim) =>
    citedIn(claim).flatMap((cited) => {
      if (listed.has(idOf(cited))) return [];
      listed.add(idOf(cited));
      const { necessity: _, row: __, ...citation } = cited;
      return [{ ...named(claim), citation }];
    }),
  );
}

function citedIn({ evidence, counterEvidence }: SessionClaim): SessionClaim['evidence'] {
  return [...evidence, ...counterEvidence];
}

function idOf({ path, start, end }: { readonly path: string; readonly start: number; readonly end: number }): string {
  return spanId(path, start, end);
}

function named({ id, text }: SessionClaim): { claimId: string; text: string } {
  return { claimId: id, text: text.replaceAll(/\s+/g, ' ').trim() };
}

function isDecided({ review }: SessionClaim): boolean {
  return review.verdict !== 'undecided' && review.verdict !== 'split';
}

function whyOpen({ state, stale, review }: SessionClaim): SignOffSheet['open'][number]['why'] | null {
  if (stale) return 'stale';
  if (state === 'waiting' || state === 'checking') return 'unchecked';
  return review.verdict === 'undecided' ? 'undecided' : review.verdict === 'split' ? 'split' : null;
}

function overruled(claim: SessionClaim): SignOffSheet['overruled'] {
  const { status, review } = claim;
  if (status === null || review.verdict === 'undecided' || review.verdict === 'split') return [];
  const found = verdictOf(status);
  const notes = review.notes.map(({ reviewer, text }) => `${reviewer}: ${text}`);
  return review.verdict === found ? [] : [{ ...named(claim), found, decided: review.verdict, notes }];
}

function changes({ claims, documentChanged, damaged }: Session): string[] {
  const outdated = claims.filter(({ review }) => review.by.some((given) => given.outdated)).length;
  const stale = claims.filter((claim) => claim.stale).length;
  return [
    ...(documentChanged ? [t('The document has changed since its claims were found.')] : []),
    ...(stale === 0
      ? []
      : [plural(stale, '{0} claim rests on a document that has changed.', '{0} claims rest on documents that have changed.')]),
    ...(outdated === 0
      ? []
      : [
          plural(
            outdated,
            '{0} claim came out otherwise after somebody had decided it.',
            '{0} claims came out otherwise after somebody had decided them.',
          ),
        ]),
    ...(damaged.length === 0
      ? []
      : [t('{0} lines of decision logs cannot be read or do not fit their chain; they do not count.', damaged.length)]),
  ];
}
