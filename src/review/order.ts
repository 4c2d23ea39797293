import type { SeenLogs } from './chain.ts';

/** A line as far as its order goes. */
export interface LoggedLine {
  readonly link: string;
  /** null: the line is of an older version, or does not count. */
  readonly seen: SeenLogs | null;
  /** What its clock said; null where that cannot be read. */
  readonly at: string | null;
}

/** Where a line stands among those of all logs. */
export interface Place {
  /** The log's file name, and the line's place in it from 0. */
  readonly log: string;
  readonly at: number;
  /** Larger than that of every line that it comes after. */
  readonly turn: number;
  /** Of the other logs: the place of the last line that it comes after. */
  readonly seen: ReadonlyMap<string, number>;
}

/** Whether who wrote the one line had the other before them. Of two lines that did not know each other neither comes after the other. */
export function comesAfter(later: Place, earlier: Place): boolean {
  return later.log === earlier.log ? later.at > earlier.at : (later.seen.get(earlier.log) ?? -1) >= earlier.at;
}

/** An order in which each line stands behind all that it comes after; the same in whatever order the logs are read. */
export function byTurn(a: Place, b: Place): number {
  return a.turn - b.turn || (a.log < b.log ? -1 : a.log > b.log ? 1 : a.at - b.at);
}

/**
 * Where each line stands, by what was there when it was written. What a line says of itself is held against the logs: it comes after lines that
 * are there and were named by their hash, and its clock is not asked. Lines of older versions named none. Those at the front of their log are
 * ordered among each other by their times, as they were then; a time that is yet to come counts as none.
 * @param logs by file name, each in the order of its file
 */
export function placesOf(logs: ReadonlyMap<string, readonly LoggedLine[]>): Map<string, Place[]> {
  const names = [...logs.keys()].sort();
  const places = new Map<string, Place[]>(names.map((name) => [name, []]));
  placeOld(logs, names, places);
  const index = new Map(names.map((name) => [name, placesByLink(logs.get(name) ?? [])]));
  const advance = (name: string, forced: boolean): boolean => {
    const own = places.get(name) ?? [];
    const line = logs.get(name)?.[own.length];
    if (line === undefined) return false;
    const before = own.at(-1);
    const seen = new Map(before?.seen);
    let turn = before?.turn ?? 0;
    for (const [other, { last }] of Object.entries(line.seen ?? {})) {
      const at = other === name ? undefined : index.get(other)?.get(last);
      if (at === undefined) continue;
      const known = places.get(other)?.[at];
      if (known === undefined) {
        if (forced) continue;
        return false;
      }
      turn = Math.max(turn, known.turn);
      for (const [log, place] of [...known.seen, [other, at] as const])
        if (log !== name && place > (seen.get(log) ?? -1)) seen.set(log, place);
    }
    own.push({ log: name, at: own.length, turn: turn + 1, seen });
    return true;
  };
  const isOpen = (name: string): boolean => (places.get(name)?.length ?? 0) < (logs.get(name)?.length ?? 0);
  for (let open = names.filter(isOpen); open.length > 0; open = open.filter(isOpen)) {
    let moved = false;
    for (const name of open) while (advance(name, false)) moved = true;
    // Two logs that wait for each other: hashes allow it only where branches were merged in an order that never was.
    const [first] = open;
    if (!moved && first !== undefined) advance(first, true);
  }
  return places;
}

/** Where each line stands; the first place where one stands twice. */
export function placesByLink(lines: readonly Pick<LoggedLine, 'link'>[]): Map<string, number> {
  return new Map(lines.map(({ link }, at): [string, number] => [link, at]).reverse());
}

/** Lines of older versions at the front of their logs. */
function placeOld(logs: ReadonlyMap<string, readonly LoggedLine[]>, names: readonly string[], places: ReadonlyMap<string, Place[]>): void {
  const now = new Date().toISOString();
  const old = names.flatMap((log) => {
    const lines = logs.get(log) ?? [];
    const first = lines.findIndex(({ seen }) => seen !== null);
    let time = '';
    return lines.slice(0, first === -1 ? undefined : first).map(({ at }) => {
      // One reviewer's stand in the order of their file, whatever the clock said.
      if (at !== null && at > time && at <= now) time = at;
      return { log, time };
    });
  });
  old.sort((a, b) => (a.time < b.time ? -1 : a.time > b.time ? 1 : 0));
  const heads = new Map<string, number>();
  for (const [at, { log }] of old.entries()) {
    const own = places.get(log) ?? [];
    const seen = new Map(heads);
    seen.delete(log);
    heads.set(log, own.length);
    own.push({ log, at: own.length, turn: at + 1, seen });
  }
}
