import * as vscode from 'vscode';
import { z } from 'zod';

import { statusWords } from '../src/export/words.ts';
import { dateAndTime, t } from '../src/base/language.ts';
import type { AuditSummary } from '../src/contract/review.ts';
import { compareReports } from '../src/export/compare.ts';
import { comparisonText } from '../src/export/compare-text.ts';
import type { Session } from './session.ts';

/** Shows what changed from one saved audit to another, of the same question first. */
export async function compareAudits({ controller }: Session, argument?: unknown): Promise<void> {
  const audits = await controller.audits();
  if (audits.length < 2) {
    void vscode.window.showInformationMessage(t('There are no two audits to compare: ask a question again after a change.'));
    return;
  }
  const named = z.object({ auditId: z.string() }).safeParse(argument);
  const after =
    (named.success ? audits.find(({ id }) => id === named.data.auditId) : undefined) ?? (await choose(audits, t('Compare Audits: After')));
  if (after === undefined) return;
  const others = audits.filter(({ id }) => id !== after.id);
  const isSame = ({ question }: AuditSummary): boolean => question === after.question;
  const before = await choose([...others.filter(isSame), ...others.filter((audit) => !isSame(audit))], t('Compare Audits: Before'));
  if (before === undefined) return;
  const comparison = compareReports(await controller.saved(before.id), await controller.saved(after.id));
  const uri = vscode.Uri.from({ scheme: comparisonScheme, path: `/${t('Comparison')}.diff`, query: `${before.id} ${after.id}` });
  texts.set(uri.toString(), comparisonText(comparison));
  const document = await vscode.workspace.openTextDocument(uri);
  await vscode.window.showTextDocument(document, { preview: true });
}

const comparisonScheme = 'linchpin-comparison';
/** Of the comparisons that were opened in this window: they are made of saved audits, which do not change. */
const texts = new Map<string, string>();

/** Gives comparisons as documents that can only be read, so that nobody is asked to save one. */
export function provideComparisons(): vscode.Disposable {
  return vscode.workspace.registerTextDocumentContentProvider(comparisonScheme, {
    provideTextDocumentContent: (uri) =>
      texts.get(uri.toString()) ?? t('Compare the audits again: this comparison is of an earlier window.'),
  });
}

async function choose(audits: readonly AuditSummary[], title: string): Promise<AuditSummary | undefined> {
  const choices = audits.map((audit) => ({
    label: audit.question,
    description: statusWords(audit.status, audit.kind, audit.open),
    detail: `${dateAndTime(audit.createdAt)}${audit.answer === '' ? '' : ` · ${audit.answer}`}`,
    audit,
  }));
  return (await vscode.window.showQuickPick(choices, { title, matchOnDescription: true, matchOnDetail: true }))?.audit;
}
