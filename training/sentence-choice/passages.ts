// Writes one JSON line a question: the passages that the networks would read, with the sentences that answer marked.
// node --import tsx training/sentence-choice/passages.ts OUT HALF [DATA]
import { createWriteStream, readFileSync } from 'node:fs';

import { halves, readQuestions } from '../../evaluation/beds/bed.ts';
import { bedIndexes } from '../../evaluation/beds/indexes.ts';
import { goldPlaces, isGold, placed } from '../../evaluation/audit/outcome.ts';
import { rankingPassages } from '../../src/audit/answer/ranking-passages.ts';
import { readText } from '../../src/documents/read.ts';
import { bundledEncoder, bundledModels, bundledWordLore, bundledWordRarity } from '../../src/models/bundled/models.ts';
import { titleOf } from '../../src/models/bundled/ranking/networks.ts';
import { readQuery } from '../../src/models/bundled/ranking/query.ts';
import { firstStage, rankingWeightsSchema, worthReading } from '../../src/models/bundled/ranking/ranker.ts';
import { retrieve } from '../../src/retrieve/retrieve.ts';

const [out = 'passages.jsonl', named = 'fitting', data = '../shared/data'] = process.argv.slice(2);
const half = halves.find((name) => name === named) ?? 'fitting';
const depth = 40;
const models = bundledModels();
const encoder = bundledEncoder();
const weights = rankingWeightsSchema.parse(JSON.parse(readFileSync('models/sentence-ranking/weights.json', 'utf8')));
const questions = await readQuestions(half);
const file = createWriteStream(out);
for await (const { workspace, items, folder, opened } of bedIndexes(questions, half, { data, scratch: '.cache/beds' }, models)) {
  for (const question of items) {
    const gold = await goldPlaces(question.gold, (path) => readText(folder, path));
    const passages = rankingPassages(
      await opened.withIndex((index) => retrieve(question.question, index, models, { limit: depth, exclude: [] }, { seed: 1 })),
    );
    const { chances } = firstStage(
      weights.plain,
      readQuery(question.question, encoder, bundledWordRarity()),
      passages,
      encoder,
      bundledWordLore(),
    );
    const read = worthReading(passages, chances);
    const shown = passages.flatMap((passage, order) => {
      const right = passage.sentences.map((sentence) => isGold(placed(sentence.span), gold));
      if ((read[order] ?? null) === null && !right.includes(true)) return [];
      const sentences = passage.sentences.map((sentence) => sentence.text);
      return [
        {
          order,
          read: (read[order] ?? null) !== null,
          path: passage.sentences[0]?.span.passage.path,
          title: titleOf(passage),
          sentences,
          right,
        },
      ];
    });
    const { id, form, answerable } = question;
    const document = question.gold[0]?.[0]?.path ?? null;
    file.write(`${JSON.stringify({ id, workspace, form, answerable, document, question: question.question, passages: shown })}\n`);
  }
}
file.end();
