import { randomBytes } from 'node:crypto';
import { styleText } from 'node:util';

import type { LinchpinError } from '../base/error.ts';
import { failureWords } from '../base/language.ts';
import { visible, visibleJson, visibleLine } from '../base/visible.ts';
import type { Paint } from './print-answer.ts';

// The one place that writes to a terminal: what comes from documents, names and reports is made visible here.

/** Stands for the escape character of our own styles: nothing that was written before this process began can hold it. */
const own = `\u{fdd0}${randomBytes(12).toString('hex')}`;
const escape = '\u001b';

/** Styles only where a terminal reads it; NO_COLOR is honoured. */
export const paint: Paint = (style, text) => (process.stdout.isTTY && process.env['NO_COLOR'] === undefined ? painted(style, text) : text);

/** The style as it stands in a text that is still to be written. */
export const painted: Paint = (style, text) =>
  styleText(style, '\0', { validateStream: false })
    .replaceAll(escape, own)
    .replace('\0', () => text);

/** Each on a line of its own: a line break in one of them is shown as one, and makes no line. */
export function lined(lines: readonly string[]): string {
  return lines.map(visibleLine).join('\n');
}

/** A text as a terminal gets it: nothing but our own styles acts on it. */
export function forTerminal(text: string): string {
  return visible(text).replaceAll(own, escape);
}

/** Writes a result. */
export function tell(text: string): void {
  process.stdout.write(forTerminal(text));
}

/** Writes a file's contents; what is no text is for a file or a program. */
export function tellWritten(contents: string | Uint8Array): void {
  if (typeof contents === 'string') tell(contents);
  else process.stdout.write(contents);
}

/** Writes a result that programs read, on one line, or more with `space`. */
export function tellJson(value: unknown, space?: number): void {
  process.stdout.write(`${visibleJson(value, space)}\n`);
}

/** Writes to standard error. */
export function warn(text: string): void {
  process.stderr.write(forTerminal(text));
}

/** Writes over the last line of standard error; nothing where no terminal reads. Empty: takes it away. */
export function progress(line: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r${escape}[K${visibleLine(line)}`);
}

/** Says on standard error what went wrong and what to do. */
export function warnOf(error: Pick<LinchpinError, 'code' | 'message' | 'next'>): void {
  const words = failureWords(error);
  // What was left out of a folder with nothing to read is a list.
  warn(`linchpin: ${error.code === 'folder-empty' ? words : visibleLine(words)}\n`);
}
