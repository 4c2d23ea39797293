import * as vscode from 'vscode';

import { t } from '../../src/base/language.ts';
import type { Citation } from '../../src/contract/citation.ts';
import { type SessionPageIntent, sessionPageIntentSchema } from '../../src/contract/session-page.ts';
import { sessionPageState } from '../../src/panel/session-page-state.ts';
import { commands } from '../names.ts';
import { drawPage } from '../draw-page.ts';
import { tabIcon } from '../tab-icon.ts';
import type { Session } from '../session.ts';
import { agree, type Decision, decideAs } from './decide.ts';

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
  #panel: vscode.WebviewPanel | null = null;
  #pending: NodeJS.Timeout | null = null;

  constructor(parts: ReviewPageParts) {
    this.#parts = parts;
    this.#disposables = [
      parts.session.onDidChangeReview(() => {
        this.#pending ??= setTimeout(() => {
          this.#send();
        }, snapshotMs);
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

  #show(panel: vscode.WebviewPanel): void {
    void this.#parts.session.wake();
    this.#panel?.dispose();
    this.#panel = panel;
    const { webview } = panel;
    panel.iconPath = tabIcon(this.#parts.extension);
    drawPage(webview, this.#parts.extension, 'session', t('Review Session'));
    webview.onDidReceiveMessage((raw: unknown) => {
      const intent = sessionPageIntentSchema.safeParse(raw);
      if (intent.success) void this.#parts.guard(() => this.#handle(intent.data));
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
    const { review } = this.#parts.session;
    const state = sessionPageState(review);
    this.#panel.title = state.session === null ? t('Review Session') : t('Review: {0}', state.session.path.split('/').at(-1) ?? '');
    void this.#panel.webview.postMessage({ type: 'snapshot', state });
  }

  async #handle(intent: SessionPageIntent): Promise<void> {
    const { session, run, open, log } = this.#parts;
    const { review } = session;
    if ('sessionId' in intent && intent.sessionId !== review.session?.id) return;
    switch (intent.type) {
      case 'ready':
        this.#send();
        return;
      case 'select':
        review.select(intent.claimId);
        return;
      case 'agree': {
        const claim = review.queue.claim(intent.claimId);
        if (claim !== null) await this.#decided(intent.claimId, await agree(review, [claim]));
        return;
      }
      case 'verdict': {
        const claim = review.queue.claim(intent.claimId);
        if (claim !== null) await this.#decided(intent.claimId, decideAs(review, [claim], intent.verdict));
        return;
      }
      case 'note':
        await review.decide([intent.claimId], { action: 'note', note: intent.text });
        return;
      case 'undo':
        await review.decide([intent.claimId], { action: 'undo' });
        return;
      case 'openClaim':
        run(commands.openClaim, { claimId: intent.claimId });
        return;
      case 'applyFix':
        run(commands.applyFix, { claimId: intent.claimId });
        return;
      case 'openEvidence':
        await open(intent.claimId, intent.citation);
        return;
      case 'arrange':
        review.arrange(intent.order, intent.filter);
        return;
      case 'command':
        run(
          {
            factCheck: commands.factCheck,
            continue: commands.continueFactCheck,
            cancel: commands.cancelFactCheck,
            signOff: commands.signOff,
            openReview: commands.openReview,
          }[intent.command],
        );
        return;
      case 'fault':
        log.error(`session page: ${intent.message}`);
    }
  }

  /** Goes on to what is still to be decided, while the decision is written. */
  async #decided(claimId: string, { made, written }: Decision): Promise<void> {
    const { review } = this.#parts.session;
    const next = made ? review.queue.nextOpen(review.reviewer, claimId) : null;
    if (next !== null) review.select(next.id);
    await written;
  }
}
