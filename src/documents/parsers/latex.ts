import { Headings } from '../headings.ts';
import { describeRow, joinCells, tableRow } from '../table.ts';
import type { Block, BlockKind, DocumentParser } from '../types.ts';
import { paragraphs, trimRange } from './plain-text.ts';

const levels: Readonly<Record<string, number>> = {
  part: 1,
  chapter: 2,
  section: 3,
  subsection: 4,
  subsubsection: 5,
  paragraph: 6,
  subparagraph: 7,
};
/** Where blocks end: commands of structure, environments, items, rows, blank lines, and comments, which are no text. */
const structure =
  /\\(?<mark>part|chapter|(?:sub){0,2}section|(?:sub)?paragraph|title|caption)\*?[^\S\n]*(?:\[[^\]\n]{0,300}\])?\{|\\(?<edge>begin|end)[^\S\n]*\{(?<name>[^}\n]{0,60})\}|\\item\b[^\S\n]*(?:\[(?<label>[^\]\n]{0,300})\])?|(?<rowEnd>\\\\(?:\[[^\]\n]{0,40}\])?|\\tabularnewline\b)|(?<blank>\n[^\S\n]*\r?\n)|(?<!\\)(?<comment>%[^\n]*)/g;
const lists = new Set(['itemize', 'enumerate', 'description']);
const tables = new Set(['tabular', 'tabular*', 'tabularx', 'longtable', 'array', 'tabulary']);
const verbatim = new Set(['verbatim', 'verbatim*', 'lstlisting', 'minted', 'Verbatim', 'alltt']);
const quotations = new Set(['quote', 'quotation', 'displayquote']);
/** Pictures drawn by commands, and what is never set. */
const hidden = new Set(['tikzpicture', 'comment', 'filecontents', 'thebibliography', 'picture']);

/**
 * LaTeX source: sections, paragraphs, items, quotations, tables by their columns, listings. Marks of emphasis, references and labels are
 * taken off; mathematics and commands that are not known stay as they are written, as they may carry the meaning.
 */
export const latex: DocumentParser = {
  id: 'latex',
  version: 1,
  extensions: ['.tex', '.ltx', '.latex'],
  parse(text) {
    return new LatexReader(text).read();
  },
};

/** Environments within each other; nobody nests deeper. */
const deepest = 100;

class LatexReader {
  readonly #text: string;
  readonly #blocks: Block[] = [];
  readonly #headings = new Headings();
  readonly #open: string[] = [];
  #title: string | null = null;
  #from = 0;
  #isItem = false;
  #comments: [number, number][] = [];
  #columns: readonly string[] | null = null;

  constructor(text: string) {
    this.#text = text;
  }

  read(): { text: string; title: string | null; blocks: Block[] } {
    const text = this.#text;
    const body = text.indexOf('\\begin{document}');
    structure.lastIndex = 0;
    for (let match = structure.exec(text); match !== null; match = structure.exec(text)) {
      const { mark, edge, name = '', rowEnd, blank, comment } = match.groups ?? {};
      const after = match.index + match[0].length;
      const inTable = this.#open.some((each) => tables.has(each));
      if (comment !== undefined) {
        this.#comments.push([match.index, after]);
        continue;
      }
      if (body >= 0 && match.index < body && mark !== 'title') {
        this.#skipTo(after);
        continue;
      }
      if (rowEnd !== undefined && !inTable) continue;
      if (blank !== undefined && inTable) continue;
      if (body < 0 || match.index > body) this.#flush(match.index);
      this.#skipTo(after);
      if (blank !== undefined) structure.lastIndex = after - 1;
      else if (mark !== undefined) structure.lastIndex = this.#marked(mark, after, body);
      else if (edge === 'begin') structure.lastIndex = this.#begin(name, after);
      else if (edge === 'end') {
        if (name === 'document') return this.#document();
        const at = this.#open.lastIndexOf(name);
        if (at >= 0) this.#open.length = at;
        if (tables.has(name)) this.#columns = null;
        this.#isItem = false;
      } else if (rowEnd === undefined) this.#isItem = true;
    }
    if (body < 0 || this.#from > body) this.#flush(text.length);
    return this.#document();
  }

  #document(): { text: string; title: string | null; blocks: Block[] } {
    return { text: this.#text, title: this.#title, blocks: this.#blocks };
  }

  #skipTo(at: number): void {
    this.#from = at;
    this.#comments = [];
  }

  /** A heading, a title or a caption: its words stand in braces. @returns where reading goes on */
  #marked(mark: string, from: number, body: number): number {
    const end = closing(this.#text, from);
    if (end === null) return from;
    const words = plainOf(this.#text.slice(from, end));
    const range = trimRange(this.#text, from, end);
    if (range !== null && words !== '') {
      const level = levels[mark];
      if (mark === 'title') this.#title ??= words;
      const isShown = mark !== 'title' || this.#from > body;
      if (level !== undefined) this.#headings.leave(level);
      if (isShown && range.start >= (this.#blocks.at(-1)?.end ?? 0))
        this.#blocks.push({
          kind: mark === 'caption' ? 'paragraph' : 'heading',
          ...range,
          headingPath: this.#headings.path(),
          markup: marksIn(this.#text, range.start, range.end, []),
        });
      if (level !== undefined) {
        this.#headings.enter(level, words);
        this.#title ??= words;
      }
    }
    this.#skipTo(end + 1);
    return end + 1;
  }

  #begin(name: string, from: number): number {
    const isVerbatim = verbatim.has(name);
    if (isVerbatim || hidden.has(name)) {
      const close = this.#text.indexOf(`\\end{${name}}`, from);
      const end = close < 0 ? this.#text.length : close;
      if (isVerbatim) {
        // Options stand on the line of the beginning.
        const first = this.#text.indexOf('\n', from);
        for (const line of this.#text.slice(first < 0 || first > end ? end : first, end).matchAll(/[^\r\n]+/g)) {
          const range = trimRange(this.#text, first + line.index, first + line.index + line[0].length);
          if (range !== null) this.#blocks.push({ kind: 'code-line', ...range, headingPath: this.#headings.path(), markup: [] });
        }
      }
      const after = close < 0 ? end : end + `\\end{${name}}`.length;
      this.#skipTo(after);
      return after;
    }
    if (this.#open.length < deepest) this.#open.push(name);
    let after = from;
    if (lists.has(name)) this.#isItem = false;
    if (tables.has(name)) {
      this.#columns = null;
      // Widths and the columns' layout come before the first row.
      for (let count = 0; count < 3 && /^\s*[[{]/.test(this.#text.slice(after, after + 10)); count += 1) {
        const open = this.#text.slice(after, after + 10).search(/[[{]/) + after;
        const end = this.#text[open] === '{' ? closing(this.#text, open + 1) : this.#text.indexOf(']', open);
        if (end === null || end < 0) break;
        after = end + 1;
      }
      this.#skipTo(after);
    }
    return after;
  }

  #flush(to: number): void {
    if (to <= this.#from) return;
    if (this.#open.some((each) => tables.has(each))) {
      this.#row(to);
      return;
    }
    const kind: BlockKind = this.#isItem ? 'list-item' : this.#open.some((each) => quotations.has(each)) ? 'quote' : 'paragraph';
    const depth = this.#open.filter((each) => lists.has(each)).length;
    for (const { start, end } of paragraphs(this.#text, this.#from, to)) {
      const markup = marksIn(this.#text, start, end, this.#comments);
      const inner = withoutMarksAround(this.#text, start, end, markup);
      if (inner === null) continue;
      this.#blocks.push({
        kind,
        ...inner,
        headingPath: this.#headings.path(),
        markup: markup.filter(([from, until]) => from >= inner.start && until <= inner.end),
        ...(kind === 'list-item' ? { depth: Math.max(1, depth) } : {}),
      });
    }
  }

  #row(to: number): void {
    const range = trimRange(this.#text, this.#from, to);
    if (range === null) return;
    let source = '';
    let at = range.start;
    for (const [from, until] of this.#comments) {
      source += this.#text.slice(at, Math.max(at, Math.min(from, range.end)));
      at = Math.max(at, until);
    }
    source += this.#text.slice(at, Math.max(at, range.end));
    const cells = source.split(/(?<!\\)&/).map(plainOf);
    if (cells.every((cell) => cell === '')) return;
    const header = this.#columns;
    this.#columns ??= cells;
    this.#blocks.push({
      kind: 'table-row',
      ...range,
      headingPath: this.#headings.path(),
      markup: [],
      plain: header === null ? joinCells(cells) : describeRow(header, cells),
      row: tableRow(header, cells),
    });
  }
}

/** The end of an argument whose brace was opened before `from`; null where it does not end soon. */
function closing(text: string, from: number): number | null {
  let depth = 1;
  for (let at = from; at < text.length && at < from + 4000; at += 1) {
    const sign = text[at];
    if (sign === '\\') at += 1;
    else if (sign === '{') depth += 1;
    else if (sign === '}' && (depth -= 1) === 0) return at;
  }
  return null;
}

/** Mathematics stays; commands without words of their own go with their arguments; marks of type go and leave their words. */
const inline =
  /(?<math>\$\$?[^$]{1,1000}\$\$?|\\\([^)]{0,1000}\\\)|\\\[[^\]]{0,1000}\\\])|(?<gone>\\(?:label|ref|eqref|autoref|cref|Cref|pageref|cite[tp]?|citep?\*|index|vspace|hspace|includegraphics|bibliography|bibliographystyle|input|include|pagestyle|thispagestyle|setlength|addcontentsline|nocite|hypertarget)\*?(?:\[[^\]\n]{0,200}\])?\{[^{}\n]{0,300}\})|(?<bare>\\(?:hline|toprule|midrule|bottomrule|cline\{[^}\n]{0,20}\}|centering|noindent|newline|clearpage|newpage|maketitle|tableofcontents|small|footnotesize|large|Large|bfseries|itshape|par|smallskip|medskip|bigskip|protect|raggedright)(?![A-Za-z]))|\\(?<type>emph|text(?:bf|it|tt|sc|rm|sf|sl|up|md|normal)?|underline|mbox|url|texorpdfstring|enquote|uline)\{|\\(?<escaped>[%&_#${}])|(?<brace>[{}])/g;

/** Ascending and disjoint, with the comments among them. */
function marksIn(text: string, start: number, end: number, comments: readonly (readonly [number, number])[]): [number, number][] {
  const marks: [number, number][] = comments.filter(([from, to]) => from >= start && to <= end).map(([from, to]) => [from, to]);
  let braces = 0;
  for (const match of text.slice(start, end).matchAll(inline)) {
    const { math, escaped, brace, type } = match.groups ?? {};
    const from = start + match.index;
    if (math !== undefined) continue;
    if (escaped !== undefined) marks.push([from, from + 1]);
    else if (brace !== undefined) {
      // A brace of a command that stays belongs to it.
      const isOpen = brace === '{';
      if (
        isOpen &&
        /[\]}A-Za-z*]$/.test(text.slice(Math.max(start, from - 1), from)) &&
        /\\[A-Za-z]+\*?(?:\[[^\]]*\]|\{[^}]*\})*$/.test(text.slice(Math.max(start, from - 80), from))
      )
        braces += 1;
      else if (!isOpen && braces > 0) braces -= 1;
      else marks.push([from, from + 1]);
    } else {
      marks.push([from, from + match[0].length]);
      if (type !== undefined) continue;
    }
  }
  marks.sort((a, b) => a[0] - b[0]);
  let last = start;
  return marks.filter(([from, to]) => {
    if (from < last) return false;
    last = to;
    return true;
  });
}

/** A block begins and ends with words. null where nothing but marks stands in it. */
function withoutMarksAround(
  text: string,
  start: number,
  end: number,
  markup: readonly (readonly [number, number])[],
): { start: number; end: number } | null {
  let from = start;
  for (const [markFrom, markTo] of markup) {
    if (text.slice(from, markFrom).trim() !== '') break;
    // What opens a word's emphasis is quoted with it.
    if (/^\\(?:emph|text|underline)|^\{$/.test(text.slice(markFrom, markTo)) || /^\\$/.test(text.slice(markFrom, markTo))) break;
    from = markTo;
  }
  let to = end;
  for (const [markFrom, markTo] of [...markup].reverse()) {
    if (markFrom < from || text.slice(markTo, to).trim() !== '') break;
    if (/^[}\\]$/.test(text.slice(markFrom, markTo))) break;
    to = markFrom;
  }
  return from >= to ? null : trimRange(text, from, to);
}

function plainOf(source: string): string {
  let plain = '';
  let at = 0;
  for (const [from, to] of marksIn(source, 0, source.length, [])) {
    plain += source.slice(at, from);
    at = to;
  }
  return (plain + source.slice(at)).replaceAll(/\s+/g, ' ').trim();
}
