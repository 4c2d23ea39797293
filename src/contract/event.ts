import * as z from 'zod';

import { errorSchema } from './error.ts';
import { auditReportSchema, stageNameSchema } from './report.ts';

/** What the pipeline tells while it works. A view folds `report` patches into what it shows: streaming and final share one path. */
export const auditEventSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('stage'), stage: stageNameSchema, state: z.enum(['started', 'finished', 'skipped']) }),
  /** What went wrong beside the audit, for example that its report could not be saved. */
  z.object({ type: z.literal('notice'), error: errorSchema }),
  z.object({ type: z.literal('text'), text: z.string() }),
  z.object({ type: z.literal('report'), patch: auditReportSchema.partial() }),
]);
export type AuditEvent = z.infer<typeof auditEventSchema>;
export type OnAuditEvent = (event: AuditEvent) => void;
