import { kit, testReadings } from './tables.ts';

describe('pay and prices', () => {
  testReadings([['leaves earning no price', 'Bosuns pay £24 an hour', kit, 'Bosun: open']]);
});
