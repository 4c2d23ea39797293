import { spanId } from '../contract/citation.ts';
import type { ClaimReview, ClaimVerdict, JointClaimVerdict, ReviewWork, Standing } from '../contract/session.ts';
import type { ClaimDecision, Signature } from './claim-log.ts';
import { byTurn, comesAfter, type Place } from './order.ts';

type Reading = Extract<ClaimDecision, { kind: 'claim-read' }>;
type Given = Extract<ClaimDecision, { kind: 'claim-verdict' | 'claim-note' }>;
interface Entry {
  readonly decision: Given;
  readonly place: Place;
}

/** A reviewer's steps back that a view is told of. */
const mostStanding = 50;
/** Longer than this between two lines is a pause, milliseconds: the reviewer was elsewhere. */
const pauseMs = 5 * 60_000;

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
  /** By reviewer, in the order of their file: decisions of which something stands, and the claims on which it does. */
  readonly #standing = new Map<string, { readonly decision: Given; readonly claims: Set<string> }[]>();
  readonly #spent = new Map<string, { last: number; milliseconds: number }>();

  /** Each reviewer's have to come in the order of their file. */
  add(decision: ClaimDecision, place: Place): void {
    this.#spend(decision.reviewer, Date.parse(decision.at));
    switch (decision.kind) {
      case 'claim-verdict':
      case 'claim-note':
        this.#stack(decision.reviewer).push({ decision, claims: new Set(decision.claims.map(({ id }) => id)) });
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
          this.#unstack(decision.reviewer, decisionId, claimId);
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

  /** The newest decisions of each reviewer that they can take back, oldest first. @param seenOf digest of what the check has found by now */
  standing(seenOf: (claimId: string) => string | null): Standing[] {
    return [...this.#standing].flatMap(([reviewer, stack]) =>
      stack.slice(-mostStanding).map(({ decision, claims }): Standing => {
        const kind = decision.kind === 'claim-note' ? 'note' : decision.adjudicates ? 'adjudication' : 'verdict';
        return {
          reviewer,
          decisionId: decision.id,
          kind,
          claims: [...claims].map((id) => ({ id, before: this.#before(id, decision, seenOf(id)) })),
        };
      }),
    );
  }

  /** What each reviewer did, by name. */
  get work(): ReviewWork[] {
    return [...this.#spent]
      .sort(([a], [b]) => compare(a, b))
      .map(([reviewer, { milliseconds }]) => ({
        reviewer,
        seconds: Math.round(milliseconds / 1000),
        opened: [...new Set(this.#read.flatMap((line) => (line.reviewer === reviewer ? [spanId(line.path, line.start, line.end)] : [])))],
      }));
  }

  /** The reviewer's own verdict that stands below a decision on a claim. */
  #before(claimId: string, decision: Given, seen: string | null): ClaimVerdict | null {
    const own = this.#on(claimId).filter((entry) => entry.decision.reviewer === decision.reviewer);
    const place = own.findIndex((entry) => entry.decision === decision);
    const earlier = own.slice(0, Math.max(0, place)).findLast((entry) => isVerdict(entry.decision))?.decision;
    if (earlier?.kind !== 'claim-verdict') return null;
    const was = earlier.claims.find(({ id }) => id === claimId)?.seen ?? null;
    return was !== null && seen !== null && was !== seen ? null : earlier.verdict;
  }

  #stack(reviewer: string): { readonly decision: Given; readonly claims: Set<string> }[] {
    const known = this.#standing.get(reviewer) ?? [];
    this.#standing.set(reviewer, known);
    return known;
  }

  #unstack(reviewer: string, decisionId: string, claimId: string): void {
    const stack = this.#stack(reviewer);
    const place = stack.findLastIndex(({ decision }) => decision.id === decisionId);
    stack[place]?.claims.delete(claimId);
    if (stack[place]?.claims.size === 0) stack.splice(place, 1);
  }

  #spend(reviewer: string, at: number): void {
    const known = this.#spent.get(reviewer) ?? { last: at, milliseconds: 0 };
    const passed = at - known.last;
    this.#spent.set(reviewer, { last: at, milliseconds: known.milliseconds + (passed > 0 && passed <= pauseMs ? passed : 0) });
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

/** The second review of a claim beside the first, which is signed: what was settled then stands as its reviewers gave it. */
export function afterFirst(first: ClaimReview, second: ClaimReview): ClaimReview {
  const again = new Set(second.by.map(({ reviewer }) => reviewer));
  const by = [...first.by.filter(({ reviewer }) => !again.has(reviewer)), ...second.by].sort((a, b) => compare(a.reviewer, b.reviewer));
  const { adjudicated } = second;
  return { verdict: adjudicated?.verdict ?? joint(by), by, adjudicated, notes: [...first.notes, ...second.notes] };
}

function isVerdict(decision: Given): boolean {
  return decision.kind === 'claim-verdict' && !decision.adjudicates;
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
