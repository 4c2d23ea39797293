import { realpath, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';

import { isInnerPath } from '../contract/citation.ts';
import { type DocumentRoots, placeIn } from '../base/roots.ts';

/** Both real paths: is `target` the folder or within it? */
export function isInside(target: string, folder: string): boolean {
  return target === folder || target.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

/**
 * The file that a document's path names, links resolved; null when it is gone, no regular file, or outside the folder: by its path or by
 * a link on the way. Reports come from elsewhere: their paths must not read what is not theirs, nor a device or a pipe that never ends.
 * @param path relative to the folder, with `/`; of several folders with the name of one before it
 */
export async function fileInside(roots: DocumentRoots, path: string): Promise<string | null> {
  const place = placeIn(roots, path);
  if (place === null || !isInnerPath(path) || !isInnerPath(place.path)) return null;
  try {
    const root = await realpath(place.folder);
    const file = await realpath(join(root, place.path));
    return isInside(file, root) && (await stat(file)).isFile() ? file : null;
  } catch {
    return null;
  }
}

/** The path by which a file is named as a document of the folders, with `/`; null where it is in none. @param file its real path */
export async function pathIn(roots: DocumentRoots, file: string): Promise<string | null> {
  for (const { name, folder } of typeof roots === 'string' ? [{ name: '', folder: roots }] : roots) {
    const root = await realpath(folder).catch(() => folder);
    if (file === root || !isInside(file, root)) continue;
    const path = relative(root, file).split(sep).join('/');
    return name === '' ? path : `${name}/${path}`;
  }
  return null;
}
