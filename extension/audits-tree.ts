import * as vscode from 'vscode';

import { dateAndTime, plural, t } from '../src/base/language.ts';
import { visibleLine } from '../src/base/visible.ts';
import type { AnswerStatus } from '../src/contract/report.ts';
import type { AuditSummary } from '../src/contract/review.ts';
import type { SessionSummary } from '../src/contract/session.ts';
import { rejectedWords } from '../src/contract/rejected.ts';
import { statusWords } from '../src/export/words.ts';
import { commands, views } from './names.ts';
import type { Session } from './session.ts';

/** A line of the Audits view: a question or claim that was asked, or a review session with the checks of its claims below it. */
export type AuditNode =
  | { readonly type: 'audit'; readonly auditId: string; readonly audit: AuditSummary }
  | { readonly type: 'session'; readonly sessionId: string; readonly summary: SessionSummary; readonly audits: readonly AuditSummary[] };

const statusIcons: Record<AnswerStatus, string> = {
  supported: 'pass',
  refuted: 'error',
  conflicting: 'warning',
  uncertain: 'circle-large-outline',
  'not-enough-evidence': 'question',
};

/** What was asked and what was reviewed, newest first; a session is one line, however many claims it has. */
export class AuditsTree implements vscode.TreeDataProvider<AuditNode>, vscode.Disposable {
  readonly #session: Session;
  readonly #changed = new vscode.EventEmitter<undefined>();
  readonly #view: vscode.TreeView<AuditNode>;
  readonly #disposables: vscode.Disposable[];
  readonly onDidChangeTreeData = this.#changed.event;
  #filter = '';
  #decided = '';

  constructor(session: Session) {
    this.#session = session;
    this.#view = vscode.window.createTreeView(views.audits, { treeDataProvider: this, showCollapseAll: true });
    this.#disposables = [
      this.#view,
      session.onDidChangeAudits(() => {
        this.#changed.fire(undefined);
      }),
      session.onDidChangeReview(() => {
        const { session: shown, isChecking } = session.review;
        // How far a session is stands on its line.
        const decided = `${shown?.id ?? ''} ${String(isChecking)} ${shown?.decided ?? 0} ${String(shown?.signed)}`;
        if (decided === this.#decided) return;
        this.#decided = decided;
        this.#changed.fire(undefined);
      }),
    ];
  }

  dispose(): void {
    for (const disposable of this.#disposables) disposable.dispose();
    this.#changed.dispose();
  }

  get filter(): string {
    return this.#filter;
  }

  /** Lists only what says the words; all where there are none. */
  set filter(words: string) {
    this.#filter = words.trim();
    this.#view.message = this.#filter === '' ? '' : t('only with “{0}”', this.#filter);
    this.#changed.fire(undefined);
  }

  refresh(): void {
    this.#changed.fire(undefined);
  }

  getTreeItem(node: AuditNode): vscode.TreeItem {
    return node.type === 'audit'
      ? auditItem(node, this.#session.nameOf(node.auditId))
      : sessionItem(node, this.#session.nameOf(node.sessionId));
  }

  async getChildren(node?: AuditNode): Promise<AuditNode[]> {
    if (node !== undefined) return node.type === 'session' ? node.audits.map(auditNode) : [];
    // The list is seen: Linchpin is used here.
    void this.#session.wake();
    const [audits, sessions] = await Promise.all([this.#session.controller.audits(), this.#session.review.sessions().catch(() => [])]);
    this.#session.context.set('hasAudits', audits.length > 0);
    const known = new Set(sessions.map(({ id }) => id));
    const own = audits.filter(({ sessionId }) => sessionId === null || !known.has(sessionId)).map(auditNode);
    const reviews = sessions.map((summary): AuditNode => ({
      type: 'session',
      sessionId: summary.id,
      summary,
      audits: audits.filter(({ sessionId }) => sessionId === summary.id),
    }));
    return [...own, ...reviews].filter((entry) => this.#says(entry)).sort((a, b) => createdAt(b).localeCompare(createdAt(a)));
  }

  #says(node: AuditNode): boolean {
    const plain = (words: string): string => words.normalize('NFKC').toLowerCase();
    const words =
      node.type === 'audit'
        ? [node.audit.question, node.audit.answer, this.#session.nameOf(node.auditId) ?? '']
        : [node.summary.path, this.#session.nameOf(node.sessionId) ?? '', ...node.audits.map(({ question }) => question)];
    return plain(words.join('\n')).includes(plain(this.#filter));
  }
}

function auditNode(audit: AuditSummary): AuditNode {
  return { type: 'audit', auditId: audit.id, audit };
}

function createdAt(node: AuditNode): string {
  return node.type === 'audit' ? node.audit.createdAt : node.summary.createdAt;
}

function auditItem({ audit }: Extract<AuditNode, { type: 'audit' }>, name: string | undefined): vscode.TreeItem {
  const item = new vscode.TreeItem(visibleLine(name ?? audit.question));
  item.id = audit.id;
  const words = statusWords(audit.status, audit.kind, audit.open);
  const status = audit.rejected === true ? rejectedWords(words, 'reviewers') : words;
  item.description = audit.rejected === true || audit.answer === '' || audit.kind === 'claim' ? status : audit.answer;
  item.iconPath = new vscode.ThemeIcon(statusIcons[audit.status]);
  item.tooltip = [
    audit.question,
    audit.answer,
    [status, plural(audit.citations, '{0} citation', '{0} citations'), dateAndTime(audit.createdAt)].join(', '),
  ].join('\n');
  item.contextValue = audit.sessionId === null ? 'audit' : 'auditOfSession';
  item.command = { command: commands.openAudit, title: t('Show Audit'), arguments: [{ auditId: audit.id }] };
  return item;
}

function sessionItem({ summary, audits }: Extract<AuditNode, { type: 'session' }>, name: string | undefined): vscode.TreeItem {
  const { Collapsed, None } = vscode.TreeItemCollapsibleState;
  const item = new vscode.TreeItem(
    visibleLine(name ?? t('Review of {0}', summary.path.split('/').at(-1) ?? '')),
    audits.length === 0 ? None : Collapsed,
  );
  item.id = `session ${summary.id}`;
  item.description = summary.signed ? t('signed') : t('{0} of {1} decided', summary.decided, summary.claims);
  item.iconPath = new vscode.ThemeIcon(summary.signed ? 'lock' : 'checklist');
  item.tooltip = [summary.path, dateAndTime(summary.createdAt), item.description].join('\n');
  item.contextValue = 'session';
  item.command = { command: commands.openReview, title: t('Open Review Session'), arguments: [{ sessionId: summary.id }] };
  return item;
}
