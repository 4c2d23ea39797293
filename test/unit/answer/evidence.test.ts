import assert from 'node:assert/strict';

import { answerOf, answersOf } from '../../../src/answer/answers.ts';
import { readSet, readSets } from '../../../src/answer/evidence.ts';
import type { ReadAnswer, ReadPassage } from '../../../src/answer/types.ts';
import { judgeOfFacts, type ScriptedJudge } from '../../support/judge.ts';
import { marking, passageOf, readOf } from './passages.ts';

const question = 'When does the lock open?';
const lock = passageOf('lock.md', 'The keeper lives by the lock.', 'It opens at 06:30.', 'On Sundays it is shut.');
const notice = passageOf('notice.md', 'From May on the lock opens at 06:30.');
const knowing = (): ScriptedJudge => judgeOfFacts([{ asked: /open/, says: /opens at (06:30)/ }]);

function only(...reads: readonly ReadPassage[]): ReadAnswer {
  const [first] = answersOf(reads);
  assert.ok(first !== undefined);
  return first;
}

describe('the sentences of an answer, read alone', () => {
  it('are each read by itself, together, and without each, and tell whether the answer is the same', async () => {
    const answer = only(readOf(lock, 0, { ...marking(lock, '06:30', 0.9), evidence: [0.8, 0.9, 0.7] }));
    const judge = knowing();
    const sets = await readSets(question, answer, judge, {});
    assert.deepEqual(
      sets.map(({ spanIds, same }) => [spanIds.map((id) => id.slice(-1)).join(''), same]),
      [
        ['0', false],
        ['1', true],
        ['2', false],
        ['012', true],
        ['12', true],
        ['02', false],
        ['01', true],
      ],
    );
    assert.ok(judge.asked.every(({ query, heading }) => query === question && heading === 'lock.md'));
  });

  it('are those of other places that say the same, too', async () => {
    const answer = only(readOf(lock, 0, marking(lock, '06:30', 0.9)), readOf(notice, 1, marking(notice, '06:30', 0.8)));
    const sets = await readSets(question, answer, knowing(), {});
    assert.deepEqual(
      sets.map(({ spanIds, same }) => [spanIds, same]),
      [
        [['lock.md#1'], true],
        [['notice.md#0'], true],
      ],
    );
  });

  it('are read once each, and no more than twelve sets', async () => {
    const witnesses = Array.from({ length: 20 }, (_, place) =>
      passageOf(`${String(place)}.md`, `Notice ${String(place)}: it opens at 06:30.`),
    );
    const answer = only(...witnesses.map((passage, rank) => readOf(passage, rank, marking(passage, '06:30', 0.9))));
    const doubled = { ...answer, witnesses: [...answer.witnesses, ...answer.witnesses] };
    const judge = knowing();
    const sets = await readSets(question, doubled, judge, {});
    assert.equal(sets.length, 12);
    assert.equal(judge.asked.length, 12);
    assert.equal(new Set(sets.map(({ spanIds }) => spanIds.join())).size, 12);
  });

  it('are read under what introduces the first of them', async () => {
    const item = { id: 'a', text: 'at 06:30', leadIn: 'The lock opens:' };
    const answer = answerOf(readOf({ ...lock, spans: [item] }, 0, { answered: 0.9, evidence: [0.9] }));
    assert.ok(answer !== null);
    const judge = knowing();
    await readSet(question, answer, [item], judge, {});
    assert.equal(judge.asked[0]?.heading, 'lock.md > The lock opens:');
  });

  it('say the same where they are the answer themselves, and less surely marked words of it', async () => {
    const sentences = answerOf(readOf(lock, 0, { answered: 0.9, evidence: [0, 0.9, 0] }));
    assert.ok(sentences?.form === 'sentences');
    assert.equal((await readSet(question, sentences, sentences.sentences, judgeOfFacts([]), {})).same, true);
    const marked = only(readOf(lock, 0, marking(lock, 'opens at 06:30', 0.9)));
    const unsure = judgeOfFacts([{ asked: /open/, says: /(06:30)/, surety: 0.3 }]);
    assert.deepEqual(await readSet(question, marked, marked.sentences, unsure, {}), { spanIds: ['lock.md#1'], answered: 0.3, same: true });
    const another = judgeOfFacts([{ asked: /open/, says: /(It) opens/ }]);
    assert.equal((await readSet(question, marked, marked.sentences, another, {})).same, false);
  });
});
