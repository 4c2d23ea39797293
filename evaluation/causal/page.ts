import type { Estimate } from '../statistics.ts';
import { estimate, quantile } from '../statistics.ts';
import type { AskedOutcome } from './asked.ts';
import type { CcRagRow } from './cc-rag.ts';
import type { Figures, pairFigures, sentenceFigures } from './news.ts';
import type { PolarityOutcome } from './polarity.ts';
import type { ReportsOutcome } from './reports.ts';

const cell = ({ mean, low, high }: Estimate): string => `${mean.toFixed(3)} (${low.toFixed(3)}-${high.toFixed(3)})`;

function figuresTable(figures: readonly Figures[]): string {
  return [
    '| | precision | recall | F1 |',
    '|---|---|---|---|',
    ...figures.map(({ name, precision, recall, f1 }) => `| ${name} | ${cell(precision)} | ${cell(recall)} | ${cell(f1)} |`),
  ].join('\n');
}

/** "12 of 13, 0.923 (0.769-1.000)". */
export function share(values: readonly boolean[]): string {
  if (values.length === 0) return 'none';
  return `${String(values.filter(Boolean).length)} of ${String(values.length)}, ${cell(estimate(values.map(Number)))}`;
}

export function newsPart(sentences: Awaited<ReturnType<typeof sentenceFigures>>, pairs: Awaited<ReturnType<typeof pairFigures>>): string {
  return [
    `Is the sentence causal? n = ${String(sentences.figures[0]?.n ?? 0)}; accuracy ${sentences.accuracy.map(({ name, estimate: of }) => `${name} ${cell(of)}`).join(', ')}.`,
    '',
    figuresTable(sentences.figures),
    '',
    `Pairs of cause and effect, n = ${String(pairs.relations)} in ${String(pairs.overlap[0]?.n ?? 0)} sentences. Right: half of the tokens of cause and of effect (F1).`,
    '',
    figuresTable(pairs.overlap),
    '',
    'Right: the same words, cause and effect.',
    '',
    figuresTable(pairs.exact),
  ].join('\n');
}

export function polarityPart(outcome: PolarityOutcome): string {
  return [
    `| ${String(outcome.sentences)} sentences | |`,
    '|---|---|',
    `| polarity and denial right, of links found | ${share(outcome.polarity)} |`,
    `| cause and effect not exchanged, of links found | ${share(outcome.direction)} |`,
    `| labelled links found | ${share(outcome.found)} |`,
    `| found links that are labelled | ${share(outcome.precision)} |`,
  ].join('\n');
}

export function reportsPart(outcome: ReportsOutcome): string {
  return [
    `| ${String(outcome.reports)} reports | |`,
    '|---|---|',
    `| edges found that are true | ${share(outcome.found)} |`,
    `| true edges that were found | ${share(outcome.wanted)} |`,
    `| reversed edges | ${String(outcome.reversed)} |`,
    `| denied links entered as denied, and as nothing else | ${share(outcome.denied)} |`,
    `| verdicts right | ${share(outcome.verdicts)} |`,
    `| verdicts right, of those given | ${share(outcome.given)} |`,
    `| verdicts right, had every cause been called necessary | ${share(outcome.allNecessary)} |`,
  ].join('\n');
}

export function askedPart({ ms, stageMs, byStatus }: AskedOutcome): string {
  const sorted = [...ms].sort((a, b) => a - b);
  return [
    '| status of the answer | right | all |',
    '|---|---|---|',
    ...[...byStatus]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([status, { right, all }]) => `| ${status} | ${String(right)} | ${String(all)} |`),
    '',
    `A question took ${(quantile(sorted, 0.5) / 1000).toFixed(2)} s at the median and ${(quantile(sorted, 0.95) / 1000).toFixed(2)} s at the 95th percentile, n = ${String(ms.length)}, with all other stages of the audit, the graph built before; the causal stage alone took ${quantile(
      [...stageMs].sort((a, b) => a - b),
      0.5,
    ).toFixed(0)} ms at the median. Other work shared the two cores.`,
  ].join('\n');
}

export function ccRagPart(rows: readonly CcRagRow[]): string {
  return [
    `| n = ${String(rows[0]?.precision.n ?? 0)} questions, ${String(rows[0]?.crs.n ?? 0)} counterfactual ones | precision | recall | CCIS | CRS | yes or no right |`,
    '|---|---|---|---|---|---|',
    ...rows.map(
      ({ arm, precision, recall, ccis, crs, right }) =>
        `| ${arm} | ${cell(precision)} | ${cell(recall)} | ${cell(ccis)} | ${cell(crs)} | ${cell(right)} |`,
    ),
  ].join('\n');
}
