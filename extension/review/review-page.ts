import * as vscode from 'vscode';

import { t } from '../../src/base/language.ts';
import type { Citation } from '../../src/contract/citation.ts';
import { SessionPageHost } from '../../src/panel/session-page-host.ts';
import { readConfiguration } from '../configuration.ts';
import { commands } from '../names.ts';
import { drawPage } from '../draw-page.ts';
import { tabIcon } from '../tab-icon.ts';
import type { Session } from '../session.ts';

/** Snapshots are sent at most this often. */
const snapshotMs = 40;
const viewType = 'linchpin.reviewPage';

export interface ReviewPageParts {
  readonly session: Session;
  readonly extension: vscode.Uri;
  readonly log: vscode.LogOutputChannel;
  readonly run: (command: string, argument?: unknown) => void;
  readonly open: (claimId: string, citation: Citation) => Promise<void>;
  readonly guard: (work: () => Promise<void> | void) => Promise<void>;
}

/** The session wide in the editor area: the list of its claims, and the one that is looked at. One page a window. */
export class ReviewPage implements vscode.Disposable {
  readonly #parts: ReviewPageParts;
  readonly #disposables: vscode.Disposable[];
  readonly #host: SessionPageHost;
  #panel: vscode.WebviewPanel | null = null;
  #pending: NodeJS.Timeout | null = null;

  constructor(parts: ReviewPageParts) {
    this.#parts = parts;
    const { session, run, open, log } = parts;
    this.#host = new SessionPageHost({
      review: () => session.review,
      send: (message) => {
        void this.#panel?.webview.postMessage(message);
      },
      soon: () => {
        this.#soon();
      },
      run: (command) => {
        run(
          {
            factCheck: commands.factCheck,
            continue: commands.continueFactCheck,
            cancel: commands.cancelFactCheck,
            openReview: commands.openReview,
            secondReview: commands.secondReview,
          }[command],
        );
      },
      openClaim: (claimId) => {
        run(commands.openClaim, { claimId });
      },
      applyFix: (claimId) => {
        run(commands.applyFix, { claimId });
      },
      openEvidence: (claimId, citation) => open(claimId, citation),
      signingKey: () => readConfiguration(session.folder?.uri).signingKey || null,
      signed: (reviewer) => {
        void vscode.window.showInformationMessage(t('Signed by {0}. The session is frozen.', reviewer));
      },
      fault: (message) => {
        log.error(`session page: ${message}`);
      },
    });
    this.#disposables = [
      session.onDidChangeReview(() => {
        this.#soon();
      }),
      // After a reload the editor brings the page back; what it shows comes with the session.
      vscode.window.registerWebviewPanelSerializer(viewType, {
        deserializeWebviewPanel: (panel) => {
          this.#show(panel);
          return Promise.resolve();
        },
      }),
    ];
  }

  dispose(): void {
    if (this.#pending !== null) clearTimeout(this.#pending);
    for (const disposable of this.#disposables) disposable.dispose();
    this.#panel?.dispose();
  }

  /** Where it is seen; undefined where it is not. */
  get column(): vscode.ViewColumn | undefined {
    return this.#panel?.visible === true ? this.#panel.viewColumn : undefined;
  }

  open(): void {
    if (this.#panel !== null) {
      this.#panel.reveal();
      return;
    }
    this.#show(vscode.window.createWebviewPanel(viewType, t('Review Session'), vscode.ViewColumn.Active));
  }

  /** The page to read before signing. */
  openSigning(): void {
    this.open();
    this.#host.openSigning();
  }

  #soon(): void {
    this.#pending ??= setTimeout(() => {
      this.#send();
    }, snapshotMs);
  }

  #show(panel: vscode.WebviewPanel): void {
    void this.#parts.session.wake();
    this.#panel?.dispose();
    this.#panel = panel;
    const { webview } = panel;
    panel.iconPath = tabIcon(this.#parts.extension);
    drawPage(webview, this.#parts.extension, 'session', t('Review Session'));
    webview.onDidReceiveMessage((raw: unknown) => {
      void this.#parts.guard(() => this.#host.receive(raw));
    });
    panel.onDidChangeViewState(() => {
      if (panel.visible) this.#send();
    });
    panel.onDidDispose(() => {
      if (this.#panel === panel) this.#panel = null;
    });
  }

  #send(): void {
    if (this.#pending !== null) clearTimeout(this.#pending);
    this.#pending = null;
    if (this.#panel?.visible !== true) return;
    const { session } = this.#parts.session.review;
    this.#panel.title = session === null ? t('Review Session') : t('Review: {0}', session.path.split('/').at(-1) ?? '');
    this.#host.snapshot();
  }
}
