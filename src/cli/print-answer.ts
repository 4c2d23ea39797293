import { shown, t } from '../base/language.ts';
import { chanceWords, hasAbstained, mayAnswerWords, shownParts } from '../contract/answer-words.ts';
import type { AnswerStatus, AuditReport } from '../contract/report.ts';
import { oneLine } from '../export/words.ts';

/** Sets words off for a terminal, or gives them back as they are. */
export type Paint = (style: 'bold' | 'dim' | 'green' | 'red' | 'yellow' | 'cyan', text: string) => string;

const statuses: Record<AnswerStatus, () => string> = {
  supported: () => t('Supported'),
  refuted: () => t('Refuted'),
  conflicting: () => t('Sources disagree'),
  uncertain: () => t('This may answer it'),
  'not-enough-evidence': () => t('Not enough evidence'),
};

export function statusWords(status: AnswerStatus): string {
  return statuses[status]();
}

export const statusStyles: Record<AnswerStatus, Parameters<Paint>[0]> = {
  supported: 'green',
  refuted: 'red',
  conflicting: 'yellow',
  uncertain: 'yellow',
  'not-enough-evidence': 'yellow',
};

/** An answer that was judged by its chance: the short answer, the sentences with the words that answer in bold, how often such answers are right. */
export function printJudgedAnswer(report: Pick<AuditReport, 'answer' | 'evidence'>, paint: Paint): string[] {
  const { answer } = report;
  const status = paint(statusStyles[answer.status], answer.status === 'uncertain' ? mayAnswerWords(answer) : statusWords(answer.status));
  if (hasAbstained(report)) return [`  ${status} · ${shown(answer.reason)}`];
  const { short, chance } = answer;
  const lines = short === null || short === undefined || short === '' ? [] : [`  ${paint('bold', oneLine(short))}`, ''];
  const parts = shownParts(report);
  for (const { pieces, marker } of parts) {
    const text = pieces
      .map((piece) => ({ ...piece, text: piece.text.replaceAll(/\s+/g, ' ') }))
      .map((piece) => (piece.marked ? paint('bold', piece.text) : piece.text))
      .join('');
    lines.push(`  ${text}${marker === null ? '' : `  [${marker}]`}`);
  }
  if (parts.length === 0 && lines.length === 0 && answer.text !== '') lines.push(`  ${paint('bold', oneLine(answer.text))}`);
  const often = typeof chance === 'number' ? ` · ${chanceWords(chance, answer.either)}` : '';
  // The reason for uncertainty is the chance itself.
  return [...lines, '', `  ${status}${often}${answer.status === 'uncertain' ? '' : ` · ${shown(answer.reason)}`}`];
}
