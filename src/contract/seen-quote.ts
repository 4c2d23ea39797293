/** Names of documents whose marks are Markdown's. */
const markdown = /\.(?:md|mdx|markdown|mdown|mkd|qmd|rmd)$/i;

/** What of a quote a reader does not see, and what stands in its place. Ascending and disjoint; offsets in UTF-16. */
interface Hidden {
  readonly start: number;
  readonly end: number;
  readonly instead: string;
}

type Pattern = readonly [RegExp, (match: RegExpExecArray) => readonly Hidden[]];

/** Marks of lists, quotes and headings at the beginning. */
const leading: Pattern = [
  /^[ \t]*(?:(?:>[ \t]?)+|(?:[-*+]|\d{1,3}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?|#{1,6}[ \t]+)/gm,
  (match) => [cut(match)],
];
const table: readonly Pattern[] = [
  [/^[ \t]*\|[ \t]*|[ \t]*(?<!\\)\|[ \t]*$/gm, (match) => [cut(match)]],
  [/[ \t]*(?<!\\)\|[ \t]*/g, (match) => [cut(match, ' · ')]],
];
const inline: readonly Pattern[] = [
  // A link is its words; a picture its description.
  [
    /!?\[(?<words>[^\]\n]*)\](?:\([^)\s]*(?:\s+"[^"]*")?\)|\[[^\]\n]*\])/g,
    ({ index, 0: whole, groups }) => {
      const from = index + whole.indexOf('[');
      return ends(index, whole, from + 1 - index, index + whole.length - (from + 1 + (groups?.['words'] ?? '').length));
    },
  ],
  // Emphasis in pairs only: a lone star is a footnote, or code.
  [/(?<![\w*\\])(?<mark>\*{1,3})(?=[^\s*])[^*\n]*[^\s*\\]\k<mark>(?![\w*])/g, emphasis],
  [/(?<![\w\\])(?<mark>_)(?=[^\s_])[^_\n]* [^_\n]*[^\s_\\]\k<mark>(?!\w)/g, emphasis],
  [/(?<mark>`+)[^`\n]+\k<mark>(?!`)/g, emphasis],
];

function emphasis({ index, 0: whole, groups }: RegExpExecArray): readonly Hidden[] {
  const { length } = groups?.['mark'] ?? '';
  return ends(index, whole, length, length);
}

function ends(index: number, whole: string, first: number, last: number): readonly Hidden[] {
  return [
    { start: index, end: index + first, instead: '' },
    { start: index + whole.length - last, end: index + whole.length, instead: '' },
  ];
}

function cut({ index, 0: whole }: RegExpExecArray, instead = ''): Hidden {
  return { start: index, end: index + whole.length, instead };
}

/** Marks of a Markdown quote that its reader does not see. A quote of any other document is shown as it stands. @param path the document's */
export function hiddenIn(quote: string, path: string): Hidden[] {
  if (!markdown.test(path)) return [];
  const found: Hidden[] = [];
  const isRow = /^\s*\|[^]*\|\s*$/.test(quote);
  for (const [pattern, parts] of [...(isRow ? table : [leading]), ...inline])
    for (const match of quote.matchAll(pattern))
      for (const hidden of parts(match))
        if (hidden.end > hidden.start && !found.some((other) => hidden.start < other.end && other.start < hidden.end)) found.push(hidden);
  return found.sort((a, b) => a.start - b.start);
}

/** The part `[from, to)` of a quote without what is hidden. What a hidden range stands for is said where the range begins. */
export function withoutHidden(quote: string, hidden: readonly Hidden[], from = 0, to = quote.length): string {
  let seen = '';
  let at = from;
  for (const { start, end, instead } of hidden) {
    if (end <= at || start >= to) continue;
    if (start > at) seen += quote.slice(at, start);
    if (start >= from) seen += instead;
    at = Math.min(end, to);
  }
  return seen + quote.slice(at, Math.max(at, to));
}

/** A quote as a reader sees it: to show, never to cite. @param path the document's, which tells what is markup */
export function seenQuote(quote: string, path: string): string {
  return withoutHidden(quote, hiddenIn(quote, path)).trim();
}

/** The quote of a citation as a reader sees it, on one line. */
export function seenLine({ quote, path }: { readonly quote: string; readonly path: string }): string {
  return seenQuote(quote, path).replaceAll(/\s+/gu, ' ').trim();
}
