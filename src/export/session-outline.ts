import { atomKindName } from '../contract/words.ts';
import { decimal, failureWords, plural, say, shown, t, whole } from '../base/language.ts';
import { basisLines } from '../contract/basis.ts';
import type { ClaimAtom } from '../contract/atoms.ts';
import type { Citation } from '../contract/citation.ts';
import { sampleWords } from '../contract/sample-words.ts';
import type { Session, SessionClaim } from '../contract/session.ts';
import { keyWords, notAsSigned } from '../contract/sign-words.ts';
import type { OutlinedAtom } from './outline.ts';
import { type ClaimFinding, findingOf, findingWords, jointWords, sessionHeadline } from '../contract/claim-words.ts';
import { atomWords, dateWords, oneLine, placeInDocument } from './words.ts';

/** What the export of a session says of one claim. */
export interface OutlinedClaim {
  readonly claim: SessionClaim;
  /** 1-based, in document order. */
  readonly number: number;
  readonly place: string;
  /** What the documents make of it; `not checked` or `failed` where they were not asked. */
  readonly found: string;
  readonly decided: string;
  readonly decidedBy: readonly string[];
  readonly remarks: readonly string[];
  readonly atoms: readonly OutlinedAtom[];
  readonly fix: string;
}

export interface SessionOutline {
  readonly title: string;
  readonly summary: readonly string[];
  readonly counts: readonly { readonly name: string; readonly count: number; readonly className: string }[];
  /** What a reader must know before trusting it. */
  readonly warnings: readonly string[];
  readonly claims: readonly OutlinedClaim[];
  readonly signatures: readonly {
    readonly line: string;
    /** By what key it was signed, or that it was recorded only. */
    readonly key: string;
    readonly statement: string;
    readonly changes: readonly string[];
  }[];
}

export function outlineOfSession(session: Session): SessionOutline {
  const { path, total, checked, decided, agreement, createdAt, coverage, signOffs, blind, sample } = session;
  const claims = session.claims.map((claim) => (blind ? withoutStatus(claim) : claim));
  const changed = notAsSigned(session);
  return {
    title: t('Fact check of {0}', path),
    summary: [
      plural(
        total,
        '{0} claim, {1} checked, {2} decided. Begun {3}.',
        '{0} claims, {1} checked, {2} decided. Begun {3}.',
        whole(checked),
        whole(decided),
        dateWords(createdAt),
      ),
      t(
        'Opened by reviewers: {0} of {1} sentences that the verdicts rest on, in {2} of {3} documents.',
        coverage.regions.read,
        coverage.regions.total,
        coverage.documents.read,
        coverage.documents.total,
      ),
      ...(session.basis === undefined ? [] : basisLines(session.basis)),
      ...(agreement === null
        ? []
        : [
            t(
              'Agreement of the reviewers beyond chance on {0}: {1} ({2}).',
              plural(agreement.claims, '{0} claim', '{0} claims'),
              agreement.value === null ? t('not defined') : decimal(agreement.value),
              agreement.measure === 'cohen-kappa' ? t("Cohen's kappa") : t("Krippendorff's alpha"),
            ),
          ]),
      ...(sample === undefined ? [] : [sampleWords(sample)]),
    ],
    counts: countsOf(claims),
    warnings: warningsOf(session),
    claims: claims.map((claim, index) => outlinedClaim(claim, index + 1, changed.has(claim.id))),
    signatures: signOffs.map((sign) => ({
      line: `${sign.reviewer}, ${dateWords(sign.at)}`,
      key: keyWords(sign),
      statement: sign.statement,
      changes: sign.changedSince.map(shown),
    })),
  };
}

/** In a blind session what the check found stays hidden while a claim is not decided: an export must not tell. */
function withoutStatus(claim: SessionClaim): SessionClaim {
  if (claim.review.verdict !== 'undecided' || claim.status === null) return claim;
  return { ...claim, status: null, reason: say`Hidden until it is decided: this is a blind review.`, chance: null, atoms: [], fix: null };
}

function countsOf(claims: readonly SessionClaim[]): SessionOutline['counts'] {
  const groups = (['supported', 'refuted', 'conflicting', 'undecided', 'part', 'nothing'] satisfies ClaimFinding[]).map((finding) => ({
    name: findingWords(finding).name,
    count: claims.filter(({ status, open }) => status !== null && findingOf(status, open) === finding).length,
    className: finding === 'undecided' || finding === 'part' || finding === 'nothing' ? 'not-enough-evidence' : finding,
  }));
  const unchecked = {
    name: t('Not checked or hidden'),
    count: claims.filter((claim) => claim.status === null).length,
    className: 'undecided',
  };
  return [...groups, unchecked].filter(({ count }) => count > 0);
}

function warningsOf({ documentChanged, claims, damaged, signOffs, path }: Session): string[] {
  const stale = claims.filter((claim) => claim.stale).length;
  const broken = signOffs.filter(({ changedSince }) => changedSince.length > 0).length;
  return [
    ...(documentChanged ? [t('{0} has changed since its claims were found.', path)] : []),
    ...(stale === 0
      ? []
      : [
          plural(
            stale,
            '{0} verdict rests on documents that have changed since; check again.',
            '{0} verdicts rest on documents that have changed since; check again.',
          ),
        ]),
    ...(broken === 0
      ? []
      : [
          plural(
            broken,
            '{0} signature no longer holds: what was signed has changed.',
            '{0} signatures no longer hold: what was signed has changed.',
          ),
        ]),
    ...damaged.map(({ file, line, reason }) => `${file}${line === null ? '' : `, ${t('line {0}', line)}`}: ${shown(reason)}`),
  ];
}

function outlinedClaim(claim: SessionClaim, number: number, isChanged: boolean): OutlinedClaim {
  const { anchor, place, status, state, error, review, stale, reason, atoms, evidence, counterEvidence, fix } = claim;
  return {
    claim,
    number,
    place: anchor.state === 'lost' ? t('no longer in the document') : placeInDocument({ ...place, line: anchor.line }),
    found:
      status === null
        ? state === 'failed'
          ? t('Could not be checked')
          : state === 'done'
            ? t('Hidden')
            : t('Not checked')
        : sessionHeadline(claim, status),
    decided: jointWords(review.verdict),
    decidedBy: [
      ...review.by.map(
        ({ reviewer, verdict, at, outdated }) =>
          `${jointWords(verdict)}: ${reviewer}, ${dateWords(at)}${outdated ? ` (${t('on an earlier result; does not count')})` : ''}`,
      ),
      ...(review.adjudicated === null
        ? []
        : [
            t(
              'Settled as {0}: {1}, {2}',
              jointWords(review.adjudicated.verdict),
              review.adjudicated.reviewer,
              dateWords(review.adjudicated.at),
            ),
          ]),
    ],
    remarks: [
      ...(isChanged ? [t('Not as it was signed: what stands here was changed since.')] : []),
      ...(reason === '' ? [] : [shown(reason)]),
      ...(error === null ? [] : [failureWords(error)]),
      ...(stale ? [t('A document that this rests on has changed since: check it again.')] : []),
      ...(anchor.state === 'changed' ? [t('The document now says: “{0}”', oneLine(anchor.now))] : []),
      ...review.notes.map(({ reviewer, text }) => t('Note by {0}: {1}', reviewer, text)),
    ],
    atoms: atoms.map((atom) => outlinedAtom(atom, [...evidence, ...counterEvidence])),
    fix:
      fix === null
        ? ''
        : t(
            '“{0}” could be “{1}”, as {2}, {3}, says.',
            oneLine(fix.before),
            oneLine(fix.after),
            fix.because.path,
            placeInDocument(fix.because),
          ),
  };
}

function outlinedAtom({ kind, text, state, spanId, words }: ClaimAtom, cited: readonly Citation[]): OutlinedAtom {
  const quote = cited.find(({ path, start, end }) => `${path}:${start}-${end}` === spanId)?.quote ?? '';
  const said = words.map(([start, end]) => oneLine(quote.slice(start, end))).filter((part) => part !== '');
  return {
    kind: atomKindName(kind),
    text,
    state,
    words: `${atomWords(state)}${said.length === 0 ? '' : `: ${said.map((part) => `“${part}”`).join(', ')}`}`,
  };
}
