import * as vscode from 'vscode';

import { plural, t } from '../../src/base/language.ts';
import { isHidden, verdictBy, verdictOf, verdictWords } from '../../src/contract/claim-words.ts';
import { type ClaimVerdict, claimVerdictSchema, type SessionClaim } from '../../src/contract/session.ts';
import type { SessionController } from '../../src/panel/session-controller.ts';
import { queueFilters } from '../../src/panel/session-queue.ts';
import { filterWords } from './queue-items.ts';

/** What was decided shows at once; `written` settles once it is in the log. */
export interface Decision {
  readonly made: boolean;
  readonly written: Promise<unknown>;
}

const nothing: Decision = { made: false, written: Promise.resolve() };

/** What a reviewer was shown of claims, for the engine to hold against what stands. */
function seenOf(claims: readonly SessionClaim[]): Record<string, string | null> {
  return Object.fromEntries(claims.map(({ id, seen }) => [id, seen]));
}

/** Of several that are chosen at once those that this reviewer has not decided: what is decided stays, unless one is named alone. */
function stillOpen(review: SessionController, claims: readonly SessionClaim[]): readonly SessionClaim[] {
  return claims.length < 2
    ? claims
    : claims.filter((claim) => verdictBy(claim, review.reviewer) === null && claim.review.verdict === 'undecided');
}

/** Takes the verdict that is shown for each claim; of several after asking, and none that is decided. */
export async function agree(review: SessionController, claims: readonly SessionClaim[]): Promise<Decision> {
  const { session, reviewer } = review;
  if (session === null) return nothing;
  const open = stillOpen(review, claims);
  if (open.some((claim) => isHidden(session, claim, reviewer))) return await chooseVerdict(review, claims);
  const agreeable = open.flatMap((claim) => (claim.status === null || claim.stale ? [] : [{ claim, verdict: verdictOf(claim.status) }]));
  const left = open.length - agreeable.length;
  if (claims.length > 1 && !(await confirmed(agreeable, claims.length - open.length, left))) return nothing;
  // Meanwhile another session may have come to be shown, or the check may have found something else: the engine looks again.
  const by = new Map<ClaimVerdict, SessionClaim[]>();
  for (const { claim, verdict } of agreeable) by.set(verdict, [...(by.get(verdict) ?? []), claim]);
  const written = Promise.all(
    [...by].map(([verdict, some]) =>
      review.decide(
        some.map(({ id }) => id),
        { action: 'verdict', verdict },
        seenOf(some),
      ),
    ),
  );
  if (left > 0 && claims.length === 1)
    void vscode.window.showInformationMessage(t('One claim has no verdict to agree with: it is not checked, or its evidence has changed.'));
  return { made: left === 0, written };
}

/** Lines of a list that a person reads before they agree to it. */
const mostListed = 25;

/** Shows what would be agreed to, with counts, and asks. */
async function confirmed(
  agreeable: readonly { readonly claim: SessionClaim; readonly verdict: ClaimVerdict }[],
  decided: number,
  left: number,
): Promise<boolean> {
  const kept = [
    ...(decided === 0
      ? []
      : [plural(decided, '{0} is decided already and stays as it is.', '{0} are decided already and stay as they are.')]),
    ...(left === 0 ? [] : [plural(left, '{0} has no verdict to agree with.', '{0} have no verdict to agree with.')]),
  ];
  if (agreeable.length === 0) {
    void vscode.window.showInformationMessage([t('There is nothing to agree with.'), ...kept].join(' '));
    return false;
  }
  const verdicts = claimVerdictSchema.options.flatMap((verdict) => {
    const some = agreeable.filter((entry) => entry.verdict === verdict);
    return some.length === 0 ? [] : [{ verdict, some }];
  });
  const lines = verdicts.flatMap(({ verdict, some }) => [
    `${verdictWords(verdict).name}: ${some.length}`,
    ...some.map(({ claim }) => `  – ${claim.text.replaceAll(/\s+/g, ' ').trim().slice(0, 90)}`),
    '',
  ]);
  const shown = lines.length > mostListed ? [...lines.slice(0, mostListed), t('and {0} more lines', lines.length - mostListed)] : lines;
  const yes = t('Agree With {0}', agreeable.length);
  const choice = await vscode.window.showWarningMessage(
    plural(agreeable.length, 'Agree with what was found on {0} claim?', 'Agree with what was found on {0} claims?'),
    { modal: true, detail: [...shown, ...kept].join('\n') },
    yes,
  );
  return choice === yes;
}

/** Asks for a verdict on the claims. */
export async function chooseVerdict(review: SessionController, chosen: readonly SessionClaim[]): Promise<Decision> {
  const open = stillOpen(review, chosen);
  const split = chosen.length > 0 && chosen.every(({ review: { verdict, adjudicated } }) => verdict === 'split' || adjudicated !== null);
  const claims = split ? chosen : open;
  if (claims.length === 0 && chosen.length > 0) {
    void vscode.window.showInformationMessage(t('All of these claims are decided. Choose one by itself to decide it anew.'));
    return nothing;
  }
  const [first, ...others] = claims;
  const { session, reviewer } = review;
  if (first === undefined || session === null) return nothing;
  const hidden = isHidden(session, first, reviewer);
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
      title:
        chosen.length === 1
          ? t('Your verdict')
          : claims.length === chosen.length
            ? t('Your verdict on {0} claims', claims.length)
            : t('Your verdict on {0} claims; {1} are decided and stay as they are', claims.length, chosen.length - claims.length),
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
      seenOf(claims),
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
      { label: t('By section'), ...(order === 'section' ? { description: now } : {}), order: 'section' as const, filter },
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

/** Lists only the claims that say what is typed. */
export async function filterQueue(review: SessionController): Promise<void> {
  const { order, filter, search } = review.queue;
  const wanted = await vscode.window.showInputBox({
    title: t('Filter the Review Queue'),
    prompt: t('Words of the claim or of its headings. Leave it empty to list all claims.'),
    value: search,
  });
  if (wanted !== undefined) review.arrange(order, filter, wanted);
}
