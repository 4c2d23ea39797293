// Questions of the test bed that may be fitted on, as pairs of a sentence and the question: what answers, and sentences that were retrieved and look like it.
// node --import tsx training/question-match/beds.ts OUT MATCHES [DATA [HALVES, with commas]]     (MATCHES: matches.json, question to the network that did not see its document)
import { createWriteStream, readFileSync } from 'node:fs';

import { z } from 'zod';

import { goldPlaces, isGold, placed } from '../../evaluation/audit/outcome.ts';
import { type Half, readQuestions } from '../../evaluation/beds/bed.ts';
import { bedIndexes } from '../../evaluation/beds/indexes.ts';
import { rankingPassages } from '../../src/audit/answer/ranking-passages.ts';
import { createRandom } from '../../src/base/random.ts';
import { readText } from '../../src/documents/read.ts';
import { bundledEncoder, bundledModels, bundledWordLore, bundledWordRarity } from '../../src/models/bundled/models.ts';
import { pairTexts } from '../../src/models/bundled/ranking/pair-texts.ts';
import { readQuery } from '../../src/models/bundled/ranking/query.ts';
import { firstStage, rankingWeightsSchema } from '../../src/models/bundled/ranking/ranker.ts';
import { retrieve } from '../../src/retrieve/retrieve.ts';

const [out = 'beds.jsonl', matches = 'matches.json', data = '../shared/data', only = ''] = process.argv.slice(2);
const fitted: readonly Half[] = ['fitting', 'offices-fitting', 'second-fitting', 'tuning', 'unseen', 'fresh', 'fifth', 'sixth'];
const depth = 40;
/** Of the likeliest sentences that do not answer how many are drawn, and of those behind them. */
const near = { of: 10, drawn: 5 };
const farther = { of: 30, drawn: 2 };
const mostGold = 2;

const foldOf = z.record(z.string(), z.int()).parse(JSON.parse(readFileSync(matches, 'utf8')));
const models = bundledModels();
const encoder = bundledEncoder();
const weights = rankingWeightsSchema.parse(JSON.parse(readFileSync('models/sentence-ranking/weights.json', 'utf8')));
const random = createRandom(7);

function drawn<T>(items: readonly T[], count: number): T[] {
  return items
    .map((item) => ({ item, at: random.next() }))
    .sort((a, b) => a.at - b.at)
    .slice(0, count)
    .map(({ item }) => item);
}

const file = createWriteStream(out);
for (const half of only === '' ? fitted : fitted.filter((name) => only.split(',').includes(name)))
  for await (const { items, folder, opened } of bedIndexes(await readQuestions(half), half, { data, scratch: '.cache/beds' }, models))
    for (const { id, question, gold, answerable } of items) {
      const places = await goldPlaces(gold, (path) => readText(folder, path));
      const passages = rankingPassages(
        await opened.withIndex((index) => retrieve(question, index, models, { limit: depth, exclude: [] }, { seed: 1 })),
      );
      const query = readQuery(question, encoder, bundledWordRarity());
      const { chances } = firstStage(weights.plain, query, passages, encoder, bundledWordLore());
      const sentences = passages.flatMap((passage, order) =>
        passage.sentences.map(({ span }, place) => {
          const { text: premise, context } = pairTexts(passage, place);
          return { premise, context, label: isGold(placed(span), places) ? 0 : 1, chance: chances[order]?.[place] ?? 0 };
        }),
      );
      const right = sentences.filter(({ label }) => label === 0);
      if (answerable && right.length === 0) continue;
      const wrong = sentences.filter(({ label }) => label === 1).sort((a, b) => b.chance - a.chance);
      const chosen = [
        ...drawn(right, mostGold),
        ...drawn(wrong.slice(0, near.of), near.drawn),
        ...drawn(wrong.slice(near.of, farther.of), farther.drawn),
      ];
      for (const { premise, context, label } of chosen)
        file.write(
          `${JSON.stringify({ premise, hypothesis: question, context, source: 'bed', label, group: id, fold: foldOf[id] ?? -1 })}\n`,
        );
    }
file.end();
