import { realpath, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';

import { isInnerPath } from '../contract/citation.ts';
import { readText } from './read.ts';

/**
 * The text of a document of the folder as it is now; null when it is gone, no text, no regular file, or outside the folder: by its path
 * or by a link on the way.
 * @param path relative to the folder, with `/`
 */
export async function readTextInside(folder: string, path: string): Promise<string | null> {
  if (!isInnerPath(path)) return null;
  try {
    const root = await realpath(folder);
    const file = await realpath(join(root, path));
    if (!file.startsWith(root.endsWith(sep) ? root : root + sep)) return null;
    // A device or a pipe might never end.
    return (await stat(file)).isFile() ? await readText(file) : null;
  } catch {
    return null;
  }
}
