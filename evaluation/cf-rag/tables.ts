import { agreements } from '../../src/arbitrate/consensus.ts';
import { crrBand } from '../../src/arbitrate/score.ts';
import { sameAnswer } from '../../src/text/same-answer.ts';
import { exactMatch, overAnswers, tokenF1 } from '../answer-metrics.ts';
import type { AuditItem } from '../item.ts';
import { comparePaired, type Estimate, estimate } from '../statistics.ts';
import type { TrapOutcome, Verdict } from '../traps.ts';
import type { Observation } from './observe.ts';

/** What an arm said of each item, in item order. */
export interface Column {
  readonly name: string;
  readonly observations: readonly Observation[];
}

const shown = ({ mean, low, high, n }: Estimate): string => (n === 0 ? '' : `${mean.toFixed(3)} (${low.toFixed(3)}-${high.toFixed(3)})`);
const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [row(head), `|${head.map(() => '---').join('|')}|`, ...rows.map(row)].join('\n');

const matches = (items: readonly AuditItem[], answers: readonly string[]): number[] =>
  items.map((item, place) => overAnswers(exactMatch, answers[place] ?? '', item.answers));
const overlaps = (items: readonly AuditItem[], answers: readonly string[]): number[] =>
  items.map((item, place) => overAnswers(tokenF1, answers[place] ?? '', item.answers));
const answersOf = ({ observations }: Column): string[] => observations.map((observation) => observation.answer);

/** EM and F1 of each arm, and the paired difference in F1 to the arm named `reference`. */
export function armTable(items: readonly AuditItem[], columns: readonly Column[], reference: string): string {
  const base = columns.find((column) => column.name === reference);
  return table(
    ['arm', 'EM', 'F1', `F1 less that of ${reference}`, 'first reading overruled'],
    columns.map((column) => {
      const own = overlaps(items, answersOf(column));
      const paired = base === undefined || base === column ? null : comparePaired(overlaps(items, answersOf(base)), own);
      return [
        column.name,
        shown(estimate(matches(items, answersOf(column)))),
        shown(estimate(own)),
        paired === null
          ? ''
          : `${paired.difference >= 0 ? '+' : ''}${paired.difference.toFixed(3)} (${paired.low.toFixed(3)} to ${paired.high.toFixed(3)}), p = ${paired.p.toFixed(3)}`,
        String(column.observations.filter((observation) => observation.overruled).length),
      ];
    }),
  );
}

/** EM and F1 of each arm by the number of injected distractors. */
export function distractorTable(
  items: readonly AuditItem[],
  levels: readonly { readonly count: number; readonly columns: readonly Column[] }[],
): string {
  return table(
    ['distractors', 'arm', 'EM', 'F1'],
    levels.flatMap(({ count, columns }) =>
      columns.map((column) => [
        String(count),
        column.name,
        shown(estimate(matches(items, answersOf(column)))),
        shown(estimate(overlaps(items, answersOf(column)))),
      ]),
    ),
  );
}

/** The paper's table 6: of the selected probes, the mix of transformations and their distances; of all candidates, how many are valid. */
export function probeTable({ observations }: Column): string {
  const all = observations.flatMap((observation) => observation.probes);
  const selected = all.filter((probe) => probe.selected);
  const kinds = ['role', 'entity', 'temporal', 'category', 'scope'];
  const line = (name: string, of: (probe: { readonly kind: string }) => boolean): string[] => {
    const mine = selected.filter(of);
    const candidates = all.filter(of);
    const rejected = (why: string): string =>
      candidates.length === 0 ? '' : (candidates.filter((probe) => probe.rejection === why).length / candidates.length).toFixed(2);
    return [
      name,
      `${((100 * mine.length) / Math.max(1, selected.length)).toFixed(1)} % (${mine.length})`,
      shown(estimate(mine.map((probe) => 1 - probe.similarity))),
      shown(estimate(mine.map((probe) => probe.answerDistance))),
      shown(estimate(candidates.map((probe) => Number(probe.rejection === null)))),
      rejected('off-topic'),
      rejected('paraphrase'),
      rejected('same-answer'),
    ];
  };
  return table(
    [
      'transformation',
      'of the selected',
      'semantic distance',
      'answer distance',
      'valid candidates',
      'off topic',
      'paraphrase',
      'same answer',
    ],
    [...kinds.map((kind) => line(kind, (probe) => probe.kind === kind)), line('all', () => true)],
  );
}

/** The paper's table 10: accuracy of plain reading by the band of its evidence's counterfactual relevance ratio. */
export function bandTable(items: readonly AuditItem[], audited: Column, plain: Column): string {
  const em = matches(items, answersOf(plain));
  const bands = [...(['causal', 'moderate', 'high', 'trap'] as const), null];
  return table(
    ['CRR', 'share', 'EM of plain+rerank', 'n'],
    bands.map((band) => {
      const places = items.flatMap((_item, place) => {
        const ratio = audited.observations[place]?.crr ?? null;
        return (ratio === null ? null : crrBand(ratio)) === band ? [place] : [];
      });
      return [
        band ?? 'no valid probe, or no answer',
        `${((100 * places.length) / items.length).toFixed(0)} %`,
        shown(estimate(places.map((place) => em[place] ?? 0))),
        String(places.length),
      ];
    }),
  );
}

/** The paper's table 12: over seeds, how often an item keeps its answer, and how far EM moves. */
export function seedTable(
  items: readonly AuditItem[],
  runs: readonly { readonly name: string; readonly seeds: readonly Column[] }[],
): string {
  return table(
    ['', 'items with one answer in all seeds', 'EM over seeds: mean', 'standard deviation', 'coefficient of variation'],
    runs.map(({ name, seeds }) => {
      const answers = seeds.map(answersOf);
      const stable = items.map((_item, place) => Number(answers.every((list) => sameAnswer(list[place] ?? '', answers[0]?.[place] ?? ''))));
      const scores = answers.map((list) => estimate(matches(items, list)).mean);
      const mean = scores.reduce((sum, value) => sum + value, 0) / scores.length;
      const deviation = Math.sqrt(scores.reduce((sum, value) => sum + (value - mean) ** 2, 0) / Math.max(1, scores.length - 1));
      return [name, shown(estimate(stable)), mean.toFixed(3), deviation.toFixed(4), mean === 0 ? '' : (deviation / mean).toFixed(3)];
    }),
  );
}

/** The answer that the drafts alone would give: with consensus the best draft of the largest agreeing group of two thirds, else the best-scored one. */
export function draftsAlone({ name, observations }: Column, consensus: boolean): Column {
  return {
    name,
    observations: observations.map((observation) => {
      const { drafts } = observation;
      const shares = agreements(drafts.map((draft) => draft.text));
      const agreed = consensus ? drafts.find((_draft, place) => (shares[place] ?? 0) >= 0.66) : undefined;
      return { ...observation, answer: (agreed ?? drafts[0])?.text ?? '' };
    }),
  };
}

/** Right and decoy answers of both halves, plain and with the product. */
export function trapTables(outcomes: readonly TrapOutcome[]): string {
  const share = (list: readonly TrapOutcome[], arm: 'plain' | 'linchpin', verdict: Verdict): string => {
    const { mean, low, high } = estimate(list.map((outcome) => Number(outcome[arm].verdict === verdict)));
    return `${list.filter((outcome) => outcome[arm].verdict === verdict).length} of ${list.length} (${(100 * mean).toFixed(0)} %, ${(100 * low).toFixed(0)}-${(100 * high).toFixed(0)})`;
  };
  const halves = (['tune', 'held-out'] as const).map((half) => ({ half, list: outcomes.filter((outcome) => outcome.half === half) }));
  const counts = table(
    ['half', 'plain: right', 'plain: decoy', 'Linchpin: right', 'Linchpin: decoy', 'evidence of the right answer more specific'],
    halves.map(({ half, list }) => {
      const known = list.filter((outcome) => outcome.rightCausal !== null && outcome.decoyCausal !== null);
      return [
        half,
        share(list, 'plain', 'right'),
        share(list, 'plain', 'decoy'),
        share(list, 'linchpin', 'right'),
        share(list, 'linchpin', 'decoy'),
        `${known.filter((outcome) => (outcome.rightCausal ?? 0) > (outcome.decoyCausal ?? 0)).length} of ${known.length} with a valid probe`,
      ];
    }),
  );
  const each = table(
    ['workspace', 'half', 'plain', 'Linchpin', 'probes', 'causal score: right evidence', 'decoy evidence'],
    outcomes.map((outcome) => [
      outcome.name,
      outcome.half,
      `${outcome.plain.answer} (${outcome.plain.verdict})`,
      `${outcome.linchpin.answer} (${outcome.linchpin.verdict})`,
      outcome.kinds.join(', '),
      outcome.rightCausal?.toFixed(3) ?? 'undefined',
      outcome.decoyCausal?.toFixed(3) ?? 'undefined',
    ]),
  );
  return `${counts}\n\n${each}`;
}
