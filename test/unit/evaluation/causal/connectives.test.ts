import assert from 'node:assert/strict';

import fc from 'fast-check';

import { causalConnectives } from '../../../../evaluation/causal/connectives.ts';

describe('Causal connectives', () => {
  it('are found with the side that names the cause', () => {
    const of = (text: string): [string, string][] => causalConnectives(text).map((found) => [found.text, found.cause]);
    assert.deepEqual(of('The bridge was closed because of the flood.'), [['because of', 'after']]);
    assert.deepEqual(of('The flood led to the closing of the bridge.'), [['led to', 'before']]);
    assert.deepEqual(of('The fire was caused by a spark.'), [['was caused by', 'after']]);
    assert.deepEqual(of('A spark caused the fire; as a result, the mill burned down.'), [
      ['caused', 'before'],
      ['as a result', 'before'],
    ]);
    assert.deepEqual(of('The bridge crosses the river.'), []);
  });

  it('stand where they say, in order, apart from each other', () => {
    const words = fc
      .array(
        fc.constantFrom('because', 'of', 'the', 'flood', 'led', 'to', 'was', 'caused', 'by', 'due', 'result', 'as', 'a', ',', '\n', 'é'),
        { maxLength: 30 },
      )
      .map((list) => list.join(' '));
    fc.assert(
      fc.property(words, (text) => {
        let last = 0;
        for (const { start, end, text: quote } of causalConnectives(text)) {
          assert.ok(start >= last && end > start);
          assert.equal(text.slice(start, end), quote);
          last = end;
        }
      }),
    );
  });
});
