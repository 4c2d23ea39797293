import * as vscode from 'vscode';

import { t } from '../src/base/language.ts';
import { commands } from './names.ts';
import type { Session } from './session.ts';

interface Shown {
  readonly text: string;
  readonly tooltip: string;
  readonly command: string;
}

/** One short item at the left: the index, or the work that goes on. Drawn where it says something else than before. */
export class StatusBar implements vscode.Disposable {
  readonly #item: vscode.StatusBarItem;
  readonly #session: Session;
  readonly #subscription: vscode.Disposable;
  #drawn = '';

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
    const shown = this.#shown();
    const drawn = JSON.stringify(shown);
    if (drawn === this.#drawn) return;
    this.#drawn = drawn;
    if (shown === null) {
      this.#item.hide();
      return;
    }
    this.#item.text = shown.text;
    this.#item.tooltip = shown.tooltip;
    this.#item.command = shown.command;
    this.#item.show();
  }

  /** null: nothing to say in this window. */
  #shown(): Shown | null {
    const { workspace, audit } = this.#session.state;
    if (workspace.folder === null || !this.#session.awake) return null;
    const { index } = workspace;
    const panel = commands.showAudit;
    // With several folders it is said which one is meant.
    const name = workspace.folders > 1 ? `${workspace.folder}: ` : '';
    if (index.state === 'indexing') {
      const { progress } = index;
      const done =
        progress === null || progress.total === 0
          ? t('Indexing')
          : // In hundredths: thousands of documents are no thousands of redraws.
            `${Math.floor((100 * progress.done) / progress.total)} %`;
      return { text: `$(sync~spin) ${name}${done}`, tooltip: t('Linchpin is indexing'), command: panel };
    }
    if (audit?.phase === 'asking') return { text: `$(loading~spin) ${name}${t('Auditing')}`, tooltip: audit.question, command: panel };
    if (index.state === 'ready')
      return {
        text: `$(references) ${name}${index.documents}`,
        tooltip: t('Linchpin: {0} documents of {1} indexed. Ask a question.', index.documents, workspace.folder),
        command: commands.ask,
      };
    if (index.state === 'failed') return { text: `$(warning) ${name}Linchpin`, tooltip: index.error.message, command: panel };
    return {
      text: `$(references) ${name}Linchpin`,
      tooltip: t('Linchpin: the folder {0} is not indexed yet. Index it.', workspace.folder),
      command: commands.index,
    };
  }
}
