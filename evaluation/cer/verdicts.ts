import { z } from 'zod';

import { audit } from '../../src/audit/pipeline.ts';
import type { Models } from '../../src/models/ports.ts';
import type { AnswerStatus } from '../../src/contract/report.ts';
import { sentences } from '../../src/text/sentences.ts';
import { contentStems } from '../../src/text/tokens.ts';
import { contextOf } from '../arms.ts';
import type { AuditItem, EvaluationDocument } from '../item.ts';
import { documentOf, readRecords } from '../sets/files.ts';
import { estimate } from '../statistics.ts';
import { shown, table } from './tables.ts';

/** Claims of one kind and what an auditor would say of them. */
export interface Verdicts {
  readonly name: string;
  readonly right: AnswerStatus;
  readonly items: readonly AuditItem[];
}

const statuses = ['supported', 'refuted', 'conflicting', 'not-enough-evidence'] as const satisfies readonly AnswerStatus[];

/** How audits of claims end: the share of each status, and of the right one. */
export async function verdictTable(kinds: readonly Verdicts[], models: Models, onProgress: (done: string) => void): Promise<string> {
  const rows: string[][] = [];
  for (const { name, right, items } of kinds) {
    const said: AnswerStatus[] = [];
    for (const item of items)
      said.push(
        (await audit({ question: item.question, kind: 'claim', seed: 1, settings: {} }, await contextOf(item.documents, models))).answer
          .status,
      );
    const share = (status: AnswerStatus): string => shown(estimate(said.map((entry) => Number(entry === status))));
    rows.push([name, String(said.length), right, ...statuses.map((status) => (status === right ? `**${share(status)}**` : share(status)))]);
    onProgress(`claims, ${name}`);
  }
  return table(['claims', 'n', 'right', ...statuses], rows);
}

const conflictRecord = z.object({ memory_answer: z.string(), parametric_memory: z.string(), counter_memory: z.string() });
const distractors = 5;

/**
 * Claims of ConflictQA over the passage that argues for them, the one that argues against them, and both; each beside the five passages of
 * other questions that share most words with it.
 * @throws LinchpinError `document-missing`, `document-unreadable`
 */
export async function conflictClaims(file: string, limit: number): Promise<Verdicts[]> {
  const records = await readRecords(file, conflictRecord);
  const words = records.map((record) => new Set(contentStems(record.parametric_memory)));
  const passage = (path: string, text: string): EvaluationDocument =>
    documentOf(
      path,
      '',
      sentences(text).map(({ start, end }) => text.slice(start, end).trim()),
    );
  const kinds: readonly {
    readonly name: string;
    readonly right: AnswerStatus;
    readonly parts: readonly ('parametric_memory' | 'counter_memory')[];
  }[] = [
    { name: 'ConflictQA, a passage for it', right: 'supported', parts: ['parametric_memory'] },
    { name: 'ConflictQA, a passage against it', right: 'refuted', parts: ['counter_memory'] },
    { name: 'ConflictQA, one of each', right: 'conflicting', parts: ['parametric_memory', 'counter_memory'] },
  ];
  return kinds.map(({ name, right, parts }) => ({
    name,
    right,
    items: records.slice(0, limit).map((record, index): AuditItem => {
      const own = contentStems(record.memory_answer);
      const near = records
        .map((_, at) => ({ at, shared: at === index ? -1 : own.filter((word) => words[at]?.has(word)).length }))
        .sort((a, b) => b.shared - a.shared || a.at - b.at)
        .slice(0, distractors)
        .flatMap(({ at }) => records[at] ?? []);
      const documents = [
        ...parts.map((part) => passage(`${part}.md`, record[part])),
        ...near.map((other, place) => passage(`other-${place}.md`, other.parametric_memory)),
      ];
      return {
        task: 'audit',
        id: `conflict-${index}`,
        kind: 'claim',
        question: record.memory_answer,
        documents,
        corpus: null,
        answers: [],
        answerable: true,
        goldSets: [],
        goldSpans: [],
        label: right,
        group: name,
      };
    }),
  }));
}
