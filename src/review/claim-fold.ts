import type { ClaimReview, ClaimVerdict, JointClaimVerdict } from '../contract/session.ts';
import type { ClaimDecision } from './claim-log.ts';

type Given = Extract<ClaimDecision, { kind: 'claim-verdict' | 'claim-note' }>;
interface Entry {
  readonly decision: Given;
  /** When it takes effect: one reviewer's decisions stand in the order of their file, whatever the clock said. */
  readonly at: string;
}

/** What stands on each claim of a session: decisions that no later undo of the same reviewer takes back, in the order in which they take effect. */
export class StandingDecisions {
  readonly #entries = new Map<string, Entry[]>();

  /** @param decisions of one session, each reviewer's in the order of their file */
  constructor(decisions: readonly ClaimDecision[]) {
    const latest = new Map<string, string>();
    for (const decision of decisions) {
      const before = latest.get(decision.reviewer) ?? '';
      const at = decision.at > before ? decision.at : before;
      latest.set(decision.reviewer, at);
      if (decision.kind === 'claim-undo') {
        for (const { claimId, decisionId } of decision.undoes) {
          const entries = this.#entries.get(claimId) ?? [];
          this.#entries.set(
            claimId,
            entries.filter((entry) => entry.decision.id !== decisionId || entry.decision.reviewer !== decision.reviewer),
          );
        }
      } else if (decision.kind === 'claim-verdict' || decision.kind === 'claim-note') {
        for (const { id } of decision.claims) {
          const entries = this.#entries.get(id);
          if (entries === undefined) this.#entries.set(id, [{ decision, at }]);
          else entries.push({ decision, at });
        }
      }
    }
    for (const entries of this.#entries.values())
      entries.sort((a, b) => compare(a.at, b.at) || compare(a.decision.reviewer, b.decision.reviewer));
  }

  /** The reviewer's last one on a claim: what their undo takes back. */
  last(claimId: string, reviewer: string): Given | undefined {
    return this.#entries.get(claimId)?.findLast(({ decision }) => decision.reviewer === reviewer)?.decision;
  }

  /** @param seen digest of what the check has found by now; null where it has found nothing yet */
  review(claimId: string, seen: string | null): ClaimReview {
    const by = new Map<string, ClaimReview['by'][number]>();
    let adjudicated: ClaimReview['adjudicated'] = null;
    const notes: ClaimReview['notes'] = [];
    for (const { decision } of this.#entries.get(claimId) ?? []) {
      const { reviewer, at, id: decisionId, note } = decision;
      if (note !== undefined && note !== '') notes.push({ reviewer, text: note, at, decisionId });
      if (decision.kind !== 'claim-verdict') continue;
      const was = decision.claims.find(({ id }) => id === claimId)?.seen ?? null;
      const outdated = was !== null && seen !== null && was !== seen;
      const given = { reviewer, verdict: decision.verdict, at, decisionId };
      if (decision.adjudicates) adjudicated = outdated ? null : given;
      else {
        by.set(reviewer, { ...given, outdated });
        // Who changes their mind opens the question again.
        adjudicated = null;
      }
    }
    const verdicts = [...by.values()].sort((a, b) => compare(a.reviewer, b.reviewer));
    return { verdict: adjudicated?.verdict ?? joint(verdicts), by: verdicts, adjudicated, notes };
  }
}

/** What all say whose verdict is on the result as it is. */
function joint(by: ClaimReview['by']): JointClaimVerdict {
  const distinct = new Set<ClaimVerdict>(by.filter(({ outdated }) => !outdated).map(({ verdict }) => verdict));
  const [only] = distinct;
  return only === undefined ? 'undecided' : distinct.size > 1 ? 'split' : only;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
