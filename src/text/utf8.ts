/** Memory for one text at a time; what is longer gets its own. */
const shared = Buffer.alloc(1 << 18);

/** A text in UTF-8. */
export interface Utf8 {
  /** Good until the next text is asked for. */
  readonly bytes: Uint8Array;
  readonly length: number;
  /** Nothing but ASCII: offsets are those of the text. */
  readonly isAscii: boolean;
}

/** A text in UTF-8, in memory that is used again. */
export function utf8Of(text: string): Utf8 {
  if (3 * text.length > shared.length) {
    const bytes = Buffer.from(text);
    return { bytes, length: bytes.length, isAscii: bytes.length === text.length };
  }
  const length = shared.write(text);
  return { bytes: shared, length, isAscii: length === text.length };
}

/**
 * Where the characters that stand without white space between them from `start` on end.
 * @returns below zero where not all of them are ASCII
 */
export function chunkEnd({ bytes, length, isAscii }: Utf8, start: number): number {
  if (isAscii) return length;
  let at = start;
  let all = 0;
  for (; at < length; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte <= 0x20) break;
    all |= byte;
  }
  return all < 0x80 ? at : -at;
}

/** A part of a text, by its bytes. */
export function partOf({ bytes }: Utf8, start: number, end: number): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString();
}
