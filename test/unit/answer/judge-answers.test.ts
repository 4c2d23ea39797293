import assert from 'node:assert/strict';

import fc from 'fast-check';

import { AnswerChance } from '../../../src/answer/chance.ts';
import { judgeAnswers, setChances } from '../../../src/answer/judge-answers.ts';
import type { AnswerReading } from '../../../src/answer/types.ts';
import type { PairScore, ReadablePassage, TextPair } from '../../../src/inference/types.ts';
import { anyScore, type Fact, judgeOfFacts, scriptedJudge } from '../../support/judge.ts';
import { answerFit } from './fit.ts';
import { marking, passageOf, readOf } from './passages.ts';

const question = 'When does the lock open?';
const chance = new AnswerChance(answerFit());
const lock = passageOf('lock.md', 'The lock is on the canal.', 'It opens at 06:30 on weekdays.');
const other = passageOf('other.md', 'The lock of Bern opens at 07:15.');
const ask = (passages: readonly ReadablePassage[], facts: readonly Fact[]): Promise<AnswerReading> =>
  judgeAnswers(question, passages, [], { judge: judgeOfFacts(facts), chance }, {});

describe('a question, judged', () => {
  it('is answered by the likeliest answer, with what its sentences answer alone', async () => {
    const { best, answers, judged } = await ask(
      [other, lock],
      [
        { asked: /open/, says: /opens at (06:30)/, surety: 0.95 },
        { asked: /open/, says: /opens at (07:15)/, surety: 0.3 },
      ],
    );
    assert.equal(best?.short?.text, '06:30');
    assert.deepEqual(
      answers.map(({ short, likelyWords }) => (short ?? likelyWords)?.text),
      ['06:30', '07:15'],
    );
    // The second is too unsure to be read again.
    assert.deepEqual(judged, [best]);
    assert.deepEqual(best.sets, [{ spanIds: ['lock.md#1'], answered: 0.95, same: true }]);
  });

  it('judges a second answer that is nearly as sure', async () => {
    const { judged } = await ask(
      [other, lock],
      [
        { asked: /open/, says: /opens at (06:30)/, surety: 0.9 },
        { asked: /open/, says: /opens at (07:15)/, surety: 0.8 },
      ],
    );
    assert.deepEqual(
      judged.map(({ short }) => short?.text),
      ['06:30', '07:15'],
    );
    assert.ok((judged[0]?.chance ?? 0) >= (judged[1]?.chance ?? 1));
  });

  it('has no answer where nothing answers', async () => {
    const { best, answers, read } = await ask([lock, other], []);
    assert.deepEqual([best, answers], [null, []]);
    assert.ok(read.length >= 2);
    assert.deepEqual((await ask([], [])).best, null);
  });

  it('reads the best sentences together only where no passage answers alone', async () => {
    const joins = (facts: readonly Fact[]): Promise<boolean> =>
      ask([lock, other], facts).then(({ read }) => read.some(({ passage }) => passage.path === ''));
    assert.equal(await joins([]), true);
    assert.equal(await joins([{ asked: /open/, says: /opens at (06:30)/ }]), false);
  });

  it('takes up what the steps of the question come to', async () => {
    const together = readOf(passageOf('', 'Song: Elena Marsh directed it.', 'Marsh: She was born in 1921.'), 0, {});
    const step = { ...together, score: { ...together.score, ...marking(together.passage, '1921', 0.9) } };
    const { best } = await judgeAnswers(
      question,
      [lock],
      [step],
      { judge: judgeOfFacts([{ asked: /open/, says: /born in (1921)/ }]), chance },
      {},
    );
    assert.equal(best?.short?.text, '1921');
  });

  it('gives the same for the same, and no set of sentences more than the answer has', async () => {
    const texts = ['It opens at 06:30.', 'It is shut on Sundays.', 'The keeper opens it.'];
    const scores = fc.array(anyScore(texts), { minLength: 8, maxLength: 8 });
    const passages = Array.from({ length: 5 }, (_, place) => passageOf(`${String(place)}.md`, ...texts));
    await fc.assert(
      fc.asyncProperty(scores, async (all) => {
        const say = ({ heading, sentences }: TextPair): Partial<PairScore> => {
          const score = all[(Number.parseInt(heading, 10) || 0) % all.length];
          return score === undefined || sentences.length !== texts.length ? { answered: 0.4 } : score;
        };
        const run = (): Promise<AnswerReading> => judgeAnswers(question, passages, [], { judge: scriptedJudge(say), chance }, {});
        const reading = await run();
        assert.deepEqual(await run(), reading);
        assert.ok(reading.judged.length <= 2);
        for (const answer of reading.judged) {
          assert.ok(answer.chance >= 0 && answer.chance <= 1);
          for (const set of setChances(answer)) assert.ok(set.chance >= 0 && set.chance <= answer.chance);
        }
        assert.equal(reading.best, reading.judged[0] ?? null);
      }),
      { numRuns: 40 },
    );
  });
});

describe('what a set of sentences suffices for', () => {
  it('is the answer’s chance, less what it answers less surely, and nothing where it answers otherwise', async () => {
    const { best } = await ask([lock], [{ asked: /open/, says: /opens at (06:30)/, surety: 0.8 }]);
    assert.ok(best !== null);
    const sets = [
      { spanIds: ['a'], answered: 0.8, same: true },
      { spanIds: ['b'], answered: 0.4, same: true },
      { spanIds: ['c'], answered: 1, same: true },
      { spanIds: ['d'], answered: 0.9, same: false },
    ];
    assert.deepEqual(
      setChances({ ...best, chance: 0.6, sets }).map((set) => set.chance),
      [0.6, 0.3, 0.6],
    );
  });
});
