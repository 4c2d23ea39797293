import type { Citation, SpanId } from '../contract/citation.ts';
import type { NamedRow, QualityFit } from '../contract/evidence.ts';

/** A span that may serve as evidence; one stands for all its copies. */
export interface EvidenceCandidate {
  readonly spanId: SpanId;
  /** As a reader sees it. */
  readonly text: string;
  /** Title and headings above it, joined by ` > `. */
  readonly heading: string;
  readonly headingPath: readonly string[];
  /** relevance(question, span), [0, 1]. */
  readonly relevance: number;
  readonly citation: Citation;
  readonly copies: readonly Citation[];
  /** Of a row of a table with named columns. */
  readonly row?: NamedRow;
}

export interface MinimiseRequest {
  readonly question: string;
  /** The answer as a full sentence, or the claim. */
  readonly statement: string;
  /** `refute`: look for evidence that is enough to contradict the statement. */
  readonly stance?: 'support' | 'refute';
  /** Any order. The most relevant enter the pool; those beyond it serve as replacements (CER eq. 6). */
  readonly candidates: readonly EvidenceCandidate[];
  /** Spans that the answer cites: they enter the pool whatever their relevance. */
  readonly cited?: readonly SpanId[];
  /** Without: no hard negatives are looked for, where no verdict rests on the set. */
  readonly replace?: false;
  /** Weights and calibration; the shipped ones by default, or those of a later audit. */
  readonly fit?: QualityFit;
}

export interface MinimiseSettings {
  readonly threshold: number;
  readonly epsilon: number;
  /** CER K2, at most 30. */
  readonly candidates: number;
}
