/**
 * What a document, a file's name or a report holds can act on a terminal (escape sequences), turn the order of what is read around
 * (bidirectional overrides) or hide words from people that agents read. Shown, each such character is a mark that can be seen.
 */

const pictures = 0x2400;

/** A control as the picture of it, which is one character as well; C1, which has none, by its number. */
function picture(control: string): string {
  const code = control.charCodeAt(0);
  if (code === 0x7f) return '\u2421';
  return code < 0x20 ? String.fromCharCode(pictures + code) : named(control);
}

function named(character: string): string {
  return String.raw`\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}

/** What turns the direction, separators of lines, and the block of tags, which nothing draws. */
const unseen = /[\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]|[\u{e0000}-\u{e007f}]/gu;

/** A text with what cannot be seen in it made visible; lines and tabs stay. */
export function visible(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .replaceAll(/\p{Cc}/gu, (control) => (control === '\n' || control === '\t' ? control : picture(control)))
    .replaceAll(unseen, named);
}

/** The same of what belongs on one line, such as a file's name: where it breaks the line is marked too. */
export function visibleLine(text: string): string {
  return visible(text.replaceAll(/[\r\n\t]/g, picture));
}

/** JSON in which nothing acts on a terminal: the same value. */
export function visibleJson(value: unknown, space?: number): string {
  return JSON.stringify(value, null, space).replaceAll(
    /[\u007f-\u009f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g,
    (character) => String.raw`\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
