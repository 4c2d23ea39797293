import * as z from 'zod';

/**
 * Where a person finds a span in a document that is not text: offsets count in the text that was extracted from it. Numbers are 1-based
 * and count as the program that shows the document does.
 */
export const locatorSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('page'), page: z.int().positive() }).readonly(),
  /** `cells` is an address such as `B7` or `A7:D7`. */
  z.object({ kind: z.literal('sheet'), sheet: z.string(), cells: z.string() }).readonly(),
  z.object({ kind: z.literal('slide'), slide: z.int().positive() }).readonly(),
  /** Paragraphs of the body, tables' cells counted in, empty ones too. */
  z.object({ kind: z.literal('paragraph'), paragraph: z.int().positive() }).readonly(),
  /** A part that the document names itself: a chapter's file, a note, a mail's part. */
  z.object({ kind: z.literal('part'), part: z.string() }).readonly(),
  /** A notebook's cell. */
  z.object({ kind: z.literal('cell'), cell: z.int().positive() }).readonly(),
]);
export type Locator = z.infer<typeof locatorSchema>;

/** "page 12", "sheet Rates, A7:D7": short, for beside a path. */
export function describeLocator(locator: Locator): string {
  switch (locator.kind) {
    case 'page':
      return `page ${locator.page}`;
    case 'sheet':
      return `sheet ${locator.sheet}, ${locator.cells}`;
    case 'slide':
      return `slide ${locator.slide}`;
    case 'paragraph':
      return `paragraph ${locator.paragraph}`;
    case 'part':
      return locator.part;
    case 'cell':
      return `cell ${locator.cell}`;
  }
}
