import type { Evidence } from '../contract/evidence.ts';
import type { AuditReport } from '../contract/report.ts';
import { fixOf } from './fix.ts';
import type { DoneResult } from './session-file.ts';

/**
 * What a session keeps of a claim's report.
 * @param text the claim as it stands in its document
 */
export function resultOf(report: AuditReport, text: string): DoneResult {
  const { answer, evidence, counterEvidence, claims } = report;
  const isDecided = answer.status === 'supported' || answer.status === 'refuted';
  return {
    state: 'done',
    auditId: report.id,
    status: answer.status,
    ...(answer.open === undefined ? {} : { open: answer.open }),
    reason: answer.reason,
    // Quality of a decided claim is its chance.
    chance: answer.chance ?? (isDecided && evidence.sufficient ? evidence.quality : null),
    robustness: evidence.certificate?.robustness ?? null,
    atoms: claims[0]?.atoms ?? [],
    evidence: cited(evidence),
    counterEvidence: counterEvidence === null || counterEvidence === undefined ? [] : cited(counterEvidence),
    fix: fixOf(report, text),
    ...(evidence.certificate === null ? {} : { sets: evidence.certificate.minimalSets.map(({ spanIds }) => [...spanIds]) }),
  };
}

function cited({ minimal }: Evidence): DoneResult['evidence'] {
  return minimal.map(({ citation, necessity, row }) => ({ ...citation, necessity, ...(row === undefined ? {} : { row }) }));
}
