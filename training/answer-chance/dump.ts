// Writes one JSON line a question: every answer that was read, its features, and whether it is right. Questions are ranked by weights that were fitted without them.
// node --import tsx training/answer-chance/dump.ts OUT FOLDS [DATA]
import { createWriteStream, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { z } from 'zod';

import { type Cited, goldPlaces, type GoldPlaces, isRight } from '../../evaluation/audit/outcome.ts';
import { readQuestions, type Half } from '../../evaluation/beds/bed.ts';
import { workspaceFolder } from '../../evaluation/beds/workspaces.ts';
import { type RankedSpan, readCandidates } from '../../src/audit/answer/candidates.ts';
import { openWorkspace } from '../../src/audit/workspace.ts';
import { readText } from '../../src/documents/read.ts';
import { modelsFolder } from '../../src/models/bundled/assets.ts';
import { bundledEncoder, bundledModels, bundledWordLore, bundledWordRarity } from '../../src/models/bundled/models.ts';
import { openRanker } from '../../src/models/bundled/ranking/ranker.ts';
import { retrieve } from '../../src/retrieve/retrieve.ts';

const [out = 'answers.jsonl', folds = 'folds', data = '../shared/data'] = process.argv.slice(2);
const scratch = resolve('.cache/beds');
const depth = 40;
const models = bundledModels();
const foldOf = z.record(z.string(), z.int()).parse(JSON.parse(readFileSync(join(folds, 'folds.json'), 'utf8')));
const rankers = [...new Set(Object.values(foldOf))]
  .sort((a, b) => a - b)
  .map((fold) =>
    openRanker(
      modelsFolder(),
      bundledEncoder(),
      bundledWordRarity(),
      bundledWordLore,
      () => models,
      join(folds, `fold-${String(fold)}.json`),
    ),
  );
function citedBy(sentences: readonly RankedSpan[]): Cited[] {
  return sentences.map(({ span }) => ({
    citation: { path: span.passage.path, start: span.span.start, end: span.span.end },
    copies: span.copies,
  }));
}

/** Sentences of an answer that no gold sentence overlaps. */
function goldless(sentences: readonly RankedSpan[], gold: GoldPlaces): number {
  return citedBy(sentences).filter(
    ({ citation, copies }) =>
      ![citation, ...copies].some((own) =>
        gold.flat().some((place) => place.path === own.path && place.start < own.end && own.start < place.end),
      ),
  ).length;
}

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
      const ranker = rankers[foldOf[question.id] ?? 0];
      if (ranker === undefined) continue;
      const gold = await goldPlaces(question.gold, (path) => readText(folder, path));
      const retrieved = await opened.withIndex((index) =>
        retrieve(question.question, index, models, { limit: depth, exclude: [] }, { seed: 1 }),
      );
      const { candidates } = await readCandidates(
        question.question,
        retrieved,
        { ranker, reader: models.reader, spanReader: models.spanReader },
        { seed: 1 },
      );
      const rows = candidates.map(({ features, short, within, sentences, by, form }) => ({
        x: [...features].map((value) => Number(value.toFixed(5))),
        short: short?.text ?? null,
        form,
        right: isRight(question, gold, short?.text ?? '', citedBy(sentences)),
        // Told by the sentence beside the words that the reader marks in it.
        within:
          within === null || within === undefined
            ? null
            : {
                text: within.text,
                fits: within.fits,
                probability: within.probability,
                others: within.others,
                right: isRight(question, gold, within.text, citedBy(sentences)),
              },
        spare: goldless(sentences, gold),
        size: sentences.length,
        by: by.id,
        chance: by.chance,
        text: by.text.slice(0, 200),
      }));
      file.write(
        `${JSON.stringify({ id: question.id, half, workspace, form: question.form, answerable: question.answerable, document: question.gold[0]?.[0]?.path ?? null, question: question.question, answers: question.answers, rows })}\n`,
      );
    }
    await opened.close();
  }
}
file.end();
