/** A document's names. */
export interface Named {
  /** Relative, with `/`. */
  readonly path: string;
  readonly title: string;
}

/** Which of two documents is the older one, and by what. */
export interface Older {
  readonly older: 'a' | 'b';
  /** As written, oldest first: `2019`, `2025`. */
  readonly versions: readonly [string, string];
}

const mark = /(?<![\p{L}\p{N}.])v?(?:\d+(?:\.\d+)+|(?:19|20)\d{2}(?:-\d{2}){0,2})(?![\p{N}]|\.\d)/giu;

/**
 * Two documents whose paths or titles are the same but for version numbers, years or dates: the older one. null where names differ
 * otherwise, or not at all. "Older" is all that names tell: an annual report does not supersede the last one.
 */
export function olderOf(a: Named, b: Named): Older | null {
  return compare(a.path.replace(/\.[^./]+$/, ''), b.path.replace(/\.[^./]+$/, '')) ?? compare(a.title, b.title);
}

/** Two documents whose folders are versions and nothing else ("v2.0/guide.pdf", "v5.0.0/standard.pdf"): the one of the older folder. */
export function olderFolder(a: string, b: string): Older | null {
  const [one, two] = [a, b].map((path) => path.split('/').slice(0, -1));
  if (one === undefined || two === undefined || one.length !== two.length) return null;
  const at = one.findIndex((folder, place) => folder !== two[place]);
  const [first, second] = [one[at], two[at]];
  if (first === undefined || second === undefined || read(first).rest !== '' || read(second).rest !== '') return null;
  return compare(`folder ${first}`, `folder ${second}`);
}

function compare(a: string, b: string): Older | null {
  const [one, two] = [read(a), read(b)];
  if (one.rest === '' || one.rest !== two.rest || one.versions.length !== two.versions.length) return null;
  for (const [index, version] of one.versions.entries()) {
    const other = two.versions[index] ?? version;
    const order = version.replace(/^v/i, '').localeCompare(other.replace(/^v/i, ''), 'en', { numeric: true });
    if (order !== 0) return order < 0 ? { older: 'a', versions: [version, other] } : { older: 'b', versions: [other, version] };
  }
  return null;
}

/** Version numbers, years and dates in a name, as written without a leading v. */
export function versionMarks(name: string): string[] {
  return read(name).versions.map((version) => version.replace(/^v/i, '').toLowerCase());
}

function read(name: string): { readonly rest: string; readonly versions: readonly string[] } {
  const words = name.replaceAll('_', ' ');
  return {
    rest: words
      .replaceAll(mark, ' ')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
      .trim(),
    versions: [...words.matchAll(mark)].map(([found]) => found),
  };
}
