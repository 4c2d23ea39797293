import { t } from '../base/language.ts';
import type { AuditReport } from '../contract/report.ts';
import { oneLine } from '../export/words.ts';

/** What can be asked next, as a chat offers it. */
export interface FollowUp {
  readonly prompt: string;
  readonly command: 'ask' | 'check' | 'causes' | 'why';
  readonly label?: string;
}

/** At most this many: a chat shows them in a row. */
const most = 4;

/** Neighbouring questions that were probed, why not the other answer where there is one, and the answer as a claim to check. */
export function followUps(report: AuditReport): FollowUp[] {
  const { answer, kind, probes, conflicts, trap, drafts, counterEvidence } = report;
  const rival =
    conflicts.length > 0 ||
    counterEvidence?.sufficient === true ||
    (trap?.rival ?? null) !== null ||
    drafts.some((draft) => !draft.selected && draft.text !== answer.text);
  const neighbours = probes.filter((probe) => probe.selected).map((probe): FollowUp => ({ prompt: oneLine(probe.query), command: 'ask' }));
  return [
    ...(rival && answer.status !== 'not-enough-evidence'
      ? [{ prompt: t('Why not the other answer?'), command: 'why' } satisfies FollowUp]
      : []),
    ...(kind === 'question' && answer.status === 'supported'
      ? [{ prompt: oneLine(answer.statement), command: 'check', label: t('Check this as a claim') } satisfies FollowUp]
      : []),
    ...neighbours,
  ].slice(0, most);
}
