import type { SetResult } from './run.ts';
import { comparePaired, type Estimate } from './statistics.ts';

/** Markdown tables: a row for each arm, a column for each metric, with intervals; below, paired differences to the first arm that answers. */
export function resultTables(results: readonly SetResult[]): string {
  return results.map(table).join('\n\n');
}

function table({ set, items, results }: SetResult): string {
  const metrics = [...new Set(results.flatMap((result) => Object.keys(result.metrics)))];
  const lines = [`## ${set} (n = ${items})`, '', `| arm | ${metrics.join(' | ')} |`, `|---|${metrics.map(() => '---').join('|')}|`];
  for (const result of results)
    lines.push(`| ${result.arm} | ${metrics.map((metric) => cell(metric, result.metrics[metric])).join(' | ')} |`);
  const differences = paired(results);
  return [...lines, ...(differences.length === 0 ? [] : ['', ...differences])].join('\n');
}

function cell(metric: string, value: Estimate | undefined): string {
  if (value === undefined) return '';
  if (metric === 'ms') return value.mean.toFixed(0);
  const digits = metric === 'tokens' ? 1 : metric === 'set size' ? 2 : 3;
  return Number.isNaN(value.low)
    ? value.mean.toFixed(digits)
    : `${value.mean.toFixed(digits)} (${value.low.toFixed(digits)}-${value.high.toFixed(digits)})`;
}

function paired(results: SetResult['results']): string[] {
  const base = results.find((result) => result.arm === 'plain') ?? results[0];
  if (base === undefined) return [];
  return results.flatMap((result) =>
    result === base
      ? []
      : ['F1', 'evidence F1'].flatMap((metric) => {
          const a = base.values[metric];
          const b = result.values[metric];
          if (a === undefined || b === undefined || a.length !== b.length) return [];
          const { difference, low, high, p } = comparePaired(a, b);
          return [
            `- ${result.arm} against ${base.arm}, ${metric}: ${difference >= 0 ? '+' : ''}${difference.toFixed(3)} (${low.toFixed(3)} to ${high.toFixed(3)}), p = ${p.toFixed(3)}`,
          ];
        }),
  );
}
