import { canonicalJson, sha256 } from '../base/hash.ts';
import type { AuditReport } from './report.ts';

/** The report without what differs between two runs of the same audit. */
export function stableReport(report: AuditReport): Omit<AuditReport, 'hash' | 'createdAt'> {
  const { hash, createdAt, ...rest } = report;
  const { cached, cost, ...usage } = rest.usage;
  return { ...rest, usage, stages: rest.stages.map((stage) => ({ ...stage, ms: 0 })) };
}

/** SHA-256 of the stable report. Apart from the schema, because the panel reads the schema in a browser, which has no `node:crypto`. */
export function hashReport(report: AuditReport): string {
  return sha256(canonicalJson(stableReport(report)));
}
