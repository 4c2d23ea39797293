import * as vscode from 'vscode';

import { commands, views } from './names.ts';
import type { Session } from './session.ts';

/** One short item at the left: the index, or the work that goes on. */
export class StatusBar implements vscode.Disposable {
  readonly #item: vscode.StatusBarItem;
  readonly #session: Session;
  readonly #subscription: vscode.Disposable;

  constructor(session: Session) {
    this.#session = session;
    this.#item = vscode.window.createStatusBarItem('linchpin.status', vscode.StatusBarAlignment.Left, 10);
    this.#item.name = 'Linchpin';
    this.#subscription = session.onDidChange(() => {
      this.#draw();
    });
    this.#draw();
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#item.dispose();
  }

  #draw(): void {
    const { workspace, audit } = this.#session.state;
    if (workspace.folder === null) {
      this.#item.hide();
      return;
    }
    const { index } = workspace;
    const show = (text: string, tooltip: string, command: string): void => {
      this.#item.text = text;
      this.#item.tooltip = tooltip;
      this.#item.command = command;
    };
    if (index.state === 'indexing') {
      const { progress } = index;
      show(
        progress === null || progress.total === 0
          ? `$(sync~spin) ${vscode.l10n.t('Indexing')}`
          : `$(sync~spin) ${progress.done}/${progress.total}`,
        vscode.l10n.t('Linchpin is indexing'),
        `${views.audit}.focus`,
      );
    } else if (audit?.phase === 'asking') show(`$(loading~spin) ${vscode.l10n.t('Auditing')}`, audit.question, `${views.audit}.focus`);
    else if (index.state === 'ready')
      show(
        `$(references) ${index.documents}`,
        vscode.l10n.t('Linchpin: {0} documents indexed. Ask a question.', index.documents),
        commands.ask,
      );
    else if (index.state === 'failed') show('$(warning) Linchpin', index.error.message, `${views.audit}.focus`);
    else show('$(references) Linchpin', vscode.l10n.t('Linchpin: this folder is not indexed yet. Index it.'), commands.index);
    this.#item.show();
  }
}
