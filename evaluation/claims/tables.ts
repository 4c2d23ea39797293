import { exactInterval, upperBound } from './binomial.ts';
import type { Judged, Verdict } from './run.ts';

function row(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

function share(hits: number, n: number): string {
  if (n === 0) return 'none';
  const { low, high } = exactInterval(hits, n);
  return `${hits} of ${n} = ${(hits / n).toFixed(2)} (${low.toFixed(2)}-${high.toFixed(2)})`;
}

const verdicts: readonly Verdict[] = ['supported', 'refuted', 'conflicting', 'undecided'];

/** How the claims of each kind were judged. */
export function confusionTable(judged: readonly Judged[]): string {
  const groups: (readonly [string, readonly Judged[]])[] = [];
  for (const label of ['supported', 'refuted', 'uncovered'] as const) {
    const own = judged.filter(({ claim }) => claim.label === label);
    if (own.length === 0) continue;
    groups.push([`**${label}**`, own]);
    if (label === 'refuted')
      for (const kind of new Set(own.map(({ claim }) => claim.kind))) groups.push([kind, own.filter(({ claim }) => claim.kind === kind)]);
  }
  const head = ['claims that are', 'n', ...verdicts];
  return [
    row(head),
    row(head.map(() => '---')),
    ...groups.map(([name, own]) =>
      row([name, String(own.length), ...verdicts.map((verdict) => String(own.filter((entry) => entry.verdict === verdict).length))]),
    ),
  ].join('\n');
}

/** What matters of it, with exact 95 % intervals. */
export function rateTable(judged: readonly Judged[]): string {
  const of = (label: string): readonly Judged[] => judged.filter(({ claim }) => claim.label === label);
  const count = (own: readonly Judged[], ...wanted: readonly Verdict[]): number =>
    own.filter(({ verdict }) => wanted.includes(verdict)).length;
  const [yes, no, none] = [of('supported'), of('refuted'), of('uncovered')];
  const gold = judged.flatMap(({ found }) => found ?? []);
  const lines: readonly (readonly [string, string])[] = [
    ['false claims called supported', share(count(no, 'supported'), no.length)],
    ['true claims called refuted', share(count(yes, 'refuted'), yes.length)],
    ['false claims called refuted', share(count(no, 'refuted'), no.length)],
    ['true claims called supported', share(count(yes, 'supported'), yes.length)],
    ['uncovered claims left undecided', share(count(none, 'undecided'), none.length)],
    ['claims called conflicting', share(count(judged, 'conflicting'), judged.length)],
    ['a gold sentence is among the candidates', share(gold.filter(({ pool }) => pool).length, gold.length)],
    ['a gold sentence is in the minimal set', share(gold.filter(({ minimal }) => minimal).length, gold.length)],
  ];
  return [row(['', 'share']), row(['---', '---']), ...lines.map(([name, value]) => row([name, value]))].join('\n');
}

/** The promise, with the data it was measured on. */
export function boundLine(judged: readonly Judged[]): string {
  const others = judged.filter(({ claim }) => claim.label !== 'supported');
  const wrong = others.filter(({ verdict }) => verdict === 'supported').length;
  return `Of claims that are false or not covered at most ${upperBound(wrong, others.length).toFixed(3)} are called supported, with 95 % confidence, on claims like these ${others.length}.`;
}

/** Of the claims that were decided, most certain first, how many were judged wrong. */
export function riskCoverageTable(judged: readonly Judged[]): string {
  const decided = judged
    .filter(({ verdict }) => verdict === 'supported' || verdict === 'refuted')
    .sort((a, b) => b.confidence - a.confidence || (a.claim.id < b.claim.id ? -1 : 1));
  const head = ['decided', 'share of all', 'wrong', 'risk at most (95 %)'];
  const steps = [5, 10, 15, 20, 30, 40, 60, 80, decided.length].filter(
    (size, at, all) => size <= decided.length && size > 0 && all.indexOf(size) === at,
  );
  return [
    row(head),
    row(head.map(() => '---')),
    ...steps.map((size) => {
      const wrong = decided.slice(0, size).filter(({ claim, verdict }) => claim.label !== verdict).length;
      return row([String(size), (size / judged.length).toFixed(2), String(wrong), upperBound(wrong, size).toFixed(2)]);
    }),
  ].join('\n');
}

export function timeLine(judged: readonly Judged[]): string {
  const at = (part: number, times: readonly number[]): string =>
    ([...times].sort((a, b) => a - b)[Math.min(times.length - 1, Math.floor(part * times.length))] ?? 0).toFixed(0);
  const [clock, processor] = [judged.map(({ ms }) => ms), judged.map((entry) => entry.processor)];
  return `A claim took ${at(0.5, clock)} ms at the median, ${at(0.95, clock)} ms at the 95th percentile, the fastest ${Math.min(...clock).toFixed(0)} ms; of processor time ${at(0.5, processor)} ms at the median (n = ${String(judged.length)}).`;
}
