import type { FormatId } from '../formats.ts';
import type { ParsedDocument } from '../types.ts';

/**
 * The same bytes give the same document on every machine.
 * @throws NotReadable
 */
export type Extract = (bytes: Uint8Array) => ParsedDocument | Promise<ParsedDocument>;

/** Loaded when the first document of a format is read. Only the worker imports this: the libraries stay out of the program. */
export const loaders: Readonly<Record<FormatId, () => Promise<Extract>>> = {
  docx: async () => (await import('./docx.ts')).extract,
  pdf: async () => (await import('./pdf.ts')).extract,
  xlsx: async () => (await import('./xlsx.ts')).extract,
  pptx: async () => (await import('./pptx.ts')).extract,
  odt: async () => (await import('./odt.ts')).extract,
  epub: async () => (await import('./epub.ts')).extract,
  ipynb: async () => (await import('./ipynb.ts')).extract,
  rtf: async () => (await import('./rtf.ts')).extract,
  eml: async () => (await import('./eml.ts')).extract,
};
