import { join } from 'node:path';

import { isAddress } from '../src/base/address.ts';
import { sha256 } from '../src/base/hash.ts';

/** Of several folders the one that the user chose, where it is still open; else the first. Folders are compared by address: the editor makes new objects for the same folder. */
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
  /** The folder's address. */
  readonly folder: string;
  /** Setting and storage belong to several folders. */
  readonly shared: boolean;
}

/** Where the index of a folder is kept: an absolute path, or an address as it is set. Folders that share a storage have an index each. */
export function indexLocation({ setting, storage, folder, shared }: IndexPlace): string {
  if (isAddress(setting)) return setting;
  const place = setting === '' ? join(storage, 'index') : setting;
  return shared ? join(place, sha256(folder).slice(0, 16)) : place;
}
