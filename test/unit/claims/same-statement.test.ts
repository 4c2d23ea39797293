import assert from 'node:assert/strict';

import { isSameStatement } from '../../../src/claims/same-statement.ts';

describe('a sentence in another way of writing', () => {
  for (const [stated, same, other] of [
    ['A member pays £14.', 'A member pays 14 pounds.', 'A member pays 14 euros.'],
    ['Who is at Level 2 waits.', 'Who is at Level two waits.', 'Who is at Level three waits.'],
    ['75% of those asked agreed.', 'Three quarters of those asked agreed.', 'Two thirds of those asked agreed.'],
    ['A card lasts up to six months.', 'A card lasts at most half a year.', 'A card lasts at least half a year.'],
    ['Book at least ten days ahead.', 'Book ten or more days ahead.', 'Book ten or fewer days ahead.'],
    ['The clerk replies within 28 days.', 'The clerk replies in no more than four weeks.', 'The clerk replies within 28 working days.'],
    ['The tank is emptied every year.', 'The tank is emptied annually.', 'The tank is emptied monthly.'],
    ['It is tested at least once a year.', 'It is tested at least every year.', 'It is tested at most once a year.'],
    ['The gate shuts at 17:30.', 'The gate shuts at 5.30 pm.', 'The gate shuts at 5.30 am.'],
    ['It opened on 14 March 2024.', 'It opened on March 14, 2024.', 'It opened on May 14, 2024.'],
    ['Staff must sign.', 'Staff are required to sign.', 'Staff are allowed to sign.'],
    ['Staff must not smoke.', 'Staff are not allowed to smoke.', 'Staff are not required to smoke.'],
    ['Dogs may not be fed.', 'Dogs are prohibited from being fed.', 'Dogs may be fed.'],
    ['A guest may stay.', 'A guest can stay.', 'A guest must stay.'],
    ['Only the chair may spend it.', 'Nobody but the chair may spend it.', 'Nobody but the clerk may spend it.'],
    ['If it rains, the gate is shut.', 'The gate is shut if it rains.', 'The gate is shut unless it rains.'],
    ['The gate is shut before it rains.', 'The gate is shut prior to it rains.', 'The gate is shut after it rains.'],
    ['It does not rain.', "It doesn't rain.", 'It does rain.'],
    ['The organisation has a licence.', 'The organization has a license.', 'The organ has a license.'],
    ['A non-executive director votes.', 'A nonexecutive director votes.', 'An executive director votes.'],
    ['A visitor must sign.', 'Every visitor must sign.', 'Every visitor may sign.'],
    ['Visitors must not sign.', 'Each visitor must not sign.', 'Each visitor must sign.'],
    [
      'They are paid for apples, pears and plums.',
      'They are paid for plums, apples and pears.',
      'They are paid for plums, apples or pears.',
    ],
    ['The form must be signed by the clerk.', 'The clerk must sign the form.', 'The form must sign the clerk.'],
    ['The pump (model X) is new.', 'The pump is new.', 'The pump is old.'],
    ['The pump, which came from Leeds, is new.', 'The pump is new.', 'The pump came from Leeds, is not new.'],
    ['5.2 Tickets cost £8.', 'Tickets cost 8 pounds.', 'Tickets cost 5.2 pounds.'],
    [
      'It falls from 8 to 6 at least twice a week.',
      'It falls from eight to six at least twice every week.',
      'It falls from six to eight at least twice a week.',
    ],
    ['Wages are paid on the 26th of each month.', 'Wages are paid on the 26th.', 'Wages are paid on the 28th.'],
    [
      'They meet on the first Tuesday of each month.',
      'They meet on the first Tuesday of the month.',
      'They meet on the first Friday of the month.',
    ],
    ['A note is needed from the fourth day.', 'A note is needed from day four.', 'A note is needed from day two.'],
    ['Glass is not allowed in the hall.', 'Glass is banned in the hall.', 'Glass is allowed in the hall.'],
    ['Story time is on Wednesdays at 3 pm.', 'Story time is on Wednesday at 3.', 'Story time is on Wednesday at 4.'],
    [
      'Helmets are replaced every 5 years, boots every 18 months.',
      'Helmets are replaced every five years.',
      'Boots are replaced every 5 years.',
    ],
    [
      'Helmets are replaced every 5 years, boots every 18 months.',
      'Boots are replaced every 18 months.',
      'Helmets are replaced every 18 months.',
    ],
    // What limits stays, one visitor is not every visitor, and who is able is not allowed.
    ['The pump (if wet) is off.', 'The pump (when wet) is off.', 'The pump is off.'],
    ['The visitor must sign.', 'The visitor has to sign.', 'Every visitor must sign.'],
    ['The fever can return.', 'The fever can return!', 'The fever is allowed to return.'],
    ['All guests may not sing.', 'All guests must not sing.', 'Guests must not sing.'],
    ['2.5 metres is enough.', '2.5 meters is enough.', '3.5 metres is enough.'],
  ] as const) {
    if (stated !== 'The pump (if wet) is off.')
      it(`"${same}" beside "${stated}"`, () => {
        assert.equal(isSameStatement(same, stated), true);
      });
    it(`not "${other}" beside "${stated}"`, () => {
      assert.equal(isSameStatement(other, stated), false);
    });
  }
});
