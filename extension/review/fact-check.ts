import * as vscode from 'vscode';

import { t } from '../../src/base/language.ts';
import { LinchpinError } from '../../src/base/error.ts';
import { countsOf } from '../../src/panel/session-queue.ts';
import { indexFolder } from '../index-command.ts';
import { views } from '../names.ts';
import { withNotification } from '../progress.ts';
import type { Session } from '../session.ts';

/** Finds the claims of the document in the active editor, and checks them against the others. @throws LinchpinError */
export async function factCheck(session: Session, argument: unknown, blind: boolean): Promise<void> {
  const path = await pathToCheck(session, argument);
  if (path === null) return;
  await indexed(session);
  await following(session, t('finding claims'), () => session.review.factCheck(path, blind));
  const { session: review } = session.review;
  if (session.review.isFrozen) {
    showQueue(session);
    if (blind) {
      await secondReview(session);
      return;
    }
    const again = t('Review Again, Blind');
    const choice = await vscode.window.showInformationMessage(
      t(
        '{0} has been signed, and neither it nor its evidence has changed since: there is nothing to check. Somebody else can review it a second time, without seeing the verdicts.',
        path,
      ),
      again,
    );
    if (choice === again) await secondReview(session);
    return;
  }
  if (blind && review?.blind === false)
    void vscode.window.showInformationMessage(
      t(
        'The review of {0} has been begun and shows the verdicts, so it cannot become blind. Once it is signed, somebody else can review it a second time, blind.',
        path,
      ),
    );
  if (review?.claims.length === 0)
    void vscode.window.showInformationMessage(t('No sentence of {0} makes a claim that can be checked.', path));
}

/** Begins a blind review of the signed session by somebody else, or goes on with it. @throws LinchpinError why not */
export async function secondReview(session: Session): Promise<void> {
  await session.review.second();
  showQueue(session);
  const { session: review, reviewer } = session.review;
  if (review !== null)
    void vscode.window.showInformationMessage(
      t('Second review of {0} as {1}: what was found, and what others decided, is shown after your own verdict.', review.path, reviewer),
    );
}

/** Checks what is not checked yet, or again where evidence has changed. */
export async function continueFactCheck(session: Session): Promise<void> {
  const path = session.review.session?.path;
  if (path === undefined) return;
  await indexed(session);
  // Finds the claims again first: the document may have changed.
  await following(session, t('fact-checking'), () => session.review.factCheck(path));
}

/** Claims are checked against the documents as they are now. Where an indexing runs, its end is awaited; where nothing changed it ends at once. */
async function indexed(session: Session): Promise<void> {
  const { index } = session.state.workspace;
  if (index.state !== 'ready' || index.outdated) await indexFolder(session, false);
}

/** Shows how far the check is while it goes on, with a way to end it; what is done stays. */
async function following(session: Session, title: string, work: () => Promise<void>): Promise<void> {
  await withNotification(title, async (signal, report) => {
    const { review } = session;
    let isShown = false;
    const listening = session.onDidChangeReview(() => {
      if (review.session === null || !review.isChecking) return;
      if (!isShown) {
        isShown = true;
        showQueue(session);
      }
      const { checked, total, tones } = countsOf(review.session, review.reviewer);
      const found = [
        ...(tones.refuted === undefined ? [] : [t('{0} refuted', tones.refuted)]),
        ...(tones.conflicting === undefined ? [] : [t('{0} conflicting', tones.conflicting)]),
      ];
      report(total === 0 ? 0 : checked / total, [t('{0} of {1} claims checked', checked, total), ...found].join(', '));
    });
    const cancel = (): void => {
      review.cancel();
    };
    signal.addEventListener('abort', cancel, { once: true });
    try {
      await work();
    } finally {
      listening.dispose();
      signal.removeEventListener('abort', cancel);
    }
  });
}

/** Folds the Audit view away, so that the queue is tall, and puts the keyboard into it. */
export function showQueue(session: Session): void {
  session.arrange(true);
  void vscode.commands.executeCommand(`${views.review}.focus`);
}

/** Milliseconds within which the editor tells of a document that has only just been opened. */
const editorIsTold = 2000;

/** The active text editor; one that is being opened is waited for. */
async function activeEditor(): Promise<vscode.TextEditor | undefined> {
  const { activeTextEditor } = vscode.window;
  if (activeTextEditor !== undefined) return activeTextEditor;
  return await new Promise((resolve) => {
    const end = (editor: vscode.TextEditor | undefined): void => {
      clearTimeout(timer);
      listening.dispose();
      resolve(editor);
    };
    const listening = vscode.window.onDidChangeActiveTextEditor((editor) => {
      if (editor !== undefined) end(editor);
    });
    const timer = setTimeout(() => {
      end(undefined);
    }, editorIsTold);
  });
}

/** @returns null where the user gave up @throws LinchpinError where there is no such document in the folder */
async function pathToCheck(session: Session, argument: unknown): Promise<string | null> {
  const uri = argument instanceof vscode.Uri ? argument : (await activeEditor())?.document.uri;
  if (uri === undefined) throw new LinchpinError('usage', 'No document is open.', 'Open the document that is to be fact-checked.');
  const path = session.pathOf(uri);
  if (path === null)
    throw new LinchpinError(
      'usage',
      'Only documents of the audited folders are fact-checked.',
      'Save the document in a folder of the workspace.',
    );
  const document = vscode.workspace.textDocuments.find((open) => open.uri.toString() === uri.toString());
  if (document?.isDirty === true) {
    const save = t('Save and Fact-Check');
    const choice = await vscode.window.showInformationMessage(
      t('The document has changes that are not saved. The saved text is what is checked.'),
      save,
    );
    if (choice !== save || !(await document.save())) return null;
  }
  return path;
}
