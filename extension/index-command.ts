import * as vscode from 'vscode';

import { describeLeftOut } from '../src/contract/left-out.ts';
import { withNotification } from './progress.ts';
import type { Session } from './session.ts';

/** Indexes with progress, and says what came of it. */
export async function indexFolder(session: Session, rebuild: boolean): Promise<void> {
  await withNotification(vscode.l10n.t('indexing'), async (signal, report) => {
    await session.controller.index(
      rebuild,
      ({ phase, done, total, secondsLeft }) => {
        const left = secondsLeft === null ? '' : `, ${vscode.l10n.t('about {0} s left', Math.ceil(secondsLeft))}`;
        report(total === 0 ? 0 : done / total, total === 0 ? phase : `${done}/${total}${left}`);
      },
      signal,
    );
  });
  const { index } = session.state.workspace;
  if (index.state === 'ready')
    void vscode.window.setStatusBarMessage(vscode.l10n.t('Linchpin: {0} documents indexed', index.documents), 5000);
  if (index.state === 'missing') {
    const { leftOut, documentKinds } = session.controller;
    void vscode.window.showWarningMessage(
      [
        vscode.l10n.t('There are no documents that can be read in this folder.'),
        ...describeLeftOut(leftOut).map(({ text }) => `${text}.`),
        vscode.l10n.t('Linchpin reads {0}.', documentKinds.extensions.join(', ')),
      ].join(' '),
    );
  }
}

export async function rebuildIndex(session: Session): Promise<void> {
  const yes = vscode.l10n.t('Rebuild');
  const choice = await vscode.window.showWarningMessage(
    vscode.l10n.t('Throw the index of this folder away and make it anew? Audits and decisions are kept.'),
    { modal: true },
    yes,
  );
  if (choice === yes) await indexFolder(session, true);
}
