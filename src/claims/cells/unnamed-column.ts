import { datesIn } from '../../text/dates.ts';
import { quantitiesIn } from '../../text/quantities.ts';
import type { WordKnowledge } from '../words.ts';
import type { Grid } from './grid.ts';
import { isConditional } from './heads.ts';
import { isSameWord } from './same-word.ts';
import { isInside } from './span.ts';
import { type CellClaim, tellingWords } from './telling-words.ts';
import type { Column, Named } from './types.ts';

/** What heads ask for, with the kind of amount that answers it. */
const asked: readonly (readonly [head: RegExp, dimension: RegExp])[] = [
  [/^(?:how long|duration|kept for|length|period|time)$/i, /^time$/],
  [/^(?:how many|number|quantity)$/i, /^count$/],
  [/^(?:how often|frequency|interval)$/i, /^interval$/],
];
/** Words of a head that any amount may have. A queue time of 20 minutes does not deny that a ride takes five. */
const general =
  /^(?:how|many|much|often|prices?|fees?|costs?|charges?|fares?|rents?|amounts?|numbers?|totals?|periods?|lengths?|durations?|quantity|limits?|maximum|minimum|max|min|rates?|pay|wages?|salary|hours?|days?|weeks?|months?|years?|minutes?|times?|deadlines?|dates?|due|notice|weights?|sizes?|hourly|daily|weekly|monthly|yearly|annual|per|an?|each)$/;
/** The claim says that money is paid. */
const spends = /\b(?:costs?|pays?|paid|charge[sd]?|price)\b|[£$€]/i;

/**
 * The column that alone can be meant, where the claim names none: the only one, the one whose head asks for an amount of the claim's kind,
 * or the only one with money.
 */
export function columnByKind({ columns, rows }: Grid, key: number, row: Named, claim: string): Column | null {
  const cells = rows[row.at] ?? [];
  const unnamed = { used: new Set<number>(), isNamed: false, isSure: true };
  const places = columns.flatMap((head, at) => (at === key || isConditional(head) ? [] : [at]));
  const [single, ...more] = places;
  if (single !== undefined && more.length === 0 && columns.length === 2)
    return { at: single, ...unnamed, isSure: tellingWords(columns[single] ?? '').every(({ lower }) => general.test(lower)) };
  const dimensions = quantitiesIn(claim).map(({ dimension }) => dimension);
  const byHead = places.filter((at) =>
    asked.some(([head, wanted]) => head.test((columns[at] ?? '').trim()) && dimensions.some((dimension) => wanted.test(dimension))),
  );
  const money = places.filter((at) => quantitiesIn(cells[at] ?? '').some(({ dimension }) => dimension.startsWith('money')));
  const byMoney = spends.test(claim) && dimensions.some((dimension) => dimension.startsWith('money')) ? money : [];
  const [found, ...rest] = byHead.length > 0 ? byHead : byMoney;
  return found === undefined || rest.length > 0 ? null : { at: found, ...unnamed, isNamed: byHead.length > 0 };
}

/**
 * The one column whose cell of several words the claim says, where it names none: "contracts over £150,000 need a full tender". A date or a
 * measure alone tells no column: a van that holds 2 t may weigh them.
 */
export function columnByValue(
  { columns, rows }: Grid,
  key: number,
  row: Named,
  { words }: CellClaim,
  knowledge: WordKnowledge,
): Column | null {
  const [found, ...more] = columns.flatMap((_, at) => {
    const cell = rows[row.at]?.[at] ?? '';
    const stated = at === key ? [] : tellingWords(cell);
    const values = [...datesIn(cell), ...quantitiesIn(cell).filter(({ dimension }) => dimension !== 'count')];
    const isSaid =
      stated.length > 1 &&
      !stated.every((word) => values.some((value) => isInside(word, value))) &&
      stated.every((word) => words.some((own) => !row.used.has(own.start) && isSameWord(word, own, knowledge)));
    return isSaid ? [at] : [];
  });
  return found === undefined || more.length > 0 ? null : { at: found, used: new Set(), isNamed: false, isSure: false };
}
