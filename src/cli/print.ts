import { styleText } from 'node:util';

import type { Citation } from '../contract/citation.ts';
import type { MinimalEvidence } from '../contract/evidence.ts';
import { describeLocator } from '../contract/locator.ts';
import { printAtoms } from './print-atoms.ts';
import type { AnswerAgain } from '../contract/again.ts';
import type { AnswerStatus, AuditReport } from '../contract/report.ts';

type Style = Parameters<typeof styleText>[0];

/** Styles only where a terminal reads it; NO_COLOR is honoured. */
function paint(style: Style, text: string): string {
  return process.stdout.isTTY && process.env['NO_COLOR'] === undefined ? styleText(style, text) : text;
}

const statusWords: Record<AnswerStatus, string> = {
  supported: 'Supported',
  refuted: 'Refuted',
  conflicting: 'Conflicting evidence',
  uncertain: 'May answer it',
  'not-enough-evidence': 'Not enough evidence',
};
const statusStyles: Record<AnswerStatus, Style> = {
  supported: 'green',
  refuted: 'red',
  conflicting: 'yellow',
  uncertain: 'yellow',
  'not-enough-evidence': 'yellow',
};

const barWidth = 10;

/** A necessity in [0, 1] as a bar of fixed width. */
export function bar(share: number): string {
  const full = Math.round(Math.min(1, Math.max(0, share)) * barWidth);
  return '█'.repeat(full) + '·'.repeat(barWidth - full);
}

/** The report for a person at a terminal: answer, status, minimal evidence, what it rests on. */
export function printReport(report: AuditReport, options: { readonly explain: boolean }): string {
  const { answer, evidence } = report;
  const lines: string[] = [paint('bold', report.question), ''];
  const markers = evidence.minimal.map((item) => `[${item.marker}]`).join(' ');
  if (answer.text !== '')
    lines.push(
      `  ${answer.status === 'not-enough-evidence' ? paint('dim', `Unproven: ${answer.text}`) : paint('bold', answer.text)}  ${markers}`,
    );
  // Evidence may be enough for a statement that does not answer the question: then its quality is not what is lacking.
  const quality =
    answer.status === 'not-enough-evidence' && evidence.sufficient
      ? ''
      : ` · quality ${evidence.quality.toFixed(2)} of ${evidence.threshold.toFixed(2)} needed`;
  lines.push(`  ${paint(statusStyles[answer.status], statusWords[answer.status])}${quality} · ${answer.reason}`);
  lines.push(...printAtoms(report));
  for (const notice of report.notices ?? []) lines.push(`  ${paint('yellow', 'note')} ${notice}`);
  if (evidence.minimal.length > 0) {
    lines.push(
      '',
      paint(
        'dim',
        `  ${evidence.sufficient ? 'MINIMAL EVIDENCE' : 'BEST EVIDENCE FOUND, NOT SUFFICIENT'}  ${evidence.minimal.length} of ${evidence.candidates}`,
      ),
    );
    for (const item of evidence.minimal) lines.push(...printItem(item));
  }
  if (report.counterEvidence?.sufficient === true) {
    lines.push('', paint('dim', `  EVIDENCE ON THE OTHER SIDE  quality ${report.counterEvidence.quality.toFixed(2)}`));
    for (const item of report.counterEvidence.minimal) lines.push(...printItem(item));
  }
  for (const missing of evidence.missing.filter((entry) => entry.text !== '')) lines.push(`  missing ${missing.kind}: ${missing.text}`);
  for (const conflict of report.conflicts) {
    lines.push(
      `  conflict (${conflict.kind}): ${conflict.explanation}`,
      `    ${placeOf(conflict.a)}  ${conflict.a.quote}`,
      `    ${placeOf(conflict.b)}  ${conflict.b.quote}`,
    );
  }
  for (const probe of report.probes.filter((entry) => entry.selected)) {
    lines.push(
      `  probe (${probe.kind}): ${probe.query}  → ${probe.answer ?? 'no answer'}${probe.crr === null ? '' : `  CRR ${probe.crr.toFixed(2)}`}`,
    );
  }
  if (report.trap !== null) lines.push(`  trap: ${report.trap.explanation}`);
  if (options.explain) lines.push(...explain(report));
  return `${lines.join('\n')}\n`;
}

/** Where a person finds it: the line, or the page or cells of what is no text. */
function placeOf({ path, line, locator }: Citation): string {
  return locator === undefined ? `${path}:${line}` : `${path}, ${describeLocator(locator)}`;
}

function printItem(item: MinimalEvidence): string[] {
  const { citation } = item;
  const copies = item.copies.length === 0 ? '' : `  (+${item.copies.length} ${item.copies.length === 1 ? 'copy' : 'copies'})`;
  return [
    `  [${item.marker}] ${bar(item.necessity)} ${item.necessity.toFixed(2)} ${item.role}  ${paint('cyan', placeOf(citation))}${copies}`,
    `      "${citation.quote.replaceAll(/\s+/g, ' ')}"`,
  ];
}

function explain({ evidence, stages, models, usage, hash, seed, indexVersion, programVersion }: AuditReport): string[] {
  const lines = ['', '  CERTIFICATE'];
  const { certificate } = evidence;
  if (certificate === null) lines.push('  none: no set of spans was evaluated');
  else {
    const { terms } = certificate;
    if (evidence.scores.statement !== undefined) lines.push(`  judged against: ${evidence.scores.statement}`);
    lines.push(
      `  F(S) = ${terms.calibrated.toFixed(4)}  (entail ${terms.entail.toFixed(3)}, coverage ${terms.coverage.toFixed(3)}, contradiction ${terms.contradiction.toFixed(3)}, length ${terms.length.toFixed(3)}, raw ${terms.raw.toFixed(4)})`,
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
