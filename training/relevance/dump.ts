// Sentences of the training questions with their features and labels, for fit.py: node --import tsx training/relevance/dump.ts [data] [out]
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { type AuditItem, isAudit, sentenceRef } from '../../evaluation/item.ts';
import { hotpotqa } from '../../evaluation/sets/hotpotqa.ts';
import { naturalQuestions } from '../../evaluation/sets/questions.ts';
import { bundledEncoder, bundledWordRarity } from '../../src/models/bundled/models.ts';
import { relevanceFeatureNames, relevanceFeatures } from '../../src/models/bundled/relevance.ts';
import { sentences } from '../../src/text/sentences.ts';

const [data = '../shared/data', out = '.cache/relevance'] = process.argv.slice(2);
const encoder = bundledEncoder();
const rarity = bundledWordRarity();

async function audits(set: typeof hotpotqa, file: string): Promise<AuditItem[]> {
  return (await set.read(join(data, file))).filter(isAudit);
}

/** Natural Questions mark no sentences: the first one that holds an answer is the supporting one, and the others of the passage are not. */
function withSentences(item: AuditItem): AuditItem {
  const documents = item.documents.map((document) => {
    const body = document.text.indexOf('\n\n') + 2;
    return { ...document, sentences: sentences(document.text, Math.max(0, body)) };
  });
  const gold = documents.flatMap((document) => {
    const at = document.sentences.findIndex(({ start, end }) =>
      item.answers.some((answer) => document.text.slice(start, end).toLowerCase().includes(answer.toLowerCase())),
    );
    return at < 0 ? [] : [sentenceRef(document.path, at)];
  });
  return { ...item, documents, goldSets: gold.length === 0 ? [] : [gold] };
}

const parts: { name: string; items: AuditItem[] }[] = [
  { name: 'hotpot-train', items: await audits(hotpotqa, 'qa/hotpotqa/train.jsonl') },
  { name: 'nq', items: (await audits(naturalQuestions, 'qa/nq-open-oracle/nq-open-oracle.jsonl.gz')).slice(0, 2000).map(withSentences) },
  { name: 'hotpot-dev', items: await audits(hotpotqa, 'qa/hotpotqa/dev.jsonl') },
];

mkdirSync(out, { recursive: true });
for (const { name, items } of parts) {
  const rows: number[][] = [];
  for (const [place, item] of items.entries()) {
    const gold = new Set(item.goldSets[0] ?? []);
    if (gold.size === 0) continue;
    const spans = item.documents.flatMap((document) =>
      document.sentences.map((sentence, index) => ({
        ref: sentenceRef(document.path, index),
        text: document.text.slice(sentence.start, sentence.end),
        heading: document.title,
      })),
    );
    relevanceFeatures(item.question, spans, encoder, rarity).forEach((features, index) => {
      rows.push([place, gold.has(spans[index]?.ref ?? '') ? 1 : 0, ...features.map((value) => Number(value.toFixed(5)))]);
    });
  }
  writeFileSync(join(out, `${name}.json`), JSON.stringify({ features: relevanceFeatureNames, rows }));
  console.log(name, items.length, 'questions,', rows.length, 'sentences');
}
