import type { AuditReport } from '../contract/report.ts';

const causal =
  /^\s*(why|how come)\b|\b(cause[sd]?|because of|led to|lead to|result(?:s|ed)? in|due to|reason for|effects? of|consequences? of|what (?:would|could) (?:have )?happen|prevent(?:s|ed)?)\b/i;
const relational =
  /\b(both|same|older|younger|earlier|later|more|less|fewer|larger|smaller|longer|shorter|first|between|compared?|difference|versus|vs\.?)\b.*\b(or|and|than|between)\b|\b(or|and)\b.*\b(both|same)\b/i;

/** Which way a question takes (docs/methods.md 3, routing): the causal graph is asked only where cause and effect are in question. */
export function route(question: string, kind: AuditReport['kind']): AuditReport['route'] {
  if (kind === 'claim') return 'claim';
  if (causal.test(question)) return 'causal';
  if (relational.test(question)) return 'relational';
  return 'factual';
}
