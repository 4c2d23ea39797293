import { say } from '../base/language.ts';
import { LinchpinError } from '../base/error.ts';
import { appendPlain, OddEntry, pathOf, type Place as FilePlace, plainFile, readPlain } from '../base/guarded.ts';
import type { Decision } from '../contract/review.ts';
import { chainStart, seal, type SeenLogs } from './chain.ts';
import { SessionDecisions } from './claim-fold.ts';
import type { ClaimDecision } from './claim-log.ts';
import { whileLocked } from './lock.ts';
import { mostLogBytes, type DamagedLine, logFileName, type ParsedLog, parseLog } from './log-file.ts';
import { byTurn, type Place, placesOf } from './order.ts';
import { damagedEntries } from './record-files.ts';
import { withoutCopies } from './sign-line.ts';

export interface DecisionLog {
  /** On spans of audits, in the order in which they take effect. */
  readonly decisions: readonly Decision[];
  /** On claims of sessions, by session. */
  readonly sessions: ReadonlyMap<string, SessionDecisions>;
  readonly damaged: readonly DamagedLine[];
  /** Of each log, by file name: the hash of its last line, and of all its lines. */
  readonly logs: ReadonlyMap<string, { readonly head: string; readonly links: { has(link: string): boolean } }>;
}

/** What may be done while nothing else writes the records of the folder. */
export interface LogTransaction {
  /** All that is there. It grows with what is appended. */
  readonly log: DecisionLog;
  /** As `ReviewLogs.append`. */
  readonly append: (record: Decision | ClaimDecision) => Promise<void>;
}

/** The same, while it grows. */
interface Whole extends DecisionLog {
  readonly decisions: Decision[];
  readonly sessions: Map<string, SessionDecisions>;
  readonly logs: Map<string, { readonly head: string; readonly links: { has(link: string): boolean } }>;
}

/** One reviewer's log as it was read. */
interface KnownLog extends ParsedLog {
  readonly stamp: string;
}

/**
 * The logs in `.linchpin/reviews` of a folder, one a reviewer. A log is read again only when something other than this object has changed
 * it, so that a decision costs the same however many there are already.
 */
export class ReviewLogs {
  readonly #folder: string;
  readonly #logs = new Map<string, KnownLog>();
  /** What is there and is no log that can be read. */
  #odd: readonly DamagedLine[] = [];
  /** What all logs hold together; null once one has changed. */
  #whole: Whole | null = null;
  /** Of the line that comes last in `#whole`. */
  #lastTurn = 0;
  /** Writes and reads go one after the other: each line names the one before it. */
  #turn: Promise<unknown> = Promise.resolve();

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** A folder without reviews has none. What it gives grows with the next decision. @throws LinchpinError `review-invalid`. */
  async read(): Promise<DecisionLog> {
    return await this.#inTurn(async () => {
      await this.#refresh();
      if (this.#whole !== null) return this.#whole;
      const { whole, lastTurn } = joined(this.#logs, this.#odd);
      [this.#whole, this.#lastTurn] = [whole, lastTurn];
      return whole;
    });
  }

  /**
   * Does something that looks at the records and then writes, as one step: no other process and nothing else in this one writes meanwhile.
   * @throws LinchpinError `review-invalid` when the folder cannot be locked or read, and what the work throws
   */
  async transaction<T>(work: (transaction: LogTransaction) => Promise<T>): Promise<T> {
    return await whileLocked(this.#folder, async (held) =>
      work({ log: await this.read(), append: async (record) => this.#inTurn(() => this.#append(record, () => held.confirm())) }),
    );
  }

  /**
   * Adds a line to its reviewer's log, chained to the lines before it. Flushed to disk before it resolves: an accepted decision survives a
   * power cut.
   * @throws LinchpinError `review-invalid` when the log cannot be written.
   */
  async append(record: Decision | ClaimDecision): Promise<void> {
    await this.transaction(({ append }) => append(record));
  }

  async #append(record: Decision | ClaimDecision, confirm: () => Promise<void>): Promise<void> {
    const name = logFileName(record.reviewer);
    const file = this.#place(name);
    try {
      await this.#refresh();
      const known = await this.#log(name);
      const others = [...this.#logs].filter(([other]) => other !== name);
      const seen: SeenLogs = Object.fromEntries(others.map(([other, { end }]) => [other, { lines: end.lines, last: end.link }]));
      const { line, end } = seal(record, known?.end ?? chainStart, seen);
      const bytes = Buffer.from(`${known?.isOpen === true ? '\n' : ''}${line}\n`);
      await confirm();
      const { before, size, stamp } = await appendPlain(file, bytes, mostLogBytes);
      // Another program that knows no lock wrote in between: what it wrote is read the next time.
      const isOurs = size === before + bytes.length && (known === null ? before === 0 : known.stamp.endsWith(` ${before}`));
      if (!isOurs) {
        this.#forget(name);
        return;
      }
      const log: KnownLog = known ?? { stamp, end, isOpen: false, lines: [], links: new Map(), damaged: [] };
      log.links.set(end.link, log.lines.length);
      log.lines.push({ number: 0, record, link: end.link, seen, at: record.at });
      this.#logs.set(name, { ...log, stamp, end, isOpen: false });
      this.#grow(name, log, record);
    } catch (error) {
      this.#forget(name);
      if (error instanceof LinchpinError) throw error;
      if (error instanceof OddEntry) throw error.told('review-invalid');
      throw new LinchpinError(
        'review-invalid',
        `The decision could not be written to ${pathOf(file)}.`,
        'Check that the folder is writable and the disk is not full, then decide again.',
        error,
      );
    }
  }

  /** What has just been appended comes after everything that is there. */
  #grow(name: string, { lines, links }: KnownLog, record: Decision | ClaimDecision): void {
    const whole = this.#whole;
    if (whole === null) return;
    this.#lastTurn += 1;
    const others = [...this.#logs].flatMap(([other, log]): [string, number][] => (other === name ? [] : [[other, log.lines.length - 1]]));
    const place: Place = { log: name, at: lines.length - 1, turn: this.#lastTurn, seen: new Map(others) };
    whole.logs.set(name, { head: lines.at(-1)?.link ?? '', links });
    if ('kind' in record) addTo(whole.sessions, record, place);
    else whole.decisions.push(record);
  }

  #forget(name: string): void {
    this.#logs.delete(name);
    this.#whole = null;
  }

  async #refresh(): Promise<void> {
    const found = await damagedEntries(this.#place(), '.jsonl', mostLogBytes).catch((error: unknown) => {
      throw new LinchpinError(
        'review-invalid',
        `The reviews in ${pathOf(this.#place())} cannot be read.`,
        'Check the permissions of the .linchpin folder.',
        error,
      );
    });
    const there = new Set(found.files.map(({ name }) => name));
    for (const name of this.#logs.keys()) if (!there.has(name)) this.#forget(name);
    const odd: DamagedLine[] = [...found.damaged];
    for (const { name, stamp } of found.files) {
      const known = this.#logs.get(name);
      if (known?.stamp === stamp) continue;
      const reason = await this.#take(name, stamp).then(
        () => null,
        (error: unknown) => (error instanceof OddEntry ? error.message : say`It cannot be read.`),
      );
      if (reason === null) continue;
      this.#forget(name);
      odd.push({ file: fileOf(name), line: null, reason });
    }
    if (JSON.stringify(odd) === JSON.stringify(this.#odd)) return;
    this.#odd = odd;
    this.#whole = null;
  }

  /** As it is on the disk now; null where there is none. @throws OddEntry, and what the system says. */
  async #log(name: string): Promise<KnownLog | null> {
    const found = await plainFile(this.#place(name));
    if (found === null) return null;
    const known = this.#logs.get(name);
    return known?.stamp === found.stamp ? known : await this.#take(name, found.stamp);
  }

  async #take(name: string, stamp: string): Promise<KnownLog> {
    const log = { stamp, ...parseLog(name, await readPlain(this.#place(name), mostLogBytes)) };
    this.#logs.set(name, log);
    this.#whole = null;
    return log;
  }

  #place(...name: readonly string[]): FilePlace {
    return { root: this.#folder, names: ['.linchpin', 'reviews', ...name] };
  }

  async #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#turn.then(work);
    this.#turn = turn.catch(() => undefined);
    return await turn;
  }
}

function fileOf(name: string): string {
  return `.linchpin/reviews/${name}`;
}

function joined(all: ReadonlyMap<string, KnownLog>, odd: readonly DamagedLine[]): { whole: Whole; lastTurn: number } {
  const { logs, copies } = withoutCopies(new Map([...all].sort(([a], [b]) => (a < b ? -1 : 1))));
  const places = placesOf(new Map([...logs].map(([name, { lines }]) => [name, lines])));
  const records = [...logs].flatMap(([name, { lines }]) =>
    lines.flatMap(({ record }, at) => {
      const place = places.get(name)?.[at];
      return record === null || place === undefined ? [] : [{ record, place }];
    }),
  );
  records.sort((a, b) => byTurn(a.place, b.place));
  const sessions = new Map<string, SessionDecisions>();
  const decisions: Decision[] = [];
  for (const { record, place } of records) {
    if ('kind' in record) addTo(sessions, record, place);
    else decisions.push(record);
  }
  const whole = {
    decisions,
    sessions,
    damaged: [...odd, ...[...logs].flatMap(([, { damaged }]) => damaged), ...copies, ...missingEnds(logs)],
    logs: new Map([...logs].map(([name, { end, links }]) => [name, { head: end.link, links }])),
  };
  return { whole, lastTurn: Math.max(0, ...[...places.values()].map((own) => own.at(-1)?.turn ?? 0)) };
}

/** Logs without a line that a line of another log has seen: what their own chain cannot show. */
function missingEnds(logs: ReadonlyMap<string, ParsedLog>): DamagedLine[] {
  const told = new Map<string, DamagedLine>();
  for (const [name, { lines }] of logs)
    for (const { seen } of lines)
      for (const [other, { lines: count, last }] of Object.entries(seen ?? {})) {
        if (count === 0 || other === name || told.has(other) || logs.get(other)?.links.has(last) === true) continue;
        told.set(other, {
          file: fileOf(other),
          line: null,
          reason: say`Lines are missing that were there: ${fileOf(name)} names them.`,
        });
      }
  return [...told.values()];
}

function addTo(sessions: Map<string, SessionDecisions>, decision: ClaimDecision, place: Place): void {
  const known = sessions.get(decision.sessionId) ?? new SessionDecisions();
  known.add(decision, place);
  sessions.set(decision.sessionId, known);
}
