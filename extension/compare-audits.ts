import * as vscode from 'vscode';

import { statusWords } from '../src/export/words.ts';
import { dateAndTime, t } from '../src/base/language.ts';
import type { AuditSummary } from '../src/contract/review.ts';
import { compareReports } from '../src/export/compare.ts';
import { comparisonText } from '../src/export/compare-text.ts';
import type { Session } from './session.ts';

/** Shows what changed from one saved audit to another, of the same question first. */
export async function compareAudits({ controller }: Session): Promise<void> {
  const audits = await controller.audits();
  if (audits.length < 2) {
    void vscode.window.showInformationMessage(t('There are no two audits to compare: ask a question again after a change.'));
    return;
  }
  const after = await choose(audits, t('Compare Audits: After'));
  if (after === undefined) return;
  const others = audits.filter(({ id }) => id !== after.id);
  const isSame = ({ question }: AuditSummary): boolean => question === after.question;
  const before = await choose([...others.filter(isSame), ...others.filter((audit) => !isSame(audit))], t('Compare Audits: Before'));
  if (before === undefined) return;
  const comparison = compareReports(await controller.saved(before.id), await controller.saved(after.id));
  const document = await vscode.workspace.openTextDocument({ language: 'diff', content: comparisonText(comparison) });
  await vscode.window.showTextDocument(document, { preview: true });
}

async function choose(audits: readonly AuditSummary[], title: string): Promise<AuditSummary | undefined> {
  const choices = audits.map((audit) => ({
    label: audit.question,
    description: statusWords(audit.status, audit.kind),
    detail: `${dateAndTime(audit.createdAt)}${audit.answer === '' ? '' : ` · ${audit.answer}`}`,
    audit,
  }));
  return (await vscode.window.showQuickPick(choices, { title, matchOnDescription: true, matchOnDetail: true }))?.audit;
}
