import { questionForms } from '../beds/bed.ts';
import { estimate, type Estimate } from '../statistics.ts';
import type { Asked } from './run.ts';

function share(values: readonly boolean[]): string {
  if (values.length === 0) return '';
  return shown(estimate(values.map(Number)));
}

function shown({ mean, low, high }: Estimate): string {
  return `${mean.toFixed(2)} (${low.toFixed(2)}-${high.toFixed(2)})`;
}

function row(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

/** How the questions ended, by form: shares with bootstrap 95 % intervals. */
export function outcomeTable(asked: readonly Asked[]): string {
  const head = ['form', 'n', 'right, supported', 'right, possible', 'wrong, supported', 'wrong, possible', 'abstained'];
  const groups: readonly (readonly [string, readonly Asked[]])[] = [
    ['**answerable**', asked.filter((entry) => entry.question.answerable)],
    ...questionForms.map((form) => [form, asked.filter((entry) => entry.question.form === form)] as const),
    ['**all**', asked],
  ];
  const lines = groups
    .filter(([, entries]) => entries.length > 0)
    .map(([name, entries]) => {
      const of = (shownAs: string, right: boolean): string =>
        share(entries.map(({ outcome }) => outcome.shown === shownAs && outcome.right === right));
      const abstained = share(entries.map(({ outcome }) => outcome.shown === 'abstained'));
      return row([
        name,
        String(entries.length),
        of('asserted', true),
        of('possible', true),
        of('asserted', false),
        of('possible', false),
        abstained,
      ]);
    });
  return [row(head), row(head.map(() => '---')), ...lines].join('\n');
}

/** Where a gold sentence was still there, by workspace: what is not in one stage cannot be in the next. */
export function stageTable(asked: readonly Asked[]): string {
  const head = [
    'workspace',
    'n',
    'retrieved',
    'in the pool',
    'first five',
    'minimal set',
    'pool where retrieved',
    'first five where retrieved',
    'minimal where retrieved',
  ];
  const answerable = asked.filter(({ outcome }) => outcome.found !== null);
  const groups: readonly (readonly [string, readonly Asked[]])[] = [
    ...[...new Set(answerable.map(({ question }) => question.workspace))].map(
      (workspace) => [workspace, answerable.filter(({ question }) => question.workspace === workspace)] as const,
    ),
    ['**all**', answerable],
  ];
  const lines = groups.map(([name, entries]) => {
    const found = entries.flatMap(({ outcome }) => outcome.found ?? []);
    const retrieved = found.filter((entry) => entry.retrieved);
    return row([
      name,
      String(entries.length),
      share(found.map((entry) => entry.retrieved)),
      share(found.map((entry) => entry.pool)),
      share(found.map((entry) => entry.firstFive)),
      share(found.map((entry) => entry.minimal)),
      share(retrieved.map((entry) => entry.pool)),
      share(retrieved.map((entry) => entry.firstFive)),
      share(retrieved.map((entry) => entry.minimal)),
    ]);
  });
  return [row(head), row(head.map(() => '---')), ...lines].join('\n');
}

const edges = [0, 0.2, 0.4, 0.6, 0.8, 0.9, 1.0001];

/** The number beside the answer against how often such answers are right: only what was shown counts. */
export function reliabilityTable(asked: readonly Asked[]): string {
  const answers = asked.filter(({ outcome }) => outcome.shown !== 'abstained');
  const head = ['shown number', 'n', 'mean', 'right'];
  let error = 0;
  const lines = edges.slice(0, -1).flatMap((from, index) => {
    const to = edges[index + 1] ?? 1;
    const within = answers.filter(({ outcome }) => outcome.chance >= from && outcome.chance < to);
    if (within.length === 0) return [];
    const mean = within.reduce((sum, { outcome }) => sum + outcome.chance, 0) / within.length;
    const right = within.filter(({ outcome }) => outcome.right).length / within.length;
    error += (within.length / answers.length) * Math.abs(mean - right);
    return [row([`${from.toFixed(1)}-${Math.min(1, to).toFixed(1)}`, String(within.length), mean.toFixed(2), right.toFixed(2)])];
  });
  return [
    row(head),
    row(head.map(() => '---')),
    ...lines,
    '',
    `Expected calibration error: ${error.toFixed(3)} over ${answers.length} answers.`,
  ].join('\n');
}

/** Which stage lost a question whose answer was not shown right: each counts once, at the first stage that lost it. */
export function lossTable(asked: readonly Asked[]): string {
  const counts = new Map<string, number>();
  for (const { outcome } of asked) {
    const { found } = outcome;
    if (found === null) continue;
    const lost = outcome.right
      ? 'nothing: right'
      : !found.retrieved
        ? 'retrieve'
        : !found.pool
          ? 'select'
          : !found.minimal
            ? 'read: another sentence'
            : outcome.shown === 'abstained'
              ? 'judge: not sure enough'
              : 'read: the words that answer';
    counts.set(lost, (counts.get(lost) ?? 0) + 1);
  }
  const head = ['lost by', 'questions'];
  return [
    row(head),
    row(['---', '---']),
    ...[...counts].sort((a, b) => b[1] - a[1]).map(([name, count]) => row([name, String(count)])),
  ].join('\n');
}

/** Median and 95th percentile of a question's time. */
export function timeLine(asked: readonly Asked[]): string {
  const times = asked.map(({ ms }) => ms).sort((a, b) => a - b);
  const at = (part: number): string => (times[Math.min(times.length - 1, Math.floor(part * times.length))] ?? 0).toFixed(0);
  return `A question took ${at(0.5)} ms at the median, ${at(0.95)} ms at the 95th percentile (n = ${times.length}).`;
}
