import assert from 'node:assert/strict';

import { placeIn } from '../../../src/audit/place-in.ts';

describe('words in a quote', () => {
  it('are found over markup and line breaks', () => {
    const quote = 'It SHALL be **at\nleast** 32 bits.';
    const place = placeIn(quote, 'at least 32 bits');
    assert.equal(place === null ? '' : quote.slice(...place), 'at\nleast** 32 bits');
    assert.equal(placeIn(quote, 'at most'), null);
    assert.deepEqual(placeIn('a - b/c [x] (y)', '- b/c [x] (y)'), [2, 15]);
    assert.equal(placeIn(quote, ''), null);
  });
});
