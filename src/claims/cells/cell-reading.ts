import type { Ground } from '../decide.ts';

/**
 * What a cell of a table makes of a claim about it: `none`: the claim names no row; `other`: it names another row of the table; `open`: it
 * names this row, and what it says of it the cell does not tell; `more`: so too, and it has words that nothing in the table or above it says.
 */
export interface CellReading {
  readonly stance: 'none' | 'other' | 'open' | 'more' | 'says' | 'denies';
  readonly ground: Ground;
}

export const none: CellReading = { stance: 'none', ground: null };
export const other: CellReading = { stance: 'other', ground: null };
export const open: CellReading = { stance: 'open', ground: null };
export const more: CellReading = { stance: 'more', ground: null };
export const says: CellReading = { stance: 'says', ground: 'said' };

export function denies(ground: Ground): CellReading {
  return { stance: 'denies', ground };
}
