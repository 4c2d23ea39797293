import type { Citation } from '../contract/citation.ts';

/** A document, or lines of it. */
export interface DocumentPlace {
  readonly path: string;
  /** 1-based, both included; null: the whole document. */
  readonly lines: readonly [number, number] | null;
}

/** "policy.md", "policy.md:12" or "policy.md:12-20". A name that ends like a place is a document where one is called so. */
export function parsePlace(text: string, isDocument: (path: string) => boolean): DocumentPlace {
  const place = /^(.+):(\d+)(?:-(\d+))?$/u.exec(text);
  const [, path, first, last] = place ?? [];
  if (path === undefined || first === undefined || isDocument(text)) return { path: text, lines: null };
  return { path, lines: [Number(first), Number(last ?? first)] };
}

/** Whether the quote stands in the place, or a part of it does. */
export function stands(citation: Pick<Citation, 'path' | 'line' | 'quote'>, { path, lines }: DocumentPlace): boolean {
  if (citation.path !== path) return false;
  if (lines === null) return true;
  const last = citation.line + citation.quote.split('\n').length - 1;
  return citation.line <= lines[1] && last >= lines[0];
}
