import * as vscode from 'vscode';

import { day, failureWords, shown, t } from '../../src/base/language.ts';
import { toneOf } from '../../src/contract/claim-words.ts';
import type { Session as ReviewSession, SessionClaim } from '../../src/contract/session.ts';
import { FollowedSelection } from '../../src/panel/followed-selection.ts';
import { countsOf, isOpen, sectionOf, visibleClaim } from '../../src/panel/session-queue.ts';
import { ShownRevisions } from '../../src/panel/shown-revisions.ts';
import { revisionOf } from '../../src/contract/session-predict.ts';
import { views } from '../names.ts';
import type { Session } from '../session.ts';
import { keyWords } from '../../src/contract/sign-words.ts';
import { claimItem, evidenceItem, filterWords, type QueueNode, sectionItem } from './queue-items.ts';

/** Told to update at most this often while claims are checked. */
const drawMs = 60;

/** The claims of the session, in the order in which they are gone through. */
export class QueueTree implements vscode.TreeDataProvider<QueueNode>, vscode.Disposable {
  readonly #session: Session;
  readonly #changed = new vscode.EventEmitter<QueueNode[] | undefined>();
  readonly #view: vscode.TreeView<QueueNode>;
  readonly #disposables: vscode.Disposable[];
  readonly #selection = new FollowedSelection();
  readonly #shown = new ShownRevisions();
  readonly onDidChangeTreeData = this.#changed.event;
  /** The editor knows a line by its object. */
  #nodes = new Map<string, QueueNode>();
  #sessionId = '';
  /** What is drawn: a line each, so that only lines that say something else are drawn again. */
  #drawn = new Map<string, string>();
  #arranged = '';
  /** The claim that was looked at when the list was drawn last. */
  #followed: string | undefined;
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
        const chosen = [...new Set(selection.flatMap((node) => (node.type === 'section' ? [] : [node.claimId])))];
        const [only, ...others] = chosen;
        // Also told of what we have selected ourselves, by now perhaps not the last.
        const told = this.#selection.told(chosen);
        if (told === 'person' && only !== undefined && others.length === 0) session.review.select(only);
        const [wanted] = this.#selection.ids;
        if (told === 'late' && wanted !== undefined) void this.reveal(wanted, false);
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

  /** The claims that a key is meant for. */
  get selected(): readonly string[] {
    return this.#selection.ids;
  }

  get isVisible(): boolean {
    return this.#view.visible;
  }

  /** What a person can have seen of a claim; null where it was not drawn. */
  revisionSeen(claimId: string): string | null {
    return this.#shown.seen(claimId);
  }

  /** Selects the claim's line; the keyboard stays where it is unless it is to come here. */
  async reveal(claimId: string, focus: boolean): Promise<void> {
    if (!this.#view.visible && !focus) return;
    const arrived = this.#selection.want(claimId);
    const reveal = async (): Promise<void> => {
      await this.#view.reveal(this.#node(claimId), { select: true, focus });
    };
    // A list that is being drawn anew does not know its lines for a moment.
    await reveal()
      .catch(() => reveal().catch(() => undefined))
      .finally(arrived);
  }

  getParent(node: QueueNode): QueueNode | undefined {
    if (node.type === 'evidence') return this.#node(node.claimId);
    const { queue } = this.#session.review;
    const claim = node.type === 'claim' && queue.order === 'section' ? queue.claim(node.claimId) : null;
    return claim === null ? undefined : this.#section(sectionOf(claim));
  }

  getChildren(node?: QueueNode): QueueNode[] {
    const { session, queue, reviewer } = this.#session.review;
    if (session === null || node?.type === 'evidence') return [];
    if (node === undefined)
      return queue.order === 'section'
        ? [...new Set(queue.claims.map(sectionOf))].map((name) => this.#section(name))
        : queue.claims.map(({ id }) => this.#node(id));
    if (node.type === 'section') return queue.claims.filter((claim) => sectionOf(claim) === node.name).map(({ id }) => this.#node(id));
    const claim = queue.claim(node.claimId);
    if (claim === null) return [];
    const visible = visibleClaim(session, claim, reviewer);
    return (['evidence', 'counterEvidence'] as const).flatMap((side) =>
      visible[side].map((_, index): QueueNode => ({ type: 'evidence', claimId: claim.id, side, index })),
    );
  }

  getTreeItem(node: QueueNode): vscode.TreeItem {
    const { session, queue, reviewer } = this.#session.review;
    if (session === null) return new vscode.TreeItem('');
    if (node.type === 'section') return sectionItem(node.name, queue.claims, reviewer);
    const claim = queue.claim(node.claimId);
    if (claim === null) return new vscode.TreeItem('');
    if (node.type === 'evidence') return evidenceItem(session, claim, reviewer, node);
    this.#shown.draw(claim.id, revisionOf(claim));
    return claimItem(session, claim, reviewer);
  }

  #drawLines(session: ReviewSession | null, reviewer: string, anew: boolean): void {
    const before = this.#drawn;
    const claims = session === null ? [] : this.#session.review.queue.claims;
    this.#drawn = new Map(session === null ? [] : claims.map((claim) => [claim.id, lineOf(session, claim, reviewer)]));
    const order = [...this.#drawn.keys()].join('\n');
    const { order: arranged } = this.#session.review.queue;
    const another = arranged !== this.#arranged;
    this.#arranged = arranged;
    if (anew || another || arranged === 'section' || order !== [...before.keys()].join('\n')) this.#changed.fire(undefined);
    else {
      const changed = claims.filter(({ id }) => this.#drawn.get(id) !== before.get(id)).map(({ id }) => this.#node(id));
      if (changed.length > 0) this.#changed.fire(changed);
    }
  }

  #section(name: string): QueueNode {
    const key = `# ${name}`;
    const node = this.#nodes.get(key) ?? { type: 'section', name };
    this.#nodes.set(key, node);
    return node;
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
    if (isAnother) {
      this.#nodes = new Map();
      this.#shown.clear();
    }
    // With the session that was shown the Audit view comes back.
    if (session === null && isAnother) this.#session.arrange(false);
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
        queue.order === 'risk' && !session.blind
          ? t('riskiest first')
          : queue.order === 'section'
            ? t('by section')
            : t('in document order'),
        ...(queue.search === '' ? [] : [t('only with “{0}”', queue.search)]),
        ...(queue.filter === 'all' ? [] : [`${t('only: {0}', filterWords(queue.filter))} (${t('{0} left out', hidden)})`]),
      ].join(' · '),
      ...session.signOffs.map(({ reviewer: name, at, changedSince, ...how }) =>
        changedSince.length === 0
          ? `${t('Signed by {0} on {1}; frozen', name, day(at))} (${keyWords(how)})`
          : t('Signed by {0}, but since then: {1}', name, changedSince.map(shown).join(' ')),
      ),
      ...(session.follows === null ? [] : [t('Second review, blind')]),
      ...(session.documentChanged && session.signOffs.length === 0 ? [t('The document has changed since its claims were found.')] : []),
      ...(failure === null || isChecking ? [] : [failureWords(failure)]),
      ...(session.damaged.length === 0
        ? []
        : [t('{0} lines of decision logs cannot be read or do not fit their chain; they do not count.', session.damaged.length)]),
    ];
    // The editor shows it as one paragraph.
    this.#view.message = lines.join(' — ');
    // Selected elsewhere: on the session's page, or by the caret.
    const current = queue.current?.id;
    if (current !== undefined && current !== this.#followed && this.#view.visible && this.#selection.ids.at(-1) !== current)
      void this.reveal(current, false);
    this.#followed = current;
  }
}

/** Everything that a line says, in short. */
function lineOf(session: ReviewSession, claim: SessionClaim, reviewer: string): string {
  const { by, adjudicated, notes, verdict } = claim.review;
  const people = by.map((entry) => `${entry.reviewer} ${entry.verdict} ${String(entry.outdated)}`);
  const found = [toneOf(session, claim, reviewer), claim.evidence.length, claim.counterEvidence.length, claim.reason];
  return [...found, String(session.signed), verdict, adjudicated?.verdict, notes.length, ...people].join('|');
}
