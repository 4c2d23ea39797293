import assert from 'node:assert/strict';

import { parseCausalQuery } from '../../../src/causal/query.ts';

describe('causal questions', () => {
  const cases = [
    ['Why did the switch room flood?', { kind: 'causes', cause: null, outcome: 'the switch room flood', opposite: false }],
    ['What caused the loss of heating?', { kind: 'causes', cause: null, outcome: 'the loss of heating', opposite: false }],
    ['What was the reason for the delay?', { kind: 'causes', cause: null, outcome: 'the delay', opposite: false }],
    ['What happens if the vent stays open?', { kind: 'effects', cause: 'the vent stays open', outcome: null, opposite: false }],
    ['What are the consequences of a flat battery?', { kind: 'effects', cause: 'a flat battery', outcome: null, opposite: false }],
    [
      'Would berth 5 have been closed without the sharp edge?',
      { kind: 'necessity', cause: 'the sharp edge', outcome: 'berth 5 closed', opposite: true },
    ],
    ['Did the storm cause the loss of supply?', { kind: 'link', cause: 'the storm', outcome: 'the loss of supply', opposite: false }],
    ['Was the fire caused by a spark?', { kind: 'link', cause: 'a spark', outcome: 'the fire', opposite: false }],
  ] as const;
  for (const [question, expected] of cases)
    it(`parses "${question}"`, () => {
      assert.deepEqual(parseCausalQuery(question), expected);
    });

  it('leaves other questions alone', () => {
    for (const question of ['How long must passwords be?', 'Who signed the report?', '', '?'])
      assert.equal(parseCausalQuery(question), null);
  });
});
