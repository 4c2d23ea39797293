import { realpath, stat } from 'node:fs/promises';
import { relative, resolve, sep } from 'node:path';

import { LinchpinError } from '../../base/error.ts';
import { pathIn } from '../../documents/inside.ts';
import type { DocumentRoots } from '../../base/roots.ts';
import type { ReadDocument } from '../../documents/document.ts';
import { readDocument } from '../../documents/read.ts';

/** A document whose claims are checked. */
export interface CheckedDocument {
  /** Relative to the current folder, with `/`: as findings name it. */
  readonly shown: string;
  /** Its path as the folders that are asked name it; null where it does not lie in it. */
  readonly inFolder: string | null;
  readonly document: ReadDocument;
}

/** @throws LinchpinError `usage` for a file that is not there, `document-unreadable`. */
export async function documentsToCheck(files: readonly string[], roots: DocumentRoots): Promise<CheckedDocument[]> {
  const documents: CheckedDocument[] = [];
  for (const file of new Set(files.map((each) => resolve(each)))) {
    const shown = shownPath(file);
    if ((await stat(file).catch(() => null))?.isFile() !== true)
      throw new LinchpinError('usage', `There is no file ${shown}.`, 'Name the files whose claims are to be checked.');
    const real = await realpath(file);
    const read = await readDocument(real, shown);
    if (!read.ok)
      throw new LinchpinError(
        'document-unreadable',
        `${shown} cannot be checked: ${read.reason}.`,
        'Name files of kinds that Linchpin reads.',
      );
    documents.push({ shown, inFolder: await pathIn(roots, real), document: read.document });
  }
  return documents;
}

/** As a person at this terminal names it. */
export function shownPath(file: string): string {
  return slashed(relative(process.cwd(), resolve(file)));
}

function slashed(path: string): string {
  return sep === '/' ? path : path.replaceAll(sep, '/');
}
