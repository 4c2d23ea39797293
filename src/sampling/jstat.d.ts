/** The package has no types: what is used of it. */
declare module 'jstat' {
  const exported: {
    readonly jStat: {
      readonly hypgeom: {
        /** P(X <= x) of `draws` without replacement from `population` items of which `marked` are marked. */
        cdf(x: number, population: number, marked: number, draws: number): number;
      };
    };
  };
  export default exported;
}
