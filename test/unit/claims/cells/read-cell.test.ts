import assert from 'node:assert/strict';

import fc from 'fast-check';

import { kit, read, testReadings } from './tables.ts';

const queues = {
  columns: ['Ride', 'Queue time'],
  rows: [
    ['Rocket', '20 minutes'],
    ['Carousel', '3 minutes'],
  ],
  above: ['Rides'],
};
const lengths = { ...queues, columns: ['Ride', 'Duration'] };

describe('cells of tables', () => {
  testReadings([
    ['reads conditions as none', 'Deckhands get three jackets if they ask', kit, ''],
    ['reads questions as none', 'Do deckhands get three jackets?', kit, ''],
    ['denies nothing by the only column where the claim may mean another', 'The Rocket takes 5 minutes', queues, 'Rocket: open'],
    ['denies by an only column that any amount may have', 'The Rocket takes 5 minutes', lengths, 'Rocket: denies (quantity)'],
  ]);

  it('says an amount of a cell and denies every other, whatever rows stand beside it', () => {
    const amount = fc.integer({ min: 2, max: 20 });
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.constantFrom('Bosun', 'Deckhand', 'Purser', 'Cook', 'Pilot'), { minLength: 2 }),
        fc.array(amount, { minLength: 5, maxLength: 5 }),
        amount,
        (roles, amounts, claimed) => {
          const table = { columns: ['Role', 'Jackets'], rows: roles.map((role, at) => [role, String(amounts[at])]), above: ['Kit'] };
          const [role = ''] = roles;
          assert.equal(read(`${role}s get ${claimed} jackets`, table), `${role}: ${claimed === amounts[0] ? 'says' : 'denies (quantity)'}`);
        },
      ),
      { numRuns: 60, seed: 1 },
    );
  });
});
