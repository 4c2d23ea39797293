import { LinchpinError } from '../base/error.ts';
import { createRandom, type Random } from '../base/random.ts';
import type { AnswerStatus } from '../contract/report.ts';
import type { SamplePlan, SampleStrata, StratumName } from '../contract/sample.ts';
import { Bets, type Stratum } from './betting.ts';

/** A claim that can be drawn. */
export interface Candidate {
  readonly id: string;
  readonly status: AnswerStatus;
  /** That the verdict is right, [0, 1]; null where none is given. */
  readonly chance: number | null;
}

export interface DrawnStratum {
  readonly name: StratumName;
  /** So many from the beginning of `claims` are to be looked at. */
  readonly planned: number;
  /** All claims of the stratum, in the order of the draw. */
  readonly claims: readonly Pick<Candidate, 'id' | 'status'>[];
}

/**
 * Puts the claims into strata and each stratum into random order; plans so many of each, in proportion to its size, that the bound of
 * `upperErrorsAtAnyTime` is within the tolerable share when none of them is wrong.
 * @throws LinchpinError `review-invalid` where there is nothing to draw from
 */
export function drawSample(candidates: readonly Candidate[], plan: SamplePlan): DrawnStratum[] {
  if (candidates.length === 0)
    throw new LinchpinError(
      'review-invalid',
      'There is no claim to draw: each is decided, or none is checked.',
      'Check the document first; a sample is drawn of claims that nobody has decided.',
    );
  const random = createRandom(plan.seed);
  const groups = new Map<StratumName, Candidate[]>();
  // By id, so that the draw hangs on the seed and not on the order in which the claims come.
  for (const candidate of [...candidates].sort((a, b) => (a.id < b.id ? -1 : 1))) {
    const name = stratumOf(candidate, plan.by);
    groups.set(name, [...(groups.get(name) ?? []), candidate]);
  }
  const names = [...groups.keys()].sort();
  const shuffled = names.map((name) => shuffle(groups.get(name) ?? [], random.fork(name)));
  const strata = shuffled.map(({ length }) => ({ population: length, drawn: [] }));
  const planned = furtherToReach(strata, plan.confidence, plan.tolerable);
  return names.map((name, place) => ({
    name,
    planned: planned?.[place] ?? 0,
    claims: (shuffled[place] ?? []).map(({ id, status }) => ({ id, status })),
  }));
}

function stratumOf({ status, chance }: Candidate, by: SampleStrata): StratumName {
  if (by === 'none') return 'all';
  if (by === 'verdict') return status;
  if (chance === null) return 'none';
  return chance < 0.7 ? '0-0.7' : chance < 0.9 ? '0.7-0.9' : '0.9-1';
}

/** Fisher and Yates. */
function shuffle<T>(items: readonly T[], random: Random): T[] {
  const order = [...items];
  for (let last = order.length - 1; last > 0; last -= 1) {
    const other = random.integer(last + 1);
    const [a, b] = [order[last], order[other]];
    if (a !== undefined && b !== undefined) [order[last], order[other]] = [b, a];
  }
  return order;
}

/**
 * How many more of each stratum, spread in proportion to what is left of them, reach the tolerable share if none of them is wrong.
 * @returns null where even all of them do not: more is wrong already than can be tolerated
 */
export function furtherToReach(strata: readonly Stratum[], confidence: number, tolerable: number): number[] | null {
  const left = strata.map(({ population, drawn }) => population - drawn.length);
  const all = sum(left);
  const allowed = tolerable * sum(strata.map(({ population }) => population));
  const bets = new Bets(strata);
  const added = strata.map(() => 0);
  for (let number = 0; ; number += 1) {
    if (bets.upperErrors(confidence) <= allowed) return added;
    if (number === all) return null;
    const due = left.map((room, place) => (room * (number + 1)) / all - (added[place] ?? 0));
    const next = due.indexOf(Math.max(...due));
    bets.draw(next, false);
    added[next] = (added[next] ?? 0) + 1;
  }
}

function sum(values: readonly number[]): number {
  return values.reduce((all, value) => all + value, 0);
}
