import assert from 'node:assert/strict';

import fc from 'fast-check';

import { follow, type Mark, type TextChange } from '../../../src/panel/session-marks.ts';

const words = 'The valve is closed at 6 pm.';
const text = `Intro. ${words} After.`;
const mark: Mark = { id: 'a', start: 7, end: 7 + words.length, edited: false };

function apply(before: string, changes: readonly (TextChange & { readonly text: string })[]): string {
  let result = before;
  for (const { offset, removed, text: put } of [...changes].sort((a, b) => b.offset - a.offset))
    result = result.slice(0, offset) + put + result.slice(offset + removed);
  return result;
}

describe('Marks in a text that is edited', () => {
  it('move with what is typed before them, and stay where it is typed behind them', () => {
    assert.deepEqual(follow([mark], [{ offset: 0, removed: 0, inserted: 5 }]), [{ ...mark, start: 12, end: 12 + words.length }]);
    assert.deepEqual(follow([mark], [{ offset: 7, removed: 0, inserted: 5 }]), [{ ...mark, start: 12, end: 12 + words.length }]);
    assert.deepEqual(follow([mark], [{ offset: mark.end, removed: 0, inserted: 5 }]), [mark]);
  });

  it('are edited where a word of theirs is', () => {
    assert.deepEqual(follow([mark], [{ offset: 30, removed: 1, inserted: 2 }]), [{ ...mark, end: mark.end + 1, edited: true }]);
  });

  it('go with their words', () => {
    assert.deepEqual(follow([mark], [{ offset: 3, removed: text.length - 3, inserted: 0 }]), []);
  });

  it('that are not called edited still stand at their words, whatever is edited', () => {
    const edit = fc.record({ at: fc.nat(text.length), removed: fc.nat(12), put: fc.string({ maxLength: 6 }) });
    fc.assert(
      fc.property(fc.array(edit, { minLength: 1, maxLength: 8 }), (edits) => {
        let now = text;
        let marks: Mark[] = [mark];
        for (const { at, removed, put } of edits) {
          const offset = Math.min(at, now.length);
          const change = { offset, removed: Math.min(removed, now.length - offset), inserted: put.length, text: put };
          now = apply(now, [change]);
          marks = follow(marks, [change]);
          for (const { start, end, edited } of marks) {
            assert.ok(start >= 0 && start < end && end <= now.length);
            if (!edited) assert.equal(now.slice(start, end), words);
          }
        }
      }),
    );
  });

  it('follow several changes of one edit, as several carets make them', () => {
    const changes = [
      { offset: 0, removed: 0, inserted: 2, text: 'ab' },
      { offset: text.length, removed: 0, inserted: 2, text: 'cd' },
      { offset: 2, removed: 3, inserted: 0, text: '' },
    ];
    const [moved] = follow([mark], changes);
    assert.ok(moved !== undefined);
    assert.equal(apply(text, changes).slice(moved.start, moved.end), words);
  });
});
