import * as vscode from 'vscode';

import { withSignal } from '../src/base/cancellation.ts';

/** Says how much is done: a share from 0 to 1 that never goes back, and words beside it. */
export type Report = (share: number, message: string) => void;

/** Runs the work with a notification that shows how far it is and offers to cancel it. */
export async function withNotification<T>(title: string, work: (signal: AbortSignal, report: Report) => Promise<T>): Promise<T> {
  return await vscode.window.withProgress(
    { location: vscode.ProgressLocation.Notification, title: `Linchpin: ${title}`, cancellable: true },
    async (progress, token) => {
      let shown = 0;
      const report: Report = (share, message) => {
        const percent = Math.max(shown, 100 * share);
        progress.report({ message, increment: percent - shown });
        shown = percent;
      };
      return await withSignal(token, (signal) => work(signal, report));
    },
  );
}
