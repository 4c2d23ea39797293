import { z } from 'zod';

import { citationSchema, spanIdSchema } from '../contract/citation.ts';

export const decisionActionSchema = z.enum(['accept', 'reject', 'note', 'undo']);
export type DecisionAction = z.infer<typeof decisionActionSchema>;

/** One line of a reviewer's log. Lines are only ever appended; what holds is the fold over them. */
export const decisionSchema = z.object({
  schemaVersion: z.literal(1),
  id: z.string().min(1),
  /** ISO 8601. */
  at: z.string(),
  reviewer: z.string().min(1),
  auditId: z.string().min(1),
  question: z.string(),
  spanId: spanIdSchema,
  /** Kept whole, so that the decision can be read and re-anchored without the report. */
  citation: citationSchema,
  action: decisionActionSchema,
  /** The note's text; the reason, with accept and reject. */
  note: z.string().optional(),
  /** The decision that an undo takes back. */
  undoes: z.string().optional(),
});
export type Decision = z.infer<typeof decisionSchema>;

/** What now holds for one span of one audit. */
export interface SpanReview {
  readonly auditId: string;
  readonly spanId: string;
  readonly question: string;
  readonly citation: Decision['citation'];
  /** `split`: reviewers disagree. */
  readonly verdict: 'undecided' | 'accepted' | 'rejected' | 'split';
  readonly by: readonly {
    readonly reviewer: string;
    readonly verdict: 'accepted' | 'rejected';
    readonly at: string;
    readonly decisionId: string;
  }[];
  readonly notes: readonly { readonly reviewer: string; readonly text: string; readonly at: string; readonly decisionId: string }[];
}
