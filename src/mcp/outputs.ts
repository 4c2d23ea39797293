import { z } from 'zod';

import { restsOnRejected } from '../contract/rejected.ts';
import type { ExportedReviews } from '../export/outline.ts';
import { findingOfClaim } from '../contract/claim-words.ts';
import { answerStatusSchema, auditKindSchema, openKindSchema, type AuditReport } from '../contract/report.ts';
import type { Citation } from '../contract/citation.ts';
import { auditSummarySchema } from '../contract/review.ts';
import { sessionSummarySchema } from '../contract/session.ts';

const citedSchema = z.object({
  path: z.string(),
  line: z.int(),
  /** UTF-16 offsets in the document's text: the quote is cut there. */
  start: z.int(),
  end: z.int(),
  quote: z.string(),
});

export const searchOutput = {
  found: z.array(citedSchema.extend({ headings: z.array(z.string()), relevance: z.number() })),
  outdated: z.int(),
};

export const auditOutput = {
  auditId: z.string(),
  kind: auditKindSchema,
  question: z.string(),
  status: answerStatusSchema,
  /** Of a claim: what was found, with three kinds of what is open; null for a question. */
  finding: z.enum(['supported', 'refuted', 'conflicting', ...openKindSchema.options]).nullable(),
  /** Something may be stated on the strength of it. */
  asserted: z.boolean(),
  answer: z.string(),
  reason: z.string(),
  /** Calibrated chance that the answer is right, [0, 1]. */
  chance: z.number().nullable(),
  evidence: z.array(citedSchema.extend({ marker: z.int() })),
  counterEvidence: z.array(citedSchema),
  conflicts: z.array(z.object({ explanation: z.string(), a: citedSchema, b: citedSchema })),
};

export const reviewsOutput = {
  audits: z.array(auditSummarySchema.unwrap().omit({ citations: true, sessionId: true })),
  sessions: z.array(sessionSummarySchema),
  /** Records of the folder that cannot be read. */
  damaged: z.int(),
};

export function cited({ path, line, start, end, quote }: Citation): z.infer<typeof citedSchema> {
  return { path, line, start, end, quote };
}

/** @param reviews what reviewers decided on its evidence */
export function auditResult(report: AuditReport, reviews: ExportedReviews = {}): z.infer<z.ZodObject<typeof auditOutput>> {
  const { answer, evidence, counterEvidence } = report;
  const asserted =
    answer.status !== 'uncertain' &&
    answer.status !== 'not-enough-evidence' &&
    !restsOnRejected(report, (spanId) => reviews[spanId]?.verdict === 'rejected');
  return {
    auditId: report.id,
    kind: report.kind,
    question: report.question,
    status: answer.status,
    finding: report.kind === 'claim' ? findingOfClaim(report) : null,
    asserted,
    answer: answer.status === 'not-enough-evidence' ? '' : answer.text,
    reason: answer.reason,
    chance: answer.chance ?? null,
    evidence: evidence.minimal.map(({ marker, citation }) => ({ marker, ...cited(citation) })),
    counterEvidence: counterEvidence?.sufficient === true ? counterEvidence.minimal.map(({ citation }) => cited(citation)) : [],
    conflicts: report.conflicts.map(({ a, b, explanation }) => ({ explanation, a: cited(a), b: cited(b) })),
  };
}
