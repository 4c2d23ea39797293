import type { Tone } from '../../src/contract/claim-words.ts';

/** Icons of the editor's font, as the queue has them. */
export const toneIcons: Readonly<Record<Tone, string>> = {
  waiting: 'circle-outline',
  checking: 'loading codicon-modifier-spin',
  failed: 'debug-disconnect',
  hidden: 'eye-closed',
  stale: 'history',
  supported: 'pass',
  refuted: 'error',
  conflicting: 'warning',
  uncovered: 'question',
  split: 'git-compare',
  dismissed: 'circle-slash',
};
