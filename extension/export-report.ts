import { chanceWords, hasAbstained, isJudgedByChance } from '../src/contract/answer-words.ts';
import type { AuditReport } from '../src/contract/report.ts';

/** The audit as a Markdown document that can be handed on: the answer, its evidence with places, and how it was found. */
export function reportMarkdown(report: AuditReport): string {
  const { answer, evidence } = report;
  // Necessity and role belong to an answer that stands.
  const plain = isJudgedByChance(report) && !evidence.sufficient;
  const lines = [
    `# ${escape(report.question)}`,
    '',
    answer.text === '' ? '*No answer.*' : `**${escape(answer.text)}**`,
    '',
    `Status: ${statusLine(report)}`,
    '',
    `## ${evidence.sufficient ? 'Minimal evidence' : plain ? 'Evidence' : 'Best evidence found; not sufficient'}`,
    '',
    ...evidence.minimal.flatMap((item) => [
      `${item.marker}. ${escape(item.citation.path)}, line ${item.citation.line}${plain ? '' : ` (${item.role}, necessity ${item.necessity.toFixed(2)})`}`,
      '',
      `   > ${escape(item.citation.quote.replaceAll(/\s+/g, ' '))}`,
      '',
    ]),
    ...(report.conflicts.length === 0
      ? []
      : [
          '## Conflicts',
          '',
          ...report.conflicts.map(
            (conflict) =>
              `- ${escape(conflict.explanation)}: ${escape(conflict.a.path)}, line ${conflict.a.line}, against ${escape(conflict.b.path)}, line ${conflict.b.line}`,
          ),
          '',
        ]),
    '---',
    '',
    `Audit ${report.id}${report.programVersion === undefined ? '' : `, Linchpin ${report.programVersion}`}, seed ${report.seed}, index ${report.indexVersion.slice(0, 12)}, models ${Object.values(
      report.models,
    )
      .map((model) => `${model.id} ${model.version}`)
      .join(', ')}, ${report.createdAt}.`,
    '',
  ];
  return lines.join('\n');
}

function statusLine(report: AuditReport): string {
  const { answer, evidence } = report;
  const { chance } = answer;
  const reason = escape(answer.reason);
  const status = answer.status.replaceAll('-', ' ');
  if (typeof chance !== 'number')
    return `${status}. Quality ${evidence.quality.toFixed(2)}, ${evidence.threshold.toFixed(2)} needed. ${reason}`;
  if (hasAbstained(report)) return `${status}. ${reason}`;
  return answer.status === 'uncertain' ? `this may answer it. ${chanceWords(chance)}.` : `${status}. ${chanceWords(chance)}. ${reason}`;
}

/** The answer as it goes into a text, with its sources behind it. */
export function answerWithCitations(report: AuditReport): string {
  const sources = report.evidence.minimal.map((item) => `${item.citation.path}:${item.citation.line}`);
  return sources.length === 0 ? report.answer.statement : `${report.answer.statement} [${sources.join('; ')}]`;
}

function escape(text: string): string {
  return text.replaceAll(/[\\`*_{}[\]<>#|]/g, '\\$&');
}
