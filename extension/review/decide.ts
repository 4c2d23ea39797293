import * as vscode from 'vscode';

import { t } from '../../src/base/language.ts';
import { isHidden, verdictBy, verdictOf, verdictWords } from '../../src/contract/claim-words.ts';
import { type ClaimVerdict, claimVerdictSchema, type SessionClaim } from '../../src/contract/session.ts';
import type { SessionController } from '../../src/panel/session-controller.ts';
import { queueFilters } from '../../src/panel/session-queue.ts';
import { filterWords } from './queue-tree.ts';

/** What was decided shows at once; `written` settles once it is in the log. */
export interface Decision {
  readonly made: boolean;
  readonly written: Promise<unknown>;
}

const nothing: Decision = { made: false, written: Promise.resolve() };

/** Takes the verdict that is shown for each claim. */
export async function agree(review: SessionController, claims: readonly SessionClaim[]): Promise<Decision> {
  const { session, reviewer } = review;
  if (session === null) return nothing;
  if (claims.some((claim) => isHidden(session, claim, reviewer))) return await chooseVerdict(review, claims);
  const by = new Map<ClaimVerdict, string[]>();
  let left = 0;
  for (const { id, status, stale } of claims) {
    if (status === null || stale) left += 1;
    else by.set(verdictOf(status), [...(by.get(verdictOf(status)) ?? []), id]);
  }
  const written = Promise.all([...by].map(([verdict, ids]) => review.decide(ids, { action: 'verdict', verdict })));
  if (left > 0)
    void vscode.window.showInformationMessage(
      left === 1
        ? t('One claim has no verdict to agree with: it is not checked, or its evidence has changed.')
        : t('{0} claims have no verdict to agree with: they are not checked, or their evidence has changed.', left),
    );
  return { made: left === 0, written };
}

/** Asks for a verdict on the claims. */
export async function chooseVerdict(review: SessionController, claims: readonly SessionClaim[]): Promise<Decision> {
  const [first, ...others] = claims;
  const { session, reviewer } = review;
  if (first === undefined || session === null) return nothing;
  const hidden = isHidden(session, first, reviewer);
  const split = claims.every(({ review: { verdict, adjudicated } }) => verdict === 'split' || adjudicated !== null);
  const own = claimVerdictSchema.options.map((verdict) => {
    const ours = !hidden && others.length === 0 && first.status !== null && verdictOf(first.status) === verdict;
    const mine = others.length === 0 && verdictBy(first, reviewer) === verdict;
    return {
      label: verdictWords(verdict).name,
      detail: verdictWords(verdict).meaning,
      ...(ours || mine
        ? {
            description: [...(ours ? [t("Linchpin's verdict")] : []), ...(mine ? [t('yours now')] : [])].join(', '),
          }
        : {}),
      verdict,
      action: 'verdict' as const,
    };
  });
  const settle = claimVerdictSchema.options.map((verdict) => ({
    label: t('Settle as: {0}', verdictWords(verdict).name),
    verdict,
    action: 'adjudicate' as const,
  }));
  const choice = await vscode.window.showQuickPick(
    split
      ? [
          { label: t('Your verdict'), kind: vscode.QuickPickItemKind.Separator, verdict: null, action: 'verdict' as const },
          ...own,
          {
            label: t('Settle what reviewers disagree on'),
            kind: vscode.QuickPickItemKind.Separator,
            verdict: null,
            action: 'adjudicate' as const,
          },
          ...settle,
        ]
      : own,
    {
      title: others.length === 0 ? t('Your verdict') : t('Your verdict on {0} claims', claims.length),
      placeHolder: first.text.replaceAll(/\s+/g, ' ').slice(0, 200),
    },
  );
  return choice === undefined || choice.verdict === null ? nothing : decideAs(review, claims, choice.verdict, choice.action);
}

export function decideAs(
  review: SessionController,
  claims: readonly SessionClaim[],
  verdict: ClaimVerdict,
  action: 'verdict' | 'adjudicate' = 'verdict',
): Decision {
  return {
    made: true,
    written: review.decide(
      claims.map(({ id }) => id),
      { action, verdict },
    ),
  };
}

export async function addNote(review: SessionController, claims: readonly SessionClaim[]): Promise<void> {
  const [first] = claims;
  if (first === undefined) return;
  const note = await vscode.window.showInputBox({
    title: claims.length === 1 ? t('Note on this claim') : t('Note on {0} claims', claims.length),
    prompt: first.text.replaceAll(/\s+/g, ' ').slice(0, 200),
  });
  if (note === undefined || note.trim() === '') return;
  await review.decide(
    claims.map(({ id }) => id),
    { action: 'note', note: note.trim() },
  );
}

export async function arrangeQueue(review: SessionController): Promise<void> {
  const { order, filter } = review.queue;
  const now = t('now');
  const choice = await vscode.window.showQuickPick(
    [
      { label: t('Order'), kind: vscode.QuickPickItemKind.Separator, order, filter },
      { label: t('Riskiest first'), ...(order === 'risk' ? { description: now } : {}), order: 'risk' as const, filter },
      {
        label: t('In document order'),
        ...(order === 'document' ? { description: now } : {}),
        order: 'document' as const,
        filter,
      },
      { label: t('Show'), kind: vscode.QuickPickItemKind.Separator, order, filter },
      ...queueFilters.map((wanted) => ({
        label: filterWords(wanted),
        ...(wanted === filter ? { description: now } : {}),
        order,
        filter: wanted,
      })),
    ],
    { title: t('Sort and Filter the Review Queue') },
  );
  if (choice !== undefined) review.arrange(choice.order, choice.filter);
}

/** Signs the session, or says what is still open. @param key to sign with, null: the name is recorded @returns the claim to go on with, where one is open @throws LinchpinError why not */
export async function signOff(review: SessionController, key: string | null): Promise<SessionClaim | null> {
  // Others may have decided, and documents may have changed.
  await review.refresh();
  const { session, reviewer } = review;
  if (session === null) return null;
  const open = session.claims.filter(({ review: { verdict } }) => verdict === 'undecided' || verdict === 'split');
  const [first] = open;
  if (first !== undefined) {
    const show = t('Show the Next');
    const split = open.filter(({ review: { verdict } }) => verdict === 'split').length;
    const choice = await vscode.window.showWarningMessage(
      [
        open.length === 1
          ? t('One of {0} claims is still to be decided.', session.claims.length)
          : t('{0} of {1} claims are still to be decided.', open.length, session.claims.length),
        ...(split === 0 ? [] : [t('Of these, reviewers disagree about {0}.', split)]),
        t('A session is signed when all are.'),
      ].join(' '),
      show,
    );
    return choice === show ? first : null;
  }
  const statement = await vscode.window.showInputBox({
    title: t('Sign off {0} as {1}', session.path, reviewer),
    prompt: t('The statement stands under the session with your name and the date. The name is the setting linchpin.review.reviewer.'),
    value: t('I have decided all {0} claims of this document on the evidence shown.', session.claims.length),
    ignoreFocusOut: true,
  });
  if (statement === undefined || statement.trim() === '') return null;
  await review.sign(statement.trim(), key);
  void vscode.window.showInformationMessage(t('Signed by {0}. The session is frozen.', reviewer));
  return null;
}
