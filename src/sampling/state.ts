import type { AnswerStatus } from '../contract/report.ts';
import type { SampleState } from '../contract/sample.ts';
import type { Session, SessionClaim } from '../contract/session.ts';
import { type Stratum, upperErrorsAtAnyTime } from './betting.ts';
import { upperErrors } from './hypergeometric.ts';
import { furtherToReach } from './plan.ts';
import type { StoredSample } from './stored-sample.ts';

/** So many are named as the next ones to look at. */
const nextShown = 20;

/**
 * What a sample tells now. A claim is wrong when the reviewers say otherwise than the machine did at the time of the draw. Only the
 * beginning of the draw that is decided counts: who chooses which ones to look at would make the draw no random one.
 */
export function sampleState(sample: StoredSample, session: Pick<Session, 'claims'>): SampleState {
  const claims = new Map(session.claims.map((claim) => [claim.id, claim]));
  const changed: string[] = [];
  const strata = sample.strata.map(({ name, planned, claims: drawn }) => {
    const judged = drawn.map(({ id, status }) => {
      const claim = claims.get(id);
      if (claim === undefined || (claim.status !== null && claim.status !== status)) changed.push(id);
      return { id, isWrong: judgement(claim, status) };
    });
    const waiting = judged.findIndex(({ isWrong }) => isWrong === null);
    const looked = (waiting === -1 ? judged : judged.slice(0, waiting)).map(({ isWrong }) => isWrong === true);
    return { name, planned, population: drawn.length, drawn: looked, judged };
  });
  const judged = strata.flatMap((stratum) => stratum.judged);
  const all = judged.length;
  const unseen = judged.filter(({ isWrong }) => isWrong === null).length;
  const found = judged.filter(({ isWrong }) => isWrong === true).length;
  const atMost = upperErrorsAtAnyTime(strata, sample.confidence);
  const further = furtherToReach(strata, sample.confidence, sample.tolerable);
  const wrongAtMost = Math.min(unseen, Math.max(0, atMost - found));
  const reached = found + wrongAtMost <= sample.tolerable * all;
  return {
    confidence: sample.confidence,
    tolerable: sample.tolerable,
    by: sample.by,
    seed: sample.seed,
    reviewer: sample.reviewer,
    createdAt: sample.createdAt,
    strata: strata.map(({ name, population, planned, drawn }) => ({
      ...{ name, population, planned },
      looked: drawn.length,
      wrong: drawn.filter(Boolean).length,
    })),
    population: all,
    planned: total(strata.map(({ planned }) => planned)),
    looked: total(strata.map(({ drawn }) => drawn.length)),
    wrong: total(strata.map(({ drawn }) => drawn.filter(Boolean).length)),
    unseen,
    wrongAtMost,
    wrongAtPlannedSize: atPlannedSize(strata, sample.confidence, found, unseen),
    reached,
    further: reached ? 0 : further === null ? null : total(further),
    next: inTurn(
      strata.map(({ judged: order, planned }) => ({ planned, ids: order.filter(({ isWrong }) => isWrong === null).map(({ id }) => id) })),
    ),
    changed,
  };
}

/** Each stratum gets its share of the risk (Bonferroni). */
function atPlannedSize(
  strata: readonly (Stratum & { readonly planned: number })[],
  confidence: number,
  found: number,
  unseen: number,
): number | null {
  if (strata.some(({ planned, drawn }) => drawn.length < planned)) return null;
  const each = 1 - (1 - confidence) / strata.length;
  const atMost = strata.map(({ population, planned, drawn }) =>
    upperErrors({ population, looked: planned, wrong: drawn.slice(0, planned).filter(Boolean).length, confidence: each }),
  );
  return Math.min(unseen, Math.max(0, total(atMost) - found));
}

/** Whether the reviewers found the machine's verdict wrong; null while they have not decided. */
function judgement(claim: SessionClaim | undefined, status: AnswerStatus): boolean | null {
  // What has gone from the document cannot be looked at any more.
  if (claim === undefined) return true;
  const { verdict } = claim.review;
  if (verdict === 'undecided' || verdict === 'split') return null;
  // Reviewers have one word for both.
  return verdict !== (status === 'uncertain' ? 'not-enough-evidence' : status);
}

/** The next ones of each stratum, in proportion to what was planned of it. */
function inTurn(strata: readonly { readonly planned: number; readonly ids: readonly string[] }[]): string[] {
  const spots = strata.flatMap(({ planned, ids }) => ids.map((id, place) => ({ id, at: (place + 0.5) / Math.max(planned, 0.5) })));
  return spots
    .sort((a, b) => a.at - b.at)
    .slice(0, nextShown)
    .map(({ id }) => id);
}

function total(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}
