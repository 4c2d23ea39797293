import { checks, kit, testReadings } from './tables.ts';

describe('cells of words', () => {
  testReadings([
    ['denies another value of the column', 'Bosuns wear white helmets', kit, 'Bosun: denies (meaning)'],
    ['leaves a value open that no row has', 'Bosuns wear green helmets', kit, 'Bosun: more'],
    ['tells letters apart', 'You need a Class F licence for the reach truck', checks, 'Reach truck: denies (meaning)'],
  ]);
});
