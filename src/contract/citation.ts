import * as z from 'zod';

import { locatorSchema } from './locator.ts';

/**
 * Whether a path stays in the folder that it is relative to, on every platform: with `/` between names, not absolute, no `..`, no
 * backslash and no drive. Links on the way are another matter: see `src/documents/inside.ts`.
 */
export function isInnerPath(path: string): boolean {
  return path !== '' && !/^\/|^[A-Za-z]:|[\\\0]/.test(path) && !path.split('/').includes('..');
}

/** Of a document: relative to the workspace folder, with `/`. */
export const documentPathSchema = z.string().refine(isInnerPath, 'the path of a document leads out of the folder');

/**
 * A place in a document: UTF-16 offsets plus a text quote (W3C Web Annotation position and quote selectors).
 * The quote is cut from the document by its offsets, never taken from a model: `text.slice(start, end) === quote`.
 */
export const citationSchema = z.object({
  path: documentPathSchema,
  start: z.int().nonnegative(),
  end: z.int().nonnegative(),
  /** 1-based line of `start`. */
  line: z.int().positive(),
  quote: z.string(),
  /** Up to 32 characters before and after the quote, to find it again when the document changes. */
  prefix: z.string(),
  suffix: z.string(),
  /** SHA-256 of the document's text. */
  contentHash: z.string(),
  /** Of documents that are not text, such as PDF: there offsets count in the text that was extracted, and this is where to look. */
  locator: locatorSchema.exactOptional(),
});
export type Citation = z.infer<typeof citationSchema>;

/** Spans are named by place, so that the same span has the same id in every stage and report: `path:start-end`. */
export const spanIdSchema = z.string();
export type SpanId = z.infer<typeof spanIdSchema>;

export function spanId(path: string, start: number, end: number): SpanId {
  return `${path}:${start}-${end}`;
}
