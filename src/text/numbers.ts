/** A number in a text. `normal` is its value, with `%` or a currency code where there is one: "12.5%", "3000000 USD", "8". */
export interface NumberMention {
  readonly start: number;
  readonly end: number;
  readonly normal: string;
}

const small = [
  'zero',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
  'thirteen',
  'fourteen',
  'fifteen',
  'sixteen',
  'seventeen',
  'eighteen',
  'nineteen',
];
const tens = ['twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety'];
const ordinals = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth', 'eleventh', 'twelfth'];
const magnitudes: Readonly<Record<string, number>> = {
  hundred: 100,
  thousand: 1e3,
  million: 1e6,
  billion: 1e9,
  trillion: 1e12,
  k: 1e3,
  m: 1e6,
  bn: 1e9,
  dozen: 12,
};
const currencies: Readonly<Record<string, string>> = {
  $: 'USD',
  us$: 'USD',
  '€': 'EUR',
  '£': 'GBP',
  '¥': 'JPY',
  dollar: 'USD',
  dollars: 'USD',
  euro: 'EUR',
  euros: 'EUR',
  pound: 'GBP',
  pounds: 'GBP',
  usd: 'USD',
  eur: 'EUR',
  gbp: 'GBP',
  yen: 'JPY',
};

const values = new Map<string, number>([
  ...small.map((word, value): [string, number] => [word, value]),
  ...tens.map((word, index): [string, number] => [word, 20 + 10 * index]),
]);
const wordPattern = `(?:${[...small, ...tens].join('|')})`;
const digits = String.raw`\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?`;

const pattern = new RegExp(
  String.raw`(?<![\p{L}\p{N}.])(?<currency>us\$|[$€£¥])?\s?(?:(?<digits>${digits})(?<ordinal>st|nd|rd|th)?|(?<words>${wordPattern}(?:[-\s]${wordPattern})?)|(?<nth>${ordinals.join('|')}))(?:[-\s]?(?<magnitude>hundred|thousand|million|billion|trillion|dozen|bn)\b|(?<letter>[km])(?![\p{L}\p{N}]))?(?:\s?(?<percent>%|percent\b|per\s?cent\b|percentage points?\b)|\s(?<unit>dollars?|euros?|pounds|usd|eur|gbp|yen)\b)?(?![\p{L}\p{N}]|[.,:]\d)`,
  'giu',
);

/**
 * Numbers in digits or words, in order: "1,234.5", "eight", "twenty-one", "3 million", "$5bn", "40 percent", "14th". Section numbers and
 * versions such as "5.1.1" are none, nor is the pronoun "one", unless something is counted with it.
 */
export function numbersIn(text: string): NumberMention[] {
  const found: NumberMention[] = [];
  for (const match of text.matchAll(pattern)) {
    const groups = match.groups ?? {};
    const value = valueOf(groups);
    if (value === null) continue;
    const lead = match[0].length - match[0].trimStart().length;
    if (
      groups['words']?.toLowerCase() === 'one' &&
      groups['magnitude'] === undefined &&
      !/^\s+(?:or more|hour|day|week|month|year|minute|second|time|character|person|member|copy|factor|type|kind)/i.test(
        text.slice(match.index + match[0].length),
      )
    )
      continue;
    if (groups['nth'] === 'second' && /^s?\b/.test(text.slice(match.index + match[0].length)) && /\d\s*$/.test(text.slice(0, match.index)))
      continue;
    const currency = currencies[(groups['currency'] ?? groups['unit'] ?? '').toLowerCase()];
    const suffix =
      groups['percent'] !== undefined
        ? '%'
        : currency !== undefined
          ? ` ${currency}`
          : groups['nth'] !== undefined || groups['ordinal'] !== undefined
            ? 'th'
            : '';
    found.push({ start: match.index + lead, end: match.index + match[0].length, normal: `${value}${suffix}` });
  }
  return found;
}

function valueOf(groups: Readonly<Record<string, string | undefined>>): number | null {
  const factor = magnitudes[(groups['magnitude'] ?? groups['letter'] ?? '').toLowerCase()] ?? 1;
  if (groups['digits'] !== undefined) return round(Number(groups['digits'].replaceAll(',', '')) * factor);
  if (groups['nth'] !== undefined) return ordinals.indexOf(groups['nth'].toLowerCase()) + 1;
  const parts = (groups['words'] ?? '').toLowerCase().split(/[-\s]/);
  const [first = 0, second] = parts.map((part) => values.get(part) ?? 0);
  if (second !== undefined && !(first >= 20 && second > 0 && second < 10)) return null;
  return round((first + (second ?? 0)) * factor);
}

function round(value: number): number {
  return Number(value.toPrecision(12));
}
