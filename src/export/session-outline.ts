import type { ClaimAtom } from '../contract/atoms.ts';
import type { Citation } from '../contract/citation.ts';
import { answerStatusSchema } from '../contract/report.ts';
import type { Session, SessionClaim } from '../contract/session.ts';
import type { OutlinedAtom } from './outline.ts';
import { atomWords, dateWords, oneLine, placeInDocument, plural, statusWords, verdictWords } from './words.ts';

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
  readonly signatures: readonly { readonly line: string; readonly statement: string; readonly changes: readonly string[] }[];
}

export function outlineOfSession(session: Session): SessionOutline {
  const { path, total, checked, decided, agreement, createdAt, coverage, signOffs, blind } = session;
  const claims = session.claims.map((claim) => (blind ? withoutStatus(claim) : claim));
  return {
    title: `Fact check of ${path}`,
    summary: [
      `${plural(total, 'claim')}, ${checked} checked, ${decided} decided. Begun ${dateWords(createdAt)}.`,
      `Opened by reviewers: ${coverage.regions.read} of ${plural(coverage.regions.total, 'sentence')} that the verdicts rest on, in ${coverage.documents.read} of ${plural(coverage.documents.total, 'document')}.`,
      ...(agreement === null
        ? []
        : [
            `Agreement of the reviewers beyond chance on ${plural(agreement.claims, 'claim')}: ${agreement.value === null ? 'not defined' : agreement.value.toFixed(2)} (${agreement.measure === 'cohen-kappa' ? "Cohen's kappa" : "Krippendorff's alpha"}).`,
          ]),
    ],
    counts: countsOf(claims),
    warnings: warningsOf(session),
    claims: claims.map((claim, index) => outlinedClaim(claim, index + 1)),
    signatures: signOffs.map(({ reviewer, at, statement, changedSince }) => ({
      line: `${reviewer}, ${dateWords(at)}`,
      statement,
      changes: changedSince,
    })),
  };
}

/** In a blind session what the check found stays hidden while a claim is not decided: an export must not tell. */
function withoutStatus(claim: SessionClaim): SessionClaim {
  if (claim.review.verdict !== 'undecided' || claim.status === null) return claim;
  return { ...claim, status: null, reason: 'Hidden until it is decided: this is a blind review.', chance: null, atoms: [], fix: null };
}

function countsOf(claims: readonly SessionClaim[]): SessionOutline['counts'] {
  const groups = answerStatusSchema.options.map((status) => ({
    name: statusWords(status, 'claim'),
    count: claims.filter((claim) => claim.status === status).length,
    className: status,
  }));
  const unchecked = {
    name: 'Not checked or hidden',
    count: claims.filter((claim) => claim.status === null).length,
    className: 'undecided',
  };
  return [...groups, unchecked].filter(({ count }) => count > 0);
}

function warningsOf({ documentChanged, claims, damaged, signOffs, path }: Session): string[] {
  const stale = claims.filter((claim) => claim.stale).length;
  const broken = signOffs.filter(({ changedSince }) => changedSince.length > 0).length;
  return [
    ...(documentChanged ? [`${path} has changed since its claims were found.`] : []),
    ...(stale === 0
      ? []
      : [`${plural(stale, 'verdict')} ${stale === 1 ? 'rests' : 'rest'} on documents that have changed since; check again.`]),
    ...(broken === 0 ? [] : [`${plural(broken, 'signature')} no longer ${broken === 1 ? 'holds' : 'hold'}: what was signed has changed.`]),
    ...damaged.map(({ file, line, reason }) => `${file}${line === null ? '' : `, line ${line}`}: ${reason}`),
  ];
}

function outlinedClaim(claim: SessionClaim, number: number): OutlinedClaim {
  const { anchor, place, status, state, error, review, stale, reason, atoms, evidence, counterEvidence, fix } = claim;
  return {
    claim,
    number,
    place: anchor.state === 'lost' ? 'no longer in the document' : placeInDocument({ ...place, line: anchor.line }),
    found:
      status === null
        ? state === 'failed'
          ? 'Could not be checked'
          : state === 'done'
            ? 'Hidden'
            : 'Not checked'
        : statusWords(status, 'claim'),
    decided: verdictWords(review.verdict),
    decidedBy: [
      ...review.by.map(
        ({ reviewer, verdict, at, outdated }) =>
          `${verdictWords(verdict)}: ${reviewer}, ${dateWords(at)}${outdated ? ' (on an earlier result; does not count)' : ''}`,
      ),
      ...(review.adjudicated === null
        ? []
        : [`Settled as ${verdictWords(review.adjudicated.verdict)}: ${review.adjudicated.reviewer}, ${dateWords(review.adjudicated.at)}`]),
    ],
    remarks: [
      ...(reason === '' ? [] : [reason]),
      ...(error === null ? [] : [`${error.message} ${error.next}`]),
      ...(stale ? ['A document that this rests on has changed since: check it again.'] : []),
      ...(anchor.state === 'changed' ? [`The document now says: “${oneLine(anchor.now)}”`] : []),
      ...review.notes.map(({ reviewer, text }) => `Note by ${reviewer}: ${text}`),
    ],
    atoms: atoms.map((atom) => outlinedAtom(atom, [...evidence, ...counterEvidence])),
    fix:
      fix === null
        ? ''
        : `“${oneLine(fix.before)}” could be “${oneLine(fix.after)}”, as ${fix.because.path}, ${placeInDocument(fix.because)}, says.`,
  };
}

function outlinedAtom({ kind, text, state, spanId, words }: ClaimAtom, cited: readonly Citation[]): OutlinedAtom {
  const quote = cited.find(({ path, start, end }) => `${path}:${start}-${end}` === spanId)?.quote ?? '';
  const said = words.map(([start, end]) => oneLine(quote.slice(start, end))).filter((part) => part !== '');
  return { kind, text, state, words: `${atomWords[state]}${said.length === 0 ? '' : `: ${said.map((part) => `“${part}”`).join(', ')}`}` };
}
