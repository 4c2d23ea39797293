import * as vscode from 'vscode';

import type { DocumentRow, WireAuditSummary } from '../src/engine/protocol.ts';
import type { AnswerStatus } from '../src/contract/report.ts';
import { commands } from './names.ts';
import type { Session } from './session.ts';

const statusIcons: Record<AnswerStatus, string> = {
  supported: 'pass',
  refuted: 'error',
  conflicting: 'warning',
  uncertain: 'circle-large-outline',
  'not-enough-evidence': 'question',
};

/** The saved audits, newest first. */
export class AuditsTree implements vscode.TreeDataProvider<WireAuditSummary>, vscode.Disposable {
  readonly #session: Session;
  readonly #changed = new vscode.EventEmitter<undefined>();
  readonly #subscription: vscode.Disposable;
  readonly onDidChangeTreeData = this.#changed.event;

  constructor(session: Session) {
    this.#session = session;
    this.#subscription = session.onDidChangeAudits(() => {
      this.#changed.fire(undefined);
    });
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#changed.dispose();
  }

  getTreeItem(audit: WireAuditSummary): vscode.TreeItem {
    const item = new vscode.TreeItem(audit.question);
    item.id = audit.id;
    item.description = audit.answer === '' ? audit.status.replaceAll('-', ' ') : audit.answer;
    item.iconPath = new vscode.ThemeIcon(statusIcons[audit.status]);
    item.tooltip = `${audit.question}\n${audit.answer}\n${audit.status.replaceAll('-', ' ')}, ${audit.citations} citations, ${new Date(audit.createdAt).toLocaleString()}`;
    item.contextValue = 'audit';
    item.command = { command: commands.openAudit, title: vscode.l10n.t('Show Audit'), arguments: [{ auditId: audit.id }] };
    return item;
  }

  async getChildren(audit?: WireAuditSummary): Promise<WireAuditSummary[]> {
    if (audit !== undefined) return [];
    // The list is seen: Linchpin is used here.
    void this.#session.wake();
    const audits = await this.#session.controller.audits();
    this.#session.context.set('hasAudits', audits.length > 0);
    return audits;
  }
}

/** The documents of the index by what became of them. */
export class DocumentsTree implements vscode.TreeDataProvider<DocumentRow>, vscode.Disposable {
  readonly #session: Session;
  readonly #changed = new vscode.EventEmitter<undefined>();
  readonly #subscription: vscode.Disposable;
  readonly onDidChangeTreeData = this.#changed.event;

  constructor(session: Session) {
    this.#session = session;
    this.#subscription = session.onDidChangeIndex(() => {
      this.#changed.fire(undefined);
    });
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#changed.dispose();
  }

  getTreeItem(document: DocumentRow): vscode.TreeItem {
    const { folder } = this.#session;
    const item = new vscode.TreeItem(document.path);
    item.id = document.path;
    item.description =
      document.status === 'indexed' ? vscode.l10n.t('{0} passages', document.passages) : (document.reason ?? document.status);
    item.iconPath = new vscode.ThemeIcon(document.status === 'indexed' ? 'file' : document.status === 'failed' ? 'error' : 'circle-slash');
    if (folder !== undefined)
      item.command = {
        command: 'vscode.open',
        title: vscode.l10n.t('Open'),
        arguments: [vscode.Uri.joinPath(folder.uri, ...document.path.split('/'))],
      };
    return item;
  }

  async getChildren(document?: DocumentRow): Promise<DocumentRow[]> {
    if (document !== undefined) return [];
    void this.#session.wake();
    if (this.#session.state.workspace.index.state !== 'ready') return [];
    const order = { failed: 0, skipped: 1, indexed: 2 } as const;
    const rows = await this.#session.controller.documents();
    return rows.sort((a, b) => order[a.status] - order[b.status] || a.path.localeCompare(b.path));
  }
}
