// Candidates of the training questions with their features and labels, for fit.py: node --import tsx training/reader/dump.ts [data] [out]
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { rerank } from '../../src/audit/rerank.ts';
import { exactMatch, overAnswers, tokenF1 } from '../../evaluation/answer-metrics.ts';
import { contextOf } from '../../evaluation/arms.ts';
import { type AuditItem, isAudit } from '../../evaluation/item.ts';
import { hotpotqa, hotpotqaOpen } from '../../evaluation/sets/hotpotqa.ts';
import { naturalQuestions } from '../../evaluation/sets/questions.ts';
import { bundledModels, bundledWordRarity } from '../../src/models/bundled/models.ts';
import { answerCandidates, featureNames, readSpans } from '../../src/models/bundled/reader/candidates.ts';
import { analyseQuestion } from '../../src/text/question.ts';
import { retrieve } from '../../src/retrieve/retrieve.ts';

const [data = '../shared/data', out = '.cache/reader'] = process.argv.slice(2);
const models = bundledModels();
/** Spans that the product reads. */
const reads = Number(process.env['READS'] ?? 6);
const weight = bundledWordRarity();

const parts: { name: string; items: AuditItem[]; passages: number }[] = [
  { name: 'hotpot-train', items: await audits(hotpotqa, 'qa/hotpotqa/train.jsonl'), passages: 20 },
  { name: 'hotpot-open', items: await audits(hotpotqaOpen, 'qa/hotpotqa-open/hotpotqa_train.json'), passages: 12 },
  { name: 'nq', items: (await audits(naturalQuestions, 'qa/nq-open-oracle/nq-open-oracle.jsonl.gz')).slice(0, 1200), passages: 5 },
  { name: 'hotpot-dev', items: await audits(hotpotqa, 'qa/hotpotqa/dev.jsonl'), passages: 20 },
];

async function audits(set: typeof hotpotqa, file: string): Promise<AuditItem[]> {
  return (await set.read(join(data, file))).filter(isAudit);
}

mkdirSync(out, { recursive: true });
const corpora = new Map<string, Awaited<ReturnType<typeof contextOf>>>();
for (const { name, items, passages } of parts) {
  const rows: number[][] = [];
  for (const [place, item] of items.entries()) {
    const question = analyseQuestion(item.question);
    if (question.kinds.length === 0 || question.options !== null) continue;
    const context = (item.corpus === null ? undefined : corpora.get(item.corpus)) ?? (await contextOf(item.documents, models));
    if (item.corpus !== null) corpora.set(item.corpus, context);
    const found = await retrieve(item.question, context.index, models, { limit: passages, exclude: [] }, { seed: 1 });
    const chosen = await rerank(item.question, found.spans, models, reads, { seed: 1 });
    const evidence = chosen.map((entry) => ({
      spanId: entry.id,
      path: entry.passage.path,
      heading: entry.heading,
      text: entry.span.plain,
      relevance: entry.relevance,
    }));
    for (const candidate of answerCandidates(question, readSpans(question, evidence, weight), weight)) {
      const f1 = overAnswers(tokenF1, candidate.text, item.answers);
      rows.push([place, overAnswers(exactMatch, candidate.text, item.answers), f1, ...candidate.features]);
    }
  }
  writeFileSync(
    join(out, `${name}.json`),
    JSON.stringify({ features: featureNames, items: items.length, rows: rows.map((row) => row.map((value) => Number(value.toFixed(5)))) }),
  );
  console.log(name, items.length, 'questions,', rows.length, 'candidates');
}
