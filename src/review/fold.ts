import type { Decision, SpanReview } from '../contract/review.ts';

/** A review with what its decisions were about. */
export interface FoldedReview extends SpanReview {
  readonly auditId: string;
  readonly question: string;
  readonly citation: Decision['citation'];
}

/**
 * Order in which decisions take effect. Those of one reviewer stand in the order of their file, whatever the clock said: an undo comes
 * after what it undoes. Files are interleaved by time, then by reviewer, so that it does not matter in which order they are read.
 * @param decisions each reviewer's in the order of their file
 */
export function inOrder(decisions: readonly Decision[]): Decision[] {
  const latest = new Map<string, string>();
  const timed = decisions.map((decision) => {
    const before = latest.get(decision.reviewer) ?? '';
    const at = decision.at > before ? decision.at : before;
    latest.set(decision.reviewer, at);
    return { decision, at };
  });
  // The sort is stable: one reviewer's decisions of one moment stay as they are.
  return timed.sort((a, b) => compare(a.at, b.at) || compare(a.decision.reviewer, b.decision.reviewer)).map(({ decision }) => decision);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** The decisions that no later undo of the same reviewer takes back. An undo can itself be undone. */
export function standing(decisions: readonly Decision[]): Decision[] {
  const undone = new Set<string>();
  const kept: Decision[] = [];
  for (const decision of inOrder(decisions).reverse()) {
    if (undone.has(decision.id)) continue;
    if (decision.action === 'undo') {
      if (decision.undoes !== undefined) undone.add(decision.undoes);
    } else kept.push(decision);
  }
  return kept.reverse();
}

/** Each reviewer's last standing verdict and all standing notes, per span. Keys are `auditId` + newline + `spanId`. */
export function fold(decisions: readonly Decision[]): Map<string, FoldedReview> {
  const groups = new Map<string, Decision[]>();
  for (const decision of standing(decisions)) {
    const key = reviewKey(decision.auditId, decision.spanId);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [decision]);
    else group.push(decision);
  }
  return new Map([...groups].map(([key, group]) => [key, summarise(group)]));
}

export function reviewKey(auditId: string, spanId: string): string {
  return `${auditId}\n${spanId}`;
}

function summarise(group: readonly Decision[]): FoldedReview {
  const verdicts = new Map<string, SpanReview['by'][number]>();
  const notes: SpanReview['notes'][number][] = [];
  let last: Decision | undefined;
  for (const decision of group) {
    last = decision;
    if (decision.action === 'accept' || decision.action === 'reject') {
      verdicts.set(decision.reviewer, {
        reviewer: decision.reviewer,
        verdict: decision.action === 'accept' ? 'accepted' : 'rejected',
        at: decision.at,
        decisionId: decision.id,
      });
    }
    if (decision.note !== undefined && decision.note !== '') {
      notes.push({ reviewer: decision.reviewer, text: decision.note, at: decision.at, decisionId: decision.id });
    }
  }
  if (last === undefined) throw new RangeError('a review is folded from at least one decision');
  const by = [...verdicts.values()].sort((a, b) => (a.reviewer < b.reviewer ? -1 : 1));
  const distinct = new Set(by.map((entry) => entry.verdict));
  const [only] = distinct;
  return {
    auditId: last.auditId,
    spanId: last.spanId,
    question: last.question,
    citation: last.citation,
    verdict: only === undefined ? 'undecided' : distinct.size > 1 ? 'split' : only,
    by,
    notes,
  };
}

/** The reviewer's last standing decision on a span, which is what their undo takes back; undefined when there is none. */
export function lastDecision(decisions: readonly Decision[], reviewer: string, auditId: string, spanId: string): Decision | undefined {
  return standing(decisions).findLast(
    (decision) => decision.reviewer === reviewer && decision.auditId === auditId && decision.spanId === spanId,
  );
}
