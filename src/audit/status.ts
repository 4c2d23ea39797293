import { say } from '../base/language.ts';
import { chanceOfSecond } from '../judge/judge.ts';
import type { GeneratedAnswer } from '../models/ports.ts';
import type { Evidence } from '../contract/evidence.ts';
import type { Conflict } from '../contract/exploration.ts';
import type { AnswerPart, AuditReport } from '../contract/report.ts';

/** A conflict this sure stands beside the answer as its equal. */
const openConflict = 0.8;

/** Below this confidence the generator itself does not stand by the answer: whatever supports the statement, it may not answer the question. */
const leastConfidence = 0.15;

/**
 * The status of an answer from its evidence, with the reason in a sentence.
 * @param refutation for claims: the evidence against; a sufficient one refutes, one on each side is a conflict
 */
export function judge(
  kind: AuditReport['kind'],
  answer: GeneratedAnswer,
  evidence: Evidence,
  conflicts: readonly Conflict[],
  refutation: Evidence | null,
): AuditReport['answer'] {
  const base = { text: answer.text, statement: answer.statement };
  if (answer.abstained) return { text: '', statement: '', status: 'not-enough-evidence', reason: say`No passage answers the question.` };
  const against = refutation?.sufficient === true;
  if (kind === 'claim') {
    if (evidence.sufficient && against)
      return {
        ...base,
        text: 'Conflicting',
        status: 'conflicting',
        reason: say`There is sufficient evidence for the claim and against it.`,
      };
    if (against)
      return {
        ...base,
        text: 'Refuted',
        status: 'refuted',
        reason:
          refutation.minimal.length === 1
            ? say`1 source against the claim is sufficient.`
            : say`${refutation.minimal.length} sources against the claim are sufficient.`,
      };
    const contrary = evidence.sufficient ? open(conflicts) : undefined;
    if (contrary !== undefined) return { ...base, text: 'Conflicting', status: 'conflicting', reason: contradicted(contrary) };
    if (evidence.sufficient) return { ...base, text: 'Supported', status: 'supported', reason: supported(evidence, conflicts) };
    return { ...base, status: 'not-enough-evidence', reason: lacking(evidence) };
  }
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

/** What one of two readers finds, and the other does not think much of: shown, and not asserted. */
export function onlyOneReader(answer: AuditReport['answer'], { minimal }: Evidence): AuditReport['answer'] {
  if (answer.status !== 'supported') return answer;
  const body = minimal.map(({ spanId, citation }): AnswerPart => {
    const at = citation.quote.indexOf(answer.text);
    return { spanId, marks: answer.text === '' || at < 0 ? [] : [[at, at + answer.text.length]] };
  });
  return {
    ...answer,
    status: 'uncertain',
    reason: say`This may answer it: only one of two ways of reading finds it.`,
    short: answer.text,
    body,
    chance: chanceOfSecond(),
    promise: null,
  };
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
