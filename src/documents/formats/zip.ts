import { unzipSync } from 'fflate';

import { NotReadable } from '../not-readable.ts';

/** All parts that are read, unpacked. */
const mostBytes = 300 * 1024 * 1024;
/** A part that unpacks to more than this many times its size, and to more than this size, is made to fill memory. */
const mostRatio = 200;
const suspicious = 20 * 1024 * 1024;
/** Nothing can be packed tighter: a part that says so has a false size. */
const mostDeflated = 1100;
const mostParts = 50_000;

/**
 * The parts of a zip file that `wanted` names. Nothing is unpacked beyond the sizes that the file declares, and those are checked first.
 * @throws NotReadable `damaged`, `over-limit`, `encrypted`
 */
export function unzip(bytes: Uint8Array, wanted: (name: string) => boolean): Map<string, Uint8Array> {
  let total = 0;
  let parts = 0;
  try {
    const found = unzipSync(bytes, {
      filter: ({ name, size, originalSize }) => {
        parts += 1;
        if (parts > mostParts) throw tooMuch();
        if (!wanted(name)) return false;
        if (originalSize > size * mostDeflated + 1000) throw damaged();
        total += originalSize;
        if (total > mostBytes || (originalSize > suspicious && originalSize > size * mostRatio)) throw tooMuch();
        return true;
      },
    });
    return new Map(Object.entries(found));
  } catch (error) {
    if (error instanceof NotReadable) throw error;
    throw damaged(error);
  }
}

function damaged(cause?: unknown): NotReadable {
  return new NotReadable('damaged', 'the file is cut off or damaged: save it again with the program that made it', cause);
}

function tooMuch(): NotReadable {
  return new NotReadable('over-limit', 'it unpacks to far more than a document holds: it is not opened');
}

const utf8 = new TextDecoder('utf-8');
const utf16le = new TextDecoder('utf-16le');

/** A part as text: XML says its encoding, and office programs write UTF-8 or UTF-16. */
export function textOf(part: Uint8Array | undefined): string | null {
  if (part === undefined) return null;
  return part[0] === 0xff && part[1] === 0xfe ? utf16le.decode(part) : utf8.decode(part);
}
