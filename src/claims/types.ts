import type { ModelCall } from '../models/ports.ts';
import type { ReadableSpan } from '../inference/types.ts';

/** What a text makes of a claim; they sum to 1. */
export interface Stances {
  readonly supports: number;
  readonly neutral: number;
  readonly refutes: number;
}

export type Stance = 'supports' | 'refutes';

/** A passage read for a claim. */
export interface PassageStance {
  readonly path: string;
  readonly heading: string;
  readonly spans: readonly ReadableSpan[];
  /** Place in the search's order, from 0. */
  readonly rank: number;
  readonly stances: Stances;
  /** Of each span, that it is needed, [0, 1]. */
  readonly needed: readonly number[];
}

/** Sentences of one passage, read without the rest of it. */
export interface SetStance {
  readonly spanIds: readonly string[];
  readonly stances: Stances;
  /** Place of the passage among those that were read, from 0. */
  readonly from: number;
}

/** Reads texts for a claim: the judge, or the entailment model that the user chose. */
export interface ClaimReader {
  /** @throws LinchpinError `cancelled`, `model-unavailable`, `model-failed`. */
  read(
    claim: string,
    texts: readonly { readonly heading: string; readonly sentences: readonly string[] }[],
    call: ModelCall,
  ): Promise<{ readonly stances: Stances; readonly needed: readonly number[] }[]>;
}
