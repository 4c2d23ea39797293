import { join } from 'node:path';

import { isAddress } from '../src/base/address.ts';
import { sha256 } from '../src/base/hash.ts';

/** Which of several folders keeps the records: the one that the user chose, where it is still open; else the first. Folders are compared by address: the editor makes new objects for the same folder. */
export function chosenFolder<T extends { readonly uri: { toString(): string } }>(
  folders: readonly T[],
  chosen: string | undefined,
): T | undefined {
  return folders.find((folder) => folder.uri.toString() === chosen) ?? folders[0];
}

export interface IndexPlace {
  /** `linchpin.index.location`; empty: the editor's storage. */
  readonly setting: string;
  /** The editor's storage for this workspace: absolute path. */
  readonly storage: string;
  /** The folder's address; of several that are audited together that of their workspace. */
  readonly folder: string;
  /** Setting and storage may belong to several folders. */
  readonly shared: boolean;
}

/** Where the index of a folder is kept: an absolute path, or an address as it is set. Folders that share a storage have an index each. */
export function indexLocation({ setting, storage, folder, shared }: IndexPlace): string {
  if (isAddress(setting)) return setting;
  const place = setting === '' ? join(storage, 'index') : setting;
  return shared ? join(place, sha256(folder).slice(0, 16)) : place;
}

/** A folder of the window, by the name that stands before its paths where there are several. */
export interface OpenFolder<U> {
  readonly name: string;
  readonly uri: U;
}

type Address = { readonly scheme: string; readonly path: string };

/** The path by which a document is known to the engine; null where it is in none of the folders. Of nested folders the inner one has it. */
export function pathIn(folders: readonly OpenFolder<Address>[], uri: Address): string | null {
  const around = folders
    .filter((folder) => folder.uri.scheme === uri.scheme && uri.path.startsWith(`${folder.uri.path.replace(/\/$/, '')}/`))
    .sort((a, b) => b.uri.path.length - a.uri.path.length)[0];
  if (around === undefined) return null;
  const path = uri.path.slice(around.uri.path.replace(/\/$/, '').length + 1);
  return folders.length === 1 ? path : `${around.name}/${path}`;
}

/** The folder of a document's path, and the path within it; null where none of them has that name. */
export function folderOf<U>(folders: readonly OpenFolder<U>[], path: string): { readonly uri: U; readonly path: string } | null {
  const [first] = folders;
  if (folders.length === 1) return first === undefined ? null : { uri: first.uri, path };
  const end = path.indexOf('/');
  const found = folders.find(({ name }) => name === path.slice(0, end));
  return found === undefined ? null : { uri: found.uri, path: path.slice(end + 1) };
}
