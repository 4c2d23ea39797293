import * as vscode from 'vscode';
import { z } from 'zod';

import { t } from '../../src/base/language.ts';
import type { SessionClaim } from '../../src/contract/session.ts';
import { revisionOf } from '../../src/contract/session-predict.ts';
import { FollowedSelection } from '../../src/panel/followed-selection.ts';
import { openCitation, type Where } from '../locate.ts';
import { commands } from '../names.ts';
import type { Session } from '../session.ts';
import { ClaimActions } from './code-actions.ts';
import { ClaimLenses } from './code-lens.ts';
import { ClaimComments } from './comments.ts';
import { addNote, agree, arrangeQueue, chooseVerdict, type Decision, decideAs, filterQueue } from './decide.ts';
import { ClaimDiagnostics } from './diagnostics.ts';
import { applyFix, citeEvidence } from './edits.ts';
import { continueFactCheck, factCheck, secondReview } from './fact-check.ts';
import { ReviewFollow } from './follow.ts';
import { ClaimHover } from './hover.ts';
import { ClaimMarks } from './marks.ts';
import { openReview, openReviewNamed } from './open-review.ts';
import { ClaimPlaces } from './places.ts';
import { QueueTree } from './queue-tree.ts';
import { ReviewPage } from './review-page.ts';
import { ReviewWatch } from './review-watch.ts';

/** Arguments come from links, keys, menus and other extensions: parsed like anything from outside. */
const claimArgument = z.object({ claimId: z.string() });
/** Of a link that was drawn with what was found then. */
const revisionArgument = z.object({ claimId: z.string(), revision: z.string() });
const evidenceArgument = z.object({ side: z.enum(['evidence', 'counterEvidence']), index: z.int().nonnegative() });
const keyArgument = z.object({ from: z.enum(['editor', 'queue']) });

export interface ReviewParts {
  readonly session: Session;
  readonly extension: vscode.Uri;
  readonly log: vscode.LogOutputChannel;
  /** Does the work for a user: what fails is shown in words. */
  readonly guard: (work: () => Promise<void> | void) => Promise<void>;
}

/** Where the keyboard is, so that it stays there while the claims go by. */
type From = 'editor' | 'queue' | 'elsewhere';

/** Fact-check review sessions in the editor: the queue, the document's marks, the session's page, and their commands. */
export class Review implements vscode.Disposable {
  readonly #session: Session;
  readonly #places: ClaimPlaces;
  readonly #tree: QueueTree;
  readonly #page: ReviewPage;
  /** Where the caret was sent. */
  readonly #caret = new FollowedSelection();
  readonly #disposables: { dispose(): void }[];

  constructor({ session, extension, log, guard }: ReviewParts) {
    this.#session = session;
    const places = new ClaimPlaces(session);
    const comments = new ClaimComments(session, places);
    const lenses = new ClaimLenses(session, places);
    this.#places = places;
    this.#tree = new QueueTree(session);
    this.#page = new ReviewPage({
      session,
      extension,
      log,
      run: (command, argument) => void vscode.commands.executeCommand(command, argument),
      open: (claimId, citation) =>
        guard(async () => {
          await this.#openEvidenceAt(citation, false);
          await this.#read(claimId, citation);
        }),
      guard,
    });
    const documents = { scheme: 'file' };
    this.#disposables = [
      places,
      this.#tree,
      this.#page,
      comments,
      new ClaimMarks(places, vscode.Uri.joinPath(extension, 'media')),
      new ClaimDiagnostics(session, places),
      new ReviewWatch(session),
      new ReviewFollow(session, places, this.#tree),
      vscode.languages.registerCodeActionsProvider(documents, new ClaimActions(places), {
        providedCodeActionKinds: [vscode.CodeActionKind.QuickFix],
      }),
      vscode.languages.registerCodeLensProvider(documents, lenses),
      vscode.languages.registerHoverProvider(documents, new ClaimHover(places)),
    ];
    const register = (id: string, work: (argument: unknown, selected: unknown) => Promise<void> | void): void => {
      this.#disposables.push(
        vscode.commands.registerCommand(id, async (argument: unknown, selected: unknown) => {
          await guard(() => work(argument, selected));
        }),
      );
    };
    register(commands.factCheck, (argument) => factCheck(session, argument, false));
    register(commands.factCheckBlind, (argument) => factCheck(session, argument, true));
    register(commands.continueFactCheck, () => continueFactCheck(session));
    register(commands.cancelFactCheck, () => {
      session.review.cancel();
    });
    register(commands.secondReview, () => secondReview(session));
    register(commands.openReview, (argument) => openReviewNamed(session, argument) ?? openReview(session));
    register(commands.openReviewWide, (argument) => {
      const parsed = claimArgument.safeParse(argument);
      if (parsed.success) session.review.select(parsed.data.claimId);
      this.#page.open();
    });
    register(commands.arrangeQueue, () => arrangeQueue(session.review));
    register(commands.filterQueue, () => filterQueue(session.review));
    register(commands.nextClaim, (argument) => this.#step(1, argument));
    register(commands.previousClaim, (argument) => this.#step(-1, argument));
    register(commands.agreeWithVerdict, (argument, selected) =>
      this.#decide(argument, selected, (claims) => agree(session.review, claims)),
    );
    register(commands.changeVerdict, (argument, selected) =>
      this.#decide(argument, selected, (claims) => chooseVerdict(session.review, claims)),
    );
    register(commands.notAClaim, (argument, selected) =>
      this.#decide(argument, selected, (claims) => decideAs(session.review, claims, 'not-a-claim')),
    );
    register(commands.noteOnClaim, (argument, selected) => addNote(session.review, this.#claims(argument, selected)));
    register(commands.replyToNote, (argument) => comments.reply(argument));
    register(commands.undoVerdict, (argument, selected) => this.#undo(argument, selected));
    register(commands.openClaim, (argument) => this.#openClaim(argument));
    register(commands.openEvidence, (argument) => this.#openEvidence(argument));
    register(commands.applyFix, (argument) => this.#edit(argument, (document, claim) => applyFix(document, places, claim)));
    register(commands.citeEvidence, (argument) => this.#edit(argument, (document, claim) => citeEvidence(document, places, claim, 0)));
    register(commands.signOff, async () => {
      // Others may have decided, and documents may have changed.
      await session.review.refresh();
      this.#page.openSigning();
    });
  }

  dispose(): void {
    for (const disposable of this.#disposables) disposable.dispose();
  }

  /** The claims that are meant: those of the argument or the menu's selection, else where the keyboard is. */
  #claims(argument: unknown, selected?: unknown): SessionClaim[] {
    const { queue } = this.#session.review;
    const many = z.array(claimArgument).min(1).safeParse(selected);
    const one = claimArgument.safeParse(argument);
    const from = fromOf(argument);
    const named = many.success
      ? many.data.map(({ claimId }) => claimId)
      : one.success
        ? [one.data.claimId]
        : from === 'editor'
          ? this.#atCaret()
          : from === 'queue' && this.#tree.selected.length > 0
            ? this.#tree.selected
            : [queue.current?.id ?? this.#atCaret()[0] ?? ''];
    return [...new Set(named)].flatMap((id) => queue.claim(id) ?? []);
  }

  #atCaret(): string[] {
    if (this.#caret.sent !== null) return [this.#caret.sent];
    const editor = vscode.window.activeTextEditor;
    const placed = editor === undefined ? null : this.#places.at(editor.document, editor.selection.active);
    return placed === null ? [] : [placed.claim.id];
  }

  async #decide(
    argument: unknown,
    selected: unknown,
    work: (claims: readonly SessionClaim[]) => Decision | Promise<Decision>,
  ): Promise<void> {
    const claims = this.#claims(argument, selected);
    const last = claims.at(-1);
    if (last === undefined || this.#isUnseen(claims, argument)) return;
    const { review } = this.#session;
    const from = fromOf(argument);
    const { made, written } = await work(claims);
    // A decision that is made in a hover leaves the reader where they are.
    const next = made && from !== 'elsewhere' ? review.queue.nextOpen(review.reviewer, last.id) : null;
    await Promise.all([written, next === null ? undefined : this.#show(next, from)]);
  }

  /** Whether something else has been found since what was decided on was drawn: then it says so. */
  #isUnseen(claims: readonly SessionClaim[], argument: unknown): boolean {
    const link = revisionArgument.safeParse(argument);
    const fromQueue = fromOf(argument) === 'queue';
    const changed = claims.find((claim) => {
      const seen = link.success ? link.data.revision : fromQueue ? this.#tree.revisionSeen(claim.id) : null;
      return seen !== null && seen !== revisionOf(claim);
    });
    if (changed === undefined) return false;
    const words = changed.text.replaceAll(/\s+/g, ' ').trim().slice(0, 80);
    void vscode.window.showWarningMessage(
      t('What was found on “{0}” has changed since it was shown, so nothing was decided. Read what it says now, then decide.', words),
    );
    return true;
  }

  /** By a key the last decision, wherever it was made; on a claim that is named the last one on that. */
  async #undo(argument: unknown, selected: unknown): Promise<void> {
    const { review } = this.#session;
    if (claimArgument.safeParse(argument).success) {
      await review.decide(ids(this.#claims(argument, selected)), { action: 'undo' });
      return;
    }
    const undoing = review.undoLast();
    const { current } = review.queue;
    const undone = await undoing;
    if (undone === null) void vscode.window.setStatusBarMessage(t('There is no decision of yours left to take back.'), 5000);
    else if (current !== null) await this.#show(current, fromOf(argument));
  }

  async #step(by: 1 | -1, argument: unknown): Promise<void> {
    const { queue } = this.#session.review;
    const from = fromOf(argument);
    const start = from === 'editor' ? this.#atCaret()[0] : from === 'queue' ? this.#tree.selected.at(-1) : undefined;
    const next = queue.step(by, start ?? queue.current?.id ?? null);
    if (next !== null) await this.#show(next, from);
  }

  /** Goes to a claim in the queue and in the document; the keyboard stays where it is. */
  async #show(claim: SessionClaim, from: From): Promise<void> {
    this.#session.review.select(claim.id);
    const arrived = from === 'editor' ? this.#caret.want(claim.id) : () => undefined;
    try {
      await Promise.all([this.#tree.reveal(claim.id, from === 'queue'), this.#showInDocument(claim, from !== 'editor')]);
    } finally {
      arrived();
    }
  }

  async #openClaim(argument: unknown): Promise<void> {
    const [claim] = this.#claims(argument);
    if (claim === undefined) return;
    this.#session.review.select(claim.id);
    await this.#showInDocument(claim, true);
  }

  async #showInDocument(claim: SessionClaim, preserveFocus: boolean): Promise<void> {
    const { uri } = this.#places;
    if (uri === null) return;
    if (claim.place.locator !== undefined) {
      await this.#openEvidenceAt(claim.place, preserveFocus);
      return;
    }
    const shown = vscode.window.visibleTextEditors.find(({ document }) => document.uri.toString() === uri.toString());
    const document = shown?.document ?? (await vscode.workspace.openTextDocument(uri));
    const range = this.#places.find(document, claim);
    if (range === null) {
      void vscode.window.setStatusBarMessage(t('This claim no longer stands in the document.'), 5000);
      return;
    }
    const editor = await vscode.window.showTextDocument(document, {
      preserveFocus,
      // Never in the place of the session's page.
      viewColumn: shown?.viewColumn ?? (this.#page.column === undefined ? vscode.ViewColumn.One : nextTo(this.#page.column)),
      selection: new vscode.Range(range.start, range.start),
    });
    editor.revealRange(range, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
  }

  async #openEvidence(argument: unknown): Promise<void> {
    const [claim] = this.#claims(argument);
    if (claim === undefined) return;
    const { side, index } = evidenceArgument.catch({ side: 'evidence', index: 0 }).parse(argument);
    const citation = claim[side][index] ?? claim.counterEvidence[0];
    if (citation === undefined) {
      void vscode.window.showInformationMessage(t('No evidence was found for this claim.'));
      return;
    }
    await this.#openEvidenceAt(citation, fromOf(argument) !== 'elsewhere');
    await this.#read(claim.id, citation);
  }

  /** What was opened counts as read. */
  async #read(claimId: string, { path, start, end }: SessionClaim['place']): Promise<void> {
    await this.#session.review.decide([claimId], { action: 'read', path, start, end });
  }

  /** Beside the document under review, always in the same column. */
  async #openEvidenceAt(citation: SessionClaim['place'], preserveFocus: boolean): Promise<void> {
    const { controller } = this.#session;
    const cited = this.#session.uriOf(citation.path);
    const uri = this.#places.uri?.toString();
    const draft = vscode.window.visibleTextEditors.find(({ document }) => document.uri.toString() === uri);
    const left = draft?.viewColumn ?? this.#page.column ?? vscode.ViewColumn.One;
    const where: Where = { viewColumn: nextTo(left), preserveFocus };
    if (cited === null || !(await openCitation(cited, citation, where, () => controller.encodingOf(citation.path))))
      void vscode.window.showWarningMessage(t('The document no longer holds these words. Fact-check again.'));
  }

  async #edit(argument: unknown, work: (document: vscode.TextDocument, claim: SessionClaim) => Promise<void>): Promise<void> {
    const [claim] = this.#claims(argument);
    const { uri } = this.#places;
    if (claim === undefined || uri === null) return;
    await work(await vscode.workspace.openTextDocument(uri), claim);
    await this.#showInDocument(claim, false);
  }
}

/** Always the same column to the right, where `Beside` would go on from whatever has the focus. */
function nextTo(column: vscode.ViewColumn): vscode.ViewColumn {
  const { One, Two, Three, Four } = vscode.ViewColumn;
  const columns = [One, Two, Three, Four];
  const at = columns.indexOf(column);
  return at < 0 ? vscode.ViewColumn.Beside : (columns[at + 1] ?? vscode.ViewColumn.Beside);
}

function ids(claims: readonly SessionClaim[]): string[] {
  return claims.map(({ id }) => id);
}

function fromOf(argument: unknown): From {
  const parsed = keyArgument.safeParse(argument);
  return parsed.success ? parsed.data.from : 'elsewhere';
}
