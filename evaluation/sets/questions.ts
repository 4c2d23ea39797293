import { z } from 'zod';

import { type AuditItem, type EvaluationSet, sentenceRef } from '../item.ts';
import { documentOf, pathOf, readRecords } from './files.ts';

const unlabelled = { goldSets: [], goldSpans: [], label: null, group: '' } as const;

const nqRecord = z.object({
  question: z.string(),
  answers: z.array(z.string()),
  ctxs: z.array(z.object({ title: z.string(), text: z.string() })),
});

/** Natural Questions, open, with the gold passage only: reading, without search. */
export const naturalQuestions: EvaluationSet = {
  name: 'nq',
  defaultFile: 'qa/nq-open-oracle/nq-open-oracle.jsonl.gz',
  licence: 'MIT',
  async read(file) {
    return (await readRecords(file, nqRecord)).map((item, index): AuditItem => ({
      ...unlabelled,
      task: 'audit',
      id: `nq-${index}`,
      kind: 'question',
      question: item.question,
      documents: item.ctxs.map((context, place) => documentOf(pathOf(place, context.title), context.title, [context.text])),
      corpus: null,
      answers: item.answers,
      answerable: true,
    }));
  },
};

const strategyRecord = z.object({
  qid: z.string(),
  question: z.string(),
  answer: z.boolean(),
  facts: z.array(z.string()),
  term: z.string().default(''),
});

/** StrategyQA: yes or no from gold facts, whose combination is left to the reader. Facts of all items make one corpus. */
export const strategyqa: EvaluationSet = {
  name: 'strategyqa',
  defaultFile: 'qa/strategyqa/dev.json',
  licence: 'MIT',
  async read(file) {
    return (await readRecords(file, strategyRecord)).map((item): AuditItem => {
      const document = documentOf(pathOf(0, item.term), item.term, item.facts);
      return {
        ...unlabelled,
        task: 'audit',
        id: item.qid,
        kind: 'question',
        question: item.question,
        documents: [document],
        corpus: null,
        answers: [item.answer ? 'yes' : 'no'],
        answerable: true,
        goldSets: [item.facts.map((_fact, index) => sentenceRef(document.path, index))],
      };
    });
  },
};

const clapRecord = z.object({
  id: z.string(),
  input: z.string(),
  passages: z.array(z.object({ title: z.string(), text: z.string(), sentences: z.array(z.string()).optional() })),
  output: z.array(z.object({ answer: z.string(), selected_sentences: z.array(z.string()).default([]) })),
});

/** ClapNQ: long answers from one passage, or none. `file` names the answerable part; the unanswerable one lies beside it. */
export const clapnq: EvaluationSet = {
  name: 'clapnq',
  defaultFile: 'qa/clapnq/clapnq_dev_answerable.jsonl',
  licence: 'Apache-2.0',
  async read(file) {
    const other = file.replace('_answerable', '_unanswerable');
    const answerable = await readRecords(file, clapRecord);
    const unanswerable = other === file ? [] : await readRecords(other, clapRecord);
    // One of each in turn, so that the first n are half of each.
    const records = Array.from({ length: Math.max(answerable.length, unanswerable.length) }, (_, index) => [
      answerable[index],
      unanswerable[index],
    ])
      .flat()
      .filter((item) => item !== undefined);
    return records.map((item): AuditItem => {
      const documents = item.passages.map((passage, index) =>
        documentOf(pathOf(index, passage.title), passage.title, passage.sentences ?? [passage.text]),
      );
      const answers = item.output.map((output) => output.answer).filter((answer) => answer !== '');
      const goldSets = item.output
        .map((output) =>
          output.selected_sentences.flatMap((chosen) =>
            item.passages.flatMap((passage, place) => {
              const at = (passage.sentences ?? []).indexOf(chosen);
              const document = documents[place];
              return at < 0 || document === undefined ? [] : [sentenceRef(document.path, at)];
            }),
          ),
        )
        .filter((set) => set.length > 0);
      return {
        ...unlabelled,
        task: 'audit',
        id: item.id,
        kind: 'question',
        question: item.input,
        documents,
        corpus: null,
        answers,
        answerable: answers.length > 0,
        goldSets,
        group: answers.length > 0 ? 'answerable' : 'unanswerable',
      };
    });
  },
};

const conflictRecord = z.object({
  question: z.string(),
  ground_truth: z.array(z.string()),
  memory_answer: z.string(),
  counter_answer: z.string(),
  parametric_memory_aligned_evidence: z.string(),
  counter_memory_aligned_evidence: z.string(),
});

/** ConflictQA: two passages that contradict each other; an auditor must see the conflict. */
export const conflictqa: EvaluationSet = {
  name: 'conflictqa',
  defaultFile: 'claims/conflictqa/conflictQA-strategyQA-gpt4.json',
  licence: 'Apache-2.0',
  async read(file) {
    return (await readRecords(file, conflictRecord)).map((item, index): AuditItem => ({
      ...unlabelled,
      task: 'audit',
      id: `conflict-${index}`,
      kind: 'question',
      question: item.question,
      documents: [item.parametric_memory_aligned_evidence, item.counter_memory_aligned_evidence].map((text, place) =>
        documentOf(`${place === 0 ? 'first' : 'second'}.md`, '', [text]),
      ),
      corpus: null,
      answers: item.ground_truth.map((answer) => (/^true$/i.test(answer) ? 'yes' : /^false$/i.test(answer) ? 'no' : answer)),
      answerable: true,
      label: 'conflicting',
    }));
  },
};
