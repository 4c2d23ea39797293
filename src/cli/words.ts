import { t } from '../base/language.ts';
import type { FindingKind } from '../export/finding.ts';

const findings: Readonly<Record<FindingKind, () => string>> = {
  refuted: () => t('refuted'),
  conflicting: () => t('conflicting'),
  stale: () => t('stale'),
  unsupported: () => t('unsupported'),
  uncertain: () => t('uncertain'),
  supported: () => t('supported'),
};

/** What a check found about a claim, in a word. */
export function findingWord(kind: FindingKind): string {
  return findings[kind]();
}
