import { parse } from 'csv-parse/sync';
import { z } from 'zod';

import type { EvaluationSet, SentenceItem } from '../item.ts';
import { notOfThisFormat, readText } from './files.ts';

const rowSchema = z.array(z.object({ index: z.string(), text: z.string(), label: z.enum(['0', '1']) }));

/** Causal News Corpus, first task: does the sentence say that one thing causes another? */
export const causalNews: EvaluationSet = {
  name: 'causal-news',
  defaultFile: 'causal/causal-news/dev_subtask1.csv',
  licence: 'CC0',
  async read(file) {
    const text = await readText(file);
    try {
      return rowSchema
        .parse(parse(text, { columns: true, bom: true }))
        .map((row): SentenceItem => ({ task: 'sentence', id: row.index, text: row.text, positive: row.label === '1', group: '' }));
    } catch (error) {
      throw notOfThisFormat(file, error);
    }
  },
};
