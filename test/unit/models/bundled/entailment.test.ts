import assert from 'node:assert/strict';

import { createBundledEntailment } from '../../../../src/models/bundled/entailment.ts';
import { judgeOfFacts } from '../../../support/judge.ts';

describe('the judge as a judge of entailment', () => {
  it('reads the premise under its context for the hypothesis, each pair in its place', async () => {
    const judge = judgeOfFacts([
      { asked: /seven/, says: /07:00/, stance: 'supports', surety: 0.9 },
      { asked: /seven/, says: /shut/, stance: 'refutes', surety: 0.8 },
    ]);
    const entailment = createBundledEntailment(judge);
    const hypothesis = 'The lock opens at seven.';
    const scores = await entailment.classify(
      [
        { premise: 'It is shut.', hypothesis },
        { premise: 'It opens at 07:00.', hypothesis, context: 'Hours' },
        { premise: 'The keeper is ill.', hypothesis },
      ],
      { seed: 1 },
    );
    assert.deepEqual(
      scores.map(({ entail, contradict }) => [entail, contradict]),
      [
        [0, 0.8],
        [0.9, 0],
        [0, 0],
      ],
    );
    for (const { entail, neutral, contradict } of scores) assert.ok(Math.abs(entail + neutral + contradict - 1) < 1e-9);
    assert.deepEqual(judge.asked[1], { query: hypothesis, heading: 'Hours', sentences: ['It opens at 07:00.'] });
    assert.deepEqual(entailment.identity, judge.identity);
  });
});
