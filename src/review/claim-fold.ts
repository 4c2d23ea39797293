import type { ClaimReview, ClaimVerdict, JointClaimVerdict } from '../contract/session.ts';
import type { ClaimDecision, Signature } from './claim-log.ts';
import { byTurn, comesAfter, type Place } from './order.ts';

type Reading = Extract<ClaimDecision, { kind: 'claim-read' }>;
type Given = Extract<ClaimDecision, { kind: 'claim-verdict' | 'claim-note' }>;
interface Entry {
  readonly decision: Given;
  readonly place: Place;
}

interface Entries {
  readonly list: Entry[];
  isSorted: boolean;
  /** As it was folded last, for the result that it was folded for. */
  folded: { readonly seen: string | null; readonly review: ClaimReview } | null;
}

/**
 * What the logs say of one session: on each claim the decisions that no later undo of the same reviewer takes back, in the order in which they
 * take effect, and the lines about the session as a whole. A decision more costs the same however many there are.
 */
export class SessionDecisions {
  readonly #entries = new Map<string, Entries>();
  readonly #signatures: Signature[] = [];
  readonly #read: Reading[] = [];

  /** Each reviewer's have to come in the order of their file. */
  add(decision: ClaimDecision, place: Place): void {
    switch (decision.kind) {
      case 'claim-verdict':
      case 'claim-note':
        for (const { id } of decision.claims) {
          const known = this.#entries.get(id);
          if (known === undefined) this.#entries.set(id, { list: [{ decision, place }], isSorted: true, folded: null });
          else {
            known.list.push({ decision, place });
            known.isSorted = false;
            known.folded = null;
          }
        }
        break;
      case 'claim-undo':
        for (const { claimId, decisionId } of decision.undoes) {
          const known = this.#entries.get(claimId);
          const place =
            known?.list.findIndex((entry) => entry.decision.id === decisionId && entry.decision.reviewer === decision.reviewer) ?? -1;
          if (known === undefined || place < 0) continue;
          known.list.splice(place, 1);
          known.folded = null;
        }
        break;
      case 'claim-read':
        this.#read.push(decision);
        break;
      case 'session-sign':
        this.#signatures.push(decision);
        break;
    }
  }

  get signatures(): readonly Signature[] {
    return this.#signatures;
  }

  /** Sentences that reviewers opened. */
  get read(): readonly Reading[] {
    return this.#read;
  }

  #on(claimId: string): readonly Entry[] {
    const known = this.#entries.get(claimId);
    if (known === undefined) return [];
    if (!known.isSorted) known.list.sort((a, b) => byTurn(a.place, b.place));
    known.isSorted = true;
    return known.list;
  }

  /** The reviewer's last one on a claim: what their undo takes back. */
  last(claimId: string, reviewer: string): Given | undefined {
    return this.#on(claimId).findLast(({ decision }) => decision.reviewer === reviewer)?.decision;
  }

  /** @param seen digest of what the check has found by now; null where it has found nothing yet */
  review(claimId: string, seen: string | null): ClaimReview {
    const known = this.#entries.get(claimId);
    if (known?.folded?.seen === seen) return known.folded.review;
    const review = this.#fold(claimId, seen);
    if (known !== undefined) known.folded = { seen, review };
    return review;
  }

  #fold(claimId: string, seen: string | null): ClaimReview {
    const by = new Map<string, ClaimReview['by'][number]>();
    /** Adjudications that nobody who knew them has gone against since. */
    let settled: { readonly given: NonNullable<ClaimReview['adjudicated']>; readonly place: Place }[] = [];
    const notes: ClaimReview['notes'] = [];
    for (const { decision, place } of this.#on(claimId)) {
      const { reviewer, at, id: decisionId, note } = decision;
      if (note !== undefined && note !== '') notes.push({ reviewer, text: note, at, decisionId });
      if (decision.kind !== 'claim-verdict') continue;
      const was = decision.claims.find(({ id }) => id === claimId)?.seen ?? null;
      const outdated = was !== null && seen !== null && was !== seen;
      const given = { reviewer, verdict: decision.verdict, at, decisionId };
      // Who changes their mind opens the question again, where they knew that it was settled.
      settled = settled.filter((earlier) => !comesAfter(place, earlier.place));
      if (!decision.adjudicates) by.set(reviewer, { ...given, outdated });
      else if (!outdated) settled.push({ given, place });
    }
    const verdicts = [...by.values()].sort((a, b) => compare(a.reviewer, b.reviewer));
    const [first] = settled;
    // Two adjudicators who did not know each other's word settle nothing where they differ.
    const isSplit = settled.some(({ given }) => given.verdict !== first?.given.verdict);
    const adjudicated = isSplit ? null : (settled.at(-1)?.given ?? null);
    return { verdict: isSplit ? 'split' : (adjudicated?.verdict ?? joint(verdicts)), by: verdicts, adjudicated, notes };
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
