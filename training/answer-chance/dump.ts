// Writes one JSON line a question: every answer that was read, its features, and whether it is right. Questions are ranked by weights that were fitted without them.
// node --import tsx training/answer-chance/dump.ts OUT FOLDS [DATA]
import { createWriteStream } from 'node:fs';
import { join, resolve } from 'node:path';
import { crc32 } from 'node:zlib';

import { goldPlaces, isRight } from '../../evaluation/audit/outcome.ts';
import { readQuestions, type Half } from '../../evaluation/beds/bed.ts';
import { workspaceFolder } from '../../evaluation/beds/workspaces.ts';
import { readCandidates } from '../../src/audit/answer/candidates.ts';
import { openWorkspace } from '../../src/audit/workspace.ts';
import { readText } from '../../src/documents/read.ts';
import { modelsFolder } from '../../src/models/bundled/assets.ts';
import { bundledEncoder, bundledModels, bundledWordRarity } from '../../src/models/bundled/models.ts';
import { openRanker } from '../../src/models/bundled/ranking/ranker.ts';
import { retrieve } from '../../src/retrieve/retrieve.ts';

const [out = 'answers.jsonl', folds = 'folds', data = '../shared/data'] = process.argv.slice(2);
const scratch = resolve('.cache/beds');
const depth = 40;
const models = bundledModels();
const rankers = [0, 1, 2].map((fold) =>
  openRanker(modelsFolder(), bundledEncoder(), bundledWordRarity(), () => models, join(folds, `fold-${String(fold)}.json`)),
);
const file = createWriteStream(out);
const halves: readonly Half[] = ['tuning', 'fitting'];
for (const half of halves) {
  const questions = await readQuestions(half);
  for (const workspace of new Set(questions.map((question) => question.workspace))) {
    const folder = await workspaceFolder(workspace, half, resolve(data), join(scratch, 'workspaces'));
    if (folder === null) continue;
    const local = workspace === 'reports' || workspace === 'office' ? `${half}-${workspace}` : workspace;
    const opened = await openWorkspace({ folder, indexLocation: join(scratch, 'indexes', local) }, models);
    await opened.index();
    for (const question of questions.filter((entry) => entry.workspace === workspace)) {
      const ranker = rankers[crc32(question.id) % 3];
      if (ranker === undefined) continue;
      const gold = await goldPlaces(question.gold, (path) => readText(folder, path));
      const retrieved = await opened.withIndex((index) =>
        retrieve(question.question, index, models, { limit: depth, exclude: [] }, { seed: 1 }),
      );
      const { candidates } = await readCandidates(question.question, retrieved, { ranker, spanReader: models.spanReader }, { seed: 1 });
      const rows = candidates.map(({ features, short, sentences, by }) => ({
        x: [...features].map((value) => Number(value.toFixed(5))),
        short: short?.text ?? null,
        right: isRight(
          question,
          gold,
          short?.text ?? '',
          sentences.map(({ span }) => ({
            citation: { path: span.passage.path, start: span.span.start, end: span.span.end },
            copies: span.copies,
          })),
        ),
        chance: by.chance,
        text: by.text.slice(0, 200),
      }));
      file.write(
        `${JSON.stringify({ id: question.id, half, workspace, form: question.form, answerable: question.answerable, question: question.question, answers: question.answers, rows })}\n`,
      );
    }
    await opened.close();
  }
}
file.end();
