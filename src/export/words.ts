import { t } from '../base/language.ts';
import type { Citation } from '../contract/citation.ts';
import { describeLocator } from '../contract/locator.ts';
import { findingOf, findingWords } from '../contract/claim-words.ts';
import type { AnswerStatus, AuditKind, OpenKind } from '../contract/report.ts';
import type { ClaimAtom } from '../contract/atoms.ts';

/** What is said of an audit in a word or two. Of a claim nothing is said to answer it. @param open of a claim that is open, which of the three */
export function statusWords(status: AnswerStatus, kind: AuditKind, open?: OpenKind): string {
  if (kind === 'claim') return findingWords(findingOf(status, open)).headline;
  switch (status) {
    case 'supported':
      return t('Supported');
    case 'refuted':
      return t('Refuted');
    case 'conflicting':
      return t('Sources disagree');
    case 'uncertain':
      return t('This may answer it');
    case 'not-enough-evidence':
      return t('Not enough evidence');
  }
}

const atoms: Record<ClaimAtom['state'], () => string> = { said: () => t('said'), denied: () => t('denied'), unsaid: () => t('not said') };

export function atomWords(state: ClaimAtom['state']): string {
  return atoms[state]();
}

/** Where a person finds it, without the path: the line, or the page or cells of what is no text. */
export function placeInDocument({ line, locator }: Pick<Citation, 'line' | 'locator'>): string {
  return locator === undefined ? t('line {0}', line) : describeLocator(locator);
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
