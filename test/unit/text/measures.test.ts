import assert from 'node:assert/strict';

import { measureAfter } from '../../../src/text/measures.ts';

describe('what a number measures', () => {
  const of = (text: string): string | null => measureAfter(text, /\d+/.exec(text)?.[0].length ?? 0);
  it('is told by the word behind it', () => {
    assert.deepEqual(['12 months', '12-month-old', '230 meters', '230 metres', '64 bits', '5%', '5 percent', '20 euros'].map(of), [
      'month',
      'month',
      'length',
      'length',
      'data',
      'share',
      'share',
      'money',
    ]);
  });
  it('is nothing where it counts', () => {
    assert.deepEqual(['12 characters', '12', '12 or more', '12 daydreams', '12 minutemen'].map(of), [null, null, null, null, null]);
  });
});
