import assert from 'node:assert/strict';

import { ratesIn, ratesOfClaim, withoutRates } from '../../../../src/claims/cells/rates.ts';
import { cellClaim } from '../../../../src/claims/cells/telling-words.ts';

describe('rates', () => {
  it('finds the times that amounts are for', () => {
    assert.deepEqual(
      ratesIn('£3 an hour, £20/day, £90 weekly, £900 per year').map(({ unit }) => unit),
      ['hour', 'day', 'week', 'year'],
    );
  });
  it('takes them out and keeps all places', () => {
    assert.equal(withoutRates('Rate per hour in £'), 'Rate          in £');
  });

  const unitsOf = (claim: string, used: ReadonlySet<number> = new Set()): string[] =>
    ratesOfClaim(cellClaim(claim), used).map(({ unit }) => unit);
  it('knows a rate of a claim by the number before it', () => {
    assert.deepEqual(unitsOf('Bosuns work 38 hours a week'), ['week']);
    assert.deepEqual(unitsOf('A day ticket costs £9'), []);
    assert.deepEqual(unitsOf('Bosuns are paid weekly'), ['week']);
  });
  it('takes no words of the row for a rate', () => {
    const claim = 'It costs £9 per week';
    assert.deepEqual(unitsOf(claim, new Set([claim.indexOf('week')])), []);
  });
});
