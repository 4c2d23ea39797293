import { z } from 'zod';

import { say } from '../base/language.ts';
import { sha256 } from '../base/hash.ts';

/** How much of another reviewer's log was there when a line was written. */
const seenLogSchema = z.object({ lines: z.int().nonnegative(), /** Hash of the last of them. */ last: z.string() });

/** By the names of the files. */
export type SeenLogs = Readonly<Record<string, z.infer<typeof seenLogSchema>>>;

/** What ties a line of a log to those before it. */
const sealSchema = z.object({
  chain: z.object({
    /** Lines that stood before it when it was written. */
    after: z.int().nonnegative(),
    /** Hash of the line before it. */
    previous: z.string(),
    /** Of the logs of the others: what is later than what. Lines of older versions have none. */
    seen: z.record(z.string(), seenLogSchema).optional(),
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

/**
 * A record as a line that names the one before it, so that a line that is changed, taken away or moved shows. Without a line break.
 * @param seen what is there of the logs of the others; without it the line has only its time to tell what it comes after
 */
export function seal(record: object, { lines, link }: ChainEnd, seen?: SeenLogs): { readonly line: string; readonly end: ChainEnd } {
  const open = JSON.stringify({ ...record, chain: { after: lines, previous: link, ...(seen === undefined ? {} : { seen }) } });
  const hash = sha256(open);
  return { line: `${open.slice(0, -1)},"hash":"${hash}"}`, end: { lines: lines + 1, link: hash } };
}

export interface CheckedLine {
  /** 1-based, blank lines counted. */
  readonly number: number;
  /** What it holds; null where that cannot be read, is not what was written, or does not count. */
  readonly value: unknown;
  /** Why it is damaged; null where it is not. */
  readonly reason: string | null;
  /** What the lines after it know it by. */
  readonly link: string;
  /** The link of the line before it, when it was written. */
  readonly previous: string;
  /** null for a line of an older version, and where it does not count. */
  readonly seen: SeenLogs | null;
}

/**
 * Every line of a log, held against the chain. Lines written before there was a chain stand at the front: those count that a line with a hash
 * covers. Lines that name an earlier line than the one before them were written on two branches, and are whole. What a chain cannot show: lines
 * taken off the end that nobody has seen, and a log that was written anew.
 *
 * @param text of the file; line breaks may be those of any platform
 */
export function checkChain(text: string): { readonly lines: readonly CheckedLine[]; readonly end: ChainEnd } {
  const raw = text.split('\n').map((line) => line.replace(/\r$/, ''));
  const read = raw.flatMap((line, index) => (line.trim() === '' ? [] : [{ number: index + 1, ...opened(line) }]));
  /** Hashes of the lines so far, and of those to come: what was moved is told from what is gone. */
  const known = new Set<string>();
  const coming = new Set(read.map(({ line, seal: own }) => own?.hash ?? sha256(line)));
  const front = frontLinks(read);
  const covered = coveredLines(read, front);
  let link = chainStart.link;
  let chained = false;
  /** Lines that have been found to be gone. */
  let missing = 0;
  const lines = read.map(({ line, number, value, seal: own, intact }, at): CheckedLine => {
    const before = link;
    const no = (reason: string): CheckedLine => ({
      number,
      value: null,
      reason,
      link,
      previous: own?.chain.previous ?? before,
      seen: null,
    });
    if (own === null) {
      link = chained ? sha256(line) : (front[at] ?? '');
      known.add(link);
      if (value === undefined) return no(say`It cannot be read.`);
      if (chained) return no(say`It carries no hash, unlike the lines before it.`);
      if (at >= covered) return no(say`It carries no hash, and no later line covers it.`);
      return { number, value, reason: null, link, previous: before, seen: null };
    }
    const isFirst = !chained && covered === 0;
    chained = true;
    link = own.hash;
    const isTwice = known.has(link);
    known.add(link);
    if (isTwice) return no(say`It stands in the log twice.`);
    if (!intact) return no(say`It was changed after it was written.`);
    const { previous, after, seen = null } = own.chain;
    const whole = (reason: string | null): CheckedLine => ({ number, value, reason, link, previous, seen });
    if (previous === chainStart.link) return whole(isFirst ? null : say`It begins the log anew, in the middle of it.`);
    // Branches that were merged push lines down, never up. What is missing is told of once.
    const short = after - at - missing;
    missing += Math.max(0, short);
    if (previous !== before && !known.has(previous))
      return whole(
        coming.has(previous)
          ? say`It was moved: the line that it follows comes later.`
          : say`The line that it follows was changed or taken away.`,
      );
    return whole(short > 0 ? say`Lines before it were taken away.` : null);
  });
  return { lines, end: { lines: read.length, link } };
}

/** Of the lines without a hash at the front: the hash of all of them up to each. */
function frontLinks(read: readonly Opened[]): string[] {
  const links: string[] = [];
  const plain: string[] = [];
  for (const { line, seal: own } of read) {
    if (own !== null) break;
    plain.push(line);
    links.push(sha256(plain.join('\n')));
  }
  return links;
}

/** How many lines at the front a line with a hash was written after. */
function coveredLines(read: readonly Opened[], front: readonly string[]): number {
  const named = new Set(read.flatMap(({ seal: own, intact }) => (own !== null && intact ? [own.chain.previous] : [])));
  return front.findLastIndex((link) => named.has(link)) + 1;
}

interface Opened {
  readonly line: string;
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
    return { line, value: undefined, seal: null, intact: false };
  }
  const parsed = sealSchema.safeParse(value);
  if (!parsed.success) return { line, value, seal: null, intact: false };
  const match = ending.exec(line);
  const intact = match !== null && sha256(`${line.slice(0, match.index)}}`) === parsed.data.hash;
  return { line, value, seal: parsed.data, intact };
}
