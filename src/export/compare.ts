import type { Citation } from '../contract/citation.ts';
import type { Evidence, MinimalEvidence, Role } from '../contract/evidence.ts';
import type { AnswerStatus, AuditKind, AuditReport } from '../contract/report.ts';
import { oneLine } from './words.ts';

/** A value of both audits. */
export interface Pair<T> {
  readonly before: T;
  readonly after: T;
  readonly changed: boolean;
}

/** A piece of evidence that is in one of the audits or in both: the same words of the same document, wherever they stand. */
export interface ComparedEvidence {
  readonly change: 'kept' | 'added' | 'removed';
  readonly citation: Citation;
  /** In both, and at another place. */
  readonly moved: boolean;
  readonly necessity: { readonly before: number | null; readonly after: number | null };
  readonly role: { readonly before: Role | null; readonly after: Role | null };
}

export interface ComparedConflict {
  readonly change: 'kept' | 'added' | 'removed';
  readonly explanation: string;
  readonly a: Citation;
  readonly b: Citation;
}

/** What changed between two audits: before and after a change of documents, models, settings or program. */
export interface Comparison {
  readonly ids: readonly [string, string];
  readonly kind: AuditKind;
  readonly question: Pair<string>;
  readonly status: Pair<AnswerStatus>;
  readonly answer: Pair<string>;
  /** Calibrated chance that the answer is right; null where none was given. */
  readonly chance: Pair<number | null>;
  readonly quality: Pair<number>;
  readonly evidence: readonly ComparedEvidence[];
  readonly counterEvidence: readonly ComparedEvidence[];
  readonly conflicts: readonly ComparedConflict[];
  /** What the audits were made with, where it differs. */
  readonly madeWith: readonly { readonly what: string; readonly before: string; readonly after: string }[];
  /** Answer, status, evidence and conflicts are the same; numbers may differ. */
  readonly same: boolean;
}

/** Numbers that differ by less than this are the same to a reader. */
const slack = 0.005;

export function compareReports(before: AuditReport, after: AuditReport): Comparison {
  const question = pair(oneLine(before.question), oneLine(after.question));
  const status = pair(before.answer.status, after.answer.status);
  const answer = pair(oneLine(before.answer.text), oneLine(after.answer.text));
  const evidence = comparedEvidence(before.evidence, after.evidence);
  const counterEvidence = comparedEvidence(sufficient(before.counterEvidence), sufficient(after.counterEvidence));
  const conflicts = comparedConflicts(before, after);
  const changes = [...evidence, ...counterEvidence, ...conflicts];
  return {
    ids: [before.id, after.id],
    kind: after.kind,
    question,
    status,
    answer,
    chance: numbers(before.answer.chance ?? null, after.answer.chance ?? null),
    quality: numbers(before.evidence.quality, after.evidence.quality),
    evidence,
    counterEvidence,
    conflicts,
    madeWith: madeWith(before, after),
    same: !question.changed && !status.changed && !answer.changed && changes.every(({ change }) => change === 'kept'),
  };
}

function pair<T>(before: T, after: T): Pair<T> {
  return { before, after, changed: before !== after };
}

function numbers<T extends number | null>(before: T, after: T): Pair<T> {
  const changed = before === null || after === null ? before !== after : Math.abs(before - after) >= slack;
  return { before, after, changed };
}

function sufficient(evidence: Evidence | null | undefined): Evidence | null {
  return evidence?.sufficient === true ? evidence : null;
}

/** In the order of the second audit, then what only the first one has. Two with the same words are matched in order. */
function comparedEvidence(before: Evidence | null, after: Evidence | null): ComparedEvidence[] {
  const left = [...(before?.minimal ?? [])];
  const compared = (after?.minimal ?? []).map((item): ComparedEvidence => {
    const at = left.findIndex((other) => isSame(other.citation, item.citation));
    const [was] = at < 0 ? [] : left.splice(at, 1);
    return {
      change: was === undefined ? 'added' : 'kept',
      citation: item.citation,
      moved: was !== undefined && was.citation.start !== item.citation.start,
      ...needs(was, item),
    };
  });
  return [
    ...compared,
    ...left.map((was) => ({ change: 'removed' as const, citation: was.citation, moved: false, ...needs(was, undefined) })),
  ];
}

function needs(before: MinimalEvidence | undefined, after: MinimalEvidence | undefined): Pick<ComparedEvidence, 'necessity' | 'role'> {
  return {
    necessity: { before: before?.necessity ?? null, after: after?.necessity ?? null },
    role: { before: before?.role ?? null, after: after?.role ?? null },
  };
}

function isSame(a: Citation, b: Citation): boolean {
  return a.path === b.path && oneLine(a.quote) === oneLine(b.quote);
}

function comparedConflicts(before: AuditReport, after: AuditReport): ComparedConflict[] {
  const left = [...before.conflicts];
  const compared = after.conflicts.map(({ a, b, explanation }): ComparedConflict => {
    const at = left.findIndex((other) => (isSame(other.a, a) && isSame(other.b, b)) || (isSame(other.a, b) && isSame(other.b, a)));
    if (at >= 0) left.splice(at, 1);
    return { change: at >= 0 ? 'kept' : 'added', explanation, a, b };
  });
  return [...compared, ...left.map(({ a, b, explanation }) => ({ change: 'removed' as const, explanation, a, b }))];
}

function madeWith(before: AuditReport, after: AuditReport): Comparison['madeWith'] {
  const named = (report: AuditReport): Map<string, string> =>
    new Map([
      ['program', report.programVersion ?? 'not named'],
      ['index', report.indexVersion.slice(0, 12)],
      ['seed', String(report.seed)],
      ...Object.entries(report.models).map(([role, model]): [string, string] => [role, `${model.id} ${model.version}`]),
      ...Object.entries(report.settings).map(([name, value]): [string, string] => [
        `setting ${name}`,
        typeof value === 'object' ? JSON.stringify(value) : String(value),
      ]),
    ]);
  const [first, second] = [named(before), named(after)];
  return [...new Set([...first.keys(), ...second.keys()])].flatMap((what) => {
    const [was, is] = [first.get(what) ?? 'none', second.get(what) ?? 'none'];
    return was === is ? [] : [{ what, before: was, after: is }];
  });
}
