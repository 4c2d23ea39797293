/** What an RTF file is made of, after escapes: groups, control words with their number, bytes of text. */
export type RtfToken =
  | { readonly kind: 'open' }
  | { readonly kind: 'close' }
  | { readonly kind: 'control'; readonly word: string; readonly value: number | null }
  /** One byte in the file's code page. */
  | { readonly kind: 'byte'; readonly byte: number };

/** In order. Line breaks of the file are none of the text; `\bin` bytes are passed over. */
export function* rtfTokens(bytes: Uint8Array): Generator<RtfToken> {
  const isLetter = (byte: number): boolean => (byte >= 0x61 && byte <= 0x7a) || (byte >= 0x41 && byte <= 0x5a);
  const isDigit = (byte: number): boolean => byte >= 0x30 && byte <= 0x39;
  for (let at = 0; at < bytes.length;) {
    const byte = bytes[at] ?? 0;
    at += 1;
    if (byte === 0x7b) yield { kind: 'open' };
    else if (byte === 0x7d) yield { kind: 'close' };
    else if (byte === 0x0a || byte === 0x0d || byte === 0) continue;
    else if (byte !== 0x5c) yield { kind: 'byte', byte };
    else {
      const next = bytes[at] ?? 0;
      if (!isLetter(next)) {
        at += 1;
        if (next === 0x27) {
          const hex = Number.parseInt(String.fromCharCode(bytes[at] ?? 0, bytes[at + 1] ?? 0), 16);
          at += 2;
          if (!Number.isNaN(hex)) yield { kind: 'byte', byte: hex };
        } else if (next === 0x5c || next === 0x7b || next === 0x7d) yield { kind: 'byte', byte: next };
        else if (next === 0x0a || next === 0x0d) yield { kind: 'control', word: 'par', value: null };
        else yield { kind: 'control', word: String.fromCharCode(next), value: null };
        continue;
      }
      let to = at;
      while (to < bytes.length && to - at < 32 && isLetter(bytes[to] ?? 0)) to += 1;
      const word = Buffer.from(bytes.subarray(at, to)).toString('latin1');
      at = to;
      if (bytes[to] === 0x2d) to += 1;
      while (to < bytes.length && to - at < 11 && isDigit(bytes[to] ?? 0)) to += 1;
      const number = Number.parseInt(Buffer.from(bytes.subarray(at, to)).toString('latin1'), 10);
      const value = Number.isNaN(number) ? null : number;
      if (value !== null) at = to;
      if (bytes[at] === 0x20) at += 1;
      if (word === 'bin' && value !== null && value > 0) at += value;
      else yield { kind: 'control', word, value };
    }
  }
}
