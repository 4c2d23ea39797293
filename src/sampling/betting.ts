/**
 * Shares of the wealth that are bet on "right" at each draw, with their weights. A share of 1 wins most while nothing is wrong, and loses all
 * at the first wrong item; the others live on. Chosen for few wrong items, which is what audits find; any choice keeps the bound valid.
 */
const shares = Array.from({ length: 20 }, (_, place) => (place + 1) / 20);
const weights = shares.map((share) => (share === 1 ? 0.5 : 0.5 / 19));

/** A group of items that are drawn in random order, without replacement. */
export interface Stratum {
  readonly population: number;
  /** Whether each item that was looked at is wrong, in the order of the draw. */
  readonly drawn: readonly boolean[];
}

/**
 * A gambler who bets against "at least `wrong` items of the population are wrong". Under that hypothesis the wealth is a nonnegative
 * supermartingale that starts at 1, so that it ever reaches 1 / alpha with a probability of at most alpha (Ville): Waudby-Smith and
 * Ramdas (2020), sampling without replacement, with the bets of (2021), section 4. A bet's share f of the largest that cannot ruin
 * gives, with the mean mu of what is left if the hypothesis is true, the factor 1 - f for a wrong item and 1 + f mu / (1 - mu) for a right
 * one. Shares are mixed by their weights.
 */
export class Wealth {
  readonly #logs = weights.map(Math.log);
  #items: number;
  #wrong: number;

  /** @param wrong [0, population] */
  constructor(population: number, wrong: number) {
    this.#items = population;
    this.#wrong = wrong;
  }

  /** The next item of the draw. */
  draw(isWrong: boolean): void {
    const mean = this.#wrong / this.#items;
    this.#items -= 1;
    if (isWrong) this.#wrong -= 1;
    for (const [place, share] of shares.entries())
      this.#logs[place] = (this.#logs[place] ?? 0) + (isWrong ? Math.log(1 - share) : Math.log1p((share * mean) / (1 - mean)));
  }

  /** The logarithm; `Infinity` where the draws exclude the hypothesis, `-Infinity` where more are wrong than it says. */
  get log(): number {
    if (this.#wrong < 0) return -Infinity;
    return this.#wrong > this.#items ? Infinity : logSumExp(this.#logs);
  }
}

/** The gamblers against every number of wrong items in each stratum, which go on as items are drawn. */
export class Bets {
  /** By stratum, then by the number of wrong items. */
  readonly #wealth: readonly (readonly Wealth[])[];

  constructor(strata: readonly Stratum[]) {
    this.#wealth = strata.map(({ population }) => Array.from({ length: population + 1 }, (_, wrong) => new Wealth(population, wrong)));
    for (const [place, { drawn }] of strata.entries()) for (const isWrong of drawn) this.draw(place, isWrong);
  }

  /** The next item of a stratum. */
  draw(stratum: number, isWrong: boolean): void {
    for (const wealth of this.#wealth[stratum] ?? []) wealth.draw(isWrong);
  }

  /** @see upperErrorsAtAnyTime */
  upperErrors(confidence: number): number {
    const limit = -Math.log(1 - confidence);
    /** The least log wealth of each total over the ways to spread it. */
    let least = [0];
    for (const stratum of this.#wealth) {
      // What is fewer than were found is impossible, not excluded by a bet.
      const own = stratum.map(({ log }) => (log === -Infinity ? Infinity : log));
      least = leastSums(least, own);
    }
    return least.findLastIndex((value) => value < limit);
  }
}

/**
 * An upper bound on the number of wrong items in all strata together, valid at every moment: with probability `confidence` it is never too
 * low, however often it is looked at and whenever the looking ends. A total is excluded when the product of the strata's wealths is
 * at least 1 / (1 - confidence) for every way to spread it over them; that product is a supermartingale in whatever order strata are drawn.
 * @param confidence (0, 1)
 * @returns an integer; counts the wrong ones that were found
 */
export function upperErrorsAtAnyTime(strata: readonly Stratum[], confidence: number): number {
  return new Bets(strata).upperErrors(confidence);
}

/** By total: the least sum of one value of each. Both grow from their first finite value on, so that a total is spread where growth is slowest. */
function leastSums(one: readonly number[], other: readonly number[]): number[] {
  if (one.length === 1) return other.map((value) => value + (one[0] ?? 0));
  const sums = Array.from({ length: one.length + other.length - 1 }, () => Infinity);
  for (const [a, first] of one.entries()) {
    if (first === Infinity) continue;
    for (const [b, second] of other.entries()) if (first + second < (sums[a + b] ?? Infinity)) sums[a + b] = first + second;
  }
  return sums;
}

function logSumExp(values: readonly number[]): number {
  const most = Math.max(...values);
  if (most === Infinity || most === -Infinity) return most;
  return most + Math.log(values.reduce((sum, value) => sum + Math.exp(value - most), 0));
}
