/** A time of day in a text; offsets are UTF-16. */
export interface ClockTime {
  readonly start: number;
  readonly end: number;
  /** Since midnight, 0 to 1440; null where morning or evening is left open: "at eleven", "half past nine". */
  readonly minutes: number | null;
}

const half = String.raw`\s?(?<half>[ap])(?:m|\.\s?m\.?)(?!\p{L})`;
const hour12 = 'one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve';
const hourWords = hour12.split('|');
/** "9:30", "17:45", "9:30 pm"; with a full stop only before "am" or "pm", as "7.15" may be any number. */
const digital = new RegExp(String.raw`(?<![\d:.,])(?<h>[01]?\d|2[0-4]):(?<m>[0-5]\d)(?![\d:])(?:${half})?`, 'giu');
const dotted = new RegExp(String.raw`(?<![\d:.,])(?<h>1[0-2]|0?[1-9])[.](?<m>[0-5]\d)(?:${half})`, 'giu');
/** "From 7.15 to 9.00 a.m.": the first of two. */
const dottedFirst = new RegExp(
  String.raw`(?<![\d:.,])(?<h>1[0-2]|0?[1-9])[.](?<m>[0-5]\d)(?=\s?(?:to|and|until|till|-|–)\s?\d{1,2}[.]\d\d\s?[ap]\.?\s?m)`,
  'giu',
);
const hours = new RegExp(String.raw`(?<![\d:.,])(?<h>1[0-2]|0?[1-9])${half}`, 'giu');
/** "Nine am". */
const spoken = new RegExp(String.raw`(?<![\p{L}\p{N}-])(?<word>${hour12})${half}`, 'giu');
const noon = /\b(?:noon|midday)\b/gi;
/** Morning or evening is not told. */
const open = new RegExp(
  String.raw`\b(?:(?:half|(?:a )?quarter|(?:five|ten|twenty|twenty-five) (?:minutes )?)\s?(?:past|to)\s(?:${hour12}|1[0-2]|[1-9])\b|(?:${hour12}|1[0-2]|[1-9])\so['’]clock\b|(?<=\b(?:at|until|till) )(?:${hour12})(?=[.,;!?]|$|\s(?:is|are|was|on|in the|every|each|and|or|sharp|at night)\b))`,
  'giu',
);

function minutesOf(groups: Readonly<Record<string, string | undefined>> = {}): number {
  const told = groups['half']?.toLowerCase();
  const hour = groups['word'] === undefined ? Number(groups['h']) : hourWords.indexOf(groups['word'].toLowerCase()) + 1;
  const shifted = told === undefined ? hour : (hour % 12) + (told === 'p' ? 12 : 0);
  return shifted * 60 + Number(groups['m'] ?? '0');
}

/** Times of day in order, disjoint. "Between 9 and 5" and other bare numbers are none. */
export function clockTimesIn(text: string): ClockTime[] {
  const found: ClockTime[] = [];
  const add = (start: number, end: number, minutes: number | null): void => {
    if (!found.some((other) => start < other.end && other.start < end)) found.push({ start, end, minutes });
  };
  for (const pattern of [digital, dotted, hours, spoken])
    for (const { index, 0: whole, groups } of text.matchAll(pattern)) add(index, index + whole.length, minutesOf(groups));
  for (const { index, 0: whole } of text.matchAll(dottedFirst)) add(index, index + whole.length, null);
  for (const { index, 0: whole } of text.matchAll(noon)) add(index, index + whole.length, 720);
  for (const { index, 0: whole } of text.matchAll(open)) add(index, index + whole.length, null);
  return found.sort((a, b) => a.start - b.start);
}
