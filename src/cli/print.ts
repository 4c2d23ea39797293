import { conflictKindName, encodedWords, missingKindName, roleName } from '../contract/words.ts';
import { decimal, plural, shown, t, whole } from '../base/language.ts';
import { hasAbstained, isJudgedByChance, promiseWords } from '../contract/answer-words.ts';
import { withheldWords } from '../contract/basis.ts';
import { findingOfClaim, findingWords } from '../contract/claim-words.ts';
import type { MinimalEvidence } from '../contract/evidence.ts';
import { placeName } from '../contract/locator.ts';
import { printJudgedAnswer, statusStyles, statusWords } from './print-answer.ts';
import { lined, paint } from './terminal.ts';
import { printCauses } from './print-causes.ts';
import { printAtoms } from './print-atoms.ts';
import type { AnswerAgain } from '../contract/again.ts';
import type { AuditReport } from '../contract/report.ts';
import { rowWords } from '../contract/row-words.ts';
import { seenLine } from '../contract/seen-quote.ts';
import { oneLine } from '../export/words.ts';

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
  // Necessity and role belong to an answer that stands, and to a reader who asks how it was judged.
  const plain = !options.explain || ((byChance || report.kind === 'claim') && !evidence.sufficient);
  const lines: string[] = [
    paint('bold', oneLine(report.question)),
    '',
    ...(byChance ? printJudgedAnswer(report, paint) : printAnswer(report, options.explain)),
    ...report.refinements.map(({ action, query }) =>
      paint('dim', `  ${action === 'decompose' ? t('step: {0}', query) : t('asked as: {0}', query)}`),
    ),
    ...printAtoms(report),
    ...report.claims
      .filter(({ verdict }) => verdict === 'refuted' || verdict === 'unsupported')
      .map(
        ({ text, verdict, reason = '' }) =>
          `  ${paint('yellow', verdict === 'refuted' ? t('refuted') : t('unsupported'))} ${oneLine(text)}  ${paint('dim', shown(reason))}`,
      ),
    ...(report.basis === undefined ? [] : withheldWords(report.basis)).map((words) => paint('dim', `  ${t('Left out: {0}', words)}`)),
    ...(report.notices ?? []).map((notice) => `  ${paint('yellow', t('note'))} ${shown(notice)}`),
  ];
  if (evidence.minimal.length > 0) {
    // Where nothing is answered the reason says what follows.
    lines.push('', ...(abstained ? [] : [paint('dim', `  ${evidenceTitle(report, options.explain)}`)]));
    for (const item of evidence.minimal) lines.push(...printItem(item, plain));
  }
  if (report.counterEvidence?.sufficient === true) {
    lines.push(
      '',
      paint(
        'dim',
        `  ${t('EVIDENCE ON THE OTHER SIDE')}${options.explain ? `  ${t('quality {0}', decimal(report.counterEvidence.quality))}` : ''}`,
      ),
    );
    for (const item of report.counterEvidence.minimal) lines.push(...printItem(item, !options.explain));
  }
  if (report.causal !== null) lines.push(...printCauses(report.causal, paint, false));
  for (const missing of evidence.missing.filter((entry) => entry.text !== ''))
    lines.push(`  ${t('missing {0}: {1}', missingKindName(missing.kind), oneLine(missing.text))}`);
  for (const conflict of report.conflicts) {
    lines.push(
      `  ${t('conflict ({0}): {1}', conflictKindName(conflict.kind), shown(conflict.explanation))}`,
      `    ${placeName(conflict.a)}  ${seenLine(conflict.a)}`,
      `    ${placeName(conflict.b)}  ${seenLine(conflict.b)}`,
    );
  }
  // Rival questions, the trap and the formulas say how an answer was come by: for those who ask.
  if (options.explain) lines.push(...printProbes(report, abstained), ...explain(report));
  return `${lined(lines)}\n`;
}

/** An answer that was judged by the quality of its evidence: a claim's, a language model's, an older report's. */
function printAnswer({ answer, evidence, kind }: AuditReport, explained: boolean): string[] {
  const markers = evidence.minimal.map((item) => `[${item.marker}]`).join(' ');
  const text =
    answer.status === 'not-enough-evidence' ? paint('dim', t('Unproven: {0}', oneLine(answer.text))) : paint('bold', oneLine(answer.text));
  // Evidence may be enough for a statement that does not answer the question: then its quality is not what is lacking.
  const quality =
    !explained || (answer.status === 'not-enough-evidence' && (evidence.sufficient || kind === 'claim'))
      ? ''
      : ` · ${t('quality {0} of {1} needed', decimal(evidence.quality), decimal(evidence.threshold))}`;
  return [
    ...(answer.text === '' ? [] : [`  ${text}  ${markers}`]),
    `  ${paint(statusStyles[answer.status], kind === 'claim' ? findingWords(findingOfClaim({ answer, evidence })).headline : statusWords(answer.status))}${quality} · ${shown(answer.reason)}`,
  ];
}

function evidenceTitle(report: AuditReport, explained: boolean): string {
  const { sufficient, minimal, candidates } = report.evidence;
  if (explained && sufficient) return `${t('MINIMAL EVIDENCE')}  ${t('{0} of {1}', minimal.length, candidates)}`;
  if (sufficient) return t('WHAT IT RESTS ON');
  if (report.kind === 'claim')
    return findingOfClaim(report) === 'nothing' ? t('NEAREST SENTENCES, ABOUT SOMETHING ELSE') : t('SENTENCES TO READ');
  return isJudgedByChance(report) ? t('WHAT IT RESTS ON') : t('BEST EVIDENCE FOUND, NOT SUFFICIENT');
}

/** @param silent the rivals' answers are left out: where nothing is answered none of them stands in for it */
function printProbes({ probes, trap }: AuditReport, silent: boolean): string[] {
  const lines = probes
    .filter((probe) => probe.selected)
    .map(({ query, answer, crr }) =>
      silent
        ? `  ${t('probe: {0}', query)}`
        : `  ${t('probe: {0}', query)}  → ${answer === null ? t('no answer') : oneLine(answer)}${crr === null ? '' : `  CRR ${decimal(crr)}`}`,
    );
  return trap === null || silent ? lines : [...lines, `  ${t('trap: {0}', shown(trap.explanation))}`];
}

/** @param plain without necessity and role, which belong to an answer that stands */
function printItem(item: MinimalEvidence, plain: boolean): string[] {
  const { citation } = item;
  const copies = item.copies.length === 0 ? '' : `  (+${plural(item.copies.length, '{0} copy', '{0} copies')})`;
  const need = plain ? '' : `${bar(item.necessity)} ${decimal(item.necessity)} ${roleName(item.role)}  `;
  return [
    `  [${item.marker}] ${need}${paint('cyan', placeName(citation))}${copies}`,
    `      "${seenLine(citation)}"`,
    ...(item.row === undefined ? [] : [`      ${paint('dim', rowWords(item.row))}`]),
  ];
}

function explain({ answer, evidence, stages, models, usage, hash, seed, indexVersion, encoded, programVersion }: AuditReport): string[] {
  const lines = ['', `  ${t('CERTIFICATE')}`];
  const { certificate } = evidence;
  if (certificate === null) lines.push(`  ${t('none: no set of spans was evaluated')}`);
  else {
    const { terms } = certificate;
    if (evidence.scores.statement !== undefined) lines.push(`  ${t('judged against: {0}', evidence.scores.statement)}`);
    const read = evidence.scores.readings !== undefined;
    if (answer.promise !== null && answer.promise !== undefined) lines.push(`  ${promiseWords(answer.promise)}`);
    lines.push(
      `  F(S) = ${decimal(terms.calibrated, 4)}  (${read ? t('by reading; {0} is enough', decimal(evidence.threshold, 4)) : t('entailment {0}, coverage {1}, contradiction {2}, length {3}, raw {4}', decimal(terms.entail, 3), decimal(terms.coverage, 3), decimal(terms.contradiction, 3), decimal(terms.length, 3), decimal(terms.raw, 4))})`,
      ...certificate.without.map((entry) => `  ${t('F(S without {0})', entry.spanId)} = ${decimal(entry.quality, 4)}`),
      `  ${[
        certificate.irreducible ? t('irreducible') : t('not irreducible'),
        certificate.complete
          ? t('minimal sufficient sets: {0}', certificate.minimalSets.length)
          : t('minimal sufficient sets: {0} (search budget reached)', certificate.minimalSets.length),
        plural(certificate.robustness ?? 0, 'falls if {0} source falls', 'falls if {0} sources fall'),
        plural(certificate.evaluations, '{0} evaluation', '{0} evaluations'),
      ].join(' · ')}`,
      ...certificate.breakingSets.map((set) => `  ${t('breaks without: {0}', set.join(', '))}`),
    );
  }
  lines.push('', `  ${t('STAGES')}`);
  for (const stage of stages)
    lines.push(
      `  ${stage.name.padEnd(9)} ${stage.ran ? `${stage.ms.toFixed(0).padStart(6)} ms  ${t('{0} calls', stage.calls)}` : t('did not run')}${stage.note === undefined ? '' : `  ${shown(stage.note)}`}`,
    );
  if (usage.calls > 0)
    lines.push(
      '',
      `  ${[
        plural(usage.rounds, '{1} model calls in {0} round', '{1} model calls in {0} rounds', whole(usage.calls)),
        t('{0} kept from before', usage.cached ?? 0),
        t('{0} tokens', whole(usage.promptTokens + usage.completionTokens)),
        ...(usage.cost === undefined ? [] : [t('cost {0}', decimal(usage.cost, 4))]),
      ].join(', ')}`,
    );
  lines.push(
    '',
    `  ${t(
      'models {0}',
      Object.values(models)
        .map((model) => `${model.id} ${model.version}`)
        .join(', '),
    )}`,
    `  ${programVersion === undefined ? '' : `linchpin ${programVersion} · `}${t('seed {0} · index {1} · report {2}', seed, indexVersion.slice(0, 12), hash.slice(0, 12))}`,
    ...(encoded === undefined ? [] : [`  ${encodedWords(encoded)}`]),
  );
  return lines;
}

/** What is answered without each piece of evidence. */
export function printAgain(report: AuditReport, answers: readonly AnswerAgain[]): string {
  if (answers.length === 0) return '';
  const markers = new Map(report.evidence.minimal.map((item) => [item.spanId, item.marker]));
  const lines = answers.map(
    ({ spanId, necessary, answer }) =>
      `  ${t('without [{0}]: {1}', markers.get(spanId) ?? '?', answer === null ? t('no answer') : oneLine(answer))}${necessary ? '' : ` ${t('(the same)')}`}`,
  );
  return `\n${lined(lines)}\n`;
}
