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
}

/** The unit of citation, intervention and minimal sets: a sentence, table row, list item or code line. */
export interface EvidenceSpan {
  readonly start: number;
  readonly end: number;
  readonly kind: BlockKind;
  readonly headingPath: readonly string[];
  /** The span as a reader sees it: markup taken off, white space collapsed. For models; never quoted. */
  readonly plain: string;
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
}

/** A parser is one small file that registers itself in `parsers.ts`. It must not throw on any input. */
export interface DocumentParser {
  readonly id: string;
  /** Raised when its output changes, so that documents are parsed again. */
  readonly version: number;
  /** Lower case, with the dot. */
  readonly extensions: readonly string[];
  parse(text: string): ParsedDocument;
}
