import assert from 'node:assert/strict';

import { readLimits, readPassages, readSentencesTogether, readTogether } from '../../../src/answer/read.ts';
import { judgeOfFacts, scriptedJudge } from '../../support/judge.ts';
import { passageOf, readOf } from './passages.ts';

const question = 'When does the lock open?';
const many = Array.from({ length: 20 }, (_, place) => passageOf(`${String(place)}.md`, `Notice ${String(place)}.`, 'The lock is old.'));

describe('reading the passages of a search', () => {
  it('reads the best few in the order of the search, each under its heading', async () => {
    const judge = judgeOfFacts([]);
    const read = await readPassages(question, many, judge, {});
    assert.equal(read.length, readLimits.most);
    assert.deepEqual(
      judge.asked.map(({ heading }) => heading),
      many.slice(0, readLimits.most).map(({ heading }) => heading),
    );
    assert.deepEqual(judge.asked[0]?.sentences, ['Notice 0.', 'The lock is old.']);
  });

  it('stops behind the first few where one of them answers surely', async () => {
    for (const [sure, expected] of [
      [2, readLimits.least],
      [readLimits.least, readLimits.least + 1],
    ] as const) {
      const read = await readPassages(
        question,
        many,
        judgeOfFacts([{ asked: /open/, says: new RegExp(`^Notice ${String(sure)}\\.`), surety: 0.99 }]),
        {},
      );
      assert.equal(read.length, expected);
    }
  });

  it('puts the likeliest to answer first, and keeps the order of the search among equals', async () => {
    const read = await readPassages(
      question,
      many,
      scriptedJudge(({ heading }) => ({ answered: heading === '3.md' ? 0.6 : heading === '5.md' ? 0.8 : 0.2 })),
      {},
    );
    assert.deepEqual(
      read.map(({ rank }) => rank),
      [5, 3, 0, 1, 2, 4, 6, 7],
    );
  });

  it('reads nothing where nothing was found', async () => {
    assert.deepEqual(await readPassages(question, [], judgeOfFacts([]), {}), []);
  });
});

describe('reading sentences of several places together', () => {
  const a = passageOf('Song > Cast', 'Elena Marsh directed it.', 'It was shot in Rotterdam.');
  const b = passageOf('Marsh', 'She was born in 1921.');

  it('takes the sentence of each passage that is needed most, with the last of its headings', async () => {
    const judge = judgeOfFacts([{ asked: /born/, says: /born in (1921)/ }]);
    const together = await readSentencesTogether(
      'When was the director born?',
      [readOf(a, 0, { evidence: [0.9, 0.1] }), readOf(b, 1, {})],
      judge,
      {},
    );
    assert.deepEqual(judge.asked, [
      { query: 'When was the director born?', heading: '', sentences: ['Cast: Elena Marsh directed it.', 'Marsh: She was born in 1921.'] },
    ]);
    assert.ok(together !== null);
    assert.deepEqual(
      together.passage.spans.map(({ id }) => id),
      ['Song > Cast#0', 'Marsh#0'],
    );
    const [words] = together.score.spans;
    assert.ok(words !== undefined);
    assert.equal(together.passage.spans[1]?.text.slice(words.start, words.end), '1921');
  });

  it('reads one sentence twice never, and one sentence alone not at all', async () => {
    const [span] = b.spans;
    assert.ok(span !== undefined);
    const source = { span, heading: 'Marsh' };
    const judge = judgeOfFacts([]);
    assert.equal(await readTogether(question, [source, source], judge, {}), null);
    assert.equal(await readTogether(question, [], judge, {}), null);
    assert.equal(judge.asked.length, 0);
  });
});
