import { describeLocator } from '../../src/contract/locator.ts';
import type { Citation } from '../../src/contract/citation.ts';
import type { CrrBand, ProbeKind } from '../../src/contract/exploration.ts';
import type { Role } from '../../src/contract/evidence.ts';
import type { AnswerStatus, StageName } from '../../src/contract/report.ts';

const counts = new Intl.NumberFormat('en');
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

export function plural(value: number, one: string, many = `${one}s`): string {
  return `${counts.format(value)} ${value === 1 ? one : many}`;
}

/** A number on a scale of 0 to 1 or -1 to 1, to two places; "n/a" where it is undefined, which is not zero. */
export function score(value: number | null | undefined): string {
  return value === null || value === undefined ? 'n/a' : value.toFixed(2).replace(/^-0\.00$/u, '0.00');
}

export function signed(value: number): string {
  const text = score(value);
  return value > 0 && text !== '0.00' ? `+${text}` : text;
}

export function duration(milliseconds: number): string {
  if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`;
  if (milliseconds < 60_000) return `${(milliseconds / 1000).toFixed(1)} s`;
  return `${Math.floor(milliseconds / 60_000)} min ${Math.round((milliseconds % 60_000) / 1000)} s`;
}

export function timeLeft(seconds: number): string {
  if (seconds < 5) return 'a few seconds left';
  if (seconds < 90) return `about ${Math.round(seconds / 5) * 5} s left`;
  return `about ${Math.round(seconds / 60)} min left`;
}

/** "2 minutes ago", "yesterday"; the date as it stands when it cannot be read. */
export function ago(iso: string, now: number): string {
  const then = Date.parse(iso);
  if (Number.isNaN(then)) return iso;
  const seconds = Math.round((then - now) / 1000);
  const past = Math.abs(seconds);
  if (past < 45) return 'just now';
  if (past < 2700) return relative.format(Math.round(seconds / 60), 'minute');
  if (past < 79_200) return relative.format(Math.round(seconds / 3600), 'hour');
  return relative.format(Math.round(seconds / 86_400), 'day');
}

export function place(citation: Pick<Citation, 'path' | 'line' | 'locator'>): string {
  return citation.locator === undefined ? `${citation.path}:${citation.line}` : `${citation.path}, ${describeLocator(citation.locator)}`;
}

/** A quote on one line: line breaks and runs of blanks of the source are layout, not content. */
export function oneLine(text: string): string {
  return text.replace(/\s+/gu, ' ').trim();
}

interface Wording {
  readonly text: string;
  /** Name of an icon of the editor's font. */
  readonly icon: string;
  /** What it means, in a sentence. */
  readonly hint: string;
}

export const statusWords: Readonly<Record<AnswerStatus, Wording>> = {
  supported: { text: 'Supported', icon: 'pass-filled', hint: 'The evidence entails the answer, and nothing found contradicts it.' },
  refuted: { text: 'Refuted', icon: 'error', hint: 'The evidence contradicts the claim.' },
  conflicting: { text: 'Conflicting', icon: 'warning', hint: 'The documents disagree with each other.' },
  uncertain: {
    text: 'This may answer it',
    icon: 'circle-large-outline',
    hint: 'These sentences may answer the question; it is not certain enough to be asserted.',
  },
  'not-enough-evidence': {
    text: 'Not enough evidence',
    icon: 'question',
    hint: 'No set of passages found is enough to stand behind an answer.',
  },
};

export const roleWords: Readonly<Record<Role, Wording>> = {
  core: { text: 'core', icon: 'key', hint: 'In every minimal set: the answer cannot stand without it.' },
  alternative: { text: 'alternative', icon: 'git-branch', hint: 'In some minimal sets: other evidence can take its place.' },
  idle: { text: 'idle', icon: 'circle-outline', hint: 'In no minimal set: the answer does not need it.' },
};

export const bandWords: Readonly<Record<CrrBand, Wording>> = {
  causal: { text: 'causal', icon: 'target', hint: 'Below 0.5: the evidence answers the question and not its rival.' },
  moderate: { text: 'moderate', icon: 'circle-filled', hint: '0.5 to 0.7: the evidence is mostly about the question.' },
  high: { text: 'high', icon: 'circle-large-outline', hint: '0.7 to 0.9: the evidence serves the rival question nearly as well.' },
  trap: { text: 'trap', icon: 'warning', hint: 'Above 0.9: the evidence does not tell the question from its rival.' },
};

export const probeWords: Readonly<Record<ProbeKind, string>> = {
  role: 'role',
  temporal: 'time',
  entity: 'entity',
  category: 'category',
  scope: 'scope',
};

export const stageWords: Readonly<Record<StageName, string>> = {
  route: 'Choose a route',
  refine: 'Refine the question',
  retrieve: 'Search the documents',
  probe: 'Ask rival questions',
  gather: 'Gather evidence',
  arbitrate: 'Compare drafts',
  answer: 'Write the answer',
  verify: 'Verify the quotes',
  causal: 'Trace causes',
  minimise: 'Find the minimal evidence',
  conflicts: 'Look for conflicts',
  ratios: 'Compare with rival questions',
  report: 'Write the report',
};
