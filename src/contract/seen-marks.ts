/** What of a quote a reader does not see, and what stands in its place. Ascending and disjoint; offsets in UTF-16. */
export interface Hidden {
  readonly start: number;
  readonly end: number;
  readonly instead: string;
}

/** A pattern with the parts of its match that are hidden. The first pattern that hides a place decides. */
type Pattern = readonly [RegExp, (match: RegExpExecArray) => readonly Hidden[]];

function cut({ index, 0: whole }: RegExpExecArray, instead = ''): Hidden {
  return { start: index, end: index + whole.length, instead };
}

const away = (match: RegExpExecArray): readonly Hidden[] => [cut(match)];
const cells = (match: RegExpExecArray): readonly Hidden[] => [cut(match, ' · ')];

function ends(index: number, whole: string, first: number, last: number): readonly Hidden[] {
  return [
    { start: index, end: index + first, instead: '' },
    { start: index + whole.length - last, end: index + whole.length, instead: '' },
  ];
}

function emphasis({ index, 0: whole, groups }: RegExpExecArray): readonly Hidden[] {
  const { length } = groups?.['mark'] ?? '';
  return ends(index, whole, length, length);
}

/** Everything but the group `words`. */
function around({ index, 0: whole, groups }: RegExpExecArray): readonly Hidden[] {
  const words = groups?.['words'] ?? '';
  const from = whole.lastIndexOf(words);
  return ends(index, whole, from, whole.length - from - words.length);
}

/** Marks of lists, quotes and headings at the beginning. */
const leading: Pattern = [/^[ \t]*(?:(?:>[ \t]?)+|(?:[-*+]|\d{1,3}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?|#{1,6}[ \t]+)/gm, away];
const table: readonly Pattern[] = [
  [/^[ \t]*\|[ \t]*|[ \t]*(?<!\\)\|[ \t]*$/gm, away],
  [/[ \t]*(?<!\\)\|[ \t]*/g, cells],
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
  [/\[\^[^\]\s]+\]/g, away],
  // Emphasis in pairs only: a lone star is a footnote, or code.
  [/(?<![\w*\\])(?<mark>\*{1,3})(?=[^\s*])[^*\n]*[^\s*\\]\k<mark>(?![\w*])/g, emphasis],
  [/(?<![\w\\])(?<mark>_)(?=[^\s_])[^_\n]* [^_\n]*[^\s_\\]\k<mark>(?!\w)/g, emphasis],
  [/(?<mark>`+)[^`\n]+\k<mark>(?!`)/g, emphasis],
  // The other mark of its pair stands in another sentence.
  [/^[ \t]*\*{1,3}(?=[\p{L}\p{N}"“(][^*]*$)/gu, away],
  [/(?<=^[^*]*[\p{L}\p{N}.!?"”)])\*{1,3}$/gu, away],
];

/** Character references that documents in English use; numbers say their character. */
const references: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  ndash: '–',
  mdash: '—',
  hellip: '…',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  laquo: '«',
  raquo: '»',
  copy: '©',
  reg: '®',
  trade: '™',
  sect: '§',
  para: '¶',
  deg: '°',
  plusmn: '±',
  times: '×',
  divide: '÷',
  middot: '·',
  bull: '•',
  euro: '€',
  pound: '£',
  le: '≤',
  ge: '≥',
  ne: '≠',
  minus: '−',
  frac12: '½',
  frac14: '¼',
  micro: 'µ',
  thinsp: ' ',
  ensp: ' ',
  emsp: ' ',
  shy: '',
  zwnj: '',
};

function referenced(name: string): string | null {
  if (!name.startsWith('#')) return Object.hasOwn(references, name) ? (references[name] ?? null) : null;
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  return code > 31 && code <= 0x10_ff_ff && (code < 0xd8_00 || code > 0xdf_ff) ? String.fromCodePoint(code) : null;
}

const tags: readonly Pattern[] = [
  [/<!--[^]*?-->/g, away],
  [/\s*<\/t[dh]\s*>\s*<t[dh]\b[^<>]*>\s*/gi, cells],
  // A heading links to itself by a sign.
  [/<a\b[^<>]*>\s*[¶§#🔗]\s*<\/a\s*>/giu, away],
  [/<\/?(?:br|p|li|div|d[dlt]|[uo]l|t[dhr]|h[1-6]|pre)\b[^<>]*>/gi, (match) => [cut(match, ' ')]],
  [/<\/?[a-z][^<>]*>/gi, away],
  [
    /&(?<name>#\d{1,7}|#[xX][\da-fA-F]{1,6}|[A-Za-z][A-Za-z\d]{1,31});/g,
    (match) => {
      const character = referenced(match.groups?.['name'] ?? '');
      return character === null ? [] : [cut(match, character)];
    },
  ],
];

const known =
  /^<\/?(?:a|abbr|b|br|center|cite|code|dd|del|details|dfn|div|dl|dt|em|font|h[1-6]|hr|i|img|ins|kbd|li|mark|ol|p|pre|q|s|samp|small|span|strong|sub|summary|sup|table|tbody|td|th|thead|tr|tt|u|ul|var)\b/i;

/** HTML within Markdown: what is code, or only looks like a tag (`Vec<T>`), stays. */
const tagsWithin: readonly Pattern[] = tags.map(([pattern, parts]): Pattern => [
  pattern,
  (match) => {
    const isCode = (match.input.slice(0, match.index).match(/`/g)?.length ?? 0) % 2 === 1;
    const isTag = !match[0].trim().startsWith('<') || match[0].startsWith('<!--') || known.test(match[0].trim());
    return isCode || !isTag ? [] : parts(match);
  },
]);

const restructured: readonly Pattern[] = [
  [/``(?<words>[^`\n]+)``/g, around],
  [/(?::[\w:+-]+:)?`(?<words>[^`<\n]*[^`<\s])\s*(?:<[^>`\n]*>)?`_{0,2}/g, around],
  [/(?<![\w*\\])(?<mark>\*{1,2})(?=[^\s*])[^*\n]*[^\s*\\]\k<mark>(?![\w*])/g, emphasis],
  [/ ?\[[#*\d][^\]\s]*\]_/g, away],
];

const asciidoc: readonly Pattern[] = [
  [/(?:link:|xref:|https?:\/\/|mailto:)[^\s[\]]+\[(?<words>[^\]\n]+)\]/g, around],
  [/^[ \t]*\|[ \t]*|[ \t]*\|[ \t]*$/gm, away],
  [/[ \t]*\|[ \t]*/g, cells],
  [/(?<![\w*\\])(?<mark>\*{1,2})(?=[^\s*])[^*\n]*[^\s*\\]\k<mark>(?![\w*])/g, emphasis],
  [/(?<![\w\\])(?<mark>_{1,2})(?=[^\s_])[^_\n]*[^\s_\\]\k<mark>(?!\w)/g, emphasis],
  [/(?<mark>`+)[^`\n]+\k<mark>(?!`)/g, emphasis],
];

const latex: readonly Pattern[] = [
  [/(?<!\\)%[^\n]*(?:\n|$)/g, away],
  [/\\(?:text[a-z]{2}|emph|enquote|underline|mbox|url|uline)\{(?<words>[^{}]*)\}/g, around],
  [/\\href\{[^{}]*\}\{(?<words>[^{}]*)\}/g, around],
  [/~?\\(?:label|cite[a-z]*|ref|autoref|footnotemark|index)(?:\[[^\]]*\])?(?:\{[^{}]*\})?/g, away],
  [/\s*\\(?:hline|toprule|midrule|bottomrule|noindent|item|centering|small|large)\b\s*/g, away],
  [/\s*(?<!\\)&\s*/g, cells],
  [/\\\\(?:\[[^\]]*\])?/g, away],
  [/\\(?=[%&$#_{}])/g, away],
  [/~/g, (match) => [cut(match, ' ')]],
];

/** The signs with which a comment goes on in its next line. */
const comments: readonly Pattern[] = [[/(?<=\n)[ \t]*(?:\*+(?!\/)|\/\/+[!/]?|#+|--|;+|%+)[ \t]?/g, away]];

const byName: readonly (readonly [RegExp, readonly Pattern[]])[] = [
  [/\.(?:html?|xhtml)$/i, tags],
  [/\.(?:rst|rest)$/i, restructured],
  [/\.(?:adoc|asciidoc|asc)$/i, asciidoc],
  [/\.(?:tex|ltx|latex)$/i, latex],
  [/\.(?:[cm]?[jt]sx?|java|kts?|scala|go|rs|c|h|cc|cpp|hpp|cs|swift|php|py|rb|sh|bash|pl|r|lua|sql|hs|clj|el|lisp)$/i, comments],
];

const markdown = /\.(?:md|mdx|markdown|mdown|mkd|qmd|rmd)$/i;

/** The marks that may hide something in a quote, first those that decide. None where the document's name tells of no markup. @param path the document's */
export function marksOf(quote: string, path: string): readonly Pattern[] {
  if (markdown.test(path))
    return [...(/^\s*\|[^]*\|\s*$/.test(quote) ? table : [leading]), ...inline, ...(/[<&]/.test(quote) ? tagsWithin : [])];
  return byName.find(([name]) => name.test(path))?.[1] ?? [];
}
