import { readFile } from 'node:fs/promises';

import type { ShownBlock, ShownDocument } from '../contract/document-view.ts';
import { describeLocator } from '../contract/locator.ts';
import { extractDocument } from './box.ts';
import { formatOf } from './formats.ts';
import { fileInside } from './inside.ts';
import type { DocumentRoots } from '../base/roots.ts';
import type { Block } from './types.ts';

/** More at once make a page slow. */
const blocksEachWay = 300;

/**
 * A document that is not text as its citations count in it, around a place. null for text, and for what is gone or not in the folder.
 * @param path relative to the folder
 * @param at offset in the extracted text
 * @throws NotReadable
 */
export async function viewDocument(roots: DocumentRoots, path: string, at: number): Promise<ShownDocument | null> {
  const format = formatOf(path);
  const file = await fileInside(roots, path);
  if (format === undefined || file === null) return null;
  const { text, title, blocks } = await extractDocument(format, await readFile(file));
  const place = Math.max(
    0,
    blocks.findLastIndex(({ start }) => start <= at),
  );
  const from = Math.max(0, place - blocksEachWay);
  const to = Math.min(blocks.length, place + blocksEachWay);
  return {
    title: title ?? path.slice(path.lastIndexOf('/') + 1),
    blocks: blocks.slice(from, to).map((block) => shown(text, block)),
    before: from,
    after: blocks.length - to,
  };
}

function shown(text: string, { kind, start, end, headingPath, depth, row, locator }: Block): ShownBlock {
  return {
    kind,
    start,
    text: text.slice(start, end),
    depth: kind === 'heading' ? Math.min(6, headingPath.length + 1) : (depth ?? 1),
    isHeader: row?.columns.length === 0,
    place: locator === undefined ? '' : describeLocator(locator),
  };
}
