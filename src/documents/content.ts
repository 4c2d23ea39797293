import { decode } from './decode.ts';
import { documentOf, type DocumentContent } from './document.ts';
import { formatOf } from './formats.ts';
import { loaders } from './formats/load.ts';
import { NotReadable } from './not-readable.ts';
import { parserOf } from './parsers.ts';
import type { ParsedDocument } from './types.ts';
import { holdsPrivateKey, withheldReasons } from './withheld.ts';

// Only what runs in a thread that reads files imports this: parsing is done in a box, and the libraries stay out of the program.

/**
 * A file's content as a document. Whatever is wrong with the file is a NotReadable.
 * @param path chooses what reads it
 * @throws NotReadable
 */
export async function contentOf(path: string, bytes: Uint8Array): Promise<DocumentContent> {
  return await named(async () => {
    if (formatOf(path) !== undefined) return { ...documentOf(path, await extracted(path, bytes)), encoding: null };
    const parser = parserOf(path);
    if (parser === undefined) throw new NotReadable('kind-not-read', 'this kind of file is not read');
    const decoded = decode(bytes);
    if (decoded.kind === 'binary') throw new NotReadable('not-text', 'a binary file');
    if (holdsPrivateKey(parser.id, decoded.text)) throw new NotReadable('secret', withheldReasons.secret);
    return { ...documentOf(path, parser.parse(decoded.text)), encoding: decoded.encoding };
  });
}

/** Text and blocks of a file that is not text. @throws NotReadable */
export async function blocksOf(path: string, bytes: Uint8Array): Promise<ParsedDocument> {
  return await named(() => extracted(path, bytes));
}

async function extracted(path: string, bytes: Uint8Array): Promise<ParsedDocument> {
  const format = formatOf(path);
  if (format === undefined) throw new NotReadable('kind-not-read', 'this kind of file is not read');
  const extract = await loaders[format.id]();
  return await extract(bytes);
}

async function named<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof NotReadable) throw error;
    // Recursion and texts that the language has no room for.
    throw error instanceof RangeError
      ? new NotReadable('over-limit', 'it is nested deeper or larger than documents are', error)
      : new NotReadable(
          'damaged',
          'it is damaged in a way that its reader does not know: save it again with the program that made it',
          error,
        );
  }
}
