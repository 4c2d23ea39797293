import { hours, testReadings } from './tables.ts';

describe('cells of opening hours', () => {
  testReadings([
    ['reads an hour of either half of the day', 'The pool closes at 7 on Saturdays', hours, 'Pool: says'],
    ['reads both names of a cell', 'The pool shuts at 9 pm on Sundays', hours, 'Pool: denies (quantity)'],
    ['knows the days between', 'On Tuesdays the pool opens at 6:30', hours, 'Pool: says'],
    ['knows closed for shut', 'The sauna is open on Sundays', hours, 'Sauna: denies (negation)'],
    ['knows a negation of it', 'The sauna is not open on Sundays', hours, 'Sauna: says'],
    ['knows being open for no opening', 'The pool is open at 10 on Saturdays', hours, 'Pool: open'],
    ['knows closed until for no closing', 'The pool is closed until 8 on Saturdays', hours, 'Pool: more'],
  ]);
});
