/** What may be done to a question before it is searched for (CDF-RAG sec. 2.2; `keep` is ours). */
export const refinementActions = ['keep', 'expand', 'simplify', 'decompose'] as const;
export type RefinementAction = (typeof refinementActions)[number];

/** A question as steps that are answered in order. */
export interface Decomposition {
  /** `bridge`: the answer of each step is put into the next. `sides`: each step asks about one of two things that are compared. */
  readonly kind: 'bridge' | 'sides';
  /** `{answer}` stands for the answer of the step before. At least two. */
  readonly steps: readonly string[];
}

/** What stands for an earlier answer in a step. */
export const answerSlot = '{answer}';
