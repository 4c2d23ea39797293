import { say } from '../../base/language.ts';

/** Where two values differ, as far down as they can be told apart; `[]` ends the place of a list that has another length. */
export interface Difference {
  /** Such as `evidence.minimal.0.role`. */
  readonly at: string;
  readonly stated: unknown;
  readonly expected: unknown;
}

export function differences(stated: unknown, expected: unknown, at = ''): Difference[] {
  if (Object.is(stated, expected)) return [];
  if (Array.isArray(stated) && Array.isArray(expected)) {
    if (stated.length !== expected.length) return [{ at: `${at}[]`, stated, expected }];
    return stated.flatMap((entry: unknown, place) => differences(entry, expected[place], within(at, String(place))));
  }
  if (!isObject(stated) || !isObject(expected)) return (stated ?? null) === (expected ?? null) ? [] : [{ at, stated, expected }];
  const keys = [...new Set([...Object.keys(stated), ...Object.keys(expected)])];
  return keys.flatMap((key) => differences(memberOf(stated, key), memberOf(expected, key), within(at, key)));
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Its own, and never what every object inherits. */
function memberOf(value: Readonly<Record<string, unknown>>, key: string): unknown {
  return Object.hasOwn(value, key) ? value[key] : undefined;
}

export function within(at: string, key: string): string {
  return at === '' ? key : `${at}.${key}`;
}

/** More are told by their number. */
const mostTold = 12;

export function differenceProblems(found: readonly Difference[]): string[] {
  const told = found
    .slice(0, mostTold)
    .map(({ at, stated, expected }) =>
      Array.isArray(stated) && Array.isArray(expected)
        ? say`${at}: the report has ${stated.length}, and ${expected.length} follow from what was read.`
        : say`${at}: the report says ${inWords(stated)}, and ${inWords(expected)} follows from what was read.`,
    );
  const more = found.length - told.length;
  return more <= 0 ? told : [...told, say`${more} further differences of this kind.`];
}

function inWords(value: unknown): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value);
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}
