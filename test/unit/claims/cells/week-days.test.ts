import assert from 'node:assert/strict';

import { weekDaysIn } from '../../../../src/claims/cells/week-days.ts';

describe('days of the week', () => {
  const cases: readonly (readonly [text: string, days: readonly number[], places: readonly string[]])[] = [
    ['Open on Mondays and Fridays', [0, 4], ['Mondays', 'Fridays']],
    ['Tuesday to Thursday', [1, 2, 3], ['Tuesday to Thursday']],
    ['Saturday–Monday', [0, 5, 6], ['Saturday–Monday']],
    ['Monday to Sunday', [0, 1, 2, 3, 4, 5, 6], ['Monday to Sunday']],
    ['weekdays and Saturday', [0, 1, 2, 3, 4, 5], ['weekdays', 'Saturday']],
    ['at the weekend', [5, 6], ['weekend']],
    ['every day', [], []],
  ];
  for (const [text, days, places] of cases)
    it(`of "${text}"`, () => {
      const found = weekDaysIn(text);
      assert.deepEqual([...found.days].sort(), days);
      assert.deepEqual(
        found.places.map(({ start, end }) => text.slice(start, end)),
        places,
      );
    });
});
