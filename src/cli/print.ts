import { styleText } from 'node:util';

import { hasAbstained, isJudgedByChance, promiseWords } from '../contract/answer-words.ts';
import type { Citation } from '../contract/citation.ts';
import type { MinimalEvidence } from '../contract/evidence.ts';
import { describeLocator } from '../contract/locator.ts';
import { printJudgedAnswer, type Paint, statusStyles, statusWords } from './print-answer.ts';
import { printCauses } from './print-causes.ts';
import { printAtoms } from './print-atoms.ts';
import type { AnswerAgain } from '../contract/again.ts';
import type { AuditReport } from '../contract/report.ts';

/** Styles only where a terminal reads it; NO_COLOR is honoured. */
const paint: Paint = (style, text) => (process.stdout.isTTY && process.env['NO_COLOR'] === undefined ? styleText(style, text) : text);

const barWidth = 10;

/** A necessity in [0, 1] as a bar of fixed width. */
export function bar(share: number): string {
  const full = Math.round(Math.min(1, Math.max(0, share)) * barWidth);
  return '█'.repeat(full) + '·'.repeat(barWidth - full);
}

/** The report for a person at a terminal: answer, status, minimal evidence, what it rests on. */
export function printReport(report: AuditReport, options: { readonly explain: boolean }): string {
  const { evidence } = report;
  const byChance = isJudgedByChance(report);
  const abstained = hasAbstained(report);
  const plain = byChance && !evidence.sufficient;
  const lines: string[] = [
    paint('bold', report.question),
    '',
    ...(byChance ? printJudgedAnswer(report, paint) : printAnswer(report)),
    ...report.refinements.map(({ action, query }) => paint('dim', `  ${action === 'decompose' ? 'step' : 'asked as'}: ${query}`)),
    ...printAtoms(report),
    ...report.claims
      .filter(({ verdict }) => verdict === 'refuted' || verdict === 'unsupported')
      .map(
        ({ text, verdict, reason = '' }) =>
          `  ${paint('yellow', verdict === 'refuted' ? 'refuted' : 'unsupported')} ${text}  ${paint('dim', reason)}`,
      ),
    ...(report.notices ?? []).map((notice) => `  ${paint('yellow', 'note')} ${notice}`),
  ];
  if (evidence.minimal.length > 0) {
    // Where nothing is answered the reason says what follows.
    lines.push(
      '',
      ...(abstained ? [] : [paint('dim', `  ${evidenceTitle(report)}  ${evidence.minimal.length} of ${evidence.candidates}`)]),
    );
    for (const item of evidence.minimal) lines.push(...printItem(item, plain));
  }
  if (report.counterEvidence?.sufficient === true) {
    lines.push('', paint('dim', `  EVIDENCE ON THE OTHER SIDE  quality ${report.counterEvidence.quality.toFixed(2)}`));
    for (const item of report.counterEvidence.minimal) lines.push(...printItem(item, false));
  }
  if (report.causal !== null) lines.push(...printCauses(report.causal, paint, false));
  for (const missing of evidence.missing.filter((entry) => entry.text !== '')) lines.push(`  missing ${missing.kind}: ${missing.text}`);
  for (const conflict of report.conflicts) {
    lines.push(
      `  conflict (${conflict.kind}): ${conflict.explanation}`,
      `    ${placeOf(conflict.a)}  ${conflict.a.quote}`,
      `    ${placeOf(conflict.b)}  ${conflict.b.quote}`,
    );
  }
  // Rival questions and the trap say how an answer was come by: beside one that is not supported they would lend it weight.
  if (!byChance || report.answer.status === 'supported' || options.explain) lines.push(...printProbes(report, abstained));
  if (options.explain) lines.push(...explain(report));
  return `${lines.join('\n')}\n`;
}

/** An answer that was judged by the quality of its evidence: a claim's, a language model's, an older report's. */
function printAnswer({ answer, evidence }: AuditReport): string[] {
  const markers = evidence.minimal.map((item) => `[${item.marker}]`).join(' ');
  const text = answer.status === 'not-enough-evidence' ? paint('dim', `Unproven: ${answer.text}`) : paint('bold', answer.text);
  // Evidence may be enough for a statement that does not answer the question: then its quality is not what is lacking.
  const quality =
    answer.status === 'not-enough-evidence' && evidence.sufficient
      ? ''
      : ` · quality ${evidence.quality.toFixed(2)} of ${evidence.threshold.toFixed(2)} needed`;
  return [
    ...(answer.text === '' ? [] : [`  ${text}  ${markers}`]),
    `  ${paint(statusStyles[answer.status], statusWords[answer.status])}${quality} · ${answer.reason}`,
  ];
}

function evidenceTitle(report: AuditReport): string {
  if (report.evidence.sufficient) return 'MINIMAL EVIDENCE';
  return isJudgedByChance(report) ? 'WHAT IT RESTS ON' : 'BEST EVIDENCE FOUND, NOT SUFFICIENT';
}

/** @param silent the rivals' answers are left out: where nothing is answered none of them stands in for it */
function printProbes({ probes, trap }: AuditReport, silent: boolean): string[] {
  const lines = probes
    .filter((probe) => probe.selected)
    .map(({ kind, query, answer, crr }) =>
      silent
        ? `  probe (${kind}): ${query}`
        : `  probe (${kind}): ${query}  → ${answer ?? 'no answer'}${crr === null ? '' : `  CRR ${crr.toFixed(2)}`}`,
    );
  return trap === null || silent ? lines : [...lines, `  trap: ${trap.explanation}`];
}

/** Where a person finds it: the line, or the page or cells of what is no text. */
function placeOf({ path, line, locator }: Citation): string {
  return locator === undefined ? `${path}:${line}` : `${path}, ${describeLocator(locator)}`;
}

/** @param plain without necessity and role, which belong to an answer that stands */
function printItem(item: MinimalEvidence, plain: boolean): string[] {
  const { citation } = item;
  const copies = item.copies.length === 0 ? '' : `  (+${item.copies.length} ${item.copies.length === 1 ? 'copy' : 'copies'})`;
  const need = plain ? '' : `${bar(item.necessity)} ${item.necessity.toFixed(2)} ${item.role}  `;
  return [`  [${item.marker}] ${need}${paint('cyan', placeOf(citation))}${copies}`, `      "${citation.quote.replaceAll(/\s+/g, ' ')}"`];
}

function explain({ answer, evidence, stages, models, usage, hash, seed, indexVersion, programVersion }: AuditReport): string[] {
  const lines = ['', '  CERTIFICATE'];
  const { certificate } = evidence;
  if (certificate === null) lines.push('  none: no set of spans was evaluated');
  else {
    const { terms } = certificate;
    if (evidence.scores.statement !== undefined) lines.push(`  judged against: ${evidence.scores.statement}`);
    const read = evidence.scores.readings !== undefined;
    if (answer.promise !== null && answer.promise !== undefined) lines.push(`  ${promiseWords(answer.promise)}`);
    lines.push(
      `  F(S) = ${terms.calibrated.toFixed(4)}${read ? `  (by reading; ${evidence.threshold.toFixed(4)} is enough)` : `  (entail ${terms.entail.toFixed(3)}, coverage ${terms.coverage.toFixed(3)}, contradiction ${terms.contradiction.toFixed(3)}, length ${terms.length.toFixed(3)}, raw ${terms.raw.toFixed(4)})`}`,
      ...certificate.without.map((entry) => `  F(S without ${entry.spanId}) = ${entry.quality.toFixed(4)}`),
      `  irreducible: ${certificate.irreducible ? 'yes' : 'no'} · minimal sufficient sets: ${certificate.minimalSets.length}${certificate.complete ? '' : ' (search budget reached)'} · falls if ${certificate.robustness ?? 0} fall · ${certificate.evaluations} evaluations`,
      ...certificate.breakingSets.map((set) => `  breaks without: ${set.join(', ')}`),
    );
  }
  lines.push('', '  STAGES');
  for (const stage of stages)
    lines.push(
      `  ${stage.name.padEnd(9)} ${stage.ran ? `${stage.ms.toFixed(0).padStart(6)} ms  ${stage.calls} calls` : 'did not run'}${stage.note === undefined ? '' : `  ${stage.note}`}`,
    );
  if (usage.calls > 0)
    lines.push(
      '',
      `  ${usage.calls} model calls in ${usage.rounds} ${usage.rounds === 1 ? 'round' : 'rounds'}, ${usage.cached ?? 0} kept from before, ${usage.promptTokens + usage.completionTokens} tokens${usage.cost === undefined ? '' : `, cost ${usage.cost.toFixed(4)}`}`,
    );
  lines.push(
    '',
    `  models ${Object.values(models)
      .map((model) => `${model.id} ${model.version}`)
      .join(', ')}`,
    `  ${programVersion === undefined ? '' : `linchpin ${programVersion} · `}seed ${seed} · index ${indexVersion.slice(0, 12)} · report ${hash.slice(0, 12)}`,
  );
  return lines;
}

/** What is answered without each piece of evidence. */
export function printAgain(report: AuditReport, answers: readonly AnswerAgain[]): string {
  if (answers.length === 0) return '';
  const markers = new Map(report.evidence.minimal.map((item) => [item.spanId, item.marker]));
  return `\n${answers.map(({ spanId, necessary, answer }) => `  without [${markers.get(spanId) ?? '?'}]: ${answer ?? 'no answer'}${necessary ? '' : ' (the same)'}`).join('\n')}\n`;
}
