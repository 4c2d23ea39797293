import type { SetResult } from './run.ts';
import type { Estimate } from './statistics.ts';

interface Aim {
  readonly set: string;
  readonly arm: string;
  readonly metric: string;
  /** At least this, or with `most` at most. */
  readonly value: number;
  readonly most?: true;
}

/** What the bundled models are to reach on development sets, as it was set before they were fitted. */
const aims: readonly Aim[] = [
  { set: 'hotpotqa', arm: 'linchpin', metric: 'F1', value: 0.45 },
  { set: 'hotpotqa', arm: 'linchpin', metric: 'evidence F1', value: 0.7 },
  { set: 'cad-nli', arm: 'linchpin-entailment', metric: 'accuracy', value: 0.65 },
  { set: 'fever-symmetric', arm: 'linchpin-entailment', metric: 'accuracy', value: 0.68 },
  { set: 'healthver', arm: 'linchpin-entailment', metric: 'accuracy', value: 0.55 },
  { set: 'cad-nli', arm: 'linchpin-entailment', metric: 'ECE', value: 0.05, most: true },
  { set: 'fever-symmetric', arm: 'linchpin-entailment', metric: 'ECE', value: 0.05, most: true },
  { set: 'healthver', arm: 'linchpin-entailment', metric: 'ECE', value: 0.05, most: true },
  { set: 'clapnq', arm: 'linchpin', metric: 'abstention balanced accuracy', value: 0.7 },
  { set: 'wice', arm: 'linchpin', metric: 'evidence F1', value: 0.5 },
  { set: 'wice', arm: 'linchpin', metric: 'set size', value: 4, most: true },
];

/** The aims that this run measured, each with what came out. Empty where it measured none. */
export function aimsTable(results: readonly SetResult[]): string {
  const rows = aims.flatMap(({ set, arm, metric, value, most }) => {
    const measured = results.find((result) => result.set === set)?.results.find((result) => result.arm === arm)?.metrics[metric];
    if (measured === undefined) return [];
    const met = most === true ? measured.mean <= value : measured.mean >= value;
    return [
      `| ${set} | ${metric} | ${most === true ? 'at most' : 'at least'} ${value} | ${written(measured)} | ${measured.n} | ${met ? 'met' : 'missed'} |`,
    ];
  });
  return rows.length === 0 ? '' : ['| set | figure | aim | measured | n | |', '|---|---|---|---|---|---|', ...rows].join('\n');
}

function written({ mean, low, high }: Estimate): string {
  return `${mean.toFixed(3)} (${low.toFixed(3)}-${high.toFixed(3)})`;
}
