import { isHidden, openTones, type Tone, toneOf, verdictBy } from '../contract/claim-words.ts';
import type { ClaimReview, Session, SessionClaim } from '../contract/session.ts';
import { type SessionPageState, sessionPageStateSchema } from '../contract/session-page.ts';

export type QueueOrder = SessionPageState['order'];

export const queueFilters = sessionPageStateSchema.shape.filter.options;
/** `open`: not decided by this reviewer, or reviewers disagree. */
export type QueueFilter = SessionPageState['filter'];

/** Whether this reviewer still has something to do with it. */
export function isOpen(claim: SessionClaim, reviewer: string): boolean {
  return verdictBy(claim, reviewer) === null || claim.review.verdict === 'split';
}

/**
 * The claims in the order in which they are gone through. While a reviewer decides nothing moves and nothing vanishes: what is decided
 * stays where it is until the order or the filter is chosen anew, and results that come in are sorted in behind the claim that is looked at.
 */
export class ReviewQueue {
  #session: Session | null = null;
  #byId = new Map<string, SessionClaim>();
  #ids: string[] = [];
  #order: QueueOrder = 'risk';
  #filter: QueueFilter = 'all';
  #search = '';
  #current: string | null = null;

  get order(): QueueOrder {
    return this.#order;
  }

  get filter(): QueueFilter {
    return this.#filter;
  }

  /** What the listed claims say; empty where all are listed. */
  get search(): string {
    return this.#search;
  }

  /** The claim that is looked at. */
  get current(): SessionClaim | null {
    return this.#current === null ? null : this.claim(this.#current);
  }

  get claims(): SessionClaim[] {
    return this.#ids.flatMap((id) => this.#byId.get(id) ?? []);
  }

  claim(id: string): SessionClaim | null {
    return this.#byId.get(id) ?? null;
  }

  select(id: string | null): void {
    this.#current = id !== null && this.#byId.has(id) ? id : null;
  }

  arrange(order: QueueOrder, filter: QueueFilter, reviewer: string, search = this.#search): void {
    this.#order = order;
    this.#filter = filter;
    this.#search = search.trim();
    this.#ids = this.#sorted(this.#matching(reviewer));
  }

  /** @param resort results came in: what lies behind the claim that is looked at is sorted anew */
  update(session: Session | null, reviewer: string, resort: boolean): void {
    const another = session?.id !== this.#session?.id;
    this.#session = session;
    this.#byId = new Map(session?.claims.map((claim) => [claim.id, claim]));
    if (another) this.#current = null;
    else if (this.#current !== null && !this.#byId.has(this.#current)) this.#current = null;
    if (another) {
      this.arrange(this.#order, this.#filter, reviewer);
      return;
    }
    const listed = this.#ids.filter((id) => this.#byId.has(id));
    const known = new Set(listed);
    const fresh = this.#matching(reviewer).filter((id) => !known.has(id));
    if (!resort) {
      this.#ids = [...listed, ...this.#sorted(fresh)];
      return;
    }
    const settled = this.#current === null ? 0 : listed.indexOf(this.#current) + 1;
    this.#ids = [...listed.slice(0, settled), ...this.#sorted([...listed.slice(settled), ...fresh])];
  }

  /** The claim so many places on, at the ends the last one; from nowhere the first or the last. */
  step(by: 1 | -1, from: string | null = this.#current): SessionClaim | null {
    const claims = this.claims;
    const at = from === null ? -1 : this.#ids.indexOf(from);
    const next = at < 0 ? (by === 1 ? 0 : claims.length - 1) : Math.min(claims.length - 1, Math.max(0, at + by));
    return claims[next] ?? null;
  }

  /** The next claim with something to do, round the end to the first; null where nothing is left. */
  nextOpen(reviewer: string, from: string | null = this.#current): SessionClaim | null {
    const claims = this.claims;
    const at = from === null ? -1 : this.#ids.indexOf(from);
    return [...claims.slice(at + 1), ...claims.slice(0, at + 1)].find((claim) => isOpen(claim, reviewer)) ?? null;
  }

  #matching(reviewer: string): string[] {
    const session = this.#session;
    if (session === null) return [];
    return session.claims.filter((claim) => this.#matches(session, claim, reviewer)).map((claim) => claim.id);
  }

  #matches(session: Session, claim: SessionClaim, reviewer: string): boolean {
    if (!says(claim, this.#search)) return false;
    switch (this.#filter) {
      case 'all':
        return true;
      case 'open':
        return isOpen(claim, reviewer);
      case 'stale':
        return claim.stale;
      case 'refuted':
      case 'conflicting':
      case 'supported':
        return toneOf(session, claim, reviewer) === this.#filter;
      case 'uncovered':
        return openTones.includes(toneOf(session, claim, reviewer));
    }
  }

  /** In blind sessions the order must not tell what the verdicts are. */
  #sorted(ids: readonly string[]): string[] {
    const place = new Map(this.#session?.claims.map((claim, position) => [claim.id, position]));
    const at = (id: string): number => place.get(id) ?? 0;
    const inDocument = [...ids].sort((a, b) => at(a) - at(b));
    if (this.#order !== 'risk' || this.#session?.blind === true) return inDocument;
    const risk = (id: string): number => this.#byId.get(id)?.risk ?? 0;
    return inDocument.sort((a, b) => risk(b) - risk(a));
  }
}

/** Whether the claim or its headings hold the words, however they are written. */
function says({ text, statement, headingPath }: SessionClaim, search: string): boolean {
  if (search === '') return true;
  const plain = (words: string): string => words.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ');
  return plain([text, statement, ...headingPath].join('\n')).includes(plain(search));
}

/** The headings that a claim stands under, as one line; empty for none. */
export function sectionOf({ headingPath }: Pick<SessionClaim, 'headingPath'>): string {
  return headingPath.join(' › ');
}

export interface QueueCounts {
  readonly total: number;
  readonly checked: number;
  readonly decided: number;
  /** Decided by this reviewer. */
  readonly mine: number;
  readonly tones: Readonly<Partial<Record<Tone, number>>>;
}

export function countsOf(session: Session, reviewer: string): QueueCounts {
  const tones: Partial<Record<Tone, number>> = {};
  for (const claim of session.claims) {
    const tone = toneOf(session, claim, reviewer);
    tones[tone] = (tones[tone] ?? 0) + 1;
  }
  return {
    total: session.claims.length,
    checked: session.claims.filter((claim) => claim.state === 'done' || claim.state === 'failed').length,
    // What others decided in a blind session is told after one's own verdict.
    decided: session.claims.filter(
      (claim) => !isHidden(session, claim, reviewer) && claim.review.verdict !== 'undecided' && claim.review.verdict !== 'split',
    ).length,
    mine: session.claims.filter((claim) => verdictBy(claim, reviewer) !== null).length,
    tones,
  };
}

/** The claim as this reviewer may see it: where the verdict is kept back, with the passages, and without what they are said to show and what others say. */
export function visibleClaim(session: Session, claim: SessionClaim, reviewer: string): SessionClaim {
  if (!isHidden(session, claim, reviewer)) return claim;
  const evidence = [...claim.evidence, ...claim.counterEvidence]
    .sort((a, b) => a.path.localeCompare(b.path) || a.start - b.start)
    .map((entry) => ({ ...entry, necessity: 0 }));
  return {
    ...claim,
    status: null,
    reason: '',
    chance: null,
    atoms: [],
    evidence,
    counterEvidence: [],
    fix: null,
    risk: 0,
    review: ownReview(claim, reviewer),
  };
}

function ownReview({ review }: SessionClaim, reviewer: string): ClaimReview {
  const own = <T extends { readonly reviewer: string }>(entries: readonly T[]): T[] =>
    entries.filter((entry) => entry.reviewer === reviewer);
  return { verdict: 'undecided', by: own(review.by), adjudicated: null, notes: own(review.notes) };
}
