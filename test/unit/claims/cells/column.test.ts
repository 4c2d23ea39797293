import { checks, joining, late, testReadings } from './tables.ts';

describe('columns that a claim names', () => {
  testReadings([
    ['takes the fee of a condition for no price', 'A court costs £9', late, 'Court: open'],
    ['takes no joining fee for the price', 'The blue ticket costs £25', joining, 'Blue: open'],
    ['knows who from how often', 'The reach truck is checked by the shift lead', checks, 'Reach truck: denies (party)'],
    ['knows how often from who', 'The reach truck is checked every three months', checks, 'Reach truck: denies (quantity)'],
  ]);
});
