import { kit, testReadings } from './tables.ts';

describe('columns that alone can be meant', () => {
  testReadings([['knows pay by its kind', 'Bosuns earn £24 an hour', kit, 'Bosun: denies (quantity)']]);
});
