import { mkdir, open, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';

import { LinchpinError } from '../base/error.ts';
import { sha256 } from '../base/hash.ts';
import { type Damaged, type Decision, decisionSchema } from '../contract/review.ts';
import { type ChainEnd, chainStart, checkChain, seal } from './chain.ts';
import { SessionDecisions } from './claim-fold.ts';
import { type ClaimDecision, claimDecisionSchema } from './claim-log.ts';

/** Lines that cannot be read or break the chain: kept in their files, told to the user, never dropped silently. */
export type DamagedLine = Damaged & { readonly reason: string };

export interface DecisionLog {
  /** On spans of audits. */
  readonly decisions: readonly Decision[];
  /** On claims of sessions, by session. */
  readonly sessions: ReadonlyMap<string, SessionDecisions>;
  readonly damaged: readonly DamagedLine[];
  /** Of each log, by file name: the hash of its last line, and of all its lines. */
  readonly logs: ReadonlyMap<string, { readonly head: string; readonly links: ReadonlySet<string> }>;
}

/** One file a reviewer, so that two reviewers' branches merge without a conflict. Names that differ get files that differ. */
export function logFileName(reviewer: string): string {
  const plain = reviewer
    .normalize('NFKD')
    .replaceAll(/[^A-Za-z0-9._-]+/g, '-')
    .replaceAll(/^[-.]+|[-.]+$/g, '')
    .toLowerCase();
  return plain !== '' && plain === reviewer
    ? `${plain}.jsonl`
    : `${plain === '' ? 'reviewer' : plain}-${sha256(reviewer).slice(0, 6)}.jsonl`;
}

/** The same, while it grows. */
interface Whole extends DecisionLog {
  readonly decisions: Decision[];
  readonly sessions: Map<string, SessionDecisions>;
  readonly logs: Map<string, { readonly head: string; readonly links: ReadonlySet<string> }>;
}

/** One reviewer's log as it was read. */
interface KnownLog {
  readonly stamp: string;
  readonly end: ChainEnd;
  readonly links: Set<string>;
  /** The last line was cut off by a crash: the next one has to begin on a line of its own. */
  readonly isOpen: boolean;
  readonly decisions: Decision[];
  readonly claims: ClaimDecision[];
  readonly damaged: readonly DamagedLine[];
}

/**
 * The logs in `.linchpin/reviews` of a folder, one a reviewer. A log is read again only when something other than this object has changed
 * it, so that a decision costs the same however many there are already.
 */
export class ReviewLogs {
  readonly #folder: string;
  readonly #logs = new Map<string, KnownLog>();
  /** What all logs hold together; null once one has changed. */
  #whole: Whole | null = null;
  /** Writes and reads go one after the other: each line names the one before it. */
  #turn: Promise<unknown> = Promise.resolve();

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Each reviewer's in the order of their file; a folder without reviews has none. What it gives grows with the next decision. @throws LinchpinError `review-invalid`. */
  async read(): Promise<DecisionLog> {
    return await this.#inTurn(async () => {
      await this.#refresh();
      this.#whole ??= joined(this.#logs);
      return this.#whole;
    });
  }

  /**
   * Adds a line to its reviewer's log, chained to the lines before it. Flushed to disk before it resolves: an accepted decision survives a
   * power cut.
   * @throws LinchpinError `review-invalid` when the log cannot be written.
   */
  async append(record: Decision | ClaimDecision): Promise<void> {
    await this.#inTurn(async () => {
      const name = logFileName(record.reviewer);
      const file = this.#path(name);
      try {
        await mkdir(this.#path(), { recursive: true });
        const known = await this.#log(name);
        const { line, end } = seal(record, known?.end ?? chainStart);
        const bytes = Buffer.from(`${known?.isOpen === true ? '\n' : ''}${line}\n`);
        const before = await append(file, bytes);
        const found = await stat(file);
        // Another program wrote in between: what it wrote is read the next time.
        const isOurs = found.size === before + bytes.length && (known === null ? before === 0 : known.stamp.endsWith(` ${before}`));
        if (isOurs) this.#add(name, record, `${found.mtimeMs} ${found.size}`, end);
        else this.#forget(name);
      } catch (error) {
        this.#forget(name);
        throw new LinchpinError(
          'review-invalid',
          `The decision could not be written to ${file}.`,
          'Check that the folder is writable and the disk is not full, then decide again.',
          error,
        );
      }
    });
  }

  #add(name: string, record: Decision | ClaimDecision, stamp: string, end: ChainEnd): void {
    const known = this.#logs.get(name);
    const log: KnownLog = { decisions: [], claims: [], damaged: [], links: new Set(), ...known, stamp, end, isOpen: false };
    log.links.add(end.link);
    if ('kind' in record) log.claims.push(record);
    else log.decisions.push(record);
    this.#logs.set(name, log);
    if (this.#whole === null) return;
    this.#whole.logs.set(name, { head: end.link, links: log.links });
    if ('kind' in record) addTo(this.#whole.sessions, record);
    else this.#whole.decisions.push(record);
  }

  #forget(name: string): void {
    this.#logs.delete(name);
    this.#whole = null;
  }

  async #refresh(): Promise<void> {
    const names = await readdir(this.#path()).catch((error: unknown) => {
      if (isMissing(error)) return [];
      throw new LinchpinError(
        'review-invalid',
        `The reviews in ${this.#path()} cannot be read.`,
        'Check the permissions of the .linchpin folder.',
        error,
      );
    });
    const there = new Set(names.filter((entry) => entry.endsWith('.jsonl')));
    for (const name of this.#logs.keys()) {
      if (there.has(name)) continue;
      this.#forget(name);
    }
    for (const name of there) await this.#log(name);
  }

  /** As it is on the disk now; null where there is none. */
  async #log(name: string): Promise<KnownLog | null> {
    const found = await stat(this.#path(name)).catch((error: unknown) => {
      if (isMissing(error)) return null;
      throw error;
    });
    if (found === null) return null;
    const stamp = `${found.mtimeMs} ${found.size}`;
    const known = this.#logs.get(name);
    if (known?.stamp === stamp) return known;
    const log = { stamp, ...parsed(name, await readFile(this.#path(name), 'utf8')) };
    this.#logs.set(name, log);
    this.#whole = null;
    return log;
  }

  #path(name = ''): string {
    return join(this.#folder, '.linchpin', 'reviews', name);
  }

  async #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#turn.then(work);
    this.#turn = turn.catch(() => undefined);
    return await turn;
  }
}

/** @returns the file's length before */
async function append(file: string, bytes: Buffer): Promise<number> {
  const handle = await open(file, 'a');
  try {
    const { size } = await handle.stat();
    // In one write, so that a process that is killed leaves the whole line or nothing.
    const { bytesWritten } = await handle.write(bytes, 0, bytes.length);
    if (bytesWritten < bytes.length) await handle.writeFile(bytes.subarray(bytesWritten));
    await handle.sync();
    return size;
  } finally {
    await handle.close();
  }
}

function parsed(name: string, text: string): Omit<KnownLog, 'stamp'> {
  const { lines, end, links } = checkChain(text);
  const decisions: Decision[] = [];
  const claims: ClaimDecision[] = [];
  const damaged: DamagedLine[] = [];
  for (const { number, value, reason } of lines) {
    const record = value === null ? null : recordOf(value);
    if (record === null || reason !== null)
      damaged.push({ file: `.linchpin/reviews/${name}`, line: number, reason: reason ?? 'It is no decision that this version knows.' });
    if (record === null) continue;
    if ('kind' in record) claims.push(record);
    else decisions.push(record);
  }
  return { end, links, isOpen: text !== '' && !text.endsWith('\n'), decisions, claims, damaged };
}

function recordOf(value: unknown): Decision | ClaimDecision | null {
  const schema = typeof value === 'object' && value !== null && 'kind' in value ? claimDecisionSchema : decisionSchema;
  const result = schema.safeParse(value);
  return result.success ? result.data : null;
}

function joined(logs: ReadonlyMap<string, KnownLog>): Whole {
  const sorted = [...logs].sort(([a], [b]) => (a < b ? -1 : 1));
  const sessions = new Map<string, SessionDecisions>();
  for (const [, { claims }] of sorted) for (const decision of claims) addTo(sessions, decision);
  return {
    decisions: sorted.flatMap(([, { decisions }]) => decisions),
    sessions,
    damaged: sorted.flatMap(([, { damaged }]) => damaged),
    logs: new Map(sorted.map(([name, { end, links }]) => [name, { head: end.link, links }])),
  };
}

function addTo(sessions: Map<string, SessionDecisions>, decision: ClaimDecision): void {
  const known = sessions.get(decision.sessionId) ?? new SessionDecisions();
  known.add(decision);
  sessions.set(decision.sessionId, known);
}

export function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
