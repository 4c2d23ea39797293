import assert from 'node:assert/strict';

import { listsOf } from '../../../../src/audit/answer/lists.ts';
import { inDocument } from '../../../support/ranked-sentence.ts';

describe('the lists of what was retrieved', () => {
  const led = { kind: 'list-item', leadIn: 'Take with you:', scope: 'Trips' } as const;
  const bare = { kind: 'list-item', scope: 'Risks' } as const;
  const all = inDocument(
    ['Take with you:', 0.1],
    ['a map;', 0.1, led],
    ['water.', 0.1, led],
    ['A lone sentence.', 0.9],
    ['A fire.', 0.3, bare],
    ['A strike.', 0.2, bare],
  );

  it('come the likeliest first: their sentences speak for them together', () => {
    assert.deepEqual(
      listsOf(all).map(({ by, chance, bestItem, isLed }) => [by.text, Number(chance.toFixed(3)), bestItem, isLed]),
      [
        ['A fire.', 0.44, 0.3, false],
        ['Take with you:', 0.271, 0.1, true],
      ],
    );
  });

  it('have two items at least', () => {
    assert.deepEqual(listsOf(inDocument(['It is:', 0.5], ['a map.', 0.5, led], ['More.', 0.5])), []);
  });

  it('are never sure, and have chances in [0, 1] whatever their length', () => {
    const sure = inDocument(...Array.from({ length: 20 }, (_, place) => [`item ${String(place)}`, 1, bare] as const));
    const [list] = listsOf(sure);
    assert.ok(list !== undefined && list.chance <= 1 && list.sentences.length === 20);
  });
});
