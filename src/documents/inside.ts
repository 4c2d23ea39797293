import { realpath, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';

import { isInnerPath } from '../contract/citation.ts';

/** Both real paths: is `target` the folder or within it? */
export function isInside(target: string, folder: string): boolean {
  return target === folder || target.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

/**
 * The file that a document's path names, links resolved; null when it is gone, no regular file, or outside the folder: by its path or by
 * a link on the way. Reports come from elsewhere: their paths must not read what is not theirs, nor a device or a pipe that never ends.
 * @param path relative to the folder, with `/`
 */
export async function fileInside(folder: string, path: string): Promise<string | null> {
  if (!isInnerPath(path)) return null;
  try {
    const root = await realpath(folder);
    const file = await realpath(join(root, path));
    return isInside(file, root) && (await stat(file)).isFile() ? file : null;
  } catch {
    return null;
  }
}
