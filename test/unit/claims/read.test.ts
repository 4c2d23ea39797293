import assert from 'node:assert/strict';

import { passagesRead, readClaim } from '../../../src/claims/read.ts';
import { judgeAsClaimReader } from '../../../src/claims/readers.ts';
import type { ReadablePassage } from '../../../src/inference/types.ts';
import { judgeOfFacts, scriptedJudge } from '../../support/judge.ts';
import { passageOf } from '../answer/passages.ts';

const call = { seed: 1 };
const claim = 'The lock opens at seven.';
const quiet = Array.from({ length: 9 }, (_, place) => passageOf(`${String(place)}.md`, `Notice ${String(place)}.`, 'The keeper is ill.'));
const hours: ReadablePassage = {
  ...passageOf('hours.md', 'The lock is old.', 'It opens at 07:00.', 'So it does in May.'),
  spans: [
    { id: 'a', text: 'The lock is old.' },
    { id: 'b', text: 'It opens at 07:00.', leadIn: 'On weekdays:' },
    { id: 'c', text: 'So it does in May.' },
  ],
};

describe('reading for a claim', () => {
  it('reads the best passages, and puts those that say most about it first', async () => {
    const judge = judgeOfFacts([{ asked: /seven/, says: /07:00/, stance: 'supports' }]);
    const { passages } = await readClaim(claim, [...quiet.slice(0, 3), hours, ...quiet.slice(3)], judgeAsClaimReader(judge), call);
    assert.equal(passages.length, passagesRead);
    assert.deepEqual(
      passages.map(({ rank }) => rank),
      [3, 0, 1, 2, 4, 5],
    );
  });

  it('reads the needed sentences alone, under what introduces them, and all of them together', async () => {
    const judge = judgeOfFacts([
      { asked: /seven/, says: /07:00/, stance: 'supports', surety: 0.9 },
      { asked: /seven/, says: /in May/, stance: 'supports', surety: 0.7 },
    ]);
    const { sets } = await readClaim(claim, [hours, ...quiet], judgeAsClaimReader(judge), call);
    assert.deepEqual(
      sets.map(({ spanIds, stances, from }) => [spanIds, stances.supports, from]),
      [
        [['b'], 0.9, 0],
        [['c'], 0.7, 0],
        [['b', 'c'], 0.9, 0],
      ],
    );
    const alone = judge.asked.slice(passagesRead);
    assert.deepEqual(
      alone.map(({ heading }) => heading),
      ['hours.md > On weekdays:', 'hours.md', 'hours.md'],
    );
  });

  it('reads no sentence alone of a passage that says nothing about it', async () => {
    const judge = judgeOfFacts([]);
    const { sets, passages } = await readClaim(claim, quiet, judgeAsClaimReader(judge), call);
    assert.deepEqual(sets, []);
    assert.equal(passages.length, passagesRead);
    assert.equal(judge.asked.length, passagesRead);
  });

  it('reads alone what the three that say most rest on, and three sentences of each at most', async () => {
    const long = Array.from({ length: 5 }, (_, place) => passageOf(`${String(place)}.md`, 'A.', 'B.', 'C.', 'D.', 'E.'));
    const judge = scriptedJudge(({ sentences }) => ({
      entails: { supports: 0.8, neutral: 0.2, refutes: 0 },
      evidence: sentences.map(() => 0.9),
    }));
    const { sets } = await readClaim(claim, long, judgeAsClaimReader(judge), call);
    assert.deepEqual([...new Set(sets.map(({ from }) => from))], [0, 1, 2]);
    assert.ok(sets.every(({ spanIds }) => spanIds.length <= 3));
    assert.equal(sets.length, 3 * 4);
  });

  it('comes to nothing where nothing was found', async () => {
    assert.deepEqual(await readClaim(claim, [], judgeAsClaimReader(judgeOfFacts([])), call), { passages: [], sets: [] });
  });
});
