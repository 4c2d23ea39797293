import { dirname, join } from 'node:path';

import { z } from 'zod';

import { type AuditItem, type EvaluationDocument, type EvaluationSet, sentenceRef } from '../item.ts';
import { documentOf, notOfThisFormat, pathOf, readRecords, readText } from './files.ts';

/** The two layouts in circulation: columns (`title[]`, `sentences[][]`) and the original pairs. */
const columns = z.object({
  id: z.string(),
  question: z.string(),
  answer: z.string(),
  type: z.string().default(''),
  supporting_facts: z.object({ title: z.array(z.string()), sent_id: z.array(z.int()) }),
  context: z.object({ title: z.array(z.string()), sentences: z.array(z.array(z.string())) }),
});
const pairs = z.object({
  _id: z.string(),
  question: z.string(),
  answer: z.string(),
  type: z.string().default(''),
  supporting_facts: z.array(z.tuple([z.string(), z.int()])),
  context: z.array(z.tuple([z.string(), z.array(z.string())])),
});
const record = z.union([
  columns.transform((item) => ({
    id: item.id,
    question: item.question,
    answer: item.answer,
    type: item.type,
    facts: item.supporting_facts.title.map((title, index) => [title, item.supporting_facts.sent_id[index] ?? 0] as const),
    context: item.context.title.map((title, index) => [title, item.context.sentences[index] ?? []] as const),
  })),
  pairs.transform((item) => ({
    id: item._id,
    question: item.question,
    answer: item.answer,
    type: item.type,
    facts: item.supporting_facts,
    context: item.context,
  })),
]);

function documentsOf(context: readonly (readonly [string, readonly string[]])[]): EvaluationDocument[] {
  return context.map(([title, sentences], index) => documentOf(pathOf(index, title), title, sentences));
}

function toItem(item: z.output<typeof record>, documents: readonly EvaluationDocument[], corpus: string | null): AuditItem {
  const byTitle = new Map(documents.map((document) => [document.title, document]));
  const gold = item.facts.flatMap(([title, sentence]) => {
    const document = byTitle.get(title);
    return document?.sentences[sentence] === undefined ? [] : [sentenceRef(document.path, sentence)];
  });
  return {
    task: 'audit',
    id: item.id,
    kind: 'question',
    question: item.question,
    documents,
    corpus,
    answers: [item.answer],
    answerable: true,
    goldSets: gold.length === 0 ? [] : [gold],
    goldSpans: [],
    label: null,
    group: item.type,
  };
}

/** HotpotQA, distractor setting: ten paragraphs a question, gold supporting sentences. */
export const hotpotqa: EvaluationSet = {
  name: 'hotpotqa',
  defaultFile: 'qa/hotpotqa/dev.jsonl',
  licence: 'CC BY-SA 4.0',
  async read(file) {
    return (await readRecords(file, record)).map((item) => toItem(item, documentsOf(item.context), null));
  },
};

/** HotpotQA over one shared corpus: the paragraphs are in `<name>_corpus.json` beside the questions. */
export const hotpotqaOpen: EvaluationSet = {
  name: 'hotpotqa-open',
  defaultFile: 'qa/hotpotqa-open/hotpotqa_train.json',
  licence: 'CC BY-SA 4.0',
  async read(file) {
    const corpusFile = join(dirname(file), file.replace(/^.*[/\\]/, '').replace(/\.json$/, '_corpus.json'));
    const corpus = z.record(z.string(), z.array(z.string())).safeParse(JSON.parse(await readText(corpusFile)));
    if (!corpus.success) throw notOfThisFormat(corpusFile, corpus.error);
    const documents = documentsOf(Object.entries(corpus.data));
    return (await readRecords(file, record)).map((item) => toItem(item, documents, corpusFile));
  },
};
