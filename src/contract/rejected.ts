import { t } from '../base/language.ts';
import type { AuditReport } from './report.ts';

/**
 * Whether all that an audit asserts rests on evidence that was rejected: no known set of sentences that suffices is without it. What asserts
 * nothing rests on nothing.
 */
export function restsOnRejected(
  { answer, evidence }: Pick<AuditReport, 'answer' | 'evidence'>,
  isRejected: (spanId: string) => boolean,
): boolean {
  if (answer.status === 'not-enough-evidence') return false;
  return isWithoutSet(
    evidence.minimal.map(({ spanId }) => spanId),
    (evidence.certificate?.minimalSets ?? []).map(({ spanIds }) => spanIds),
    isRejected,
  );
}

/** @param own the set that is shown @param sets all that suffice, as far as they are known */
export function isWithoutSet(
  own: readonly string[],
  sets: readonly (readonly string[])[],
  isRejected: (spanId: string) => boolean,
): boolean {
  return own.some((id) => isRejected(id)) && ![own, ...sets].some((set) => set.length > 0 && !set.some((id) => isRejected(id)));
}

/** "Supported, by evidence that you rejected". @param by who rejected it: the person at this window, or any */
export function rejectedWords(status: string, by: 'you' | 'reviewers'): string {
  return by === 'you' ? t('{0}, by evidence that you rejected', status) : t('{0}, by evidence that reviewers rejected', status);
}
