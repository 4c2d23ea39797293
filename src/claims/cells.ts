import { clockTimesIn } from '../text/clock.ts';
import { datesAgree, datesIn } from '../text/dates.ts';
import { type Quantity, quantitiesIn, relateQuantities } from '../text/quantities.ts';
import type { Token } from '../text/tokens.ts';
import { unitOf } from '../text/units.ts';
import type { Ground } from './decide.ts';
import { daysIn, type Grid, isInLine, isNearWord, isSameWord, named, type TablePlace, turnedGrid, weighty } from './table.ts';
import type { WordKnowledge } from './words.ts';

/**
 * What the cell of a table makes of a claim about it: `none`: the claim names no row; `other`: it names another row of the table; `open`: it
 * names this row, and what it says of it the cell does not tell; `more`: so too, and it has words that nothing in the table or above it says.
 */
export interface CellReading {
  readonly stance: 'none' | 'other' | 'open' | 'more' | 'says' | 'denies';
  readonly ground: Ground;
}

/** Where a cell stands, and which words of the claim its names account for. */
interface Place {
  readonly label: string;
  readonly head: string;
  readonly cell: string;
  /** Of the two the name of what is said of the other. */
  readonly property: string;
  /** Other values of its column, and of its row where the columns are of one kind. */
  readonly others: readonly string[];
  /** Starts of the claim's words that name the row or the column. */
  readonly used: ReadonlySet<number>;
  /** Those that name the row, or what stands for it. */
  readonly rowUsed: ReadonlySet<number>;
  /** Does the claim name the column, by at least one of its words? Else it is the only one that can be meant. */
  readonly isNamed: boolean;
  /** Is the column certain enough to deny? Not by a synonym of WordNet alone, nor by its value. */
  readonly isSure: boolean;
  readonly row: number;
  readonly column: number;
}

const none: CellReading = { stance: 'none', ground: null };
const other: CellReading = { stance: 'other', ground: null };
const open: CellReading = { stance: 'open', ground: null };
const more: CellReading = { stance: 'more', ground: null };

/**
 * Reads a claim against the one cell of a table that it is about: its row is named by all words of the row's name, its column by a word of
 * the column's name, and every other word of the claim by what stands above the table, or by the cell. A claim with any word more is left
 * open: "former bosuns", "in winter", "lose".
 *
 * @param above headings, lead-in and title of the table
 */
export function readCell(claim: string, table: TablePlace, above: readonly string[], knowledge: WordKnowledge): CellReading {
  if (/\?\s*$/.test(claim) || limiting.test(claim)) return none;
  const words = weighty(claim);
  if (words.length === 0 || words.length > longest) return none;
  const rowNames = table.rows.map((row) => row[0] ?? '');
  const mine = rowOf(rowNames, table.columns[0] ?? '', claim, words, knowledge);
  const found = [...placesIn(table, claim, words, knowledge), ...placesIn(turnedGrid(table), claim, words, knowledge).map(flipped)];
  const own = found.filter(({ row }) => row === table.at);
  const readings = own.map((place) => {
    const reading = verdictOf(claim, words, place, table, above, knowledge);
    return reading.stance === 'denies' && !place.isSure ? open : reading;
  });
  const [decided, ...rest] = readings.filter(({ stance }) => stance === 'says' || stance === 'denies');
  if (decided !== undefined) return rest.every(({ stance }) => stance === decided.stance) ? decided : open;
  if (mine !== null && mine.at !== table.at) return other;
  if (found.some(({ row }) => row !== table.at) && own.length === 0) return other;
  if (mine === null) return none;
  const cells = (table.rows[table.at] ?? []).flatMap(weighty);
  const said = [...table.columns, ...above, ...(table.intro ?? [])].flatMap(weighty);
  return words.every(
    (word) =>
      mine.used.has(word.start) ||
      /\d/.test(word.text) ||
      negation.test(word.text) ||
      cells.some((stated) => isSameWord(stated, word, knowledge)) ||
      said.some((stated) => isNearWord(stated, word, knowledge)),
  )
    ? open
    : more;
}

/** A claim with more words says more than a cell. */
const longest = 16;
const limiting = /\b(?:if|unless|when|whenever|than|because|since|or|but|except|excluding|apart)\b/i;

function flipped(place: Place): Place {
  return { ...place, label: place.head, head: place.label, row: place.column - 1, column: place.row + 1 };
}

interface Named {
  readonly at: number;
  readonly used: ReadonlySet<number>;
}

/** The one row that a claim names by all words of its name: of two the one with more words. */
function rowOf(names: readonly string[], head: string, claim: string, words: readonly Token[], knowledge: WordKnowledge): Named | null {
  const found = names
    .map((name, at) => ({ at, used: namedBy(name, head, claim, words, knowledge) }))
    .filter((entry): entry is { at: number; used: Set<number> } => entry.used !== null);
  const most = Math.max(0, ...found.map(({ used }) => used.size));
  const best = found.filter(({ used }) => used.size === most);
  const [only, ...more] = best;
  return only === undefined || more.length > 0 ? null : only;
}

/** Starts of the claim's words that say a name, or null where it does not say all of it. */
function namedBy(name: string, head: string, claim: string, words: readonly Token[], knowledge: WordKnowledge): Set<number> | null {
  const label = daysIn(name);
  const isDays = weighty(name).every(({ start, end, lower }) => /^(?:until|through)$/.test(lower) || within(label.places, start, end));
  if (label.days.size > 0 && isDays) {
    const own = daysIn(claim);
    if (own.days.size === 0 || [...own.days].some((day) => !label.days.has(day))) return null;
    return new Set(words.filter(({ start, end }) => within(own.places, start, end)).map(({ start }) => start));
  }
  const dates = datesIn(name);
  const used = new Set<number>();
  for (const date of dates) {
    const same = datesIn(claim).find((own) => datesAgree(own.normal, date.normal));
    if (same === undefined) return null;
    for (const { start, end } of words) if (start >= same.start && end <= same.end) used.add(start);
  }
  const amounts = quantitiesIn(plainName(name)).filter(({ start, end }) => isMeasure(name.slice(start, end)));
  for (const amount of amounts) {
    const same = quantitiesIn(claim).find((own) => own.comparator === amount.comparator && relateQuantities(amount, own) === 'same');
    if (same === undefined) return null;
    for (const { start, end } of words) if (start >= same.start && end <= same.end) used.add(start);
  }
  const taken = [...dates, ...amounts];
  const rest = named(name).filter(({ start, end }) => !taken.some((part) => part.start <= start && end <= part.end));
  const before = named(head).at(-1);
  for (const [at, word] of rest.entries()) {
    // The 2 of "Class 2" stands behind "class", and the B of a class B too.
    const lead = sign.test(word.text) ? (rest[at - 1] ?? before) : undefined;
    const follows = (own: Token): boolean => {
      const place = words.findIndex(({ start }) => start === own.start);
      const last = words[place - 1];
      return lead === undefined || (last !== undefined && (isSameWord(lead, last, knowledge) || sign.test(last.text)));
    };
    const met = words.filter((own) => !used.has(own.start) && isSameWord(word, own, knowledge) && follows(own));
    if (met.length === 0) return null;
    for (const { start } of met) used.add(start);
  }
  return used.size === 0 ? null : used;
}

/** A number or letter that names. */
const sign = /^(?:\p{Lu}|\d+)$/u;

/** "More than 5 years", "Up to £7,500": a name that is an amount. "Day ticket", "Ten-swim card" and "Class 1" are none. */
function isMeasure(amount: string): boolean {
  return /\d/.test(amount) && (/[£$€%]/.test(amount) || /\d\s?\p{L}/u.test(amount));
}

function plainName(name: string): string {
  return name.replaceAll(/\([^()]*\)/g, (inside) => ' '.repeat(inside.length));
}

function within(places: readonly (readonly [number, number])[], start: number, end: number): boolean {
  return places.some(([from, to]) => from <= start && end <= to);
}

const perTime =
  /\b(?:per|an?|each|every)\s(?<unit>hour|day|night|week|month|year)\b|\b(?<adverb>hourly|daily|nightly|weekly|monthly|yearly|annual(?:ly)?)\b|\/\s?(?<short>hour|day|week|month|year)\b/giu;
const adverbs: Readonly<Record<string, string>> = {
  hourly: 'hour',
  daily: 'day',
  nightly: 'night',
  weekly: 'week',
  monthly: 'month',
  yearly: 'year',
  annual: 'year',
  annually: 'year',
};

interface Per {
  readonly unit: string;
  readonly start: number;
  readonly end: number;
}

/** "An hour", "weekly". */
function timesOf(text: string): Per[] {
  return [...text.matchAll(perTime)].map(({ index, 0: whole, groups }) => ({
    unit: (groups?.['unit'] ?? groups?.['short'] ?? adverbs[(groups?.['adverb'] ?? '').toLowerCase()] ?? '').toLowerCase(),
    start: index,
    end: index + whole.length,
  }));
}

/** How often an amount is due: "38 hours a week", "weekly". "A day" that nothing is counted before is a thing. */
function duesOf(claim: string, words: readonly Token[], used: ReadonlySet<number>): Per[] {
  const first = claim.search(/\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|once|twice)\b/i);
  return timesOf(claim).filter(
    ({ start, end }) =>
      !words.some((word) => used.has(word.start) && start <= word.start && word.end <= end) &&
      ((first >= 0 && first < start) || /ly$/i.test(claim.slice(start, end))),
  );
}

function placesIn(grid: Grid, claim: string, words: readonly Token[], knowledge: WordKnowledge): Place[] {
  return [0, ...otherKey(grid)].flatMap((key): Place[] => {
    const names = grid.rows.map((cells) => cells[key] ?? '');
    const row = rowOf(names, grid.columns[key] ?? '', claim, words, knowledge);
    const column =
      row === null ? null : (columnOf(grid, key, row, claim, words, knowledge) ?? sayingColumn(grid, key, row, words, knowledge));
    if (row === null || column === null) return [];
    const cells = grid.rows[row.at] ?? [];
    return [
      {
        label: cells[key] ?? '',
        head: grid.columns[column.at] ?? '',
        cell: cells[column.at] ?? '',
        property: grid.columns[column.at] ?? '',
        others: grid.rows.flatMap((each, at) => (at === row.at ? [] : (each[column.at] ?? []))),
        used: new Set([...row.used, ...column.used]),
        rowUsed: row.used,
        isNamed: column.isNamed,
        isSure: column.isSure,
        row: row.at,
        column: column.at,
      },
    ];
  });
}

/** "Deadline | Grant | …": where the first column holds dates, the second names the rows. */
function otherKey({ rows }: Grid): number[] {
  const first = rows.map((cells) => cells[0] ?? '');
  if (rows.length < 2 || !first.every((cell) => datesIn(cell).length > 0 || /^[\d\s/.,-]+$/.test(cell))) return [];
  const second = rows.map((cells) => cells[1] ?? '');
  return second.every((cell) => named(cell).length > 0 && !/\d/.test(cell)) && new Set(second).size === second.length ? [1] : [];
}

interface Column extends Named {
  readonly isNamed: boolean;
  readonly isSure: boolean;
}

function columnOf(grid: Grid, key: number, row: Named, claim: string, words: readonly Token[], knowledge: WordKnowledge): Column | null {
  const times = duesOf(claim, words, row.used);
  const scored = grid.columns.flatMap((head, at) => {
    if (at === key) return [];
    const asDays = daysIn(head).days.size > 0 ? namedBy(head, '', claim, words, knowledge) : null;
    if (daysIn(head).days.size > 0) return asDays === null ? [] : [{ at, used: asDays, score: 1, missing: 0, isSure: true }];
    const own = timesOf(head);
    const plain = named(own.reduce((text, { start, end }) => text.slice(0, start) + ' '.repeat(end - start) + text.slice(end), head));
    const dates = datesIn(head);
    if (dates.some((date) => !datesIn(claim).some((given) => datesAgree(given.normal, date.normal)))) return [];
    const used = new Set<number>();
    let [score, missing, lacking, isExact, isNamed] = [0, 0, 0, false, false];
    for (const word of plain) {
      const free = words.filter(
        (claimed) => !row.used.has(claimed.start) && !times.some(({ start, end }) => start <= claimed.start && claimed.end <= end),
      );
      const same = free.filter((claimed) => isSameWord(word, claimed, knowledge));
      const met = same.length > 0 ? same : free.filter((claimed) => isNearWord(word, claimed, knowledge));
      if (met.length > 0) score += 1;
      else {
        missing += 1;
        if (!general.test(word.lower)) lacking += 1;
      }
      if (same.length > 0 && !general.test(word.lower)) isExact = true;
      if (same.length > 0 || met.some((own) => isInLine(word, own))) isNamed = true;
      for (const { start } of met) used.add(start);
    }
    const met = times.filter(({ unit }) => own.some((each) => each.unit === unit));
    score += Math.min(1, met.length);
    for (const { start, end } of met) for (const each of words) if (each.start >= start && each.end <= end) used.add(each.start);
    // "Fee if late" is none where nobody is late.
    if (conditional.test(head) && lacking > 0) return [];
    // "Costs" names a fee, and no joining fee.
    const isSure = isExact || ((isNamed || met.length > 0) && lacking === 0);
    // "Checked by" is who, and "check" how often.
    const isDoer = /\bby$/i.test(head.trim());
    return [{ at, used, score: score > 0 && isDoer ? score + (/\bby\b/i.test(claim) ? 0.5 : -0.5) : score, missing, isSure }];
  });
  const most = Math.max(0, ...scored.map(({ score }) => score));
  if (most > 0) {
    const best = scored.filter(({ score }) => score === most);
    const least = Math.min(...best.map(({ missing }) => missing));
    const [only, ...more] = best.filter(({ missing }) => missing === least);
    // "Repair in production" and "repair in tools": which is meant is not told. Of two the one that the claim names whole is.
    return only === undefined || more.length > 0 || (best.length > 1 && least > 0) ? null : { ...only, isNamed: true };
  }
  return unnamedColumn(grid, key, row, claim);
}

/** Words of a head that any amount may have. */
const general = /^(?:rates?|prices?|fees?|costs?|charges?|amount|number|total|period|pay|cost)$/;
const conditional = /\b(?:if|when|unless|only|without)\b/i;

/** The one column whose cell of words the claim says, where it names none: "contracts over £150,000 need a full tender". */
function sayingColumn({ columns, rows }: Grid, key: number, row: Named, words: readonly Token[], knowledge: WordKnowledge): Column | null {
  const [found, ...more] = columns.flatMap((_, at) => {
    const stated = at === key ? [] : weighty(rows[row.at]?.[at] ?? '');
    const isSaid =
      stated.length > 1 && stated.every((word) => words.some((own) => !row.used.has(own.start) && isSameWord(word, own, knowledge)));
    return isSaid ? [at] : [];
  });
  return found === undefined || more.length > 0 ? null : { at: found, used: new Set(), isNamed: false, isSure: false };
}

const asked: readonly (readonly [head: RegExp, dimensions: RegExp])[] = [
  [/^(?:how long|duration|kept for|length|period|time)$/i, /^time$/],
  [/^(?:how many|number|quantity)$/i, /^count$/],
  [/^(?:how often|frequency|interval)$/i, /^interval$/],
];
const spends = /\b(?:costs?|pays?|paid|charge[sd]?|price)\b|[£$€]/i;

/** The column that alone can be meant, where the claim names none: by the kind of its amount. */
function unnamedColumn({ columns, rows }: Grid, key: number, row: Named, claim: string): Column | null {
  const cells = rows[row.at] ?? [];
  const empty = { used: new Set<number>(), isNamed: false, isSure: true };
  const places = columns.flatMap((head, at) => (at === key || conditional.test(head) ? [] : [at]));
  const [single, ...more] = places;
  if (single !== undefined && more.length === 0 && columns.length === 2) return { at: single, ...empty };
  const dimensions = quantitiesIn(claim).map(({ dimension }) => dimension);
  const byHead = places.filter((at) =>
    asked.some(([head, wanted]) => head.test((columns[at] ?? '').trim()) && dimensions.some((dimension) => wanted.test(dimension))),
  );
  const money = places.filter((at) => quantitiesIn(cells[at] ?? '').some(({ dimension }) => dimension.startsWith('money')));
  const byMoney = spends.test(claim) && dimensions.some((dimension) => dimension.startsWith('money')) ? money : [];
  const [found, ...rest] = byHead.length > 0 ? byHead : byMoney;
  return found === undefined || rest.length > 0 ? null : { at: found, ...empty, isNamed: byHead.length > 0 };
}

const negation = /\b(?:not|no|never|none|nobody|nothing|neither|nor|without|cannot)\b|n['’]t\b/i;
/** "Is open at 10" says nothing of when it opens. */
const opens = /\b(?:opens|opening|starts?|begins?|from)\b|(?<!\b(?:is|are|be|stays?|remains?|still)\s)\bopen at\b/i;
const closes = /\b(?:clos(?:es?|ing)|shuts?|ends?|finish(?:es)?|until|till)\b/i;
const hourly = new Set(
  'open opens opening start starts begin begins close closes closed closing shut shuts end ends finish finishes until till'.split(' '),
);
const earns = /\b(?:earns?|earned|wages?|salary|salaries)\b/i;
const spending = /\b(?:costs?|pays?|charge[sd]?)\b/i;
const paid = /\b(?:pay|wages?|salary|salaries|earnings)\b/i;
const priced = /\b(?:prices?|fees?|costs?|charges?|fares?|rents?|tariffs?|tickets?|hire|fines?|loans?|memberships?)\b/i;
const moneyWords = new Set('cost costs pay pays paid charge charges charged price fee earn earns makes rate at'.split(' '));

const condition = /\b(?:if|unless|when|only|except|above|over|below|under|without|or|from|after the|not)\b/i;

function verdictOf(
  claim: string,
  words: readonly Token[],
  place: Place,
  table: TablePlace,
  above: readonly string[],
  knowledge: WordKnowledge,
): CellReading {
  const { label, head, cell, used } = place;
  const [measured] = quantitiesIn(cell);
  const scene = [
    ...(measured === undefined ? [] : [outside(cell, measured)]),
    ...above,
    place.property,
    table.columns[0] ?? '',
    ...(table.intro ?? []).filter((sentence) => tableSentence.test(sentence)),
  ];
  // What the rows are: by the word itself, as "reserved" is near "book".
  const kinds = [...table.rows.map((row) => row[0] ?? ''), ...(table.columns[0] === '' ? table.columns : [])]
    .map(lastWord)
    .flatMap(weighty);
  const topic = [head, label, ...above].join(' ');
  // Who earns does not pay.
  if (earns.test(claim) && !paid.test(topic) && !/\brate\b/i.test(head)) return open;
  if (spending.test(claim) && paid.test(topic) && !priced.test(topic)) return open;
  const own = amountsOf(claim, words, place);
  const amounts = own.quantities;
  const dates = own.dates;
  const isTime = clockTimesIn(cell).length > 0 || closedCell.test(cell.trim());
  const explained = (word: Token): boolean =>
    used.has(word.start) ||
    isKind(word, words, place.rowUsed, table, knowledge) ||
    own.places.some(({ start, end }) => start <= word.start && word.end <= end) ||
    /^(?:not|no|never|cannot|none|[\p{L}]+n['’]t)$/u.test(word.lower) ||
    (isTime && hourly.has(word.lower)) ||
    (amounts.some(({ dimension }) => dimension.startsWith('money')) && moneyWords.has(word.lower)) ||
    kinds.some((stated) => isSameWord(stated, word, knowledge)) ||
    scene.some((text) => weighty(text).some((stated) => isNearWord(stated, word, knowledge)));
  const rest = words.filter((word) => !explained(word));
  const isTurned = negation.test(claim);
  if (isTime) return rest.length > 0 ? open : timesVerdict(claim, place, own.bare, isTurned);
  if (dates.length > 0) return rest.length > 0 || isTurned || amounts.length > 0 ? open : datesVerdict(dates, cell);
  const [amount, ...more] = amounts;
  if (amount !== undefined && quantitiesIn(cell).length > 0)
    return rest.length > 0 || more.length > 0 || isTurned ? open : amountVerdict(claim, amount, place, own.per);
  if (
    amount !== undefined &&
    more.length === 0 &&
    rest.length === 0 &&
    !isTurned &&
    nothing.test(cell.trim()) &&
    place.isNamed &&
    amount.low > 0
  )
    return { stance: 'denies', ground: 'quantity' };
  const yes = affirms.test(cell.trim()) ? true : nothing.test(cell.trim()) ? false : null;
  if (yes !== null) {
    // All words of the column's name: "online booking", not "booking".
    const isWhole = named(stripped(head)).every((stated) => words.some((word) => isNearWord(stated, word, knowledge)));
    if (rest.length > 0 || amount !== undefined || !place.isNamed || !isWhole)
      return textVerdict(claim, words, place, used, scene, isTurned, knowledge);
    if (!fitsForce(claim, `${head} ${cell}`, isTurned)) return open;
    return yes === !isTurned ? { stance: 'says', ground: 'said' } : { stance: 'denies', ground: 'negation' };
  }
  return textVerdict(claim, words, place, used, scene, isTurned, knowledge);
}

/** "The table shows who approves each kind of loan." */
const tableSentence = /^(?:the|this)\s(?:following\s)?table\b/i;
/** Words for what a table's rows are, whatever they are. */
const kindWord = /^(?:plan|level|tier|grade|band|class|category|group|type|edition)s?$/;

/** "Class B nodes", "the team plan": what the named rows are, as the section says before its table, and no column names otherwise. */
function isKind(
  word: Token,
  words: readonly Token[],
  rowUsed: ReadonlySet<number>,
  { columns, rows, intro = [] }: TablePlace,
  knowledge: WordKnowledge,
): boolean {
  const at = words.findIndex(({ start }) => start === word.start);
  if (!rowUsed.has(words[at - 1]?.start ?? -1)) return false;
  if (kindWord.test(word.lower)) return true;
  const says = (text: string): boolean => weighty(text).some((stated) => isSameWord(stated, word, knowledge));
  return intro.some(says) && ![...columns, ...rows.flat()].some(says);
}

/** What need not be is not forbidden, and what is needed not only allowed. */
function fitsForce(claim: string, stated: string, isTurned: boolean): boolean {
  const obliges = /\b(?:needs?|needed|must|requires?|required|ha(?:ve|s) to|compulsory|mandatory)\b/i;
  const [claimed, rule] = [obliges.test(claim), /\b(?:needed|required|compulsory|mandatory)\b/i.test(stated)];
  if (rule) return claimed && !/\b(?:must not|mustn['’]t|may|can|cannot)\b/i.test(claim);
  return !claimed || (!isTurned && !/\bnot\b/i.test(claim));
}

const affirms = /^(?:yes|included|allowed|permitted|required|available|✓|✔)$/i;
const nothing = /^(?:no|none|never|not (?:offered|included|allowed|permitted|required|available|possible)|no charge)$/i;
const closedCell = /^closed$/i;

function stripped(head: string): string {
  return timesOf(head).reduce((text, { start, end }) => text.slice(0, start) + ' '.repeat(end - start) + text.slice(end), head);
}

function lastWord(name: string): string {
  return named(name).at(-1)?.text ?? '';
}

interface Amounts {
  /** Without those that name the row or the column, or say how often the amount is due. */
  readonly quantities: readonly Quantity[];
  readonly dates: readonly { readonly normal: string }[];
  /** Bare hours: "closes at 7". */
  readonly bare: readonly number[];
  readonly per: readonly string[];
  readonly places: readonly { readonly start: number; readonly end: number }[];
}

function amountsOf(claim: string, words: readonly Token[], { used, rowUsed, cell }: Place): Amounts {
  const isUsed = ({ start, end }: { start: number; end: number }): boolean => {
    const inside = words.filter((word) => word.start >= start && word.end <= end);
    return inside.length > 0 && inside.every((word) => used.has(word.start));
  };
  const dates = datesIn(claim).filter((date) => !isUsed(date));
  const all = quantitiesIn(claim).filter((quantity) => !isUsed(quantity));
  const isInterval = quantitiesIn(cell).some(({ dimension }) => dimension === 'interval');
  const pers = isInterval ? [] : duesOf(claim, words, rowUsed);
  const quantities = all.filter(
    ({ start, end }) =>
      !pers.some((time) => time.start < end && start < time.end) && !daysIn(claim).places.some(([from, to]) => from < end && start < to),
  );
  // "Renewed once": how many times.
  for (const { 0: word, index } of claim.matchAll(/\b(?:once|twice)\b(?!\s(?:an?|per|every|each|in)\b)/gi)) {
    const value = word.toLowerCase() === 'once' ? 1 : 2;
    const [start, end] = [index, index + word.length];
    quantities.push({
      start,
      end,
      comparator: 'exactly',
      low: value,
      high: value,
      dimension: 'count',
      calendar: false,
      counted: ['time'],
      denied: false,
    });
  }
  const bare = quantities.filter(
    ({ dimension, low, start }) => dimension === 'count' && low <= 12 && /\b(?:at|until|till|by|from|to)\s$/i.test(claim.slice(0, start)),
  );
  return {
    quantities,
    dates,
    bare: bare.map(({ low }) => low * 60),
    per: pers.map(({ unit }) => unit),
    places: [...quantities, ...pers, ...dates],
  };
}

function timesVerdict(claim: string, { cell }: Place, bare: readonly number[], isTurned: boolean): CellReading {
  const stated = clockTimesIn(cell).flatMap(({ minutes }) => minutes ?? []);
  const told = clockTimesIn(claim);
  const claimed = told.flatMap(({ minutes }) => minutes ?? []);
  if (told.length !== claimed.length) return open;
  const count = claimed.length + bare.length;
  const isClosed = closedCell.test(cell.trim());
  const saysClosed = /\b(?:closed|shut)\b/i.test(claim);
  if (count === 0) {
    if (!saysClosed && !/\bopens?\b/i.test(claim)) return open;
    const claimsOpen = saysClosed === isTurned;
    return claimsOpen === !isClosed ? { stance: 'says', ground: 'said' } : { stance: 'denies', ground: 'negation' };
  }
  if (saysClosed) return open;
  if (isTurned || count > 1)
    return count === 2 && !isTurned && stated.length === 2 && claimed.length === 2 ? bothTimes(claimed, stated) : open;
  if (isClosed) return { stance: 'denies', ground: 'negation' };
  const [first, last, ...more] = stated;
  if (first === undefined || last === undefined || more.length > 0 || stated.length !== clockTimesIn(cell).length) return open;
  const [isOpening, isClosing] = [opens.test(claim), closes.test(claim)];
  // "Open until" tells of the end.
  const wanted = isClosing ? last : isOpening ? first : null;
  if (wanted === null || (isClosing && /\b(?:opens|starts?|begins?)\b/i.test(claim))) return open;
  const [given] = claimed;
  const isSame = given === undefined ? bare.some((minutes) => minutes % 720 === wanted % 720) : given === wanted;
  return isSame ? { stance: 'says', ground: 'said' } : { stance: 'denies', ground: 'quantity' };
}

function bothTimes([first, last]: readonly number[], [opening, closing]: readonly number[]): CellReading {
  return first === opening && last === closing ? { stance: 'says', ground: 'said' } : { stance: 'denies', ground: 'quantity' };
}

function datesVerdict([date, ...more]: readonly { readonly normal: string }[], cell: string): CellReading {
  const [stated, ...others] = datesIn(cell);
  if (date === undefined || stated === undefined || more.length + others.length > 0) return open;
  return datesAgree(stated.normal, date.normal) ? { stance: 'says', ground: 'said' } : { stance: 'denies', ground: 'quantity' };
}

const most = /\b(?:highest|largest|greatest|longest|biggest|maximum|max|upper|limit|ceiling|at most|up to|within|no more than)\b/i;
const least = /\b(?:smallest|lowest|shortest|minimum|min|at least|least|no less than)\b/i;

/** An amount of a cell in the unit of its column: "Weekly hours: 38". */
function inUnit(quantity: Quantity, head: string, label: string): Quantity {
  if (quantity.dimension !== 'count') return quantity;
  for (const word of [...stripped(head).split(/[^\p{L}%]+/u), ...stripped(label).split(/[^\p{L}%]+/u)]) {
    const unit = word.length > 2 ? unitOf(word.toLowerCase()) : null;
    if (unit !== null && !unit.dimension.startsWith('money'))
      return {
        ...quantity,
        dimension: unit.dimension,
        calendar: unit.calendar === true,
        low: quantity.low * unit.factor,
        high: quantity.high * unit.factor,
      };
  }
  return quantity;
}

function amountVerdict(
  claim: string,
  claimed: Quantity,
  { label, head, cell, property, isNamed }: Place,
  per: readonly string[],
): CellReading {
  const times = timesOf(cell);
  const isInterval = claimed.dimension === 'interval' || claimed.dimension === 'time';
  const stated = quantitiesIn(cell).filter(
    ({ start, end, dimension }) => dimension === 'interval' || !times.some((time) => time.start < end && start < time.end),
  );
  const [one, ...more] = stated;
  if (one === undefined || more.length > 0 || condition.test(outside(cell, one))) return open;
  // "Free miles: 40" are miles, and "40 free miles" a count.
  const measured = inUnit(one, head, label);
  const amount = measured.dimension === claimed.dimension ? measured : one;
  const [ownPers, statedPers] = [
    new Set(per),
    new Set([...timesOf(property), ...(one.dimension === 'interval' ? [] : times)].map(({ unit }) => unit)),
  ];
  if ([...ownPers].some((unit) => !statedPers.has(unit))) return open;
  const isTold = [...statedPers].every((unit) => ownPers.has(unit));
  const spans = isInterval && (amount.dimension === 'interval' || amount.dimension === 'time');
  if (amount.dimension !== claimed.dimension && !spans) return open;
  const names = `${head} ${label}`;
  const bound = (quantity: Quantity, text: string): Quantity['comparator'] =>
    quantity.comparator !== 'exactly' ? quantity.comparator : most.test(text) ? 'at most' : least.test(text) ? 'at least' : 'exactly';
  const [own, theirs] = [bound(claimed, claim), bound(amount, names)];
  if (own === 'about' || theirs === 'about' || own === 'between' || theirs === 'between') return open;
  const calendar = amount.calendar !== claimed.calendar;
  const [a, b] = [claimed.low, amount.low];
  const isSame = Math.abs(a - b) <= Math.max(Math.abs(a), Math.abs(b)) * (calendar ? 0.035 : 1e-9);
  const strict = (comparator: Quantity['comparator']): boolean => comparator === 'more than' || comparator === 'less than';
  if (isSame) {
    if (own === theirs || (theirs === 'exactly' && !strict(own))) return { stance: 'says', ground: 'said' };
    return open;
  }
  if (!isTold || (b > 0 && Math.max(a / b, b / a) > farApart) || !(isNamed || claimed.dimension !== 'count')) return open;
  const permits = /\b(?:may|can|allowed|permitted|up to)\b/i.test(claim);
  const isBroken =
    own === theirs ||
    (own === 'exactly' && theirs === 'at most' && a > b) ||
    (own === 'exactly' && theirs === 'at least' && a < b) ||
    (own === 'at most' && theirs === 'exactly' && (a < b || permits)) ||
    (own === 'at least' && theirs === 'exactly' && a > b);
  return isBroken ? { stance: 'denies', ground: 'quantity' } : open;
}

/** Amounts this far apart are seldom of one thing. */
const farApart = 20;

function outside(text: string, { start, end }: Quantity): string {
  return `${text.slice(0, start)} ${text.slice(end)}`;
}

/** A cell of words: the claim says all of them, or all of another cell of the column. */
function textVerdict(
  claim: string,
  words: readonly Token[],
  { head, label, cell, others, isNamed }: Place,
  used: ReadonlySet<number>,
  scene: readonly string[],
  isTurned: boolean,
  knowledge: WordKnowledge,
): CellReading {
  // What may be is not what is.
  if (isTurned || /\b(?:may|might|could|can)\b/i.test(claim)) return open;
  const saying = (value: string): Set<number> | null => {
    const stated = weighty(value);
    if (stated.length === 0) return null;
    const met = stated.map((each) => words.filter((word) => !used.has(word.start) && isSameWord(each, word, knowledge)));
    return met.some((found) => found.length === 0) ? null : new Set(met.flat().map(({ start }) => start));
  };
  const isAll = (value: ReadonlySet<number>): boolean =>
    words.every(
      (word) =>
        used.has(word.start) ||
        value.has(word.start) ||
        scene.some((text) => weighty(text).some((stated) => isNearWord(stated, word, knowledge))),
    );
  const own = saying(cell);
  if (own !== null) return isAll(own) ? { stance: 'says', ground: 'said' } : open;
  const rivals = others.filter((value) => isOther(value, cell, knowledge));
  const denied = rivals.flatMap((value) => saying(value) ?? []).some(isAll);
  return denied && isNamed && weighty(cell).length > 0 && !/\d/.test(cell)
    ? { stance: 'denies', ground: doers.test(`${head} ${label}`) ? 'party' : 'meaning' }
    : open;
}

const doers = /\b(?:by|who|owner|keeper|lead|responsible)\b/i;

/** Another value than a cell's: without a word in common, as a lead is no other than "a lead and a witness", or the same but for a number or letter. */
function isOther(value: string, cell: string, knowledge: WordKnowledge): boolean {
  const [one, two] = [weighty(value), weighty(cell)];
  const lacking = (words: readonly Token[], beside: readonly Token[]): Token[] =>
    words.filter((word) => !beside.some((each) => isSameWord(each, word, knowledge)));
  const [own, theirs] = [lacking(one, two), lacking(two, one)];
  const isName = (words: readonly Token[]): boolean => words.length === 1 && /^(?:\p{Lu}|\d+)$/u.test(words[0]?.text ?? '');
  return (own.length === one.length && own.length > 0) || (isName(own) && isName(theirs));
}
