import type { Citation } from '../contract/citation.ts';
import { describeLocator } from '../contract/locator.ts';
import type { SessionClaim } from '../contract/session.ts';

/** Text that goes in at an offset of the document. */
export interface Insertion {
  readonly offset: number;
  readonly text: string;
}

const mostQuoted = 300;

/**
 * What puts a citation of the evidence behind a claim: in Markdown a footnote, whose text goes to the end of the document, else the source
 * in brackets behind the claim.
 * @param claimEnd offset in `text`
 * @param eol of the document
 */
export function citationEdits(text: string, claimEnd: number, citation: Citation, markdown: boolean, eol: '\n' | '\r\n'): Insertion[] {
  const where = citation.locator === undefined ? `line ${citation.line}` : describeLocator(citation.locator);
  const words = citation.quote.replaceAll(/\s+/g, ' ').trim();
  const quote = words.length > mostQuoted ? `${words.slice(0, mostQuoted)}…` : words;
  if (!markdown) return [{ offset: claimEnd, text: ` [${citation.path}, ${where}: “${quote}”]` }];
  const numbers = [...text.matchAll(/\[\^(\d+)\]/g)].map((match) => Number(match[1]));
  const number = Math.max(0, ...numbers) + 1;
  const gap = text === '' || text.endsWith('\n') ? '' : eol;
  // Footnotes that are there already stand together.
  const apart = /\n\[\^\d+\]:[^\n]*\n?$/.test(text) ? '' : eol;
  return [
    { offset: claimEnd, text: `[^${number}]` },
    { offset: text.length, text: `${gap}${apart}[^${number}]: ${escaped(citation.path)}, ${where}: “${escaped(quote)}”${eol}` },
  ];
}

/** The document's words stay words in Markdown. */
function escaped(words: string): string {
  return words.replaceAll(/[\\`*_[\]<>|]/g, '\\$&');
}

/**
 * Where the words that the fix replaces stand; null where the claim does not read as it did when it was checked.
 * @param now the claim's words in the editor, lines ended by `eol`
 * @returns offsets into `now`
 */
export function fixRange(
  { text, fix }: Pick<SessionClaim, 'text' | 'fix'>,
  now: string,
  eol: '\n' | '\r\n',
): { start: number; end: number } | null {
  if (fix === null) return null;
  const inEditor = (words: string): string => words.replaceAll(/\r\n|\r|\n/g, eol);
  if (inEditor(text) !== now) return null;
  const start = inEditor(text.slice(0, fix.start)).length;
  const end = inEditor(text.slice(0, fix.end)).length;
  return now.slice(start, end) === inEditor(fix.before) ? { start, end } : null;
}
