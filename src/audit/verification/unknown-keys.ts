import { say } from '../../base/language.ts';
import { isObject, within } from './differences.ts';

/** What a stored report has and no schema knows: no view shows it, and a program that reads the file may. One sentence each. */
export function unknownKeys(stored: unknown, known: unknown, at = ''): string[] {
  if (Array.isArray(stored) && Array.isArray(known))
    return stored.flatMap((entry: unknown, place) => unknownKeys(entry, known[place], within(at, String(place))));
  if (!isObject(stored) || !isObject(known)) return [];
  return Object.keys(stored).flatMap((key) =>
    Object.hasOwn(known, key)
      ? unknownKeys(stored[key], known[key], within(at, key))
      : [say`${within(at, key)}: reports have no such part.`],
  );
}
