import * as vscode from 'vscode';

import { t } from '../src/base/language.ts';
import { type PanelIntent, panelIntentSchema, type PanelMessage } from '../src/contract/panel.ts';
import { drawPage } from './draw-page.ts';
import type { Session } from './session.ts';
import { tabIcon } from './tab-icon.ts';

/** Snapshots are sent at most this often while an audit streams. */
const snapshotIntervalMs = 40;

/** What the panel asks of others: `ready` is the view's own. */
export type ForwardedIntent = Exclude<PanelIntent, { type: 'ready' }>;

/** A place where the panel is drawn. */
interface Surface {
  readonly webview: vscode.Webview;
  readonly visible: boolean;
}

const pageType = 'linchpin.auditPage';

/**
 * The panel in the side bar, and wide in the editor area: sends whole snapshots to where it is seen, hands intents on. Knows nothing of
 * what they mean.
 */
export class AuditView implements vscode.WebviewViewProvider, vscode.Disposable {
  readonly #extension: vscode.Uri;
  readonly #session: Session;
  readonly #onIntent: (intent: ForwardedIntent) => void;
  readonly #disposables: vscode.Disposable[] = [];
  readonly #surfaces = new Set<Surface>();
  #page: vscode.WebviewPanel | null = null;
  #pending: NodeJS.Timeout | null = null;

  constructor(extension: vscode.Uri, session: Session, onIntent: (intent: ForwardedIntent) => void) {
    this.#extension = extension;
    this.#session = session;
    this.#onIntent = onIntent;
    this.#disposables.push(
      session.onDidChange(() => {
        this.#schedule();
      }),
      // After a reload the editor brings the page back.
      vscode.window.registerWebviewPanelSerializer(pageType, {
        deserializeWebviewPanel: (page) => {
          this.#showPage(page);
          return Promise.resolve();
        },
      }),
    );
  }

  dispose(): void {
    if (this.#pending !== null) clearTimeout(this.#pending);
    for (const disposable of this.#disposables) disposable.dispose();
    this.#page?.dispose();
  }

  resolveWebviewView(view: vscode.WebviewView): void {
    this.#draw(view);
    view.onDidChangeVisibility(() => {
      if (view.visible) this.#send();
    });
    view.onDidDispose(() => {
      this.#surfaces.delete(view);
    });
  }

  /** Shows the panel wide in the editor area. */
  openPage(): void {
    if (this.#page === null)
      this.#showPage(vscode.window.createWebviewPanel(pageType, t('Audit'), vscode.ViewColumn.Active, { enableFindWidget: true }));
    else this.#page.reveal();
  }

  #showPage(page: vscode.WebviewPanel): void {
    this.#page?.dispose();
    this.#page = page;
    page.iconPath = tabIcon(this.#extension);
    this.#draw(page);
    page.onDidChangeViewState(() => {
      if (page.visible) this.#send();
    });
    page.onDidDispose(() => {
      this.#surfaces.delete(page);
      if (this.#page === page) this.#page = null;
    });
  }

  #draw(surface: Surface): void {
    void this.#session.wake();
    const { webview } = surface;
    drawPage(webview, this.#extension, 'panel', 'Linchpin');
    this.#surfaces.add(surface);
    webview.onDidReceiveMessage((raw: unknown) => {
      const intent = panelIntentSchema.safeParse(raw);
      if (!intent.success) return;
      if (intent.data.type === 'ready') this.#send();
      else this.#onIntent(intent.data);
    });
  }

  /** The state goes first: a message may speak of what has only just come to be shown. */
  post(message: PanelMessage): void {
    if (this.#pending !== null) this.#send();
    this.#postNow(message);
  }

  #postNow(message: PanelMessage): void {
    for (const { webview, visible } of this.#surfaces) if (visible) void webview.postMessage(message);
  }

  #schedule(): void {
    this.#pending ??= setTimeout(() => {
      this.#send();
    }, snapshotIntervalMs);
  }

  #send(): void {
    if (this.#pending !== null) clearTimeout(this.#pending);
    this.#pending = null;
    this.#postNow({ type: 'snapshot', state: this.#session.state });
  }
}
