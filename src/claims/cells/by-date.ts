import { datesAgree, datesIn } from '../../text/dates.ts';
import { type CellReading, denies, open, says } from './cell-reading.ts';

/** What a cell says of a claim's dates: only where both have one. */
export function readByDate([date, ...more]: readonly { readonly normal: string }[], cell: string): CellReading {
  const [stated, ...others] = datesIn(cell);
  if (date === undefined || stated === undefined || more.length + others.length > 0) return open;
  return datesAgree(stated.normal, date.normal) ? says : denies('quantity');
}
