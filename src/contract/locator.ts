import * as z from 'zod';

import { t } from '../base/language.ts';

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

/** Where a person finds a span, as one name: "notes.md:12", with its column where it is known; "lease.pdf, page 2" of what is no text. */
export function placeName(
  { path, line, locator }: { readonly path: string; readonly line: number; readonly locator?: Locator },
  column: number | null = null,
): string {
  if (locator !== undefined) return `${path}, ${describeLocator(locator)}`;
  return `${path}:${line}${column === null ? '' : `:${column}`}`;
}

/** "page 12", "sheet Rates, A7:D7": short, for beside a path. */
export function describeLocator(locator: Locator): string {
  switch (locator.kind) {
    case 'page':
      return t('page {0}', locator.page);
    case 'sheet':
      return t('sheet {0}, {1}', locator.sheet, locator.cells);
    case 'slide':
      return t('slide {0}', locator.slide);
    case 'paragraph':
      return t('paragraph {0}', locator.paragraph);
    case 'part':
      return locator.part;
    case 'cell':
      return t('cell {0}', locator.cell);
  }
}
