import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { z } from 'zod';

import type { EvaluationSet, PairItem } from '../item.ts';
import { readRecords } from './files.ts';

const sentence = z.object({ section_header: z.string(), text: z.string() });
const record = z.object({ title: z.string(), claim: z.string(), label: z.enum(['SUPPORTS', 'REFUTES']), gold: z.array(sentence) });

/** Titles of the pages that the recipe of the entailment network keeps aside whole. */
function keptAside(): Set<string> {
  const lines = readFileSync(join(import.meta.dirname, 'fool-me-twice-kept.txt'), 'utf8').split('\n');
  return new Set(lines.filter((line) => line !== '' && !line.startsWith('#')));
}

/** FoolMeTwice: hard claims that people wrote, with their gold evidence; the pages that no model here was fitted on. */
export const foolMeTwice: EvaluationSet = {
  name: 'fool-me-twice',
  defaultFile: 'nli/fool-me-twice.jsonl.gz',
  licence: 'Apache-2.0',
  async read(file) {
    const kept = keptAside();
    const items = (await readRecords(file, record)).filter(({ title }) => kept.has(title));
    return items.map(({ title, claim, label, gold }, index): PairItem => {
      const heads = [...new Set(gold.map(({ section_header }) => section_header).filter((head) => head !== 'Summary'))];
      return {
        task: 'pair',
        id: `fool-me-twice-${index}`,
        premise: gold.map(({ text }) => text).join(' '),
        hypothesis: claim,
        context: [title, ...heads].join(' > '),
        label: label === 'SUPPORTS' ? 'entail' : 'contradict',
        twoWay: true,
        group: title,
      };
    });
  },
};
