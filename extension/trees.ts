import * as vscode from 'vscode';

import { plural, shown, t } from '../src/base/language.ts';
import { visibleLine } from '../src/base/visible.ts';
import { type DocumentRole, documentRoles, roleGroupName, roleWord } from '../src/contract/document-role.ts';
import type { DocumentRow } from '../src/contract/index-status.ts';
import { describeLeftOut, type LeftOut } from '../src/contract/left-out.ts';
import type { Session } from './session.ts';

/** A line of the Index view: a document, all documents of one role, files that were left out for one cause, or one of those files. */
type IndexNode =
  | { readonly type: 'role'; readonly role: DocumentRole | null; readonly rows: readonly DocumentRow[] }
  | { readonly type: 'document'; readonly row: DocumentRow }
  | { readonly type: 'leftOut'; readonly text: string; readonly paths: readonly string[] }
  | { readonly type: 'file'; readonly path: string };

const order = { failed: 0, skipped: 1, indexed: 2 } as const;

/** The documents of the index by what became of them, and what was left out of it. */
export class DocumentsTree implements vscode.TreeDataProvider<IndexNode>, vscode.Disposable {
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

  getTreeItem(node: IndexNode): vscode.TreeItem {
    switch (node.type) {
      case 'role':
        return roleItem(node);
      case 'document':
        return this.#documentItem(node.row);
      case 'leftOut': {
        const { None, Collapsed } = vscode.TreeItemCollapsibleState;
        const item = new vscode.TreeItem(visibleLine(node.text), node.paths.length === 0 ? None : Collapsed);
        item.iconPath = new vscode.ThemeIcon('circle-slash');
        item.tooltip = t('Left out of the index: {0}', node.text);
        return item;
      }
      case 'file': {
        const item = new vscode.TreeItem(visibleLine(node.path));
        Object.assign(item, this.#opening(node.path));
        return item;
      }
    }
  }

  async getChildren(node?: IndexNode): Promise<IndexNode[]> {
    if (node?.type === 'role') return node.rows.map((row) => ({ type: 'document', row }));
    if (node !== undefined) return node.type === 'leftOut' ? node.paths.map((path) => ({ type: 'file', path })) : [];
    void this.#session.wake();
    const { controller, state } = this.#session;
    const left = leftOutNodes(controller.leftOut);
    if (state.workspace.index.state !== 'ready') return left;
    const rows = await controller.documents();
    rows.sort((a, b) => order[a.status] - order[b.status] || a.path.localeCompare(b.path));
    const roles = [null, ...documentRoles].map((role): IndexNode & { readonly type: 'role' } => ({
      type: 'role',
      role,
      rows: rows.filter((row) => (row.role ?? null) === role),
    }));
    return [...roles.filter((group) => group.rows.length > 0), ...left];
  }

  #documentItem(document: DocumentRow): vscode.TreeItem {
    const item = new vscode.TreeItem(visibleLine(document.path));
    item.id = document.path;
    item.description =
      document.status === 'indexed' ? plural(document.passages, '{0} passage', '{0} passages') : shown(document.reason ?? document.status);
    item.contextValue = 'document';
    const because = document.by === 'session' ? t('fact-checked before, and so a draft until it is marked as a source') : null;
    const hidden = document.status === 'indexed' && document.reason !== null ? shown(document.reason) : null;
    item.tooltip = [
      document.path,
      ...(document.role === undefined ? [] : [roleWord(document.role)]),
      ...(because === null ? [] : [because]),
      // What it holds and no reader sees.
      ...(hidden === null ? [] : [hidden]),
    ].join('\n');
    if (because !== null) item.description = `${item.description} · ${t('fact-checked before')}`;
    item.iconPath = new vscode.ThemeIcon(
      document.status === 'indexed'
        ? document.reason === null
          ? 'file'
          : 'warning'
        : document.status === 'failed'
          ? 'error'
          : 'circle-slash',
    );
    Object.assign(item, this.#opening(document.path));
    return item;
  }

  /** Selecting the line opens the file. */
  #opening(path: string): Pick<vscode.TreeItem, 'command'> {
    const uri = this.#session.uriOf(path);
    if (uri === null) return {};
    return { command: { command: 'vscode.open', title: t('Open'), arguments: [uri] } };
  }
}

const roleIcons: Readonly<Record<DocumentRole | 'none', string>> = {
  none: 'files',
  source: 'verified',
  superseded: 'history',
  draft: 'edit',
  'not-evidence': 'circle-slash',
};

/** All documents of a role, with their number: open where they count as evidence. */
function roleItem({ role, rows }: IndexNode & { readonly type: 'role' }): vscode.TreeItem {
  const { Expanded, Collapsed } = vscode.TreeItemCollapsibleState;
  const item = new vscode.TreeItem(roleGroupName(role), role === null || role === 'source' ? Expanded : Collapsed);
  item.id = `role ${role ?? ''}`;
  item.description = String(rows.length);
  item.iconPath = new vscode.ThemeIcon(roleIcons[role ?? 'none']);
  return item;
}

/** One line for each cause, as the command line says it. */
function leftOutNodes(groups: readonly LeftOut[]): IndexNode[] {
  return describeLeftOut(groups).map(({ cause, text }) => ({
    type: 'leftOut',
    text,
    paths: groups.filter((group) => group.cause === cause).flatMap((group) => group.paths),
  }));
}
