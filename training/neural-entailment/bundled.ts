// The bundled scorer's probabilities (entail, neutral, contradict) of NAME.jsonl, as NAME.present.json:
// node --import tsx training/neural-entailment/bundled.ts FOLDER NAME...
import { readFileSync, writeFileSync } from 'node:fs';

import { z } from 'zod';

import { bundledModels } from '../../src/models/bundled/models.ts';

const pairSchema = z.object({ premise: z.string(), hypothesis: z.string(), context: z.string().default('') });

const [folder, ...names] = process.argv.slice(2);
if (folder === undefined || names.length === 0) throw new Error('usage: bundled.ts FOLDER NAME...');
const { entailment } = bundledModels();
for (const name of names) {
  const lines = readFileSync(`${folder}/${name}.jsonl`, 'utf8').trimEnd().split('\n');
  const scores = await entailment.classify(
    lines.map((line) => pairSchema.parse(JSON.parse(line))),
    { seed: 1 },
  );
  writeFileSync(
    `${folder}/${name}.present.json`,
    JSON.stringify(scores.map(({ entail, neutral, contradict }) => [entail, neutral, contradict])),
  );
  console.log(name, lines.length);
}
