import * as vscode from 'vscode';

import { t } from '../src/base/language.ts';
import { describeLeftOut } from '../src/contract/left-out.ts';
import { withNotification } from './progress.ts';
import type { Session } from './session.ts';

/** Indexes with progress, and says what came of it. */
export async function indexFolder(session: Session, rebuild: boolean): Promise<void> {
  await withNotification(t('indexing'), async (signal, report) => {
    await session.controller.index(
      rebuild,
      ({ phase, done, total, secondsLeft }) => {
        const left = secondsLeft === null ? '' : `, ${t('about {0} s left', Math.ceil(secondsLeft))}`;
        report(total === 0 ? 0 : done / total, total === 0 ? phase : `${done}/${total}${left}`);
      },
      signal,
    );
  });
  const { index } = session.state.workspace;
  if (index.state === 'ready') void vscode.window.setStatusBarMessage(t('Linchpin: {0} documents indexed', index.documents), 5000);
  if (index.state === 'missing') {
    const { leftOut, documentKinds } = session.controller;
    void vscode.window.showWarningMessage(
      [
        t('There are no documents that can be read in this folder.'),
        ...describeLeftOut(leftOut).map(({ text }) => `${text}.`),
        t('Linchpin reads {0}.', documentKinds.extensions.join(', ')),
      ].join(' '),
    );
  }
}

export async function rebuildIndex(session: Session): Promise<void> {
  const yes = t('Rebuild');
  const choice = await vscode.window.showWarningMessage(
    t('Throw the index of this folder away and make it anew? Audits and decisions are kept.'),
    { modal: true },
    yes,
  );
  if (choice === yes) await indexFolder(session, true);
}
