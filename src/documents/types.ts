import type { Locator } from '../contract/locator.ts';

/** What the parts of a document are, whatever its format. Offsets are UTF-16, into the decoded text of the source file. */
export type BlockKind = 'heading' | 'paragraph' | 'list-item' | 'table-row' | 'code-line' | 'quote';

export interface Block {
  readonly kind: BlockKind;
  readonly start: number;
  readonly end: number;
  /** Headings above this block, outermost first; for a heading, those above it. */
  readonly headingPath: readonly string[];
  /** Parts of [start, end) that are markup and not text (link targets, emphasis marks), ascending, disjoint. */
  readonly markup: readonly (readonly [start: number, end: number])[];
  /** What a reader sees, where that is not the source less its markup: a table row with its columns' names. The block is one span then. */
  readonly plain?: string;
  /** Of list items: 1 in the outermost list. */
  readonly depth?: number;
  /** What it defines or describes, where the document's structure says so: the term of a definition list. */
  readonly term?: string;
  /** Of table rows. */
  readonly row?: TableRow;
  /** Where it begins in a document that is not text. */
  readonly locator?: Locator;
  /** Where it goes on elsewhere, on the next page: offsets in the text, ascending, with the place from there on. */
  readonly turns?: readonly (readonly [from: number, locator: Locator])[];
}

/** A table's row as a reader sees it, cells by column. */
export interface TableRow {
  /** Names of the columns; empty for the row that holds them, and where the table names none. */
  readonly columns: readonly string[];
  readonly cells: readonly string[];
  /** What names the row: its first cell in a table with named columns, or its header cells; null where nothing does. */
  readonly head: string | null;
}

/** The unit of citation, intervention and minimal sets: a sentence, table row, list item or code line. */
export interface EvidenceSpan {
  readonly start: number;
  readonly end: number;
  readonly kind: BlockKind;
  readonly headingPath: readonly string[];
  /** The span as a reader sees it: markup taken off, white space collapsed. For models; never quoted. */
  readonly plain: string;
  /** What introduces it, of list items and table rows: the sentence that ends with a colon before them, outer lists' first. */
  readonly leadIn?: string;
  /** The term that its list item begins with and it does not say itself: "maxRetries" of "Default: 5". */
  readonly item?: string;
  readonly row?: TableRow;
  readonly locator?: Locator;
}

/** The unit of retrieval: about 250 tokens of consecutive spans, with an overlap of 50, cut at sentence ends. */
export interface Passage {
  readonly start: number;
  readonly end: number;
  readonly headingPath: readonly string[];
  readonly spans: readonly EvidenceSpan[];
  readonly tokens: number;
}

export interface ParsedDocument {
  /** Decoded source, one to one with the file's characters; a byte order mark is kept. */
  readonly text: string;
  readonly title: string | null;
  readonly blocks: readonly Block[];
  /** What no reader of it sees: kept out of `blocks`, and told. In order. */
  readonly hidden?: readonly HiddenText[];
}

/** Words that a document holds and that a reader does not see. */
export interface HiddenText {
  /** Their beginning, white space collapsed. */
  readonly words: string;
  /** What hides them. */
  readonly by: HiddenBy;
}
export type HiddenBy = 'style' | 'size' | 'colour' | 'place' | 'mark';

/** A parser is one small file that registers itself in `parsers.ts`. It must not throw on any input. */
export interface DocumentParser {
  readonly id: string;
  /** Raised when its output changes, so that documents are parsed again. */
  readonly version: number;
  /** Lower case, with the dot. */
  readonly extensions: readonly string[];
  parse(text: string): ParsedDocument;
}
