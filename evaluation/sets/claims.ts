import { parse } from 'csv-parse/sync';
import { z } from 'zod';

import type { AnswerStatus } from '../../src/contract/report.ts';
import { type AuditItem, type EvaluationSet, type PairItem, type SufficiencyItem, sentenceRef } from '../item.ts';
import { documentOf, notOfThisFormat, pathOf, readRecords, readText } from './files.ts';

const wiceRecord = z.object({
  label: z.enum(['supported', 'partially_supported', 'not_supported']),
  supporting_sentences: z.array(z.array(z.int())),
  claim: z.string(),
  evidence: z.array(z.string()),
  meta: z.object({ id: z.string(), claim_title: z.string().default('') }),
});

const wiceStatus: Record<z.infer<typeof wiceRecord>['label'], AnswerStatus> = {
  supported: 'supported',
  partially_supported: 'not-enough-evidence',
  not_supported: 'not-enough-evidence',
};

/** WiCE: claims of Wikipedia against one web page, with alternative sets of supporting sentences. */
export const wice: EvaluationSet = {
  name: 'wice',
  defaultFile: 'evidence/wice/claim_dev.jsonl',
  licence: 'ODC-BY, CC BY-SA',
  async read(file) {
    return (await readRecords(file, wiceRecord)).map((item): AuditItem => {
      const document = documentOf('source.md', '', item.evidence, '\n\n');
      return {
        task: 'audit',
        id: item.meta.id,
        kind: 'claim',
        question: item.claim,
        documents: [document],
        corpus: null,
        answers: [],
        answerable: item.label !== 'not_supported',
        goldSets: item.supporting_sentences
          .filter((set) => set.length > 0)
          .map((set) => set.map((sentence) => sentenceRef(document.path, sentence))),
        goldSpans: [],
        label: wiceStatus[item.label],
        group: item.label,
      };
    });
  },
};

const feverousRecord = z.object({
  id: z.union([z.int(), z.string()]),
  claim: z.string(),
  label: z.enum(['supports', 'refutes']),
  evidence: z.string(),
});

/** Wiki links as a reader sees them. */
function withoutLinks(text: string): string {
  return text.replaceAll(/\[\[([^\]|]*)\|([^\]]*)\]\]/g, '$2').replaceAll(/\[\[([^\]]*)\]\]/g, '$1');
}

/** FEVEROUS with gold evidence only: lines of title, tab, sentence. */
export const feverous: EvaluationSet = {
  name: 'feverous',
  defaultFile: 'claims/feverous/dev.json',
  licence: 'MIT',
  async read(file) {
    return (await readRecords(file, feverousRecord)).map((item): AuditItem => {
      const byTitle = new Map<string, string[]>();
      for (const line of item.evidence.split('\n')) {
        const [title = '', ...rest] = line.split('\t');
        byTitle.set(title, [...(byTitle.get(title) ?? []), withoutLinks(rest.join(' '))]);
      }
      const documents = [...byTitle].map(([title, sentences], index) => documentOf(pathOf(index, title), title, sentences));
      return {
        task: 'audit',
        id: `feverous-${item.id}`,
        kind: 'claim',
        question: item.claim,
        documents,
        corpus: null,
        answers: [],
        answerable: true,
        goldSets: [documents.flatMap((document) => document.sentences.map((_sentence, index) => sentenceRef(document.path, index)))],
        goldSpans: [],
        label: item.label === 'supports' ? 'supported' : 'refuted',
        group: item.label,
      };
    });
  },
};

const pairLabels: Readonly<Record<string, PairItem['label']>> = {
  supports: 'entail',
  entailment: 'entail',
  refutes: 'contradict',
  contradiction: 'contradict',
  neutral: 'neutral',
  'not enough info': 'neutral',
};

function labelOf(text: string, file: string): PairItem['label'] {
  const label = pairLabels[text.trim().toLowerCase()];
  if (label === undefined) throw notOfThisFormat(file, new Error(`unknown label ${text}`));
  return label;
}

const symmetricRecord = z.object({ id: z.union([z.string(), z.int()]), claim: z.string(), evidence: z.string(), label: z.string() });

/** FEVER-symmetric: claims and evidence, both flipped, so that the claim alone tells nothing. */
export const feverSymmetric: EvaluationSet = {
  name: 'fever-symmetric',
  defaultFile: 'claims/fever-symmetric/fever_symmetric_dev.jsonl',
  licence: 'MIT, CC BY-SA 3.0',
  async read(file) {
    return (await readRecords(file, symmetricRecord)).map((item, index): PairItem => ({
      task: 'pair',
      id: `${item.id}-${index}`,
      premise: item.evidence,
      hypothesis: item.claim,
      context: '',
      label: labelOf(item.label, file),
      twoWay: true,
      group: '',
    }));
  },
};

async function readTable<T>(file: string, delimiter: string, schema: z.ZodType<T>): Promise<T[]> {
  const text = await readText(file);
  try {
    const rows: unknown[] = parse(text, {
      columns: true,
      delimiter,
      quote: delimiter === '\t' ? null : '"',
      relax_column_count: true,
      skip_empty_lines: true,
    });
    return rows.map((row) => schema.parse(row));
  } catch (error) {
    throw notOfThisFormat(file, error);
  }
}

/** Counterfactually edited NLI pairs. */
export const cadNli: EvaluationSet = {
  name: 'cad-nli',
  defaultFile: 'claims/cad-nli/dev.tsv',
  licence: 'Apache-2.0',
  async read(file) {
    const rows = await readTable(file, '\t', z.object({ sentence1: z.string(), sentence2: z.string(), gold_label: z.string() }));
    return rows.map((row, index): PairItem => ({
      task: 'pair',
      id: `cad-${index}`,
      premise: row.sentence1,
      hypothesis: row.sentence2,
      context: '',
      label: labelOf(row.gold_label, file),
      twoWay: false,
      group: '',
    }));
  },
};

/** HealthVer: claims on COVID-19 against sentences of papers. Never trained on. */
export const healthver: EvaluationSet = {
  name: 'healthver',
  defaultFile: 'claims/healthver/healthver_dev.csv',
  licence: 'none stated',
  async read(file) {
    const rows = await readTable(file, ',', z.object({ id: z.string(), evidence: z.string(), claim: z.string(), label: z.string() }));
    return rows.map((row, index): PairItem => ({
      task: 'pair',
      id: `${row.id}-${index}`,
      premise: row.evidence,
      hypothesis: row.claim,
      context: '',
      label: labelOf(row.label, file),
      twoWay: false,
      group: '',
    }));
  },
};

const factsRecord = z.object({
  claim: z.string(),
  evidence: z.array(z.tuple([z.string(), z.string()])),
  label_after: z.string(),
  type: z.string().default(''),
});

/** Sufficient facts: evidence with one constituent removed, and people's word on whether the rest is enough. */
export const sufficientFacts: EvaluationSet = {
  name: 'sufficient-facts',
  defaultFile: 'evidence/sufficient-facts/vitaminc_sufficient_facts.jsonl',
  licence: 'none stated',
  async read(file) {
    return (await readRecords(file, factsRecord)).map((item, index): SufficiencyItem => ({
      task: 'sufficiency',
      id: `facts-${index}`,
      claim: item.claim,
      evidence: item.evidence.map(([title, text]) => ({ title, text })),
      sufficient: item.label_after.startsWith('ENOUGH'),
      group: item.type,
    }));
  },
};
