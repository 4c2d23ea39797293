import { calibrate, expectedCalibrationError, type Observation, reliabilityCurve } from '../../src/minimise/calibration.ts';
import { count, indices } from '../../src/minimise/mask.ts';
import { comparePaired, type Estimate, estimate, estimateOf } from '../statistics.ts';
import type { SetMeasure } from './measure.ts';
import type { GoldPool } from './pools.ts';
import { sampleSets } from './samples.ts';
import { grown, ours, qualityIn, rankings, threshold, tokensIn } from './selectors.ts';

export const shown = ({ mean, low, high, n }: Estimate, digits = 3): string =>
  n === 0 ? '' : `${mean.toFixed(digits)} (${low.toFixed(digits)}-${high.toFixed(digits)})`;
const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [row(head), `|${head.map(() => '---').join('|')}|`, ...rows.map(row)].join('\n');

/** Measures of one arm, in item order. */
export interface Arm {
  readonly name: string;
  readonly measures: readonly SetMeasure[];
}

/** The paired difference to a reference, with its p. */
export function against(reference: readonly number[], own: readonly number[]): string {
  const { difference, low, high, p } = comparePaired(reference, own);
  return `${difference >= 0 ? '+' : ''}${difference.toFixed(3)} (${low.toFixed(3)} to ${high.toFixed(3)}), p = ${p.toFixed(3)}`;
}

/** The paper's table 1, the side of the evidence. @param spans gold marks characters: overlap in the place of equality */
export function selectionTable(arms: readonly Arm[], reference: string, spans: boolean): string {
  const base = arms.find((arm) => arm.name === reference)?.measures.map(({ f1 }) => f1) ?? [];
  return table(
    [
      'arm',
      'precision',
      'recall',
      'F1',
      spans ? 'a gold span shown' : 'exact',
      'spans',
      'tokens',
      'evaluations of F',
      `F1 less that of ${reference}`,
    ],
    arms.map(({ name, measures }) => [
      name,
      ...(['precision', 'recall', 'f1', 'exact'] as const).map((metric) => shown(estimate(measures.map((entry) => entry[metric])))),
      shown(estimate(measures.map(({ size }) => size)), 2),
      shown(estimate(measures.map(({ tokens }) => tokens)), 1),
      estimate(measures.map(({ evaluations }) => evaluations)).mean.toFixed(0),
      name === reference
        ? ''
        : against(
            base,
            measures.map(({ f1 }) => f1),
          ),
    ]),
  );
}

/** The paper's table 4. */
export function ablationTable(arms: readonly Arm[]): string {
  const base = arms[0]?.measures.map(({ f1 }) => f1) ?? [];
  return table(
    ['arm', 'F1', 'F1 less that of ours', 'spans', 'sufficient', 'deletion sensitivity', 'evaluations of F'],
    arms.map(({ name, measures }, index) => [
      name,
      shown(estimate(measures.map(({ f1 }) => f1))),
      index === 0
        ? ''
        : against(
            base,
            measures.map(({ f1 }) => f1),
          ),
      shown(estimate(measures.map(({ size }) => size)), 2),
      shown(estimate(measures.map(({ sufficient }) => sufficient))),
      shown(estimate(measures.flatMap(({ deletion }) => deletion ?? []))),
      estimate(measures.map(({ evaluations }) => evaluations)).mean.toFixed(0),
    ]),
  );
}

/** The paper's table 2: one column for each set. */
export function deletionTable(sets: Readonly<Record<string, readonly Arm[]>>): string {
  const names = Object.keys(sets);
  const arms = sets[names[0] ?? '']?.map((arm) => arm.name) ?? [];
  return table(
    ['arm', ...names],
    arms.map((name) => [
      name,
      ...names.map((set) =>
        shown(estimate(sets[set]?.find((arm) => arm.name === name)?.measures.flatMap(({ deletion }) => deletion ?? []) ?? [])),
      ),
    ]),
  );
}

const sizes = [1, 2, 3, 5] as const;
const largest = 10;

/** Size and tokens at equal quality (the paper's table 1 and figure 5): every order is cut where F reaches the threshold. */
export function equalQualityTable(pools: readonly GoldPool[]): string {
  const reached = pools.map((pool) => {
    const own = ours(pool);
    const sufficient = qualityIn(pool).value(own.set) >= threshold;
    return {
      pool,
      tokens: tokensIn(pool),
      sets: new Map([
        ['ours', sufficient ? own.set : null],
        ...Object.entries(rankings).map(([name, ranking]) => [name, grown(ranking, pool)?.set ?? null] as const),
      ]),
    };
  });
  const names = ['ours', ...Object.keys(rankings)];
  const common = reached.filter(({ sets }) => names.every((name) => sets.get(name) !== null));
  const sizeOf = (mask: number | null | undefined): number =>
    mask === null || mask === undefined ? Number.POSITIVE_INFINITY : count(mask);
  const head = [
    'order',
    'reaches the threshold',
    ...sizes.map((k) => `with at most ${k}`),
    `area over 1 to ${largest}`,
    `spans (n = ${common.length})`,
    'tokens',
  ];
  return table(
    head,
    names.map((name) => {
      const within = (k: number): number[] => reached.map(({ sets }) => Number(sizeOf(sets.get(name)) <= k));
      const area = reached.map(({ sets }) => Math.max(0, largest + 1 - sizeOf(sets.get(name))) / largest);
      return [
        name,
        shown(estimate(reached.map(({ sets }) => Number(sets.get(name) !== null)))),
        ...sizes.map((k) => estimate(within(k)).mean.toFixed(3)),
        shown(estimate(area)),
        shown(estimate(common.map(({ sets }) => sizeOf(sets.get(name)))), 2),
        shown(
          estimate(common.map(({ sets, tokens }) => indices(sets.get(name) ?? 0).reduce((sum, index) => sum + (tokens[index] ?? 0), 0))),
          1,
        ),
      ];
    }),
  );
}

/** Reliability of F on sets that hold a whole gold set or do not, in equal parts. */
export function reliabilityTable(pools: readonly GoldPool[]): string {
  const byPool = pools.map((pool, index) => {
    const quality = qualityIn(pool);
    return sampleSets(pool, 1000 + index).flatMap(({ set, enough, weight }): Observation[] =>
      Array.from({ length: Math.max(1, Math.round(24 * weight)) }, () => ({
        predicted: calibrate(quality.terms(set).raw, pool.scored.stored.fit),
        actual: enough ? 1 : 0,
      })),
    );
  });
  const ece = estimateOf(byPool.length, (places) => expectedCalibrationError(places.flatMap((place) => byPool[place] ?? [])));
  const rows = reliabilityCurve(byPool.flat()).map(({ from, to, size, predicted, actual }) => [
    `${from.toFixed(1)} to ${to.toFixed(1)}`,
    String(size),
    predicted.toFixed(3),
    actual.toFixed(3),
  ]);
  return `Expected calibration error ${shown(ece)}.\n\n${table(['F', 'weight', 'mean F', 'holds a gold set'], rows)}`;
}
