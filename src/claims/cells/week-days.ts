import type { Span } from './span.ts';

const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
const dayName = '(?:mon|tues|wednes|thurs|fri|satur|sun)day';
/** "Mondays", "Monday to Friday", "Monday–Friday", "weekdays", "at the weekend". */
const dayPattern = new RegExp(
  String.raw`\b(?<one>${dayName})s?(?:\s?(?<joint>to|–|-|until|through)\s?(?<two>${dayName})s?)?\b|\b(?<week>weekdays?)\b|\b(?<end>weekends?)\b`,
  'giu',
);

interface WeekDays {
  /** 0 is Monday. */
  readonly days: ReadonlySet<number>;
  /** Where the text names them. */
  readonly places: readonly Span[];
}

/** Days of the week that a text names, with those between the first and the last of a range. */
export function weekDaysIn(text: string): WeekDays {
  const found = new Set<number>();
  const places: Span[] = [];
  for (const { index, 0: whole, groups } of text.matchAll(dayPattern)) {
    places.push({ start: index, end: index + whole.length });
    const [one, two] = [groups?.['one'], groups?.['two']].map((name) => (name === undefined ? -1 : days.indexOf(name.toLowerCase())));
    if (groups?.['week'] !== undefined) [0, 1, 2, 3, 4].forEach((day) => found.add(day));
    else if (groups?.['end'] !== undefined) [5, 6].forEach((day) => found.add(day));
    else if (one !== undefined && two !== undefined && two >= 0)
      // "Monday to Sunday" are all seven.
      for (let behind = 0; behind <= (two - one + 7) % 7; behind += 1) found.add((one + behind) % 7);
    else if (one !== undefined) found.add(one);
  }
  return { days: found, places };
}
