/** What a file's bytes are. */
export type Decoded = { readonly kind: 'text'; readonly text: string; readonly encoding: string } | { readonly kind: 'binary' };

const sniffed = 8192;

/**
 * Bytes as text: UTF-8 and UTF-16 by their byte order marks, UTF-16 without one by its zero bytes, UTF-8 where it is valid, else
 * Windows-1252, which never fails. A byte order mark is kept, so that offsets are those of reading the file as UTF-8. Lone surrogates
 * become U+FFFD one for one. Stray NUL bytes are text; many of them are a binary file.
 */
export function decode(bytes: Uint8Array): Decoded {
  const utf16 = utf16Encoding(bytes);
  if (utf16 !== null) return textOf(new TextDecoder(utf16, { ignoreBOM: true }).decode(bytes), utf16);
  if (isBinary(bytes)) return { kind: 'binary' };
  try {
    return textOf(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes), 'utf-8');
  } catch {
    // Mostly valid UTF-8 with a few broken bytes is broken UTF-8, as readers of the file will see it; else an old encoding.
    const lenient = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
    const broken = lenient.split('\uFFFD').length - 1;
    const multibyte = /[^\p{ASCII}\uFFFD]/u.test(lenient);
    if (multibyte && broken < bytes.length / 100) return textOf(lenient, 'utf-8');
    return textOf(windows1252(bytes), 'windows-1252');
  }
}

/** What Windows-1252 has in place of the control characters 0x80 to 0x9f; its five gaps stay control characters, as in the WHATWG standard. */
const windowsMarks = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

/** By hand, as the decoder of some Node versions takes this encoding for Latin-1. */
function windows1252(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    .toString('latin1')
    .replaceAll(/[\x80-\x9f]/g, (mark) => windowsMarks.charAt(mark.charCodeAt(0) - 0x80));
}

function textOf(text: string, encoding: string): Decoded {
  return { kind: 'text', text: text.toWellFormed(), encoding };
}

function utf16Encoding(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const length = Math.min(bytes.length, sniffed) & ~1;
  if (length < 16) return null;
  let evenZeros = 0;
  let oddZeros = 0;
  for (let at = 0; at < length; at += 2) {
    if (bytes[at] === 0) evenZeros += 1;
    if (bytes[at + 1] === 0) oddZeros += 1;
  }
  const half = length / 2;
  if (oddZeros > half * 0.7 && evenZeros < half * 0.05) return 'utf-16le';
  return evenZeros > half * 0.7 && oddZeros < half * 0.05 ? 'utf-16be' : null;
}

const signatures: readonly (readonly number[])[] = [
  [0x25, 0x50, 0x44, 0x46],
  [0x50, 0x4b, 0x03, 0x04],
  [0x89, 0x50, 0x4e, 0x47],
  [0xff, 0xd8, 0xff],
  [0x47, 0x49, 0x46, 0x38],
  [0x1f, 0x8b],
  [0x7f, 0x45, 0x4c, 0x46],
  [0xd0, 0xcf, 0x11, 0xe0],
];

function isBinary(bytes: Uint8Array): boolean {
  if (signatures.some((signature) => signature.every((byte, at) => bytes[at] === byte))) return true;
  const length = Math.min(bytes.length, sniffed);
  let control = 0;
  for (let at = 0; at < length; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte === 0 || (byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0c && byte !== 0x0d && byte !== 0x1b)) control += 1;
  }
  return control > length * 0.1;
}
