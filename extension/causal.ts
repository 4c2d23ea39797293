import * as vscode from 'vscode';

import { t } from '../src/base/language.ts';
import { toLinchpinError } from '../src/base/error.ts';
import { type CausalPageIntent, causalPageIntentSchema, type CausalPageState } from '../src/contract/causal-page.ts';
import { toGraphml } from '../src/contract/graphml.ts';
import { openCitation } from './locate.ts';
import { commands } from './names.ts';
import { drawPage } from './draw-page.ts';
import type { Session } from './session.ts';
import { writeTo } from './write-to.ts';

const viewType = 'linchpin.causalPage';

export interface CausalPageParts {
  readonly session: Session;
  readonly extension: vscode.Uri;
  readonly log: vscode.LogOutputChannel;
  readonly guard: (work: () => Promise<void> | void) => Promise<void>;
}

/** The causal graph of the folder, wide in the editor area: one page a window. A search that comes while another runs takes its place. */
export class CausalPage implements vscode.Disposable {
  readonly #parts: CausalPageParts;
  readonly #disposables: vscode.Disposable[];
  #panel: vscode.WebviewPanel | null = null;
  #state: CausalPageState = { view: null, busy: true, error: null };
  #running: AbortController | null = null;

  constructor(parts: CausalPageParts) {
    this.#parts = parts;
    this.#disposables = [
      vscode.commands.registerCommand(commands.showCausalGraph, async (argument: unknown) => {
        await parts.guard(() => this.#open(typeof argument === 'string' ? argument : ''));
      }),
    ];
  }

  dispose(): void {
    this.#running?.abort();
    for (const disposable of this.#disposables) disposable.dispose();
    this.#panel?.dispose();
  }

  async #open(search: string): Promise<void> {
    if (this.#panel === null) this.#show();
    else this.#panel.reveal();
    await this.#load(search);
  }

  #show(): void {
    const panel = vscode.window.createWebviewPanel(viewType, t('Causal Graph'), vscode.ViewColumn.Active, {
      enableFindWidget: true,
    });
    this.#panel = panel;
    const { webview } = panel;
    panel.iconPath = vscode.Uri.joinPath(this.#parts.extension, 'media', 'linchpin.svg');
    drawPage(webview, this.#parts.extension, 'causal', t('Causal Graph'));
    webview.onDidReceiveMessage((raw: unknown) => {
      const intent = causalPageIntentSchema.safeParse(raw);
      if (intent.success) void this.#parts.guard(() => this.#handle(intent.data));
    });
    panel.onDidChangeViewState(() => {
      if (panel.visible) this.#send();
    });
    panel.onDidDispose(() => {
      this.#running?.abort();
      if (this.#panel === panel) this.#panel = null;
    });
  }

  async #handle(intent: CausalPageIntent): Promise<void> {
    switch (intent.type) {
      case 'ready':
        this.#send();
        return;
      case 'search':
        await this.#load(intent.text);
        return;
      case 'openCitation': {
        const { controller } = this.#parts.session;
        const uri = this.#parts.session.uriOf(intent.citation.path);
        // The picture stays in sight beside what it shows.
        const where = { viewColumn: intent.beside ? vscode.ViewColumn.Active : vscode.ViewColumn.Beside };
        if (uri === null || !(await openCitation(uri, intent.citation, where, () => controller.encodingOf(intent.citation.path))))
          void vscode.window.showWarningMessage(t('The document no longer holds these words. Index the workspace and ask again.'));
        return;
      }
      case 'export':
        await this.#export();
        return;
      case 'fault':
        this.#parts.log.error(`causal graph: ${intent.message}`);
    }
  }

  async #load(search: string): Promise<void> {
    this.#running?.abort();
    const running = new AbortController();
    this.#running = running;
    this.#set({ ...this.#state, busy: true, error: null });
    try {
      const view = await this.#parts.session.controller.causalGraph(search, running.signal);
      if (this.#running === running) this.#set({ view, busy: false, error: null });
    } catch (error) {
      const { code, message, next } = toLinchpinError(error);
      if (this.#running !== running || code === 'cancelled') return;
      this.#set({ ...this.#state, busy: false, error: { code, message, next } });
    }
  }

  async #export(): Promise<void> {
    const { view } = this.#state;
    const { folder } = this.#parts.session;
    if (view === null || folder === undefined) return;
    const target = await vscode.window.showSaveDialog({
      defaultUri: vscode.Uri.joinPath(folder.uri, 'causes.graphml'),
      filters: { GraphML: ['graphml'] },
    });
    if (target !== undefined) await writeTo(target, toGraphml(view.graph));
  }

  #set(state: CausalPageState): void {
    this.#state = state;
    this.#send();
  }

  #send(): void {
    if (this.#panel?.visible === true) void this.#panel.webview.postMessage({ type: 'graph', state: this.#state });
  }
}
