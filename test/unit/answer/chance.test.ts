import assert from 'node:assert/strict';

import fc from 'fast-check';

import { answerOf, answersOf } from '../../../src/answer/answers.ts';
import { AnswerChance, answerSigns, shippedAnswerChance, signsOf } from '../../../src/answer/chance.ts';
import type { ReadAnswer } from '../../../src/answer/types.ts';
import { anyScore } from '../../support/judge.ts';
import { answerFit } from './fit.ts';
import { marking, passageOf, readOf } from './passages.ts';

const lock = passageOf('lock.md', 'It opens at 06:30 on weekdays.');
const other = passageOf('other.md', 'The lock opens at 07:15.');
const signOf = (name: (typeof answerSigns)[number], signs: readonly number[]): number => signs[answerSigns.indexOf(name)] ?? NaN;

function answer(answered: number, more: Partial<ReadAnswer> = {}): ReadAnswer {
  const found = answerOf(readOf(lock, 0, marking(lock, '06:30', answered)));
  assert.ok(found !== null);
  return { ...found, ...more };
}

describe('the signs of an answer', () => {
  it('are as many as there are names, and all of them numbers, whatever was read', () => {
    const texts = ['It opens at 06:30.', 'It is shut on Sundays.'];
    const set = fc.record({
      spanIds: fc.constant([] as readonly string[]),
      answered: fc.double({ min: 0, max: 1, noNaN: true }),
      same: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(anyScore(texts), { minLength: 1, maxLength: 4 }), fc.array(set, { maxLength: 4 }), (scores, sets) => {
        const answers = answersOf(scores.map((score, rank) => readOf(passageOf(`${String(rank)}.md`, ...texts), rank, score)));
        for (const own of answers) {
          const signs = signsOf(own, answers, sets);
          assert.equal(signs.length, answerSigns.length);
          assert.ok(signs.every((sign) => Number.isFinite(sign)));
          const chance = new AnswerChance(answerFit()).of(signs);
          assert.ok(chance >= 0 && chance <= 1);
        }
      }),
    );
  });

  it('tell what the sentences answer alone only where it is the same answer', () => {
    const own = answer(0.9);
    const alone = (same: boolean): number => signOf('alone', signsOf(own, [own], [{ spanIds: ['a'], answered: 0.9, same }]));
    assert.ok(alone(true) > alone(false));
  });

  it('tell by how much a better answer leads, whether or not the answer itself is among them, and count places that say the same', () => {
    const own = answer(0.9);
    const rival = answerOf(readOf(other, 1, marking(other, '07:15', 0.8)));
    assert.ok(rival !== null);
    const margin = (each: ReadAnswer, all: readonly ReadAnswer[]): number => signOf('margin', signsOf(each, all, []));
    const better = { ...rival, answered: 0.97 };
    assert.equal(margin(own, [own]), 0);
    assert.equal(margin(better, [own, better]), 0);
    assert.ok(margin(own, [own, better]) < 0);
    assert.equal(margin({ ...own }, [own, better]), margin(own, [own, better]));
    const witnessed = answer(0.9, { witnesses: Array.from({ length: 9 }, () => own.sentences) });
    assert.deepEqual(
      [own, witnessed].map((each) => signOf('witnesses', signsOf(each, [each], []))),
      [0, 3],
    );
  });
});

describe('the chance of an answer', () => {
  it('is the logistic of its weighted signs', () => {
    const chance = new AnswerChance(answerFit({ weights: answerSigns.map((_, place) => (place === 0 ? 1 : 0)), offset: 0 }));
    assert.equal(chance.of(answerSigns.map(() => 0)), 0.5);
    assert.ok(chance.of([2, 9, 9]) > chance.of([1, 9, 9]));
  });

  it('refuses a fit to other signs, and what is no fit', () => {
    assert.throws(() => new AnswerChance(answerFit({ signs: ['answered'] })), RangeError);
    assert.throws(() => new AnswerChance({}));
  });

  it('ships with a fit to these signs', () => {
    const { fit } = shippedAnswerChance();
    assert.equal(fit.weights.length, answerSigns.length);
    assert.ok(fit.possible <= fit.supported);
  });
});
