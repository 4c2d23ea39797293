import assert from 'node:assert/strict';

import { entailmentAsClaimReader, judgeAsClaimReader } from '../../../src/claims/readers.ts';
import type { EntailmentScores } from '../../../src/contract/evidence.ts';
import type { EntailmentPair } from '../../../src/models/ports.ts';
import { judgeOfFacts } from '../../support/judge.ts';

const call = { seed: 1 };
const claim = 'The lock opens at seven.';
const texts = [
  { heading: 'Hours', sentences: ['The lock opens at 07:00.', 'It is shut on Sundays.'] },
  { heading: '', sentences: [] },
  { heading: 'Notices', sentences: ['The keeper is ill.'] },
];

describe('readers of claims', () => {
  it('read a passage at once by the judge', async () => {
    const judge = judgeOfFacts([{ asked: /seven/, says: /07:00/, stance: 'supports', surety: 0.9 }]);
    const read = await judgeAsClaimReader(judge).read(claim, texts, call);
    assert.deepEqual(
      judge.asked.map(({ query, heading, sentences }) => [query, heading, sentences.length]),
      [
        [claim, 'Hours', 2],
        [claim, '', 0],
        [claim, 'Notices', 1],
      ],
    );
    assert.deepEqual(
      read.map(({ stances, needed }) => [stances.supports, needed]),
      [
        [0.9, [0.9, 0]],
        [0, []],
        [0, [0]],
      ],
    );
  });

  it('read sentence by sentence by a model of entailment: a passage says what its surest sentence says', async () => {
    const asked: EntailmentPair[] = [];
    const said: Record<string, EntailmentScores> = {
      'The lock opens at 07:00.': { entail: 0.7, neutral: 0.2, contradict: 0.1 },
      'It is shut on Sundays.': { entail: 0.1, neutral: 0.8, contradict: 0.1 },
      'The keeper is ill.': { entail: 0, neutral: 0.9, contradict: 0.1 },
    };
    const reader = entailmentAsClaimReader({
      identity: { id: 'nli', provider: 'onnx', version: '1', local: true },
      classify: (pairs) => {
        asked.push(...pairs);
        return Promise.resolve(pairs.map(({ premise }) => said[premise] ?? { entail: 0, neutral: 1, contradict: 0 }));
      },
    });
    const read = await reader.read(claim, texts, call);
    assert.deepEqual(asked[0], { premise: 'The lock opens at 07:00.', hypothesis: claim, context: 'Hours' });
    assert.deepEqual(
      read.map(({ stances }) => stances),
      [
        { supports: 0.7, neutral: 0.2, refutes: 0.1 },
        { supports: 0, neutral: 1, refutes: 0 },
        { supports: 0, neutral: 0.9, refutes: 0.1 },
      ],
    );
    assert.deepEqual(
      read.map(({ needed }) => needed.map((own) => Number(own.toFixed(3)))),
      [[0.8, 0.2], [], [0.1]],
    );
  });
});
