/** The editor's own names of the encodings that documents are read with, by their WHATWG names. */
const names = new Map([
  ['utf-8', 'utf8'],
  ['utf-16le', 'utf16le'],
  ['utf-16be', 'utf16be'],
  ['windows-1252', 'windows1252'],
]);

/** null where the editor is to find out by itself. */
export function editorEncoding(whatwg: string | null): string | null {
  return whatwg === null ? null : (names.get(whatwg) ?? null);
}
