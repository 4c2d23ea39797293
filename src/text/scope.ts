/** A level, version, numbered document or grade that limits what a sentence is about: "AAL2", "tier 3", "v5", "RFC 3660", "amber". */
export interface ScopeTerm {
  /** What the value is a value of: `aal`, `level`, `tier`, `version`, `rfc`, or the grades that exclude each other: `red|amber|green`. */
  readonly kind: string;
  /** In lower case; numbers in digits. */
  readonly value: string;
  readonly start: number;
  readonly end: number;
}

const roman: Readonly<Record<string, string>> = {
  i: '1',
  ii: '2',
  iii: '3',
  iv: '4',
  v: '5',
  vi: '6',
  vii: '7',
  viii: '8',
  ix: '9',
  x: '10',
};
const words: Readonly<Record<string, string>> = {
  one: '1',
  two: '2',
  three: '3',
  four: '4',
  five: '5',
  six: '6',
  seven: '7',
  eight: '8',
  nine: '9',
  ten: '10',
};

const counted = String.raw`(?<name>levels?|tiers?|class|category|categories|grades?|stages?|phases?|bands?|zones?|schedule|appendix|annex|gate|ward|step|type|group|plan)\s(?<value>\d+[a-z]?|[ivx]{1,4}|[A-E]|one|two|three|four|five)(?:\s?(?:and|or|to|,|-|–)\s?(?<second>\d+[a-z]?|[ivx]{1,4}|[A-E]|one|two|three|four|five))?`;
const code = String.raw`(?<code>AAL|IAL|FAL|EAL|LOA|SIL|ASIL|ISO|RFC|NIST SP|SP|PEP|EIP|BS|EN|IEC|CVE|FIPS|MIL|Form|Rule|Article|Art\.|Directive|Regulation)[\s-]?(?<number>\d+(?:[-.]\d+)*[A-Z]?)`;
const version = String.raw`(?:(?:version|release|edition|rev(?:ision)?\.?)\s?|\bv\.?\s?)(?<version>\d+(?:\.\d+)*|one|two|three|four|five|six|seven|eight|nine|ten)`;
/** "Authenticator Assurance Level 3" is AAL3 as well: initials before "Level" name a scale of their own. */
const scale = /(?<![\p{L}\p{N}])(?<first>\p{Lu})\p{Ll}+\s(?<second>\p{Lu})\p{Ll}+\s[Ll]evel\s(?<value>\d)(?![\p{L}\p{N}])/gu;
/** What a number behind "group" or "step" counts makes it an amount: "costs the group 180 pounds". */
const amountBehind = /^\s(?:pounds?|euros?|dollars?|per ?cent|%|years?|months?|weeks?|days?|hours?|minutes?|times)\b/i;
const pattern = new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${counted}|${code}|${version})(?![\p{L}\p{N}])`, 'giu');

/** Values that exclude each other, where they limit a noun or stand in capitals. */
const grades: readonly (readonly string[])[] = [
  ['red', 'amber', 'yellow', 'green'],
  ['weak', 'fair', 'strong', 'superior', 'unacceptable'],
  ['minor', 'major', 'critical'],
  ['bronze', 'silver', 'gold', 'platinum'],
  ['full-time', 'part-time'],
  ['in-person', 'remote'],
  ['preliminary', 'interim', 'final'],
  ['junior', 'senior'],
  ['inbound', 'outbound'],
  ['domestic', 'international'],
];
const gradeOf = new Map(grades.flatMap((values) => values.map((value): [string, string] => [value, values.join('|')])));
const gradePattern = new RegExp(
  String.raw`(?<![\p{L}\p{N}-])(?<grade>${[...gradeOf.keys()].map((value) => value.replace('-', '[- ]')).join('|')})(?![\p{L}\p{N}-])`,
  'giu',
);
/** Words that are grades only before what is graded; elsewhere "final" and "strong" are plain words. */
const graded =
  /^\s(?:data\s)?(?:case|incident|alert|status|level|plan|tier|member|report|inquiry|note|evidence|authenticat|identity|staff|employee|proofing|session|co-?lead|lead|version|draft|release|flight|trip|call)/i;

/** Terms of scope in order. "AAL2 and AAL3" are two; "levels 2 and 3" are two. */
export function scopeTermsIn(text: string): ScopeTerm[] {
  const found: ScopeTerm[] = [];
  for (const match of text.matchAll(pattern)) {
    const groups = match.groups ?? {};
    const [start, end] = [match.index, match.index + match[0].length];
    const name = groups['name'] ?? groups['code'];
    const kind = name === undefined ? 'version' : kindOf(name);
    if (groups['name'] !== undefined && amountBehind.test(text.slice(end))) continue;
    for (const value of [groups['value'] ?? groups['number'] ?? groups['version'], groups['second']]) {
      if (value !== undefined) found.push({ kind, value: valueOf(value), start, end });
    }
  }
  for (const { index, 0: whole, groups } of text.matchAll(scale)) {
    const { first = '', second = '', value = '' } = groups ?? {};
    found.push({ kind: `${first}${second}l`.toLowerCase(), value, start: index, end: index + whole.length });
  }
  for (const match of text.matchAll(gradePattern)) {
    const grade = match[0].toLowerCase().replace(' ', '-');
    const end = match.index + match[0].length;
    const kind = gradeOf.get(grade);
    const colour = kind?.startsWith('red') === true;
    if (
      kind !== undefined &&
      (/^\p{Lu}{3,}$/u.test(match[0]) || graded.test(text.slice(end)) || (colour && /^\s*[|;:,]/.test(text.slice(end))) || /-/.test(grade))
    )
      found.push({ kind, value: grade, start: match.index, end });
  }
  return found.sort((a, b) => a.start - b.start);
}

function kindOf(name: string): string {
  const lower = name.toLowerCase();
  return lower === 'categories' || lower === 'category'
    ? 'category'
    : lower === 'class'
      ? lower
      : lower.replace(/s$/, '').replace('nist sp', 'sp').replace('art.', 'article');
}

function valueOf(value: string): string {
  const lower = value.toLowerCase();
  return roman[lower] ?? words[lower] ?? lower;
}

/**
 * Does what limits a claim limit the sentence too? `met`: every term of the claim stands in the sentence or above it. `other`: where one
 * is named, it is another value of the same kind: a rule of level 3 says nothing of level 2. `unknown`: the sentence names none of it.
 *
 * @param layers texts from the nearest (the sentence itself) to the farthest (the document's title): the nearest that names a kind counts
 */
export function relateScopes(claimed: readonly ScopeTerm[], layers: readonly string[]): 'met' | 'other' | 'unknown' {
  if (claimed.length === 0) return 'met';
  const read = layers.map(scopeTermsIn);
  let unknown = false;
  for (const kind of new Set(claimed.map((term) => term.kind))) {
    const wanted = new Set(claimed.filter((term) => term.kind === kind).map((term) => term.value));
    const nearest = read.map((terms) => terms.filter((term) => term.kind === kind)).find((terms) => terms.length > 0);
    if (nearest === undefined) unknown = true;
    else if (!nearest.some((term) => wanted.has(term.value))) return 'other';
  }
  return unknown ? 'unknown' : 'met';
}
