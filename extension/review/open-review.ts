import * as vscode from 'vscode';
import { z } from 'zod';

import { dateAndTime, t } from '../../src/base/language.ts';
import type { Session } from '../session.ts';
import { showQueue } from './fact-check.ts';

/** Lets the user choose among the sessions of the folder, newest first. */
export async function openReview(session: Session): Promise<void> {
  const sessions = await session.review.sessions();
  if (sessions.length === 0) {
    void vscode.window.showInformationMessage(
      t('This folder has no review sessions yet. Open a document and run "Linchpin: Fact-Check This Document".'),
    );
    return;
  }
  const choice = await vscode.window.showQuickPick(
    [...sessions]
      .sort((a, b) => b.createdAt.localeCompare(a.createdAt))
      .map(({ id, path, createdAt, claims, checked, decided, signed }) => ({
        label: `${signed ? '$(lock) ' : ''}${path}`,
        description: dateAndTime(createdAt),
        detail: [
          t('{0} of {1} decided', decided, claims),
          ...(checked < claims ? [t('{0} checked', checked)] : []),
          ...(signed ? [t('signed')] : []),
        ].join(' · '),
        id,
      })),
    { title: t('Review Sessions'), matchOnDescription: true },
  );
  if (choice === undefined) return;
  await open(session, choice.id);
}

const named = z.object({ sessionId: z.string() });

/** Opens the session that a line of a list names; null where none is named. */
export function openReviewNamed(session: Session, argument: unknown): Promise<void> | null {
  const parsed = named.safeParse(argument);
  return parsed.success ? open(session, parsed.data.sessionId) : null;
}

async function open(session: Session, sessionId: string): Promise<void> {
  await session.review.show(sessionId);
  showQueue(session);
}
