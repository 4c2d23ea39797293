import { grants, rounds, testReadings } from './tables.ts';

describe('cells that are dates', () => {
  testReadings([
    ['reads a date that stands first', 'The deadline for the summer round is 15 June', grants, '30 June: denies (quantity)'],
    ['says the date of the cell', 'The deadline for the summer round is June 30', grants, '30 June: says'],
    ['leaves a year open that nothing tells', 'The deadline for the summer round is 30 June 2025', grants, '30 June: open'],
    ['finds the year above', 'The deadline for the summer round is 30 June 2025', { ...grants, above: ['Grants 2025'] }, '30 June: says'],
    ['denies another day, whatever the year', 'The deadline for the summer round is 29 June 2025', grants, '30 June: denies (quantity)'],
    ['takes no end for a beginning', 'The summer round runs from 30 June', rounds, 'Summer round: open'],
    ['takes no other beginning for one', 'The summer round runs from 1 July', rounds, 'Summer round: more'],
  ]);
});
