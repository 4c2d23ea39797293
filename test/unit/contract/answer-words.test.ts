import assert from 'node:assert/strict';

import fc from 'fast-check';

import { chanceWords, cutAtMarks, hasAbstained, isJudgedByChance, promiseWords, shownParts } from '../../../src/contract/answer-words.ts';
import { states } from '../../../webview/dev/states.ts';

describe('an answer in words', () => {
  it('is cut so that the marks hold the words that answer', () => {
    assert.deepEqual(cutAtMarks('at most 100 tries', [[8, 11]]), [
      { text: 'at most ', marked: false },
      { text: '100', marked: true },
      { text: ' tries', marked: false },
    ]);
    assert.deepEqual(cutAtMarks('all of it', []), [{ text: 'all of it', marked: false }]);
    assert.deepEqual(cutAtMarks('', [[0, 4]]), []);
  });

  it('leaves markup alone: it is cut, not read', () => {
    assert.deepEqual(
      cutAtMarks('<b>a & b</b>', [[3, 8]]).map((piece) => piece.text),
      ['<b>', 'a & b', '</b>'],
    );
  });

  it('gives the quote back whatever the marks are, marks only what they cover, and parts no character', () => {
    const marks = fc.array(fc.tuple(fc.nat(40), fc.nat(40)), { maxLength: 5 });
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 30 }), marks, (quote, given) => {
        const pieces = cutAtMarks(quote, given);
        assert.equal(pieces.map((piece) => piece.text).join(''), quote);
        for (const { text } of pieces) assert.ok(text !== '' && text.isWellFormed());
        const marked = pieces.filter((piece) => piece.marked).reduce((sum, piece) => sum + piece.text.length, 0);
        // A mark's edge within a pair of surrogates moves to before it.
        const covered = Array.from(quote).reduce((sum, point, index, all) => {
          const at = all.slice(0, index).join('').length;
          return given.some(([from, to]) => from < at + point.length && to > at) ? sum + point.length : sum;
        }, 0);
        assert.ok(marked <= covered);
      }),
    );
  });

  it('says the chance in tenths, and never none or all', () => {
    assert.equal(chanceWords(0.42), 'About 4 of 10 answers like this are right');
    assert.equal(chanceWords(0.42, true), 'In about 4 of 10 cases like this one of the two does');
    assert.match(chanceWords(0), /^About 1 of 10/u);
    assert.match(chanceWords(1), /^About 9 of 10/u);
  });

  it('says what is promised, with its set', () => {
    assert.equal(
      promiseWords({ risk: 0.1, confidence: 0.95, questions: 420, asserted: 61, set: 'the dev set' }),
      'Of answers called supported at most 10% are wrong, with 95% confidence, on questions like the 420 of the dev set.',
    );
  });

  it('tells an answer judged by its chance from one judged by quality, and from none', () => {
    const read = (name: keyof typeof states): readonly [boolean, boolean] => {
      const report = states[name].audit?.report ?? {};
      return [isJudgedByChance(report), hasAbstained(report)];
    };
    assert.deepEqual(read('supported'), [false, false]);
    assert.deepEqual(read('not-enough'), [false, false]);
    assert.deepEqual(read('uncertain'), [true, false]);
    assert.deepEqual(read('abstaining'), [true, true]);
    assert.equal(isJudgedByChance({}), false);
  });

  it('shows the sentences whose quotes are there, with their markers', () => {
    const report = states.uncertain.audit?.report ?? {};
    assert.deepEqual(
      shownParts(report).map(({ marker, pieces }) => [marker, pieces.filter(({ marked }) => marked).map(({ text }) => text)]),
      [
        [1, ['at least 14 characters']],
        [2, []],
      ],
    );
    assert.deepEqual(shownParts({ answer: report.answer }), []);
  });
});
