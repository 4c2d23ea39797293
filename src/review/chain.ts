import { z } from 'zod';

import { say } from '../base/language.ts';
import { sha256 } from '../base/hash.ts';

/** What ties a line of a log to those before it. */
const sealSchema = z.object({
  chain: z.object({
    /** Lines that stood before it when it was written. */
    after: z.int().nonnegative(),
    /** Hash of the line before it. */
    previous: z.string(),
  }),
  /** Of the line up to here. */
  hash: z.string(),
});

const ending = /,"hash":"(?<hash>[0-9a-f]{64})"\}$/;

/** Where the chain of a log stands: what the next line carries. */
export interface ChainEnd {
  readonly lines: number;
  readonly link: string;
}

/** Of a log that has no lines yet. */
export const chainStart: ChainEnd = { lines: 0, link: sha256('') };

/** A record as a line that names the one before it, so that a line that is changed, taken away or moved shows. Without a line break. */
export function seal(record: object, { lines, link }: ChainEnd): { readonly line: string; readonly end: ChainEnd } {
  const open = JSON.stringify({ ...record, chain: { after: lines, previous: link } });
  const hash = sha256(open);
  return { line: `${open.slice(0, -1)},"hash":"${hash}"}`, end: { lines: lines + 1, link: hash } };
}

export interface CheckedLine {
  /** 1-based, blank lines counted. */
  readonly number: number;
  /** What it holds; null where that cannot be read, or is not what was written. */
  readonly value: unknown;
  /** Why it is damaged; null where it is not. */
  readonly reason: string | null;
}

/**
 * Every line of a log, held against the chain. Lines written before there was a chain stand at the front and are read as they are; the first
 * line that carries a hash covers all of them. Lines that name an earlier line than the one before them were written on two branches, or by
 * two programs at the same moment, and are whole. What a chain cannot show: lines taken off the end, and a log that was written anew.
 *
 * @param text of the file; line breaks may be those of any platform
 */
export function checkChain(text: string): {
  readonly lines: readonly CheckedLine[];
  readonly end: ChainEnd;
  /** Hash of every line. */
  readonly links: Set<string>;
} {
  const raw = text.split('\n').map((line) => line.replace(/\r$/, ''));
  const read = raw.flatMap((line, index) => (line.trim() === '' ? [] : [{ line, number: index + 1, ...opened(line) }]));
  /** Hashes of the lines so far, and of those to come: what was moved is told from what is gone. */
  const known = new Set<string>();
  const coming = new Set(read.map(({ line, seal: own }) => own?.hash ?? sha256(line)));
  const plain: string[] = [];
  let link = chainStart.link;
  let chained = false;
  /** Lines that have been found to be gone. */
  let missing = 0;
  const lines = read.map(({ line, number, value, seal: own, intact }, at): CheckedLine => {
    const before = link;
    if (own === null) {
      plain.push(line);
      link = chained ? sha256(line) : sha256(plain.join('\n'));
      known.add(link);
      if (value === undefined) return { number, value: null, reason: say`It cannot be read.` };
      return chained
        ? { number, value: null, reason: say`It carries no hash, unlike the lines before it.` }
        : { number, value, reason: null };
    }
    chained = true;
    link = own.hash;
    const isTwice = known.has(link);
    known.add(link);
    if (isTwice) return { number, value: null, reason: say`It stands in the log twice.` };
    if (!intact) return { number, value: null, reason: say`It was changed after it was written.` };
    const { previous, after } = own.chain;
    const follows = previous === before || known.has(previous) || previous === chainStart.link;
    // Branches that were merged push lines down, never up. What is missing is told of once.
    const short = after - at - missing;
    missing += Math.max(0, short);
    if (!follows) return { number, value, reason: coming.has(previous) ? 'It was moved: the line that it follows comes later.' : gone };
    return short > 0 ? { number, value, reason: say`Lines before it were taken away.` } : { number, value, reason: null };
  });
  return { lines, end: { lines: read.length, link }, links: known };
}

const gone = 'The line that it follows was changed or taken away.';

interface Opened {
  /** undefined: it is no JSON. */
  readonly value: unknown;
  readonly seal: z.infer<typeof sealSchema> | null;
  /** Its own hash fits. */
  readonly intact: boolean;
}

function opened(line: string): Opened {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return { value: undefined, seal: null, intact: false };
  }
  const parsed = sealSchema.safeParse(value);
  if (!parsed.success) return { value, seal: null, intact: false };
  const match = ending.exec(line);
  const intact = match !== null && sha256(`${line.slice(0, match.index)}}`) === parsed.data.hash;
  return { value, seal: parsed.data, intact };
}
