import * as z from 'zod';

/** A document that is no text, as it is shown to a person: the text that its citations count in, by blocks. */
export const shownBlockSchema = z
  .object({
    kind: z.enum(['heading', 'paragraph', 'list-item', 'table-row', 'code-line', 'quote']),
    /** Offset of `text` in the document's extracted text, UTF-16. */
    start: z.int(),
    text: z.string(),
    /** Of headings and list items, from 1. */
    depth: z.int().positive(),
    /** Of the row that names a table's columns. */
    isHeader: z.boolean(),
    /** Where it begins, "page 12"; empty where that is not known. */
    place: z.string(),
  })
  .readonly();
export type ShownBlock = z.infer<typeof shownBlockSchema>;

/** Some of a document, around a place. */
export const shownDocumentSchema = z
  .object({
    title: z.string(),
    blocks: z.array(shownBlockSchema).readonly(),
    /** Blocks before and after those that are given. */
    before: z.int(),
    after: z.int(),
  })
  .readonly();
export type ShownDocument = z.infer<typeof shownDocumentSchema>;

/** What is to be seen in an opened document. */
export const shownTargetSchema = z
  .object({
    quote: z.string(),
    /** In the extracted text. */
    start: z.int(),
    end: z.int(),
    /** 1-based; null where the document has no pages. */
    page: z.int().positive().nullable(),
    place: z.string(),
  })
  .readonly();
export type ShownTarget = z.infer<typeof shownTargetSchema>;

/** From the editor to a viewer's page. */
export const toViewerSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), name: z.string(), document: shownDocumentSchema, target: shownTargetSchema.nullable() }),
  /** `source` and `worker` are addresses that the page may fetch. */
  z.object({ type: z.literal('pdf'), name: z.string(), source: z.string(), worker: z.string(), target: shownTargetSchema.nullable() }),
  z.object({ type: z.literal('failed'), name: z.string(), message: z.string() }),
]);
export type ToViewer = z.infer<typeof toViewerSchema>;

/** From a viewer's page to the editor. */
export const fromViewerSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready') }),
  /** Whether the words of the target are marked. */
  z.object({ type: z.literal('shown'), marked: z.boolean() }),
]);
export type FromViewer = z.infer<typeof fromViewerSchema>;
