/** Of a pattern with its ranges written out. */
const mostStates = 5000;
const mostInRange = 1000;

type Test = (sign: string) => boolean;
type Part =
  | { readonly kind: 'one' | 'any' | 'some'; readonly test: Test }
  | { readonly kind: 'either'; readonly options: readonly (readonly Part[])[]; readonly repeats: boolean };

/** A step of the automaton: with a test it goes on where the sign passes, without one at once. */
interface State {
  readonly test: Test | null;
  readonly to: number[];
}

const anything: Test = () => true;
const inName: Test = (sign) => sign !== '/';
const slash: Test = (sign) => sign === '/';

/**
 * A glob as an automaton that keeps all the ways in which a path may match at once, so that it reads a path once. null for what it does not know:
 * `!(...)`, and patterns that are too large.
 */
export function linearGlob(glob: string, nocase: boolean): ((path: string) => boolean) | null {
  const source = nocase ? glob.toLowerCase() : glob;
  if (source.includes('!(')) return null;
  const isNegated = source.startsWith('!');
  const parts = new Parser(source.slice(isNegated ? 1 : 0).replace(/^(?:\.\/)+/, '')).read();
  const states: State[] = [{ test: null, to: [] }];
  const start = parts === null ? null : built(parts, 0, states);
  if (start === null) return null;
  return (path) => runs(states, start, nocase ? path.toLowerCase() : path) !== isNegated;
}

/** The states of some parts, from the last to the first. @returns the first; null where there are too many */
function built(parts: readonly Part[], next: number, states: State[]): number | null {
  const add = (state: State): number => states.push(state) - 1;
  let after = next;
  for (const part of parts.toReversed()) {
    if (states.length > mostStates) return null;
    if (part.kind === 'one') after = add({ test: part.test, to: [after] });
    else if (part.kind === 'either') {
      const fork: number[] = part.repeats ? [after] : [];
      const at = add({ test: null, to: fork });
      for (const option of part.options) {
        const first = built(option, part.repeats ? at : after, states);
        if (first === null) return null;
        fork.push(first);
      }
      after = at;
    } else {
      const fork: number[] = [after];
      const at = add({ test: null, to: fork });
      const step = add({ test: part.test, to: [at] });
      fork.push(step);
      after = part.kind === 'some' ? step : at;
    }
  }
  return after;
}

function runs(states: readonly State[], start: number, path: string): boolean {
  const seen = new Uint32Array(states.length);
  let turn = 0;
  let active: number[] = [];
  /** All states that are reached without a sign. */
  const enter = (first: number, into: number[]): void => {
    const waiting = [first];
    for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
      if (seen[at] === turn) continue;
      seen[at] = turn;
      const state = states[at];
      if (state === undefined) continue;
      if (state.test !== null || at === 0) into.push(at);
      else waiting.push(...state.to);
    }
  };
  turn += 1;
  enter(start, active);
  for (const sign of path) {
    turn += 1;
    const reached: number[] = [];
    for (const at of active) {
      const state = states[at];
      if (state?.test?.(sign) === true) enter(state.to[0] ?? 0, reached);
    }
    if (reached.length === 0) return false;
    active = reached;
  }
  return active.includes(0);
}

/** Reads a pattern; `read` is null where one of its groups cannot be. */
class Parser {
  readonly #glob: string;

  constructor(glob: string) {
    this.#glob = glob;
  }

  read(): Part[] | null {
    return this.#parts(0, this.#glob.length);
  }

  #parts(from: number, to: number): Part[] | null {
    const parts: Part[] = [];
    for (let at = from; at < to;) {
      const sign = String.fromCodePoint(this.#glob.codePointAt(at) ?? 0);
      const group = this.#group(at, to);
      if (group !== undefined) {
        if (group === null) return null;
        parts.push(group.part);
        at = group.end;
      } else if (sign === '*') at = this.#star(at, from, to, parts);
      else if (sign === '/' && /^(?:\/\*\*)+$/.test(this.#glob.slice(at, to))) {
        // "a/**" is "a" too.
        parts.push({
          kind: 'either',
          options: [
            [],
            [
              { kind: 'one', test: slash },
              { kind: 'any', test: anything },
            ],
          ],
          repeats: false,
        });
        at = to;
      } else if (sign === '?') {
        parts.push({ kind: 'one', test: inName });
        at += 1;
      } else {
        const isEscaped = sign === '\\' && at + 1 < to;
        const own = isEscaped ? String.fromCodePoint(this.#glob.codePointAt(at + 1) ?? 0) : sign;
        parts.push({ kind: 'one', test: (other) => other === own });
        at += own.length + (isEscaped ? 1 : 0);
      }
    }
    return parts;
  }

  /** Stars that are a whole name reach over folders where there are two; others stay within a name. */
  #star(at: number, from: number, to: number, parts: Part[]): number {
    let end = at;
    while (end < to && this.#glob[end] === '*') end += 1;
    const isWhole = (at === from || this.#glob[at - 1] === '/') && (end === to || this.#glob[end] === '/');
    if (isWhole && end - at === 2) {
      if (end === to) parts.push({ kind: 'any', test: anything });
      else {
        parts.push({
          kind: 'either',
          options: [
            [],
            [
              { kind: 'some', test: anything },
              { kind: 'one', test: slash },
            ],
          ],
          repeats: false,
        });
        return end + 1;
      }
    } else parts.push({ kind: isWhole ? 'some' : 'any', test: inName });
    return end;
  }

  /** A class, a brace or a group that begins at a place; undefined where none does, null where it is too large. */
  #group(at: number, to: number): { readonly part: Part; readonly end: number } | null | undefined {
    const rest = this.#glob.slice(at, to);
    if (rest.startsWith('[')) {
      const found = /^\[(\^?)(\]?[^\]]*)\]/.exec(rest);
      return found === null
        ? undefined
        : { part: { kind: 'one', test: classOf(found[2] ?? '', found[1] !== '') }, end: at + found[0].length };
    }
    const kind = /^(?:([@?*+])\(|\{)/.exec(rest);
    if (kind === null) return undefined;
    const isBrace = kind[1] === undefined;
    const cut = this.#cut(at + kind[0].length, to, isBrace ? '{},' : '()|');
    if (cut === null) return undefined;
    const { pieces, end } = cut;
    if (isBrace && pieces.length === 1) {
      const range = rangeOf(this.#glob.slice(...(pieces[0] ?? [at, at])));
      return range === null ? undefined : { part: { kind: 'either', options: range, repeats: false }, end };
    }
    const options: Part[][] = [];
    for (const [start, stop] of pieces) {
      const parts = this.#parts(start, stop);
      if (parts === null) return null;
      options.push(parts);
    }
    const once: Part = { kind: 'either', options, repeats: false };
    const again: Part = { kind: 'either', options, repeats: true };
    if (kind[1] === '?') return { part: { kind: 'either', options: [[], [once]], repeats: false }, end };
    if (kind[1] === '*') return { part: again, end };
    return { part: kind[1] === '+' ? { kind: 'either', options: [[once, again]], repeats: false } : once, end };
  }

  /** What a group is cut into, and where it ends; null where it does not end. @param marks that open, close and part it */
  #cut(from: number, to: number, marks: string): { readonly pieces: (readonly [number, number])[]; readonly end: number } | null {
    const [open, close, parts] = [marks[0], marks[1], marks[2]];
    const pieces: (readonly [number, number])[] = [];
    let [start, depth] = [from, 1];
    for (let at = from; at < to; at += 1) {
      const sign = this.#glob[at];
      if (sign === '\\') at += 1;
      else if (sign === open) depth += 1;
      else if (sign === close) depth -= 1;
      if (depth === 0 || (depth === 1 && sign === parts)) {
        pieces.push([start, at]);
        start = at + 1;
      }
      if (depth === 0) return { pieces, end: at + 1 };
    }
    return null;
  }
}

/** `a-z_` of `[a-z_]`. */
function classOf(source: string, isNegated: boolean): Test {
  const signs = Array.from(source);
  const ranges: (readonly [string, string])[] = [];
  for (let at = 0; at < signs.length; at += 1) {
    if (signs[at] === '\\' && at + 1 < signs.length) at += 1;
    const low = signs[at] ?? '';
    const isRange = signs[at + 1] === '-' && at + 2 < signs.length;
    ranges.push([low, isRange ? (signs[at + 2] ?? low) : low]);
    if (isRange) at += 2;
  }
  return (sign) => sign !== '/' && ranges.some(([low, high]) => sign >= low && sign <= high) !== isNegated;
}

/** The words of `{1..12}`; null where it is no such range, or one of too many. */
function rangeOf(source: string): Part[][] | null {
  const found = /^(?:(\d{1,6})\.\.(\d{1,6})|(\p{L})\.\.(\p{L}))$/u.exec(source);
  if (found === null) return null;
  const [, low, high, first = '', last = ''] = found;
  const isLetter = low === undefined;
  const from = isLetter ? (first.codePointAt(0) ?? 0) : Number(low);
  const to = isLetter ? (last.codePointAt(0) ?? 0) : Number(high);
  if (Math.abs(to - from) >= mostInRange) return null;
  return Array.from({ length: Math.abs(to - from) + 1 }, (_, at) => {
    const value = Math.min(from, to) + at;
    return Array.from(isLetter ? String.fromCodePoint(value) : String(value), (own): Part => ({
      kind: 'one',
      test: (sign) => sign === own,
    }));
  });
}
