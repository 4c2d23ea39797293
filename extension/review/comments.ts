import * as vscode from 'vscode';
import { z } from 'zod';

import { t } from '../../src/base/language.ts';
import { visible } from '../../src/base/visible.ts';
import type { SessionClaim } from '../../src/contract/session.ts';
import { notesController } from '../names.ts';
import type { Session } from '../session.ts';
import type { ClaimPlaces } from './places.ts';

const replySchema = z.object({
  text: z.string(),
  thread: z.custom<vscode.CommentThread>((value) => typeof value === 'object' && value !== null),
});

/** Notes on claims as comment threads in the document; a reply is a note of the reviewer at this window. */
export class ClaimComments implements vscode.Disposable {
  readonly #session: Session;
  readonly #places: ClaimPlaces;
  readonly #controller = vscode.comments.createCommentController(notesController, t('Linchpin notes'));
  readonly #threads = new Map<string, vscode.CommentThread>();
  readonly #drawn = new Map<string, string>();
  readonly #subscription: vscode.Disposable;
  #document = '';

  constructor(session: Session, places: ClaimPlaces) {
    this.#session = session;
    this.#places = places;
    this.#controller.options = { prompt: t('Add a note on this claim'), placeHolder: t('Note') };
    this.#controller.commentingRangeProvider = {
      provideCommentingRanges: (document) => places.in(document).map(({ range }) => range),
    };
    this.#subscription = places.onDidChange(() => {
      this.#draw();
    });
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#controller.dispose();
  }

  /** Writes what was typed into a thread. @param argument as the editor hands it to the button of the box */
  async reply(argument: unknown): Promise<void> {
    const parsed = replySchema.safeParse(argument);
    if (!parsed.success || parsed.data.text.trim() === '') return;
    const { thread, text } = parsed.data;
    const known = [...this.#threads].find(([, own]) => own === thread)?.[0];
    const document = vscode.workspace.textDocuments.find((open) => open.uri.toString() === thread.uri.toString());
    const claimId =
      known ?? (document === undefined || thread.range === undefined ? undefined : this.#places.at(document, thread.range.start)?.claim.id);
    // One that was begun by hand is drawn anew from the log.
    if (known === undefined) thread.dispose();
    if (claimId !== undefined) await this.#session.review.decide([claimId], { action: 'note', note: text.trim() });
  }

  #draw(): void {
    const { uri } = this.#places;
    const document = vscode.workspace.textDocuments.find((open) => open.uri.toString() === uri?.toString());
    if (uri?.toString() !== this.#document) {
      for (const id of this.#threads.keys()) this.#drop(id);
      this.#document = uri?.toString() ?? '';
    }
    const placed = document === undefined ? [] : this.#places.in(document).filter(({ claim }) => claim.review.notes.length > 0);
    const shown = new Set(placed.map(({ claim }) => claim.id));
    for (const id of this.#threads.keys()) if (!shown.has(id)) this.#drop(id);
    for (const { claim, range } of placed) if (document !== undefined) this.#thread(document.uri, claim, range);
  }

  #thread(uri: vscode.Uri, claim: SessionClaim, range: vscode.Range): void {
    let thread = this.#threads.get(claim.id);
    if (thread === undefined) {
      thread = this.#controller.createCommentThread(uri, range, []);
      thread.collapsibleState = vscode.CommentThreadCollapsibleState.Collapsed;
      thread.label = t('Notes on this claim');
      this.#threads.set(claim.id, thread);
    }
    if (thread.range?.isEqual(range) !== true) thread.range = range;
    const drawn = JSON.stringify(claim.review.notes.map(({ text, reviewer, at }) => [text, reviewer, at]));
    if (this.#drawn.get(claim.id) === drawn) return;
    this.#drawn.set(claim.id, drawn);
    thread.comments = claim.review.notes.map(({ reviewer, text, at }) => ({
      author: { name: reviewer },
      // A note is words, no Markdown.
      body: new vscode.MarkdownString().appendText(visible(text)),
      mode: vscode.CommentMode.Preview,
      timestamp: new Date(at),
    }));
  }

  #drop(claimId: string): void {
    this.#threads.get(claimId)?.dispose();
    this.#threads.delete(claimId);
    this.#drawn.delete(claimId);
  }
}
