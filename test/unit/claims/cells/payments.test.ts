import { boats, joining, nights, testReadings } from './tables.ts';

describe('payments that are no price', () => {
  testReadings([
    ['supports no price by a deposit', 'A canoe costs £20', boats, 'Canoe: more'],
    ['denies no price by a deposit', 'A canoe costs £25', boats, 'Canoe: more'],
    ['reads the deposit itself', 'The deposit of a canoe is £25', boats, 'Canoe: denies (quantity)'],
    ['supports no price by a joining fee', 'The blue ticket costs £20', joining, 'Blue: open'],
    ['reads the joining fee itself', 'The joining fee of the blue ticket is £20', joining, 'Blue: says'],
    ['knows another word for a supplement', 'Deckhands get 20 % extra for nights', nights, 'Deckhand: denies (quantity)'],
  ]);
});
