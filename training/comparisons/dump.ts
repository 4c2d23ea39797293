// Writes one JSON line a question that compares: each sentence and each two that may compare, their signs, and whether they are right. Questions are ranked by weights that were fitted without
// their documents (training/answer-chance/dump.ts says what FOLDS holds; of sets that the ranker does not know by the shipped weights).
// node --import tsx training/comparisons/dump.ts OUT FOLDS HALVES [DATA]     (HALVES with commas)
import { createWriteStream } from 'node:fs';

import { goldPlaces, isGold, isRight, placed } from '../../evaluation/audit/outcome.ts';
import { halves, readQuestions } from '../../evaluation/beds/bed.ts';
import { bedIndexes } from '../../evaluation/beds/indexes.ts';
import { comparisonsIn } from '../../src/audit/answer/comparison-units.ts';
import { rankedSpans } from '../../src/audit/answer/candidates.ts';
import { readText } from '../../src/documents/read.ts';
import { bundledModels } from '../../src/models/bundled/models.ts';
import { retrieve } from '../../src/retrieve/retrieve.ts';
import { answerFormOf } from '../../src/text/answer-form.ts';
import { rankersByFold } from '../answer-chance/rankers.ts';

const [out = 'comparisons.jsonl', folds = 'folds', chosen = 'tuning', data = '../shared/data'] = process.argv.slice(2);
const depth = 40;
/** Sentences beside the gold ones with which an answer is still one. */
const spare = 1;
const models = bundledModels();
const { rankerOf } = rankersByFold(folds);
const file = createWriteStream(out);
for (const half of halves.filter((name) => chosen.split(',').includes(name))) {
  const questions = (await readQuestions(half)).filter(
    ({ form, question }) => form === 'comparison' || answerFormOf(question) === 'comparison',
  );
  for await (const { items, folder, opened } of bedIndexes(questions, half, { data, scratch: '.cache/beds' }, models)) {
    for (const asked of items) {
      const { id, form, question, answerable, gold } = asked;
      const places = await goldPlaces(gold, (path) => readText(folder, path));
      const retrieved = await opened.withIndex((index) => retrieve(question, index, models, { limit: depth, exclude: [] }, { seed: 1 }));
      const { ranked, inOrder } = await rankedSpans(question, retrieved, rankerOf(id), { seed: 1 });
      const rows = comparisonsIn(question, ranked, inOrder).map(({ sentences, signs }) => {
        const cited = sentences.map(({ span }) => placed(span));
        const found = cited.filter((item) => isGold(item, places)).length;
        return {
          ids: sentences.map((sentence) => sentence.id),
          x: [...signs].map((value) => Number(value.toFixed(4))),
          right: isRight(asked, places, '', cited) && cited.length - found <= spare,
          found,
        };
      });
      const document = gold[0]?.[0]?.path ?? id;
      file.write(`${JSON.stringify({ id, half, form, asked: answerFormOf(question), answerable, document, rows })}\n`);
    }
  }
}
file.end(() => process.exit(0));
