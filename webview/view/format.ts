import { decimal, relativeTime, t } from '../../src/base/language.ts';
import { placeName } from '../../src/contract/locator.ts';
import type { Citation } from '../../src/contract/citation.ts';
import type { CrrBand, ProbeKind } from '../../src/contract/exploration.ts';
import type { Role } from '../../src/contract/evidence.ts';
import { findingOf, findingWords, toneIcons, toneOfFinding } from '../../src/contract/claim-words.ts';
import type { AnswerStatus, AuditKind, OpenKind, StageName } from '../../src/contract/report.ts';

/** A number on a scale of 0 to 1 or -1 to 1, to two places; "n/a" where it is undefined, which is not zero. */
export function score(value: number | null | undefined): string {
  return value === null || value === undefined ? t('n/a') : decimal(isZero(value) ? 0 : value);
}

/** To two places. */
function isZero(value: number): boolean {
  return Math.abs(value) < 0.005;
}

export function signed(value: number): string {
  return value > 0 && !isZero(value) ? `+${score(value)}` : score(value);
}

export function duration(milliseconds: number): string {
  if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`;
  if (milliseconds < 60_000) return `${decimal(milliseconds / 1000, 1)} s`;
  return `${Math.floor(milliseconds / 60_000)} min ${Math.round((milliseconds % 60_000) / 1000)} s`;
}

export function timeLeft(seconds: number): string {
  if (seconds < 5) return t('a few seconds left');
  if (seconds < 90) return t('about {0} s left', Math.round(seconds / 5) * 5);
  return t('about {0} min left', Math.round(seconds / 60));
}

/** "2 minutes ago", "yesterday"; the date as it stands when it cannot be read. */
export function ago(iso: string, now: number): string {
  const then = Date.parse(iso);
  if (Number.isNaN(then)) return iso;
  const seconds = Math.round((then - now) / 1000);
  const past = Math.abs(seconds);
  if (past < 45) return t('just now');
  if (past < 2700) return relativeTime(Math.round(seconds / 60), 'minute');
  if (past < 79_200) return relativeTime(Math.round(seconds / 3600), 'hour');
  return relativeTime(Math.round(seconds / 86_400), 'day');
}

export function place(citation: Pick<Citation, 'path' | 'line' | 'locator'>): string {
  return placeName(citation);
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

const statuses: Readonly<Record<AnswerStatus, () => Wording>> = {
  supported: () => ({
    text: t('Supported'),
    icon: 'pass-filled',
    hint: t('The evidence entails the answer, and nothing found contradicts it.'),
  }),
  refuted: () => ({ text: t('Refuted'), icon: 'error', hint: t('The evidence contradicts the claim.') }),
  conflicting: () => ({ text: t('Sources disagree'), icon: 'warning', hint: t('The documents disagree with each other.') }),
  uncertain: () => ({
    text: t('This may answer it'),
    icon: 'circle-large-outline',
    hint: t('These sentences may answer the question; it is not certain enough to be asserted.'),
  }),
  'not-enough-evidence': () => ({
    text: t('Not enough evidence'),
    icon: 'question',
    hint: t('No set of passages found is enough to stand behind an answer.'),
  }),
};

/** @param kind of a claim it is said what was found, with three words for what is open */
export function statusWords(of: AnswerStatus, kind: AuditKind = 'question', open?: OpenKind): Wording {
  if (kind === 'question') return statuses[of]();
  const finding = findingOf(of, open);
  const { headline, meaning } = findingWords(finding);
  return { text: headline, icon: toneIcons[toneOfFinding[finding]], hint: meaning };
}

const roles: Readonly<Record<Role, () => Wording>> = {
  core: () => ({ text: t('core'), icon: 'key', hint: t('In every minimal set: the answer cannot stand without it.') }),
  alternative: () => ({ text: t('alternative'), icon: 'git-branch', hint: t('In some minimal sets: other evidence can take its place.') }),
  idle: () => ({ text: t('idle'), icon: 'circle-outline', hint: t('In no minimal set: the answer does not need it.') }),
};

export function roleWords(of: Role): Wording {
  return roles[of]();
}

const bands: Readonly<Record<CrrBand, () => Wording>> = {
  causal: () => ({ text: t('causal'), icon: 'target', hint: t('Below 0.5: the evidence answers the question and not its rival.') }),
  moderate: () => ({ text: t('moderate'), icon: 'circle-filled', hint: t('0.5 to 0.7: the evidence is mostly about the question.') }),
  high: () => ({
    text: t('high'),
    icon: 'circle-large-outline',
    hint: t('0.7 to 0.9: the evidence serves the rival question nearly as well.'),
  }),
  trap: () => ({ text: t('trap'), icon: 'warning', hint: t('Above 0.9: the evidence does not tell the question from its rival.') }),
};

export function bandWords(of: CrrBand): Wording {
  return bands[of]();
}

const probes: Readonly<Record<ProbeKind, () => string>> = {
  role: () => t('role'),
  temporal: () => t('time'),
  entity: () => t('entity'),
  category: () => t('category'),
  scope: () => t('scope'),
};

export function probeWords(of: ProbeKind): string {
  return probes[of]();
}

const stages: Readonly<Record<StageName, () => string>> = {
  route: () => t('Choose a route'),
  refine: () => t('Refine the question'),
  retrieve: () => t('Search the documents'),
  probe: () => t('Ask rival questions'),
  gather: () => t('Gather evidence'),
  arbitrate: () => t('Compare drafts'),
  answer: () => t('Write the answer'),
  verify: () => t('Verify the quotes'),
  causal: () => t('Trace causes'),
  minimise: () => t('Find the minimal evidence'),
  conflicts: () => t('Look for conflicts'),
  ratios: () => t('Compare with rival questions'),
  report: () => t('Write the report'),
};

export function stageWords(of: StageName): string {
  return stages[of]();
}
