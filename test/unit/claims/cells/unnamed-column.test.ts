import { kit, testReadings, vans } from './tables.ts';

describe('columns that alone can be meant', () => {
  testReadings([
    ['knows pay by its kind', 'Bosuns earn £24 an hour', kit, 'Bosun: denies (quantity)'],
    ['takes no measure for a column', 'A van holds 2 t', vans, 'Van: open'],
  ]);
});
