import { parserOf, parsers, plainNames } from './parsers.ts';

/** A format that is not text: its extractor writes a text of its own, in which citations count. */
export interface DocumentFormat {
  readonly id: string;
  /** Raised when the extractor's output changes, so that documents are read again. */
  readonly version: number;
  /** Lower case, with the dot. */
  readonly extensions: readonly string[];
}

/** A new format is one file in `formats/`, one entry here and one in `formats/load.ts`. */
export const formats = [
  { id: 'docx', version: 2, extensions: ['.docx', '.docm', '.dotx'] },
  { id: 'pdf', version: 3, extensions: ['.pdf'] },
  { id: 'xlsx', version: 1, extensions: ['.xlsx', '.xlsm'] },
  { id: 'pptx', version: 1, extensions: ['.pptx', '.pptm'] },
  { id: 'odt', version: 1, extensions: ['.odt'] },
  { id: 'epub', version: 2, extensions: ['.epub'] },
  { id: 'ipynb', version: 1, extensions: ['.ipynb'] },
  { id: 'rtf', version: 1, extensions: ['.rtf'] },
  { id: 'eml', version: 3, extensions: ['.eml'] },
] as const satisfies readonly DocumentFormat[];
export type FormatId = (typeof formats)[number]['id'];

/** By what a document is known, in lower case: extensions with their dot, and whole names. */
export const documentKinds = { extensions: [...parsers, ...formats].flatMap((format) => [...format.extensions]), names: plainNames };

const byExtension = new Map<string, (typeof formats)[number]>(
  formats.flatMap((format) => format.extensions.map((extension) => [extension, format] as const)),
);

/** The format of a path by its extension; undefined for text and for what is not read. */
export function formatOf(path: string): (typeof formats)[number] | undefined {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase();
  const dot = name.lastIndexOf('.');
  return dot <= 0 ? undefined : byExtension.get(name.slice(dot));
}

/** Raised when other spans are made of the same blocks, so that documents are read again. */
const spansVersion = 2;

/** `id@version`, with the version of what makes spans, of what reads a path; empty where nothing does. */
export function readerNameOf(path: string): string {
  const reader = parserOf(path) ?? formatOf(path);
  return reader === undefined ? '' : `${reader.id}@${reader.version}.${spansVersion}`;
}
