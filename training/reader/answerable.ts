// What the reader says with the evidence and without it, for answerable.py: node --import tsx training/reader/answerable.ts [data] [out]
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { rerank } from '../../src/audit/rerank.ts';
import { normaliseAnswer, overAnswers, tokenF1 } from '../../evaluation/answer-metrics.ts';
import { contextOf } from '../../evaluation/arms.ts';
import { type AuditItem, type EvaluationDocument, isAudit, parseSentenceRef } from '../../evaluation/item.ts';
import { hotpotqa } from '../../evaluation/sets/hotpotqa.ts';
import { clapnq, naturalQuestions } from '../../evaluation/sets/questions.ts';
import { bundledModels, bundledWordRarity } from '../../src/models/bundled/models.ts';
import { AnswerTrees } from '../../src/models/bundled/reader/answer-trees.ts';
import { signalNames } from '../../src/models/bundled/reader/answerability.ts';
import { readWithSignals } from '../../src/models/bundled/reader/reader.ts';
import { retrieve } from '../../src/retrieve/retrieve.ts';
import { modelsFolder } from '../../src/models/bundled/assets.ts';

const [data = '../shared/data', out = '.cache/answerable'] = process.argv.slice(2);
const models = bundledModels();
const weight = bundledWordRarity();
const trees = new AnswerTrees(modelsFolder());

async function audits(set: typeof hotpotqa, file: string): Promise<AuditItem[]> {
  return (await set.read(join(data, file))).filter(isAudit);
}

type Row = number[];

/** Label 1: the answer is right (a short one), or there is one to be read (a sentence). */
async function rowOf(place: number, item: AuditItem, documents: readonly EvaluationDocument[], answerable: boolean): Promise<Row | null> {
  const context = await contextOf(documents, models);
  const found = await retrieve(item.question, context.index, models, { limit: 20, exclude: [] }, { seed: 1 });
  const chosen = await rerank(item.question, found.spans, models, 6, { seed: 1 });
  const { answer, signals, form } = readWithSignals(
    {
      question: item.question,
      evidence: chosen.map((entry) => ({
        spanId: entry.id,
        path: entry.passage.path,
        heading: entry.heading,
        text: entry.span.plain,
        relevance: entry.relevance,
      })),
    },
    weight,
    trees,
  );
  if (signals === null) return null;
  const right = form === 'sentence' ? answerable : answerable && overAnswers(tokenF1, answer.text, item.answers) >= 0.5;
  return [place, Number(right), Number(answerable), ...signals];
}

function write(name: string, rows: readonly (Row | null)[]): void {
  const kept = rows.filter((row) => row !== null);
  writeFileSync(
    join(out, `${name}.json`),
    JSON.stringify({ signals: signalNames, rows: kept.map((row) => row.map((value) => Number(value.toFixed(5)))) }),
  );
  console.log(name, kept.length, 'readings,', kept.filter((row) => row[1] === 1).length, 'right');
}

mkdirSync(out, { recursive: true });

for (const [name, items] of [
  ['hotpot-train', await audits(hotpotqa, 'qa/hotpotqa/train.jsonl')],
  ['hotpot-dev', (await audits(hotpotqa, 'qa/hotpotqa/dev.jsonl')).slice(0, 100)],
] as const) {
  const rows: (Row | null)[] = [];
  for (const [place, item] of items.entries()) {
    const gold = new Set(item.goldSets.flat().map((ref) => parseSentenceRef(ref).path));
    rows.push(await rowOf(place, item, item.documents, true));
    rows.push(
      await rowOf(
        place,
        item,
        item.documents.filter((document) => !gold.has(document.path)),
        false,
      ),
    );
  }
  write(name, rows);
}

// Each question of Natural Questions over its own passage, and over the passages of other questions that are most like it.
const nq = await audits(naturalQuestions, 'qa/nq-open-oracle/nq-open-oracle.jsonl.gz');
const corpus = nq.flatMap((item, at) => item.documents.slice(0, 1).map((document) => ({ ...document, path: `${at}-${document.path}` })));
const all = await contextOf(corpus, models);
const byPath = new Map(corpus.map((document) => [document.path, document]));
const rows: (Row | null)[] = [];
for (const [place, item] of nq.slice(0, 1500).entries()) {
  const own = corpus[place];
  if (own === undefined) continue;
  const like = await retrieve(item.question, all.index, models, { limit: 12, exclude: [] }, { seed: 1 });
  const words = item.answers.map(normaliseAnswer);
  const others = [...new Set(like.passages.map(({ passage }) => passage.path))]
    .flatMap((path) => byPath.get(path) ?? [])
    .filter((document) => document.path !== own.path && !words.some((answer) => normaliseAnswer(document.text).includes(answer)));
  // One passage, as when a page is asked, or several.
  const count = place % 2 === 0 ? 1 : 5;
  rows.push(await rowOf(place, item, [own, ...others.slice(0, count - 1)], true));
  if (others.length > 0) rows.push(await rowOf(place, item, others.slice(0, count), false));
}
write('nq', rows);

const clap = await audits(clapnq, 'qa/clapnq/clapnq_dev_answerable.jsonl');
const clapRows: (Row | null)[] = [];
for (const [place, item] of clap.entries()) {
  const row = await rowOf(place, item, item.documents, item.answerable);
  if (row !== null) row[1] = Number(item.answerable);
  clapRows.push(row);
}
write('clapnq-dev', clapRows);
