const scheme = /^([a-z][a-z\d+.-]+):\/\//i;

/** Of an address, in lower case; null for a path. */
export function schemeOf(location: string): string | null {
  return scheme.exec(location)?.[1]?.toLowerCase() ?? null;
}

/** Whether the location of an index is an address, and not a path. */
export function isAddress(location: string): boolean {
  return scheme.test(location);
}

/** A location without what follows the question mark: what people are shown. */
export function placeName(location: string): string {
  return isAddress(location) ? (location.split('?', 1)[0] ?? location).replace(/\/+$/, '') : location;
}
