/** A date in a text. `normal` is ISO as far as it is known: "2001-05-12", "2001-05", "2001", "--05-12", "190X" for a decade, "18C" for a century. */
export interface DateMention {
  readonly start: number;
  readonly end: number;
  readonly normal: string;
}

const months = ['january', 'february', 'march', 'april', 'may', 'june', 'july', 'august', 'september', 'october', 'november', 'december'];
const month = String.raw`(?<MONTH>jan(?:uary|\.)?|feb(?:ruary|\.)?|mar(?:ch|\.)?|apr(?:il|\.)?|may|june?\.?|july?\.?|aug(?:ust|\.)?|sept?(?:ember|\.)?|oct(?:ober|\.)?|nov(?:ember|\.)?|dec(?:ember|\.)?)`;
const year = String.raw`(?<YEAR>1\d{3}|20\d{2}|2100)`;
const named = (source: string, suffix: string): string => source.replace('MONTH', `month${suffix}`).replace('YEAR', `year${suffix}`);

const pattern = new RegExp(
  String.raw`(?<![\p{L}\p{N}.,-])(?:` +
    [
      String.raw`(?<iso>(?:1\d{3}|20\d{2})-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01]))`,
      String.raw`(?<dayA>\d{1,2})(?:st|nd|rd|th)?(?:\sof)?\s${named(month, 'A')},?(?:\s${named(year, 'A')})?`,
      String.raw`${named(month, 'B')}\s(?<dayB>\d{1,2})(?:st|nd|rd|th)?(?:(?:,\s?|\s)${named(year, 'B')})?(?!\d)`,
      String.raw`${named(month, 'C')},?(?:\sof)?\s${named(year, 'C')}`,
      String.raw`(?<decade>1\d{2}0|20\d0)['’]?s`,
      String.raw`(?<century>\d{1,2})(?:st|nd|rd|th)[-\s]century`,
      named(year, 'D'),
    ].join('|') +
    String.raw`)(?![\p{L}\p{N}]|[.,]\d)`,
  'giu',
);

/** Dates and years in order. A number of four digits from 1000 to 2100 is a year unless something is counted with it. */
export function datesIn(text: string): DateMention[] {
  const found: DateMention[] = [];
  for (const match of text.matchAll(pattern)) {
    const normal = normalOf(match.groups ?? {}, text, match);
    if (normal !== null) found.push({ start: match.index, end: match.index + match[0].trimEnd().length, normal });
  }
  return found;
}

function normalOf(groups: Readonly<Record<string, string | undefined>>, text: string, match: RegExpExecArray): string | null {
  const { iso, decade, century } = groups;
  if (iso !== undefined) return iso;
  if (decade !== undefined) return `${decade.slice(0, 3)}X`;
  if (century !== undefined) return `${century}C`;
  const day = groups['dayA'] ?? groups['dayB'];
  const name = groups['monthA'] ?? groups['monthB'] ?? groups['monthC'];
  const yearText = groups['yearA'] ?? groups['yearB'] ?? groups['yearC'] ?? groups['yearD'];
  if (name === undefined) {
    // "1,500 people" has its comma; "1500 people" does not.
    const after = text.slice(match.index + match[0].length);
    return yearText === undefined ||
      // "1 in 1000" is a share.
      /\b(?:\d+|one|two|three|four|five) (?:in|out of)\s$/i.test(text.slice(0, match.index)) ||
      /^\s(?:people|men|women|members|copies|employees|students|households|users|metres|meters|feet|km|kg|tons|tonnes|euros|dollars|pounds|words|characters|bits|bytes|samples|soldiers|inhabitants|residents)\b/.test(
        after,
      ) ||
      /[$€£#]\s?$/.test(text.slice(0, match.index))
      ? null
      : yearText;
  }
  // "May" and "March" are words too: without a day or year they would not be here, but "may 2" in lower case is no date.
  if (/^(?:may|march|mar)$/.test(name) && yearText === undefined) return null;
  const number = String(months.findIndex((full) => full.startsWith(name.toLowerCase().replace('.', '').slice(0, 3))) + 1).padStart(2, '0');
  if (day === undefined) return `${yearText ?? '-'}-${number}`;
  if (Number(day) < 1 || Number(day) > 31) return null;
  return `${yearText ?? '-'}-${number}-${day.padStart(2, '0')}`;
}

/** Does one date lie within the other, so that no contradiction is between them? "12 May 2001" is within "2001", "2001" within "the 2000s". */
export function datesAgree(a: string, b: string): boolean {
  if (a === b) return true;
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (short.endsWith('X')) return long.startsWith(short.slice(0, 3)) && /^\d{4}/.test(long);
  if (long.endsWith('X')) return short.startsWith(long.slice(0, 3)) && /^\d{4}/.test(short);
  if (a.endsWith('C') || b.endsWith('C')) {
    const [century, other] = a.endsWith('C') ? [a, b] : [b, a];
    const inYear = Number(other.slice(0, 4));
    return /^\d{4}/.test(other) && Math.ceil(inYear / 100) === Number(century.slice(0, -1));
  }
  if (short.startsWith('--') && !long.startsWith('--')) return long.slice(5) === short.slice(2);
  if (long.startsWith('--') && !short.startsWith('--')) return short.slice(5) === long.slice(2);
  return long.startsWith(short) && (long.length === short.length || long[short.length] === '-');
}
