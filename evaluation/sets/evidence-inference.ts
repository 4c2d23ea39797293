import { readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { parse } from 'csv-parse/sync';
import { z } from 'zod';

import { type AuditItem, type EvaluationDocument, type EvaluationSet } from '../item.ts';
import { notOfThisFormat, readText } from './files.ts';

const promptRow = z.object({
  PromptID: z.string(),
  PMCID: z.string(),
  Outcome: z.string(),
  Intervention: z.string(),
  Comparator: z.string(),
});
const annotationRow = z.object({
  PromptID: z.string(),
  'Valid Label': z.string(),
  'Valid Reasoning': z.string(),
  Label: z.string(),
  'Evidence Start': z.coerce.number(),
  'Evidence End': z.coerce.number(),
});

async function rows<T>(file: string, schema: z.ZodType<T>): Promise<T[]> {
  const text = await readText(file);
  try {
    const records: unknown[] = parse(text, { columns: true, skip_empty_lines: true, relax_column_count: true });
    return records.map((record) => schema.parse(record));
  } catch (error) {
    throw notOfThisFormat(file, error);
  }
}

/** Evidence Inference: what did a trial find for an outcome? Full papers; gold evidence by character offset. `file` names the prompts. */
export const evidenceInference: EvaluationSet = {
  name: 'evidence-inference',
  defaultFile: 'evidence/evidence-inference/prompts.csv',
  licence: 'MIT',
  async read(file) {
    const folder = dirname(file);
    const papers = new Map<string, EvaluationDocument>();
    for (const name of (await readdir(join(folder, 'papers'))).sort()) {
      const path = `papers/${name}`;
      papers.set(name.replace(/\D/g, ''), { path, title: '', text: await readText(join(folder, path)), sentences: [] });
    }
    const gold = new Map<string, { start: number; end: number; label: string }[]>();
    for (const row of await rows(join(folder, 'annotations.csv'), annotationRow)) {
      if (row['Valid Label'] !== 'True' || !(row['Evidence End'] > row['Evidence Start']) || row['Evidence Start'] < 0) continue;
      const list = gold.get(row.PromptID) ?? [];
      list.push({ start: row['Evidence Start'], end: row['Evidence End'], label: row.Label });
      gold.set(row.PromptID, list);
    }
    return (await rows(file, promptRow)).flatMap((prompt): AuditItem[] => {
      const document = papers.get(prompt.PMCID.replace(/\D/g, ''));
      const spans = gold.get(prompt.PromptID) ?? [];
      if (document === undefined || spans.length === 0) return [];
      return [
        {
          task: 'audit',
          id: `ei-${prompt.PromptID}`,
          kind: 'question',
          question: `What was the effect of ${prompt.Intervention} compared with ${prompt.Comparator} on ${prompt.Outcome}?`,
          documents: [document],
          corpus: document.path,
          answers: [],
          answerable: true,
          goldSets: [],
          goldSpans: spans.map(({ start, end }) => ({ path: document.path, start, end })),
          label: null,
          group: spans[0]?.label ?? '',
        },
      ];
    });
  },
};
