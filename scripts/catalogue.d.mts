interface Said {
  readonly place: string;
  /** Said by one process and shown by another. */
  readonly travels: boolean;
}
export function sentencesOfSources(): { readonly keys: ReadonlyMap<string, Said>; readonly faults: readonly string[] };
export function faultsOfCatalogue(catalogue: Readonly<Record<string, string>>, keys: ReadonlyMap<string, Said>): string[];
export function catalogues(): {
  readonly name: string;
  readonly catalogue: Readonly<Record<string, string>>;
  readonly keys: ReadonlyMap<string, Said>;
}[];
