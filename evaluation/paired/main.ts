import { Command } from 'commander';

import { quantile, comparePaired, estimate } from '../statistics.ts';
import { type ItemOutcome, readOutcomes } from './outcomes.ts';

const command = new Command('evaluate:paired')
  .description('Compare two builds on the same items: npm run evaluate:paired -- BEFORE.jsonl.. --now NOW.jsonl..')
  .argument('<before...>', 'outcomes of the build before')
  .requiredOption('--now <files...>', 'outcomes of this build, of the same sets');
command.parse();

const before = (await Promise.all(command.args.map(readOutcomes))).flat();
const now = (await Promise.all(command.opts<{ now: string[] }>().now.map(readOutcomes))).flat();
const known = new Map(before.map((outcome) => [outcome.id, outcome]));
const pairs = now.flatMap((own) => {
  const other = known.get(own.id);
  return other === undefined ? [] : [{ other, own }];
});

type Holds = (outcome: ItemOutcome) => boolean;

function row(name: string, group: string, holds: Holds): void {
  const chosen = pairs.filter(({ own }) => own.group === group);
  if (chosen.length === 0) return;
  const a = chosen.map(({ other }) => Number(holds(other)));
  const b = chosen.map(({ own }) => Number(holds(own)));
  const { mean, low, high, n } = estimate(b);
  const { difference, low: least, high: most, p } = comparePaired(a, b);
  console.log(
    `| ${name} | ${String(n)} | ${estimate(a).mean.toFixed(2)} | ${mean.toFixed(2)} (${low.toFixed(2)}-${high.toFixed(2)}) | ${difference >= 0 ? '+' : ''}${difference.toFixed(2)} (${least.toFixed(2)} to ${most.toFixed(2)}) | ${p.toFixed(3)} |`,
  );
}

const isQuestion = pairs.some(({ own }) => own.group === 'answerable');
console.log('| what | n | before | now (95 %) | difference (95 %) | p |\n|---|---|---|---|---|---|');
if (isQuestion) {
  row('right and shown', 'answerable', ({ right, verdict }) => right && verdict !== 'abstained');
  row('right and asserted', 'answerable', ({ right, verdict }) => right && verdict === 'asserted');
  row('wrong and asserted', 'answerable', ({ right, verdict }) => !right && verdict === 'asserted');
  row('wrong and possible', 'answerable', ({ right, verdict }) => !right && verdict === 'possible');
  row('unanswerable: refused', 'unanswerable', ({ verdict }) => verdict === 'abstained');
  row('unanswerable: asserted', 'unanswerable', ({ verdict }) => verdict === 'asserted');
} else {
  for (const verdict of ['supported', 'refuted', 'undecided', 'conflicting'])
    for (const group of ['supported', 'refuted', 'uncovered']) row(`${group}: ${verdict}`, group, (outcome) => outcome.verdict === verdict);
}
for (const group of ['answerable', 'supported', 'refuted']) {
  row(`${group}: gold retrieved`, group, ({ found }) => found?.retrieved === true);
  row(`${group}: gold in the first five of the pool`, group, ({ found }) => found?.firstFive === true);
  row(`${group}: gold in the minimal set`, group, ({ found }) => found?.minimal === true);
}

/** Mean distance of the number shown from the share that is right, over ten parts of equal size (ECE). */
function calibrationError(outcomes: readonly ItemOutcome[]): number {
  const shown = outcomes.filter(({ verdict }) => verdict !== 'abstained' && verdict !== 'undecided').sort((a, b) => a.chance - b.chance);
  let sum = 0;
  for (let part = 0; part < 10; part += 1) {
    const own = shown.slice(Math.floor((part * shown.length) / 10), Math.floor(((part + 1) * shown.length) / 10));
    if (own.length === 0) continue;
    const mean = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0) / values.length;
    sum += (own.length / shown.length) * Math.abs(mean(own.map(({ chance }) => chance)) - mean(own.map(({ right }) => Number(right))));
  }
  return sum;
}

for (const [name, outcomes] of [
  ['before', pairs.map(({ other }) => other)],
  ['now', pairs.map(({ own }) => own)],
] as const) {
  const times = outcomes.map(({ ms }) => ms).sort((a, b) => a - b);
  console.log(
    `${name}: calibration error of what is shown ${calibrationError(outcomes).toFixed(3)}; time p50 ${quantile(times, 0.5).toFixed(0)} ms`,
  );
}
