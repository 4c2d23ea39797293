import { say } from '../../base/language.ts';
import type { ModelRole } from '../../contract/report.ts';
import type { Dtype } from '../choice.ts';

/** A model that is known to work, for the picker. */
export interface CatalogueEntry {
  readonly id: string;
  readonly role: ModelRole;
  readonly dtypes: readonly Dtype[];
  /** About, in the first precision named. */
  readonly megabytes: number;
  /** SPDX where there is one. */
  readonly licence: string;
  readonly note: string;
}

/** What each model's own page says of it; sizes are about. */
export const catalogue: readonly CatalogueEntry[] = [
  {
    id: 'Xenova/all-MiniLM-L6-v2',
    role: 'embedder',
    dtypes: ['q8', 'fp32'],
    megabytes: 23,
    licence: 'Apache-2.0',
    note: say`English; the embedder of the papers`,
  },
  {
    id: 'Xenova/bge-small-en-v1.5',
    role: 'embedder',
    dtypes: ['q8', 'fp32'],
    megabytes: 34,
    licence: 'MIT',
    note: say`English; finds more than MiniLM`,
  },
  {
    id: 'Xenova/multilingual-e5-small',
    role: 'embedder',
    dtypes: ['q8', 'fp32'],
    megabytes: 118,
    licence: 'MIT',
    note: say`about a hundred languages`,
  },
  {
    id: 'Xenova/ms-marco-MiniLM-L-6-v2',
    role: 'relevance',
    dtypes: ['q8', 'fp32'],
    megabytes: 23,
    licence: 'Apache-2.0',
    note: say`English; fast`,
  },
  {
    id: 'Xenova/bge-reranker-base',
    role: 'relevance',
    dtypes: ['q8', 'fp32'],
    megabytes: 279,
    licence: 'MIT',
    note: say`English and Chinese; slower and better`,
  },
  { id: 'Xenova/nli-deberta-v3-xsmall', role: 'entailment', dtypes: ['q8', 'fp32'], megabytes: 87, licence: 'Apache-2.0', note: 'English' },
  {
    id: 'Xenova/nli-deberta-v3-small',
    role: 'entailment',
    dtypes: ['q8', 'fp32'],
    megabytes: 172,
    licence: 'Apache-2.0',
    note: say`English; better`,
  },
  {
    id: 'Xenova/distilbert-base-cased-distilled-squad',
    role: 'generator',
    dtypes: ['q8', 'fp32'],
    megabytes: 65,
    licence: 'Apache-2.0',
    note: say`reads answers out of the evidence; English`,
  },
  {
    id: 'onnx-community/Qwen2.5-0.5B-Instruct',
    role: 'generator',
    dtypes: ['q8', 'q4', 'fp16'],
    megabytes: 512,
    licence: 'Apache-2.0',
    note: say`writes answers; small, slow on a processor`,
  },
  {
    id: 'HuggingFaceTB/SmolLM2-360M-Instruct',
    role: 'generator',
    dtypes: ['q8', 'q4', 'fp16'],
    megabytes: 365,
    licence: 'Apache-2.0',
    note: say`writes answers; small, English`,
  },
];
