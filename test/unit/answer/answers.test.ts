import assert from 'node:assert/strict';

import fc from 'fast-check';

import { answerOf, answersOf, isSame } from '../../../src/answer/answers.ts';
import type { ReadPassage } from '../../../src/answer/types.ts';
import { anyScore } from '../../support/judge.ts';
import { marking, passageOf, readOf } from './passages.ts';

const lock = passageOf('lock.md', 'The lock is on the canal.', 'It opens at 06:30 on weekdays.', 'It is shut on Sundays.');
const notice = passageOf('notice.md', 'From May on the lock opens at 06:30.');
const other = passageOf('other.md', 'The lock opens at 07:15.');

const text = fc.constantFrom(
  'The lock opens at 06:30.',
  'It is shut on Sundays.',
  'Open.',
  'Straße 漢 😀',
  'The keeper opens the lock at 06:30.',
);
const anyRead: fc.Arbitrary<ReadPassage> = fc
  .tuple(fc.constantFrom('a.md', 'b.md', 'c.md'), fc.array(text, { minLength: 1, maxLength: 8 }), fc.nat(20))
  .chain(([path, texts, rank]) => anyScore(texts).map((score) => readOf(passageOf(path, ...texts), rank, score)));
const anyReads = fc.array(anyRead, { maxLength: 6 });

describe('what one reading answers', () => {
  it('is its words where they are sure, in their sentence, with what else is needed', () => {
    const answer = answerOf(readOf(lock, 0, { ...marking(lock, '06:30', 0.9), evidence: [0.2, 0.8, 0.6] }));
    assert.equal(answer?.form, 'span');
    assert.equal(answer.short?.text, '06:30');
    assert.equal(answer.by, lock.spans[1]);
    assert.deepEqual(answer.sentences, lock.spans.slice(1));
  });

  it('is the sentences where the words are not sure, with the likely ones told', () => {
    const answer = answerOf(readOf(lock, 0, marking(lock, '06:30', 0.9, 0.2)));
    assert.deepEqual([answer?.form, answer?.short, answer?.likelyWords?.text], ['sentences', null, '06:30']);
  });

  it('is the sentence that is needed most where no words are likely at all', () => {
    const answer = answerOf(readOf(lock, 0, { ...marking(lock, '06:30', 0.9, 0.01), evidence: [0.1, 0.2, 0.9] }));
    assert.deepEqual([answer?.form, answer?.by, answer?.likelyWords], ['sentences', lock.spans[2], null]);
  });

  it('is yes or no where the form says so, and the sentences where it cannot tell which', () => {
    const form = (yes: number, no: number): string | undefined =>
      answerOf(readOf(lock, 0, { answered: 0.9, form: { span: 0.1, yes, no }, evidence: [0, 0.9, 0] }))?.form;
    assert.equal(form(0.8, 0.1), 'yes');
    assert.equal(form(0.1, 0.8), 'no');
    assert.equal(form(0.46, 0.44), 'sentences');
  });

  it('is nothing of a passage without a sentence', () => {
    assert.equal(answerOf(readOf(passageOf('empty.md'), 0, { answered: 1 })), null);
  });

  it('has words that stand in the sentence that says them, whatever was read', () => {
    fc.assert(
      fc.property(anyRead, (read) => {
        const answer = answerOf(read);
        assert.ok(answer !== null);
        const { short, likelyWords, by, sentences, form, witnesses } = answer;
        assert.ok(sentences.includes(by));
        for (const words of [form === 'span' ? short : null, likelyWords])
          if (words !== null) assert.equal(by.text.slice(words.start, words.end), words.text);
        assert.equal(short === null, form === 'sentences');
        assert.ok(short === null || likelyWords === null);
        // In reading order, each once, and never more than a person reads.
        const places = sentences.map((span) => read.passage.spans.indexOf(span));
        assert.deepEqual(
          places,
          [...new Set(places)].sort((a, b) => a - b),
        );
        assert.ok(sentences.length <= (short === null ? 6 : 3));
        assert.deepEqual(witnesses, [sentences]);
        assert.deepEqual(answerOf(structuredClone(read)), answer);
      }),
    );
  });
});

describe('the answers of several passages', () => {
  it('are one where they are equal, with each place that says it', () => {
    const answers = answersOf([
      readOf(lock, 0, marking(lock, '06:30', 0.9)),
      readOf(notice, 1, marking(notice, '06:30', 0.8)),
      readOf(other, 2, marking(other, '07:15', 0.7)),
    ]);
    assert.deepEqual(
      answers.map(({ short, witnesses }) => [short?.text, witnesses.map((spans) => spans.map(({ id }) => id))]),
      [
        ['06:30', [['lock.md#1'], ['notice.md#0']]],
        ['07:15', [['other.md#0']]],
      ],
    );
  });

  it('take no copy for a witness', () => {
    const copy = passageOf('copy.md', ...lock.spans.map((span) => span.text));
    const [answer, ...rest] = answersOf([readOf(lock, 0, marking(lock, '06:30', 0.9)), readOf(copy, 1, marking(copy, '06:30', 0.8))]);
    assert.deepEqual([rest, answer?.witnesses.length], [[], 1]);
  });

  it('leave out what does not answer', () => {
    assert.deepEqual(answersOf([readOf(lock, 0, marking(lock, '06:30', 0.01))]), []);
  });

  it('differ from each other, keep the order of the passages, and lose no place that says them', () => {
    fc.assert(
      fc.property(anyReads, (reads) => {
        const answers = answersOf(reads);
        const counted = reads.filter(({ score }) => score.answered >= 0.05);
        for (const [place, answer] of answers.entries()) for (const later of answers.slice(place + 1)) assert.ok(!isSame(answer, later));
        const order = answers.map((answer) => counted.findIndex(({ passage }) => passage.spans.includes(answer.by)));
        assert.deepEqual(
          order,
          [...order].sort((a, b) => a - b),
        );
        for (const read of counted) {
          const own = answerOf(read);
          assert.ok(own !== null && answers.some((answer) => isSame(answer, own)));
        }
        assert.ok(answers.reduce((sum, { witnesses }) => sum + witnesses.length, 0) <= counted.length);
        for (const { witnesses, sentences } of answers) assert.deepEqual(witnesses[0], sentences);
        assert.deepEqual(answersOf(structuredClone(reads)), answers);
      }),
    );
  });
});
