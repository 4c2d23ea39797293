/** The package has no types: what is used of it. */
declare module 'jstat' {
  export const jStat: {
    readonly hypgeom: {
      /** P(X <= x) of `draws` without replacement from `population` items of which `marked` are marked. */
      cdf(x: number, population: number, marked: number, draws: number): number;
    };
    readonly beta: {
      /** The quantile at `p` in [0, 1]. */
      inv(p: number, alpha: number, beta: number): number;
    };
  };
}
