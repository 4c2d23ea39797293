import { grants, testReadings } from './tables.ts';

describe('cells that are dates', () => {
  testReadings([
    ['reads a date that stands first', 'The deadline for the summer round is 15 June', grants, '30 June: denies (quantity)'],
    ['says the date of the cell', 'The deadline for the summer round is June 30', grants, '30 June: says'],
  ]);
});
