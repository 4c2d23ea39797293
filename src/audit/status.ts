import { say } from '../base/language.ts';
import type { GeneratedAnswer } from '../models/ports.ts';
import type { Evidence } from '../contract/evidence.ts';
import type { Conflict } from '../contract/exploration.ts';
import type { AuditReport } from '../contract/report.ts';

/** A conflict this sure stands beside the answer as its equal. */
const openConflict = 0.8;

/** Below this confidence the generator itself does not stand by the answer: whatever supports the statement, it may not answer the question. */
const leastConfidence = 0.15;

/** The status of a language model's answer from its evidence, with the reason in a sentence. */
export function judge(answer: GeneratedAnswer, evidence: Evidence, conflicts: readonly Conflict[]): AuditReport['answer'] {
  const base = { text: answer.text, statement: answer.statement };
  if (answer.abstained) return { text: '', statement: '', status: 'not-enough-evidence', reason: say`No passage answers the question.` };
  if (answer.logProbability !== null && Math.exp(answer.logProbability) < leastConfidence)
    return { ...base, status: 'not-enough-evidence', reason: say`It is not certain that this answers the question.` };
  if (!evidence.sufficient) return { ...base, status: 'not-enough-evidence', reason: lacking(evidence) };
  const contrary = open(conflicts);
  if (contrary !== undefined) return { ...base, status: 'conflicting', reason: contradicted(contrary) };
  return { ...base, status: 'supported', reason: supported(evidence, conflicts) };
}

/** An answer by reading beside a source that says otherwise: only what would be asserted can conflict. */
export function withConflicts(answer: AuditReport['answer'], conflicts: readonly Conflict[]): AuditReport['answer'] {
  if (answer.status !== 'supported') return answer;
  const contrary = open(conflicts);
  if (contrary === undefined) return { ...answer, reason: `${answer.reason}${superseded(conflicts)}` };
  return { ...answer, status: 'conflicting', reason: contradicted(contrary) };
}

/** What is no longer in force contradicts nothing that is. */
function open(conflicts: readonly Conflict[]): Conflict | undefined {
  return conflicts.find((conflict) => conflict.contradiction >= openConflict && conflict.superseded !== 'b');
}

function superseded(conflicts: readonly Conflict[]): string {
  const paths = [...new Set(conflicts.flatMap((conflict) => (conflict.superseded === 'b' ? [conflict.b.path] : [])))];
  const [only] = paths;
  if (only === undefined) return '';
  return ` ${paths.length === 1 ? say`A document that is no longer in force says otherwise: ${only}.` : say`Documents that are no longer in force say otherwise: ${paths.join(', ')}.`}`;
}

function contradicted({ explanation }: Conflict): string {
  return say`The evidence is sufficient, but another source contradicts it: ${explanation}.`;
}

function supported(evidence: Evidence, conflicts: readonly Conflict[]): string {
  const robustness = evidence.certificate?.robustness ?? 1;
  return `${fallsIf(robustness)}${superseded(conflicts)}`;
}

function lacking(evidence: Evidence): string {
  const [first] = evidence.missing;
  if (evidence.candidates === 0) return say`Nothing in the documents is about this.`;
  return first === undefined
    ? say`No set of sentences is enough to support it.`
    : say`No set of sentences is enough to support it: "${first.text}" is not covered.`;
}

/** How many sources the answer can lose. */
export function fallsIf(robustness: number): string {
  return robustness === 1 ? say`Falls if 1 source falls.` : say`Falls if ${robustness} sources fall.`;
}
