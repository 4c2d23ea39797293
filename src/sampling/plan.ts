import { LinchpinError } from '../base/error.ts';
import { createRandom, type Random } from '../base/random.ts';
import type { AnswerStatus } from '../contract/report.ts';
import type { SamplePlan, SampleStrata, StratumName } from '../contract/sample.ts';
import { type Stratum, upperErrorsAtAnyTime } from './betting.ts';

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
  const planned = plannedSizes(
    shuffled.map(({ length }) => length),
    plan,
  );
  return names.map((name, place) => ({
    name,
    planned: planned[place] ?? 0,
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

/** The smallest sizes in proportion, at least one of each stratum, that reach the tolerable share when nothing is wrong. */
function plannedSizes(populations: readonly number[], { confidence, tolerable }: SamplePlan): number[] {
  const all = sum(populations);
  const strata = populations.map((population) => ({ population, drawn: [] }));
  const further = furtherToReach(strata, confidence, tolerable);
  return spread(populations, populations, further ?? all);
}

/**
 * How many more, spread over the strata in proportion to what is left of them, reach the tolerable share if none of them is wrong.
 * @returns null where even all of them do not: more is wrong already than can be tolerated
 */
export function furtherToReach(strata: readonly Stratum[], confidence: number, tolerable: number): number | null {
  const populations = strata.map(({ population }) => population);
  const left = strata.map(({ population, drawn }) => population - drawn.length);
  const allowed = tolerable * sum(populations);
  const reaches = (more: number): boolean => {
    const added = spread(left, populations, more);
    const after = strata.map(({ population, drawn }, place) => ({
      population,
      drawn: [...drawn, ...Array.from({ length: added[place] ?? 0 }, () => false)],
    }));
    return upperErrorsAtAnyTime(after, confidence) <= allowed;
  };
  if (!reaches(sum(left))) return null;
  let low = 0;
  let high = sum(left);
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (reaches(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Splits a number in proportion to the sizes, by largest remainder, none beyond its room. */
function spread(room: readonly number[], sizes: readonly number[], number: number): number[] {
  const all = sum(room);
  if (number >= all) return [...room];
  const shares = room.map((size) => (size * number) / all);
  const whole = shares.map(Math.floor);
  const order = shares.map((share, place) => ({ place, rest: share - Math.floor(share), size: sizes[place] ?? 0 }));
  order.sort((a, b) => b.rest - a.rest || b.size - a.size || a.place - b.place);
  let missing = number - sum(whole);
  for (const { place } of order) {
    if (missing === 0) break;
    if ((whole[place] ?? 0) >= (room[place] ?? 0)) continue;
    whole[place] = (whole[place] ?? 0) + 1;
    missing -= 1;
  }
  return whole;
}

function sum(values: readonly number[]): number {
  return values.reduce((all, value) => all + value, 0);
}
