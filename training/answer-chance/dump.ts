// Writes one JSON line a question: every answer that was read, its features, and whether it is right. Questions are ranked by weights, and by a sentence choice, that were fitted without
// their documents. Of the wordings of one fact that is asked which the ranker was fitted on.
// node --import tsx training/answer-chance/dump.ts OUT FOLDS [HALVES, with commas] [DATA [EVERY]]     (EVERY: of large halves only each EVERYth question, as the ranker's dump has it)
// HALVES may name public sets too: `hotpotqa` and `squadshifts`, of which only what weights may be fitted on is asked (public.ts), ranked by the shipped weights, which know none of them.
// FOLDS: folds.json (question to fold of the ranker), fold-K.json (its weights), and what by-fold.ts of the sentence choice and of the question match say
import { createWriteStream } from 'node:fs';

import { type Cited, goldPlaces, type GoldPlaces, isGold, isRight, placed } from '../../evaluation/audit/outcome.ts';
import { contextOf } from '../../evaluation/arms.ts';
import { type BedQuestion, halves, readQuestions } from '../../evaluation/beds/bed.ts';
import { bedIndexes } from '../../evaluation/beds/indexes.ts';
import { type RankedSpan, readCandidates } from '../../src/audit/answer/candidates.ts';
import type { AuditContext } from '../../src/audit/types.ts';
import { readText } from '../../src/documents/read.ts';
import { bundledModels } from '../../src/models/bundled/models.ts';
import type { SentenceRanker } from '../../src/models/ports.ts';
import { retrieve } from '../../src/retrieve/retrieve.ts';
import type { RetrievedEvidence } from '../../src/retrieve/types.ts';
import { answerFormOf } from '../../src/text/answer-form.ts';
import { publicSets, readPublic } from './public.ts';
import { rankersByFold } from './rankers.ts';

const [out = 'answers.jsonl', folds = 'folds', chosen = 'tuning,fitting', data = '../shared/data', every = '1'] = process.argv.slice(2);
const depth = 40;
const models = bundledModels();
const { rankerOf, isKnown } = rankersByFold(folds);

function citedBy(sentences: readonly RankedSpan[]): Cited[] {
  return sentences.map(({ span }) => placed(span));
}

/** Sentences of an answer that no gold sentence overlaps. */
function goldless(sentences: readonly RankedSpan[], gold: GoldPlaces): number {
  return citedBy(sentences).filter((item) => !isGold(item, gold)).length;
}

/** What came of one question, a line. */
async function dumpOf(
  question: Pick<BedQuestion, 'id' | 'form' | 'answerable' | 'question' | 'answers' | 'wrong' | 'gold' | 'fact'> & {
    readonly half: string;
    readonly workspace: string;
  },
  gold: GoldPlaces,
  retrieved: RetrievedEvidence,
  ranker: SentenceRanker,
): Promise<string> {
  const { candidates, ranked } = await readCandidates(question.question, retrieved, { ...models, ranker }, { seed: 1 });
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
    text: by.text,
    scope: by.scope,
    title: by.title,
    kind: by.kind,
    body: sentences.map(({ text }) => text),
  }));
  const goldPlace = ranked.findIndex((sentence) => goldless([sentence], gold) === 0);
  const { id, half, workspace, form, answerable, answers, wrong, fact } = question;
  const document = question.gold[0]?.[0]?.path ?? null;
  return JSON.stringify({
    id,
    half,
    workspace,
    form,
    answerable,
    document,
    question: question.question,
    fact: fact ?? id,
    answers,
    wrong,
    goldPlace,
    rows,
  });
}

const file = createWriteStream(out);
for (const set of publicSets.filter((name) => chosen.split(',').includes(name))) {
  const contexts = new Map<string, AuditContext>();
  for (const { item, gold } of await readPublic(set, data, Number(every))) {
    const context = contexts.get(item.corpus ?? '') ?? (await contextOf(item.documents, models));
    if (item.corpus !== null) contexts.set(item.corpus, context);
    const retrieved = await retrieve(item.question, context.index, models, { limit: depth, exclude: [] }, { seed: 1 });
    const form = answerFormOf(item.question);
    const question = {
      id: item.id,
      half: set,
      workspace: set,
      form,
      answerable: true,
      question: item.question,
      answers: [...item.answers],
      wrong: [],
      gold: [],
    };
    if (models.ranker !== undefined) file.write(`${await dumpOf(question, gold, retrieved, models.ranker)}\n`);
  }
}
for (const half of halves.filter((name) => chosen.split(',').includes(name))) {
  const questions = (await readQuestions(half)).filter(({ id, fact, answerable }, at) =>
    fact === undefined ? at % Number(every) === 0 : !answerable || isKnown(id),
  );
  for await (const { items, folder, opened } of bedIndexes(questions, half, { data, scratch: '.cache/beds' }, models)) {
    for (const question of items) {
      const ranker = rankerOf(question.id);
      const gold = await goldPlaces(question.gold, (path) => readText(folder, path));
      const retrieved = await opened.withIndex((index) =>
        retrieve(question.question, index, models, { limit: depth, exclude: [] }, { seed: 1 }),
      );
      file.write(`${await dumpOf({ ...question, half }, gold, retrieved, ranker)}\n`);
    }
  }
}
file.end();
