import * as z from 'zod';

import { canonicalJson, sha256 } from '../base/hash.ts';

/** As much of a report as has to be known to leave out what differs between two runs of the same audit. */
const hashedSchema = z.looseObject({
  usage: z.looseObject({}).optional(),
  stages: z.array(z.looseObject({})).optional(),
});

/** The report without what differs between two runs of the same audit: times, and what the cache of replies has saved. */
export function stableReport(report: unknown): Record<string, unknown> {
  const { hash, createdAt, usage, stages, ...rest } = hashedSchema.parse(report);
  const { cached, cost, ...counted } = usage ?? {};
  return {
    ...rest,
    ...(usage === undefined ? {} : { usage: counted }),
    ...(stages === undefined ? {} : { stages: stages.map((stage) => ({ ...stage, ms: 0 })) }),
  };
}

/**
 * SHA-256 of the stable report. It shows that a report is as it was when the hash was made, and nothing of who made it: whoever changes
 * a report can make the hash anew. Apart from the schema, because the panel reads the schema in a browser, which has no `node:crypto`.
 * @param report a report, or what was stored as one: fields that this version does not know count too
 */
export function hashReport(report: object): string {
  return sha256(canonicalJson(stableReport(report)));
}
