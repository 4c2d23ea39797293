/** What the reading of one file may take. A file that needs more is named, and stops nothing. */
export interface ReadingLimits {
  /** Milliseconds, and as many more for each megabyte of the file: a machine that is busy reads a long PDF file in half of it. */
  readonly ms: number;
  readonly msPerMegabyte: number;
  /** Of the thread that reads. */
  readonly megabytes: number;
  /** Of a document. */
  readonly spans: number;
  /** Of a document's spans together, with what each of them carries: its row, its columns' names, what introduces it. */
  readonly characters: number;
}

export const readingLimits: ReadingLimits = {
  ms: 20_000,
  msPerMegabyte: 2000,
  megabytes: 512,
  spans: 1_000_000,
  characters: 200_000_000,
};

/** Milliseconds for a file. @param bytes its size */
export function timeFor(bytes: number, { ms, msPerMegabyte }: Pick<ReadingLimits, 'ms' | 'msPerMegabyte'> = readingLimits): number {
  return ms + msPerMegabyte * (bytes / 1024 / 1024);
}
