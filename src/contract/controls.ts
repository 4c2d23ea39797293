/** A text without the control characters that neither XML nor HTML allows, whatever a document holds; tabs and line breaks stay. @param instead of each of them */
export function withoutControls(text: string, instead: string): string {
  return text.replaceAll(/[^\t\n\r\P{Cc}]|[\ufffe\uffff]/gu, instead);
}
