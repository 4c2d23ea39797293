import type { Citation } from '../contract/citation.ts';
import { describeLocator } from '../contract/locator.ts';
import type { AnswerStatus, AuditKind } from '../contract/report.ts';
import type { ClaimAtom } from '../contract/atoms.ts';
import type { JointClaimVerdict } from '../contract/session.ts';

/** What is said of an audit in a word or two. Of a claim nothing is said to answer it. */
export function statusWords(status: AnswerStatus, kind: AuditKind): string {
  switch (status) {
    case 'supported':
      return 'Supported';
    case 'refuted':
      return 'Refuted';
    case 'conflicting':
      return 'Conflicting evidence';
    case 'uncertain':
      return kind === 'claim' ? 'Not certain enough to say' : 'This may answer it';
    case 'not-enough-evidence':
      return 'Not enough evidence';
  }
}

export function verdictWords(verdict: JointClaimVerdict): string {
  switch (verdict) {
    case 'not-a-claim':
      return 'Not a claim';
    case 'undecided':
      return 'Not decided';
    case 'split':
      return 'Reviewers disagree';
    default:
      return statusWords(verdict, 'claim');
  }
}

export const atomWords: Record<ClaimAtom['state'], string> = { said: 'said', denied: 'denied', unsaid: 'not said' };

/** Where a person finds it, without the path: the line, or the page or cells of what is no text. */
export function placeInDocument({ line, locator }: Pick<Citation, 'line' | 'locator'>): string {
  return locator === undefined ? `line ${line}` : describeLocator(locator);
}

/** Line breaks and runs of blanks of the source are layout, not content. */
export function oneLine(text: string): string {
  return text.replaceAll(/\s+/gu, ' ').trim();
}

/** "2026-03-02 10:00 UTC"; what cannot be read stays as it stands. */
export function dateWords(iso: string): string {
  const time = Date.parse(iso);
  return Number.isNaN(time) ? iso : `${new Date(time).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

export function plural(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
