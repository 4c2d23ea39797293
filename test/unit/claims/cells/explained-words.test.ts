import { hours, kit, testReadings } from './tables.ts';

describe('claims with words that nothing explains', () => {
  testReadings([
    ['leaves open what has a word more', 'Former bosuns earn £24 an hour', kit, 'Bosun: more'],
    ['leaves open another act', 'Deckhands lose three jackets', kit, 'Deckhand: more'],
    ['leaves open what is not of all', 'Most deckhands get three jackets', kit, 'Deckhand: more'],
    ['leaves a season open', 'In winter the pool closes at 5 on Saturdays', hours, 'Pool: more'],
  ]);
});
