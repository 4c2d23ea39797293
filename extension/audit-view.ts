import { randomBytes } from 'node:crypto';

import * as vscode from 'vscode';

import { type PanelIntent, panelIntentSchema, type PanelMessage } from '../src/contract/panel.ts';
import { panelHtml } from './panel-html.ts';
import type { Session } from './session.ts';

/** Snapshots are sent at most this often while an audit streams. */
const snapshotIntervalMs = 40;

/** What the panel asks of others: `ready` is the view's own. */
export type ForwardedIntent = Exclude<PanelIntent, { type: 'ready' }>;

/** The panel's view: sends it whole snapshots, hands its intents on. Knows nothing of what they mean. */
export class AuditView implements vscode.WebviewViewProvider, vscode.Disposable {
  readonly #extension: vscode.Uri;
  readonly #session: Session;
  readonly #onIntent: (intent: ForwardedIntent) => void;
  readonly #disposables: vscode.Disposable[] = [];
  #view: vscode.WebviewView | null = null;
  #pending: NodeJS.Timeout | null = null;

  constructor(extension: vscode.Uri, session: Session, onIntent: (intent: ForwardedIntent) => void) {
    this.#extension = extension;
    this.#session = session;
    this.#onIntent = onIntent;
    this.#disposables.push(
      session.onDidChange(() => {
        this.#schedule();
      }),
    );
  }

  dispose(): void {
    if (this.#pending !== null) clearTimeout(this.#pending);
    for (const disposable of this.#disposables) disposable.dispose();
  }

  resolveWebviewView(view: vscode.WebviewView): void {
    void this.#session.wake();
    const assets = vscode.Uri.joinPath(this.#extension, 'dist', 'webview');
    const address = (name: string): string => view.webview.asWebviewUri(vscode.Uri.joinPath(assets, name)).toString();
    view.webview.options = { enableScripts: true, localResourceRoots: [assets] };
    view.webview.html = panelHtml({
      cspSource: view.webview.cspSource,
      nonce: randomBytes(24).toString('base64url'),
      script: address('panel.js'),
      style: address('panel.css'),
      icons: address('codicon.css'),
      language: vscode.env.language,
      title: 'Linchpin',
    });
    this.#view = view;
    view.webview.onDidReceiveMessage((raw: unknown) => {
      const intent = panelIntentSchema.safeParse(raw);
      if (!intent.success) return;
      if (intent.data.type === 'ready') this.#send();
      else this.#onIntent(intent.data);
    });
    view.onDidChangeVisibility(() => {
      if (view.visible) this.#send();
    });
    view.onDidDispose(() => {
      if (this.#view === view) this.#view = null;
    });
  }

  /** The state goes first: a message may speak of what has only just come to be shown. */
  post(message: PanelMessage): void {
    if (this.#pending !== null) this.#send();
    this.#postNow(message);
  }

  #postNow(message: PanelMessage): void {
    void this.#view?.webview.postMessage(message);
  }

  #schedule(): void {
    this.#pending ??= setTimeout(() => {
      this.#send();
    }, snapshotIntervalMs);
  }

  #send(): void {
    if (this.#pending !== null) clearTimeout(this.#pending);
    this.#pending = null;
    if (this.#view?.visible === true) this.#postNow({ type: 'snapshot', state: this.#session.state });
  }
}
