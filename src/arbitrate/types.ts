import type { GeneratedAnswer } from '../models/ports.ts';

/** A passage as arbitration sees it. */
export interface ArbitrationPassage {
  readonly id: string;
  /** Unit vector. */
  readonly vector: Float32Array;
  /** For mentions: what a reader sees. */
  readonly text: string;
  /** s(q, e), [0, 1]. */
  readonly relevance: number;
  /** s(q', e) for each selected probe, in probe order, [0, 1]. */
  readonly probeRelevance: readonly number[];
}

/** A hypothesis with the sample that it was written from. */
export interface Hypothesis {
  readonly id: string;
  readonly answer: GeneratedAnswer;
  readonly passages: readonly ArbitrationPassage[];
  /** The passages of its key or cited spans: the evidence of the answer itself. A subset of `passages`. */
  readonly support: readonly ArbitrationPassage[];
}
