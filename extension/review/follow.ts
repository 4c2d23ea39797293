import * as vscode from 'vscode';

import type { Session } from '../session.ts';
import type { ClaimPlaces } from './places.ts';
import type { QueueTree } from './queue-tree.ts';

/** Milliseconds that the caret or the active document rests before the queue follows. */
const restMs = 150;

/** The queue follows the document that is active, and the claim with the caret. */
export class ReviewFollow implements vscode.Disposable {
  readonly #session: Session;
  readonly #places: ClaimPlaces;
  readonly #tree: QueueTree;
  readonly #subscriptions: vscode.Disposable[];
  #timer: NodeJS.Timeout | null = null;

  constructor(session: Session, places: ClaimPlaces, tree: QueueTree) {
    this.#session = session;
    this.#places = places;
    this.#tree = tree;
    this.#subscriptions = [
      vscode.window.onDidChangeActiveTextEditor(() => {
        this.#soon(() => this.#followDocument());
      }),
      vscode.window.onDidChangeTextEditorSelection(({ textEditor, kind }) => {
        // By a person: where we have put the caret the queue is already.
        if (kind === undefined || kind === vscode.TextEditorSelectionChangeKind.Command) return;
        if (textEditor.document.uri.toString() !== places.uri?.toString()) return;
        this.#soon(() => {
          this.#followCaret(textEditor);
        });
      }),
    ];
  }

  dispose(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  #followCaret(editor: vscode.TextEditor): void {
    const placed = this.#places.at(editor.document, editor.selection.active);
    if (placed !== null) this.#session.review.select(placed.claim.id);
  }

  /** Shows the newest session of the active document, unless that is evidence of the session that is shown, or a check runs. */
  async #followDocument(): Promise<void> {
    const { review } = this.#session;
    const { session } = review;
    const uri = vscode.window.activeTextEditor?.document.uri;
    const path = uri === undefined ? null : this.#session.pathOf(uri);
    if (path === null || session === null || path === session.path || review.isChecking || !this.#tree.isVisible) return;
    if (session.claims.some((claim) => [...claim.evidence, ...claim.counterEvidence].some((cited) => cited.path === path))) return;
    const [newest] = (await review.sessions())
      .filter((entry) => entry.path === path)
      .sort((a, b) => b.createdAt.localeCompare(a.createdAt));
    // Something else may be asked for meanwhile.
    if (newest !== undefined && this.#session.review.session?.id === session.id) await review.show(newest.id);
  }

  #soon(work: () => Promise<void> | void): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#timer = null;
      // What cannot be followed stays as it is.
      void Promise.resolve(work()).catch(() => undefined);
    }, restMs);
  }
}
