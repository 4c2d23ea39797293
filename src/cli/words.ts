import { t } from '../base/language.ts';
import type { FindingKind } from '../export/finding.ts';

const findings: Readonly<Record<FindingKind, () => string>> = {
  refuted: () => t('refuted'),
  conflicting: () => t('sources disagree'),
  stale: () => t('stale'),
  part: () => t('only part is said'),
  undecided: () => t('undecided'),
  nothing: () => t('nothing found'),
  unsupported: () => t('unsupported'),
  uncertain: () => t('uncertain'),
  supported: () => t('supported'),
};

/** What a check found about a claim, in a word. */
export function findingWord(kind: FindingKind): string {
  return findings[kind]();
}
