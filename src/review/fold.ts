import type { Decision, SpanReview } from '../contract/review.ts';

/** A review with what its decisions were about. */
export interface FoldedReview extends SpanReview {
  readonly auditId: string;
  readonly question: string;
  readonly citation: Decision['citation'];
}

/**
 * The decisions that no later undo of the same reviewer takes back. An undo can itself be undone.
 * @param decisions in the order in which they take effect: see `order.ts`
 */
export function standing(decisions: readonly Decision[]): Decision[] {
  const undone = new Set<string>();
  const kept: Decision[] = [];
  for (const decision of [...decisions].reverse()) {
    const { id, reviewer, action, undoes } = decision;
    if (undone.has(`${reviewer}\n${id}`)) continue;
    if (action === 'undo') {
      if (undoes !== undefined) undone.add(`${reviewer}\n${undoes}`);
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
