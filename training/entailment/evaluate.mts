/**
 * The figures of models/entailment/README.md, by the product's own scorer on the development sets and the hand-made cases.
 *
 *     node --import tsx training/entailment/evaluate.mts [FOLDER_OF_PAIRS] [--wrong]
 */
import { readFileSync } from 'node:fs';

import { StaticEncoder } from '../../src/models/bundled/encoder.ts';
import { BundledEntailment } from '../../src/models/bundled/entailment/entailment.ts';
import type { EntailmentPair } from '../../src/models/ports.ts';
import { entailmentCases } from '../../test/unit/models/bundled/entailment-cases.ts';

const labels = ['entail', 'neutral', 'contradict'] as const;
const folder = process.argv[2]?.startsWith('--') === false ? process.argv[2] : '.cache/entailment';
const scorer = BundledEntailment.open('models', new StaticEncoder('models/static-embedder'));

async function measure(name: string, rows: readonly (EntailmentPair & { label: number })[]): Promise<void> {
  const started = performance.now();
  const scores = await scorer.classify(rows, { seed: 1 });
  const seconds = (performance.now() - started) / 1000;
  const bins = Array.from({ length: 10 }, () => ({ n: 0, right: 0, sure: 0 }));
  const predicted = [0, 0, 0];
  let right = 0,
    twoWay = 0,
    decided = 0;
  const recall = [0, 0, 0],
    count = [0, 0, 0];
  rows.forEach((row, at) => {
    const score = scores[at];
    if (score === undefined) return;
    const values = labels.map((label) => score[label]);
    const top = Math.max(...values);
    const best = values.indexOf(top);
    const bin = bins[Math.min(9, Math.floor(top * 10))];
    if (bin !== undefined) {
      bin.n += 1;
      bin.sure += top;
      if (best === row.label) bin.right += 1;
    }
    predicted[best] = (predicted[best] ?? 0) + 1;
    count[row.label] = (count[row.label] ?? 0) + 1;
    if (best === row.label) {
      right += 1;
      recall[best] = (recall[best] ?? 0) + 1;
    }
    if (row.label !== 1) {
      decided += 1;
      if ((score.entail >= score.contradict ? 0 : 2) === row.label) twoWay += 1;
    } else if (process.argv.includes('--wrong') && best !== row.label)
      console.log(`  ${labels[row.label]} got ${labels[best]}: ${row.premise.slice(0, 200)} | ${row.hypothesis}`);
  });
  const error = bins.reduce((sum, bin) => sum + Math.abs(bin.right - bin.sure), 0) / rows.length;
  const f1 = [0, 1, 2]
    .filter((label) => (count[label] ?? 0) > 0)
    .map((label) => (2 * (recall[label] ?? 0)) / ((count[label] ?? 0) + (predicted[label] ?? 0)));
  const macro = f1.reduce((sum, value) => sum + value, 0) / f1.length;
  console.log(
    `| ${name} | ${rows.length} | ${(right / rows.length).toFixed(3)} | ${macro.toFixed(3)} | ${decided === 0 ? '' : (twoWay / decided).toFixed(3)} | ${error.toFixed(3)} |`,
  );
  console.error(`${name}: ${Math.round(rows.length / seconds)} pairs a second`);
}

console.log('| set | n | accuracy, 3-way | macro F1 | supports against refutes | ECE, 3-way |\n|---|---|---|---|---|---|');
for (const name of ['cad-dev', 'fever-symmetric', 'healthver']) {
  await measure(
    name,
    readFileSync(`${folder}/${name}.jsonl`, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as EntailmentPair & { label: number }),
  );
}
for (const part of [0, 1])
  await measure(
    `hand-made cases, ${part === 0 ? 'seen while tuning' : 'held out'}`,
    entailmentCases.filter((_, at) => at % 2 === part).map((item) => ({ ...item, label: labels.indexOf(item.expected) })),
  );
