const ligatures: Readonly<Record<string, string>> = { ﬀ: 'ff', ﬁ: 'fi', ﬂ: 'fl', ﬃ: 'ffi', ﬄ: 'ffl', ﬅ: 'st', ﬆ: 'st' };

/** Letters in the place of ligatures; white space collapsed. */
export function plainWords(text: string): string {
  return text
    .replaceAll(/[ﬀ-ﬆ]/g, (ligature) => ligatures[ligature] ?? ligature)
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** "/usr/" at the end of a line goes on as "/usr/local" in the next. */
const openPath = /[^\s/]\/$/u;
const atEnd = /(\p{L}+)[-\u2010\u2011\u00ad]$/u;

/** Joins the lines of a paragraph; where a line ends within a word, the word is made whole. */
export class Joiner {
  /** Words of the document that are written with a hyphen on one line, in lower case. */
  readonly #hyphened = new Set<string>();

  constructor(lines: Iterable<string>) {
    for (const line of lines)
      for (const [word] of plainWords(line).matchAll(/\p{L}+(?:[-\u2010\u2011]\p{L}+)+/gu))
        this.#hyphened.add(word.toLowerCase().replaceAll(/[\u2010\u2011]/g, '-'));
  }

  join(lines: readonly string[]): string {
    let text = '';
    for (const line of lines.map(plainWords)) {
      const head = atEnd.exec(text)?.[1];
      const tail = /^\p{Ll}+/u.exec(line)?.[0];
      if (openPath.test(text) && /^[\p{L}\p{N}._]/u.test(line)) text += line;
      else if (text === '' || head === undefined || tail === undefined) text += text === '' ? line : ` ${line}`;
      // A word that has its hyphen elsewhere keeps it; else the hyphen was there for the end of the line.
      else text = this.#hyphened.has(`${head}-${tail}`.toLowerCase()) ? `${text}${line}` : `${text.slice(0, -1)}${line}`;
    }
    return text;
  }
}
