import { atomKindName, encodedWords, missingKindName } from '../contract/words.ts';
import { decimal, plural, say, shown, t } from '../base/language.ts';
import {
  abstainedWords,
  chanceWords,
  hasAbstained,
  mayAnswerWords,
  promiseWords,
  type ShownPart,
  shownParts,
} from '../contract/answer-words.ts';
import type { ClaimAtom } from '../contract/atoms.ts';
import type { Citation } from '../contract/citation.ts';
import { searchedWords, withheldWords } from '../contract/basis.ts';
import { findingOfClaim, findingWords } from '../contract/claim-words.ts';
import { rejectedWords as rejectedStatus, restsOnRejected } from '../contract/rejected.ts';
import { rowWords } from '../contract/row-words.ts';
import type { Evidence, MinimalEvidence, Role } from '../contract/evidence.ts';
import type { AuditReport } from '../contract/report.ts';
import { outlinedCauses, type OutlinedCause } from './causes.ts';
import { atomWords, dateWords, oneLine, statusWords } from './words.ts';

/** What reviewers decided about one span: as the engine gives it, and as the panel has it. */
export interface ExportedReview {
  readonly verdict: 'undecided' | 'accepted' | 'rejected' | 'split';
  readonly by: readonly { readonly reviewer: string; readonly verdict: string; readonly at: string }[];
  readonly notes: readonly { readonly reviewer: string; readonly text: string; readonly at: string }[];
}
/** By span id. */
export type ExportedReviews = Readonly<Record<string, ExportedReview>>;

export interface OutlinedEvidence {
  readonly spanId: string;
  readonly marker: number;
  readonly citation: Citation;
  readonly headings: string;
  /** A table's row with the names of its columns; empty where it is none. */
  readonly row: string;
  /** null beside an answer that does not stand: necessity and role belong to one that does. */
  readonly need: { readonly necessity: number; readonly role: Role } | null;
  readonly copies: readonly Citation[];
  readonly review: ExportedReview | null;
}

export interface OutlinedAtom {
  readonly kind: string;
  readonly text: string;
  readonly state: ClaimAtom['state'];
  /** Of the evidence, or how it is known. */
  readonly words: string;
}

/** What a report says to a person, in the order and the words in which every export says it. */
export interface Outline {
  readonly status: string;
  /** Something is asserted: supported, refuted or conflicting, and not by evidence that reviewers rejected. */
  readonly asserted: boolean;
  /** All that it rests on was rejected. */
  readonly rejected: boolean;
  /** In the answer's place where nothing answers surely enough; empty where something does. */
  readonly lead: string;
  readonly short: string;
  readonly parts: readonly ShownPart[];
  /** Where the answer is not shown by its sentences. */
  readonly statement: string;
  /** What a reader must know before relying on the status. */
  readonly warnings: readonly string[];
  /** Sentences behind the status. */
  readonly remarks: readonly string[];
  readonly evidenceTitle: string;
  readonly evidence: readonly OutlinedEvidence[];
  readonly counterEvidence: readonly OutlinedEvidence[];
  readonly atoms: readonly OutlinedAtom[];
  /** What the documents state about causes, of a causal question. */
  readonly causes: readonly OutlinedCause[];
  readonly missing: readonly string[];
  readonly madeFrom: readonly (readonly [name: string, value: string])[];
}

export function outlineOf(report: AuditReport, reviews: ExportedReviews = {}): Outline {
  const { answer, evidence, kind } = report;
  const abstained = hasAbstained(report);
  const asserted = answer.status !== 'uncertain' && answer.status !== 'not-enough-evidence';
  const stands = asserted && evidence.sufficient;
  const parts = abstained ? [] : shownParts(report);
  const status =
    answer.status === 'uncertain' && kind === 'question'
      ? mayAnswerWords(answer)
      : kind === 'claim'
        ? findingWords(findingOfClaim(report)).headline
        : statusWords(answer.status, kind);
  const rejected = restsOnRejected(report, (spanId) => reviews[spanId]?.verdict === 'rejected');
  return {
    status: rejected ? rejectedStatus(status, 'reviewers') : status,
    asserted: asserted && !rejected,
    rejected,
    lead: abstained && evidence.minimal.length > 0 ? abstainedWords() : '',
    short: abstained ? '' : (answer.short ?? ''),
    parts,
    // A claim stands above as what was asked.
    statement: abstained || parts.length > 0 || kind === 'claim' ? '' : answer.statement,
    warnings: rejectedWords(evidence.minimal, reviews),
    remarks: remarksOf(report, abstained, stands),
    evidenceTitle: evidenceTitle(report, abstained, stands),
    evidence: evidence.minimal.map((item) => outlined(item, reviews, stands)),
    counterEvidence:
      report.counterEvidence?.sufficient === true ? report.counterEvidence.minimal.map((item) => outlined(item, reviews, true)) : [],
    atoms: report.claims.flatMap(({ atoms = [] }) => atoms.map((atom) => outlinedAtom(atom, evidence, report.counterEvidence ?? null))),
    causes: outlinedCauses(report.causal),
    missing: evidence.missing.filter(({ text }) => text !== '').map((entry) => `${missingKindName(entry.kind)}: ${entry.text}`),
    madeFrom: madeFrom(report),
  };
}

/** A reason that repeats the status in its first words. */
const onlyOneWay = say`This may answer it: only one of two ways of reading finds it.`;

function remarksOf(report: AuditReport, abstained: boolean, stands: boolean): string[] {
  const { answer, evidence } = report;
  const { chance, promise, status } = answer;
  if (abstained) return answer.reason === '' ? [] : [shown(answer.reason)];
  const judged = typeof chance === 'number';
  const robustness = evidence.certificate?.robustness ?? null;
  const often = judged
    ? `${chanceWords(chance, answer.either)}.`
    : report.kind === 'claim' && !stands
      ? ''
      : t('Quality {0}, {1} needed.', decimal(evidence.quality), decimal(evidence.threshold));
  // What the status says is not said twice, nor the chance.
  const told = answer.reason === onlyOneWay ? say`Only one of two ways of reading finds it.` : answer.reason;
  const because = judged && status === 'uncertain' && told.includes('of 10') ? '' : shown(told.charAt(0).toUpperCase() + told.slice(1));
  const falls =
    stands && robustness !== null && !told.startsWith('Falls if')
      ? plural(robustness, 'Falls if {0} source falls.', 'Falls if {0} sources fall.')
      : '';
  const promised = status === 'supported' && promise !== null && promise !== undefined ? promiseWords(promise) : '';
  return [often, because, falls, promised, ...(report.notices ?? []).map(shown)].filter((remark) => remark !== '');
}

/** The status is the program's; what reviewers take away from under it is said beside it. */
function rejectedWords(minimal: readonly MinimalEvidence[], reviews: ExportedReviews): string[] {
  const rejected = minimal.filter(({ spanId }) => reviews[spanId]?.by.some(({ verdict }) => verdict === 'rejected') === true);
  if (rejected.length === 0) return [];
  const names = rejected.map(({ marker }) => `[${marker}]`).join(', ');
  return [
    rejected.length === 1
      ? t('Reviewers rejected {0}. The status is from before and still counts it.', names)
      : t('Reviewers rejected {0}. The status is from before and still counts them.', names),
  ];
}

function evidenceTitle({ evidence, answer, kind }: AuditReport, abstained: boolean, stands: boolean): string {
  if (evidence.minimal.length === 0) return t('Evidence: none');
  if (abstained) return t('Sentences that say most about it');
  if (!stands && kind === 'claim')
    return findingOfClaim({ answer, evidence }) === 'nothing' ? t('Nearest sentences, about something else') : t('Sentences to read');
  if (!stands) return answer.status === 'uncertain' ? t('Evidence') : t('Best evidence found; not sufficient');
  return evidence.scores.stance === 'refute' ? t('Minimal evidence against it') : t('Minimal evidence');
}

function outlined(item: MinimalEvidence, reviews: ExportedReviews, stands: boolean): OutlinedEvidence {
  return {
    spanId: item.spanId,
    marker: item.marker,
    citation: item.citation,
    headings: item.headingPath.map(oneLine).join(' › '),
    row: item.row === undefined ? '' : rowWords(item.row),
    need: stands ? { necessity: item.necessity, role: item.role } : null,
    copies: item.copies,
    review: reviews[item.spanId] ?? null,
  };
}

function outlinedAtom({ kind, text, state, spanId, words }: ClaimAtom, evidence: Evidence, counter: Evidence | null): OutlinedAtom {
  const pool = [...evidence.pool, ...(counter?.pool ?? [])];
  const quote = pool.find((entry) => entry.spanId === spanId)?.citation.quote ?? '';
  const said = words.map(([start, end]) => oneLine(quote.slice(start, end))).filter((part) => part !== '');
  const source = said.length > 0 ? said.map((part) => `“${part}”`).join(', ') : state === 'unsaid' ? '' : t('above the sentence');
  return { kind: atomKindName(kind), text, state, words: `${atomWords(state)}${source === '' ? '' : `: ${source}`}` };
}

/** What stands below every export: it shows a report, and checks none. */
export function asStatedWords(): string {
  return t(
    'This shows the report as it is stored. {0} says what of it follows from the documents, and what is only stated.',
    'linchpin verify',
  );
}

function madeFrom(report: AuditReport): [string, string][] {
  const models = Object.values(report.models).map((model) => `${model.id} ${model.version}${model.local ? '' : ` (${t('remote')})`}`);
  return [
    [t('Audit'), report.id],
    [t('Made at'), dateWords(report.createdAt)],
    ...(report.programVersion === undefined ? [] : [['Linchpin', report.programVersion] satisfies [string, string]]),
    [t('Models'), [...new Set(models)].join(', ')],
    [t('Index'), report.indexVersion.slice(0, 12)],
    ...(report.basis === undefined
      ? []
      : [
          [t('Evidence from'), searchedWords(report.basis)] satisfies [string, string],
          ...withheldWords(report.basis).map((words): [string, string] => [t('Left out'), words]),
        ]),
    ...(report.encoded === undefined ? [] : [[t('Encoded'), encodedWords(report.encoded)] satisfies [string, string]]),
    [t('Seed'), String(report.seed)],
    [t('Report hash'), report.hash],
  ];
}

/** "accepted by Vera". */
export function byWords({ reviewer, verdict }: ExportedReview['by'][number]): string {
  return verdict === 'accepted' ? t('accepted by {0}', reviewer) : t('rejected by {0}', reviewer);
}

/** "accepted by Vera, rejected by Tom"; empty where nobody has decided. */
export function decidedWords(review: ExportedReview | null): string {
  return (review?.by ?? []).map((decision) => byWords(decision)).join(', ');
}
