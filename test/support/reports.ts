import { type AuditReport, auditReportSchema } from '../../src/contract/report.ts';
import { states } from '../../webview/dev/states.ts';

/** Audits of every kind, as the panel's pages show them. */
export const reportNames = [
  'supported',
  'reviewed',
  'hostile',
  'by-reading',
  'uncertain',
  'abstaining',
  'hostile-answer',
  'both-sides',
  'conflicting',
  'not-enough',
] as const;

export function reportOf(name: keyof typeof states): AuditReport {
  return auditReportSchema.parse(states[name].audit?.report);
}
