import { basename } from 'node:path';

/** One of several folders that are audited together: every path in it begins with its name. */
export interface NamedFolder {
  /** Distinct among them, without `/`. */
  readonly name: string;
  /** Absolute path. */
  readonly folder: string;
}

/** Where documents are: one folder, by whose paths they are named; or several, whose names stand before their paths. */
export type DocumentRoots = string | readonly NamedFolder[];

/** The folder that a document's path leads into, and the path within it; null where it leads into none. */
export function placeIn(roots: DocumentRoots, path: string): { readonly folder: string; readonly path: string } | null {
  if (typeof roots === 'string') return { folder: roots, path };
  const end = path.indexOf('/');
  const found = roots.find(({ name }) => name === path.slice(0, end));
  return end === -1 || found === undefined ? null : { folder: found.folder, path: path.slice(end + 1) };
}

/** Names for folders: those that they have, made distinct in their order, and fit to stand in a path. */
export function namedFolders(folders: readonly { readonly name?: string; readonly folder: string }[]): NamedFolder[] {
  const taken = new Set<string>();
  return folders.map(({ name, folder }) => {
    const wanted = (name ?? basename(folder)).replaceAll(/[/\\]+/g, '-').replace(/^\.{0,2}$/, 'folder');
    let distinct = wanted;
    for (let count = 2; taken.has(distinct.toLowerCase()); count += 1) distinct = `${wanted}-${count}`;
    taken.add(distinct.toLowerCase());
    return { name: distinct, folder };
  });
}
