import * as vscode from 'vscode';

import { day, failureWords, shown, t } from '../../src/base/language.ts';
import { jointWords, type Tone, toneIcons, toneOf, toneWords, verdictBy, verdictWords } from '../../src/contract/claim-words.ts';
import type { Session as ReviewSession, SessionClaim } from '../../src/contract/session.ts';
import { countsOf, isOpen, type QueueFilter, visibleClaim } from '../../src/panel/session-queue.ts';
import { commands, views } from '../names.ts';
import type { Session } from '../session.ts';
import { placeName } from '../../src/contract/locator.ts';
import { seenLine } from '../../src/contract/seen-quote.ts';
import { keyWords } from '../../src/contract/sign-words.ts';

/** A line of the queue: a claim, or a piece of its evidence. */
export type QueueNode =
  | { readonly type: 'claim'; readonly claimId: string }
  | { readonly type: 'evidence'; readonly claimId: string; readonly side: 'evidence' | 'counterEvidence'; readonly index: number };

const colours: Readonly<Record<Tone, string>> = {
  waiting: 'disabledForeground',
  checking: 'progressBar.background',
  failed: 'errorForeground',
  hidden: 'disabledForeground',
  stale: 'editorWarning.foreground',
  supported: 'testing.iconPassed',
  refuted: 'testing.iconFailed',
  conflicting: 'editorWarning.foreground',
  uncovered: 'descriptionForeground',
  split: 'editorWarning.foreground',
  dismissed: 'disabledForeground',
};

/** Told to update at most this often while claims are checked. */
const drawMs = 60;

/** The claims of the session, in the order in which they are gone through. */
export class QueueTree implements vscode.TreeDataProvider<QueueNode>, vscode.Disposable {
  readonly #session: Session;
  readonly #changed = new vscode.EventEmitter<QueueNode[] | undefined>();
  readonly #view: vscode.TreeView<QueueNode>;
  readonly #disposables: vscode.Disposable[];
  readonly onDidChangeTreeData = this.#changed.event;
  /** The editor knows a line by its object. */
  #nodes = new Map<string, QueueNode>();
  #sessionId = '';
  /** What is drawn: a line each, so that only lines that say something else are drawn again. */
  #drawn = new Map<string, string>();
  #timer: NodeJS.Timeout | null = null;

  constructor(session: Session) {
    this.#session = session;
    this.#view = vscode.window.createTreeView(views.review, { treeDataProvider: this, canSelectMany: true });
    this.#disposables = [
      this.#view,
      session.onDidChangeReview(() => {
        this.#timer ??= setTimeout(() => {
          this.#timer = null;
          this.#draw();
        }, drawMs);
      }),
      this.#view.onDidChangeSelection(({ selection }) => {
        const [only, ...others] = selection;
        // Also told of what we have selected ourselves.
        if (only === undefined || others.length > 0 || only.claimId === session.review.queue.current?.id) return;
        session.review.select(only.claimId);
      }),
      this.#view.onDidChangeVisibility(({ visible }) => {
        if (visible) void session.wake();
      }),
    ];
    this.#draw();
  }

  dispose(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    for (const disposable of this.#disposables) disposable.dispose();
    this.#changed.dispose();
  }

  /** Claims that are selected, in the queue's order. */
  get selected(): string[] {
    return [...new Set(this.#view.selection.map(({ claimId }) => claimId))];
  }

  /** Selects the claim's line; the keyboard stays where it is unless it is to come here. */
  async reveal(claimId: string, focus: boolean): Promise<void> {
    if (!this.#view.visible && !focus) return;
    const reveal = async (): Promise<void> => {
      await this.#view.reveal(this.#node(claimId), { select: true, focus });
    };
    // A list that is being drawn anew does not know its lines for a moment.
    await reveal().catch(() => reveal().catch(() => undefined));
  }

  getParent(node: QueueNode): QueueNode | undefined {
    return node.type === 'claim' ? undefined : this.#node(node.claimId);
  }

  getChildren(node?: QueueNode): QueueNode[] {
    const { session, queue, reviewer } = this.#session.review;
    if (session === null || node?.type === 'evidence') return [];
    if (node === undefined) return queue.claims.map(({ id }) => this.#node(id));
    const claim = queue.claim(node.claimId);
    if (claim === null) return [];
    const visible = visibleClaim(session, claim, reviewer);
    return (['evidence', 'counterEvidence'] as const).flatMap((side) =>
      visible[side].map((_, index): QueueNode => ({ type: 'evidence', claimId: claim.id, side, index })),
    );
  }

  getTreeItem(node: QueueNode): vscode.TreeItem {
    const { session, queue, reviewer } = this.#session.review;
    const claim = queue.claim(node.claimId);
    if (session === null || claim === null) return new vscode.TreeItem('');
    return node.type === 'claim' ? claimItem(session, claim, reviewer) : evidenceItem(session, claim, reviewer, node);
  }

  #drawLines(session: ReviewSession | null, reviewer: string, anew: boolean): void {
    const before = this.#drawn;
    const claims = session === null ? [] : this.#session.review.queue.claims;
    this.#drawn = new Map(session === null ? [] : claims.map((claim) => [claim.id, lineOf(session, claim, reviewer)]));
    const order = [...this.#drawn.keys()].join('\n');
    if (anew || order !== [...before.keys()].join('\n')) this.#changed.fire(undefined);
    else {
      const changed = claims.filter(({ id }) => this.#drawn.get(id) !== before.get(id)).map(({ id }) => this.#node(id));
      if (changed.length > 0) this.#changed.fire(changed);
    }
  }

  #node(claimId: string): QueueNode {
    const node = this.#nodes.get(claimId) ?? { type: 'claim', claimId };
    this.#nodes.set(claimId, node);
    return node;
  }

  #draw(): void {
    const { session, reviewer, isChecking, failure, queue } = this.#session.review;
    const { context } = this.#session;
    context.set('hasReview', session !== null);
    context.set('factChecking', isChecking);
    context.set('reviewPaused', session !== null && !isChecking && session.claims.some((claim) => claim.state !== 'done' || claim.stale));
    const isAnother = (session?.id ?? '') !== this.#sessionId;
    if (isAnother) this.#nodes = new Map();
    this.#sessionId = session?.id ?? '';
    this.#drawLines(session, reviewer, isAnother);
    if (session === null) {
      this.#view.message = '';
      this.#view.description = '';
      this.#view.badge = undefined;
      return;
    }
    const counts = countsOf(session, reviewer);
    const open = session.claims.filter((claim) => isOpen(claim, reviewer)).length;
    this.#view.description = session.path.split('/').at(-1) ?? '';
    this.#view.badge = open === 0 ? undefined : { value: open, tooltip: t('{0} claims to decide', open) };
    const hidden = counts.total - queue.claims.length;
    const lines = [
      [
        t('{0} of {1} decided', counts.decided, counts.total),
        ...(counts.checked < counts.total ? [t('{0} checked', counts.checked)] : []),
        queue.order === 'risk' && !session.blind ? t('riskiest first') : t('in document order'),
        ...(queue.filter === 'all' ? [] : [`${t('only: {0}', filterWords(queue.filter))} (${t('{0} left out', hidden)})`]),
      ].join(' · '),
      ...session.signOffs.map(({ reviewer: name, at, changedSince, ...how }) =>
        changedSince.length === 0
          ? `${t('Signed by {0} on {1}; frozen', name, day(at))} (${keyWords(how)})`
          : t('Signed by {0}, but since then: {1}', name, changedSince.map(shown).join(' ')),
      ),
      ...(session.documentChanged && session.signOffs.length === 0 ? [t('The document has changed since its claims were found.')] : []),
      ...(failure === null || isChecking ? [] : [failureWords(failure)]),
      ...(session.damaged.length === 0
        ? []
        : [t('{0} lines of decision logs cannot be read or do not fit their chain; they do not count.', session.damaged.length)]),
    ];
    // The editor shows it as one paragraph.
    this.#view.message = lines.join(' — ');
  }
}

/** Everything that a line says, in short. */
function lineOf(session: ReviewSession, claim: SessionClaim, reviewer: string): string {
  const { by, adjudicated, notes, verdict } = claim.review;
  const people = by.map((entry) => `${entry.reviewer} ${entry.verdict} ${String(entry.outdated)}`);
  const found = [toneOf(session, claim, reviewer), claim.evidence.length, claim.counterEvidence.length, claim.reason];
  return [...found, String(session.signed), verdict, adjudicated?.verdict, notes.length, ...people].join('|');
}

const filters: Readonly<Record<QueueFilter, () => string>> = {
  all: () => t('All claims'),
  open: () => t('Still to decide'),
  refuted: () => verdictWords('refuted').name,
  conflicting: () => verdictWords('conflicting').name,
  supported: () => verdictWords('supported').name,
  uncovered: () => verdictWords('not-enough-evidence').name,
  stale: () => t('Evidence has changed'),
};

export function filterWords(filter: QueueFilter): string {
  return filters[filter]();
}

const longest = 160;

function claimItem(session: ReviewSession, claim: SessionClaim, reviewer: string): vscode.TreeItem {
  const { None, Collapsed } = vscode.TreeItemCollapsibleState;
  const visible = visibleClaim(session, claim, reviewer);
  const tone = toneOf(session, claim, reviewer);
  const mine = verdictBy(claim, reviewer);
  const words = claim.text.replaceAll(/\s+/g, ' ').trim();
  const item = new vscode.TreeItem(
    words.length > longest ? `${words.slice(0, longest)}…` : words,
    visible.evidence.length + visible.counterEvidence.length === 0 ? None : Collapsed,
  );
  const decision = decisionWords(claim, mine);
  item.id = `${session.id} ${claim.id}`;
  item.description = [
    decision === null ? toneWords(tone) : `✓ ${decision}`,
    ...(claim.review.notes.length === 0 ? [] : [`✎ ${claim.review.notes.length}`]),
  ].join(' · ');
  item.iconPath = new vscode.ThemeIcon(
    decision === null || tone === 'split' ? toneIcons[tone] : 'pass-filled',
    new vscode.ThemeColor(colours[tone]),
  );
  item.contextValue = session.signed ? 'claimSigned' : 'claim';
  item.command = { command: commands.openClaim, title: t('Show in Document'), arguments: [{ claimId: claim.id }] };
  const spoken = [words, decision === null ? toneWords(tone) : t('decided: {0}', decision), shown(visible.reason)];
  item.accessibilityInformation = { label: spoken.filter((part) => part !== '').join(', ') };
  item.tooltip = [
    words,
    '',
    toneWords(tone),
    ...(visible.reason === '' ? [] : [shown(visible.reason)]),
    ...(claim.headingPath.length === 0 ? [] : ['', claim.headingPath.join(' › ')]),
  ].join('\n');
  return item;
}

/** What was decided, in a word or two; null where nothing. */
function decisionWords({ review }: SessionClaim, mine: ReturnType<typeof verdictBy>): string | null {
  if (review.verdict === 'undecided') return null;
  if (review.verdict === 'split') return jointWords('split');
  const others = review.by.filter(({ outdated }) => !outdated).length - (mine === null ? 0 : 1);
  return `${jointWords(review.verdict)}${others === 0 ? '' : mine === null ? ` (${review.by.flatMap(({ reviewer, outdated }) => (outdated ? [] : [reviewer])).join(', ')})` : ` (+${others})`}`;
}

function evidenceItem(
  session: ReviewSession,
  claim: SessionClaim,
  reviewer: string,
  { side, index }: Extract<QueueNode, { type: 'evidence' }>,
): vscode.TreeItem {
  const citation = visibleClaim(session, claim, reviewer)[side][index];
  if (citation === undefined) return new vscode.TreeItem('');
  const item = new vscode.TreeItem(`“${seenLine(citation)}”`);
  item.id = `${session.id} ${claim.id} ${side} ${index}`;
  item.description = placeName(citation);
  item.iconPath = new vscode.ThemeIcon(side === 'evidence' ? 'quote' : 'versions');
  item.contextValue = 'claimEvidence';
  item.tooltip = `${placeName(citation)}\n${citation.quote}`;
  item.command = {
    command: commands.openEvidence,
    title: t('Open Evidence'),
    arguments: [{ claimId: claim.id, side, index }],
  };
  return item;
}
