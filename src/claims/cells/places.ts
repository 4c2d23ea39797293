import { datesIn } from '../../text/dates.ts';
import type { WordKnowledge } from '../words.ts';
import { columnOf } from './column.ts';
import { type Grid, turnedGrid } from './grid.ts';
import { namedRow } from './names.ts';
import { type CellClaim, wordsOfName } from './telling-words.ts';
import type { Place } from './types.ts';

/** The cells of a table that a claim is about: of the table as it is written, and read by its columns. */
export function placesIn(table: Grid, claim: CellClaim, knowledge: WordKnowledge): Place[] {
  return [...placesByRows(table, claim, knowledge), ...placesByRows(turnedGrid(table), claim, knowledge).map(turnedBack)];
}

function placesByRows(grid: Grid, claim: CellClaim, knowledge: WordKnowledge): Place[] {
  return [0, ...secondKey(grid)].flatMap((key): Place[] => {
    const names = grid.rows.map((cells) => cells[key] ?? '');
    const row = namedRow(names, grid.columns[key] ?? '', claim, knowledge);
    const column = row === null ? null : columnOf(grid, key, row, claim, knowledge);
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

/** "Deadline | Grant | …": where the first column holds dates or numbers, the second names the rows too, if its names differ. */
function secondKey({ rows }: Grid): number[] {
  const first = rows.map((cells) => cells[0] ?? '');
  // "30 June", "12", "2025/26".
  if (rows.length < 2 || !first.every((cell) => datesIn(cell).length > 0 || /^[\d\s/.,-]+$/.test(cell))) return [];
  const second = rows.map((cells) => cells[1] ?? '');
  return second.every((cell) => wordsOfName(cell).length > 0 && !/\d/.test(cell)) && new Set(second).size === second.length ? [1] : [];
}

/** A place of the turned table, in the table as it is written. */
function turnedBack(place: Place): Place {
  return { ...place, label: place.head, head: place.label, row: place.column - 1, column: place.row + 1 };
}
