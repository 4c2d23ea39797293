import { checks, plans, testReadings } from './tables.ts';

describe('cells that say yes or no', () => {
  testReadings([
    ['reads yes and no', 'Basic members can book online', plans, 'Online booking: denies (negation)'],
    ['reads a denial of no', "Basic members can't book online", plans, 'Online booking: says'],
    ['reads none', 'There is no joining fee for the full plan', plans, 'Joining fee: says'],
    ['knows none needed for no need', "You don't need a licence for the hand truck", checks, 'Hand truck: says'],
    ['knows no need for no ban', 'The hand truck must not have a licence', checks, 'Hand truck: open'],
    ['knows none for at most an amount', 'The joining fee of the full plan is at most £10', plans, 'Joining fee: more'],
    ['denies an amount of none', 'The joining fee of the full plan is £10', plans, 'Joining fee: denies (quantity)'],
  ]);
});
