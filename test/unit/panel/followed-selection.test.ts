import assert from 'node:assert/strict';

import fc from 'fast-check';

import { FollowedSelection } from '../../../src/panel/followed-selection.ts';
import { ShownRevisions } from '../../../src/panel/shown-revisions.ts';

const items = Array.from({ length: 8 }, (_, at) => String(at));

/** A list far away: what is sent to it, what it tells and the keys pressed in it each go in their own order. */
class FarList {
  now = 0;
  selected = '0';
  readonly #due: { readonly at: number; readonly order: number; readonly work: () => void }[] = [];
  readonly delay: number;
  #order = 0;

  constructor(delay: number) {
    this.delay = delay;
  }

  after(work: () => void): void {
    this.#due.push({ at: this.now + this.delay, order: (this.#order += 1), work });
  }

  pass(milliseconds: number): void {
    const until = this.now + milliseconds;
    for (;;) {
      this.#due.sort((a, b) => a.at - b.at || a.order - b.order);
      const [next] = this.#due;
      if (next === undefined || next.at > until) break;
      this.#due.shift();
      this.now = next.at;
      next.work();
    }
    this.now = until;
  }
}

type Key = 'j' | 'k' | 'a' | `click ${string}`;

/** The queue's host: `j` and `k` move, `a` decides and goes on, a click is told by the list. */
function pressed(keys: readonly Key[], between: number, delay: number): { readonly decided: string[]; readonly selected: string } {
  const list = new FarList(delay);
  const followed = new FollowedSelection();
  const decided: string[] = [];
  const reveal = (id: string): void => {
    const arrived = followed.want(id);
    list.after(() => {
      if (list.selected !== id) select(id);
      list.after(arrived);
    });
  };
  const select = (id: string): void => {
    list.selected = id;
    list.after(() => {
      const [wanted] = followed.told([id]) === 'late' ? followed.ids : [];
      if (wanted !== undefined) reveal(wanted);
    });
  };
  const step = (by: number): void => {
    reveal(String(Math.min(items.length - 1, Math.max(0, Number(followed.ids[0]) + by))));
  };
  select('0');
  list.pass(1000);
  for (const key of keys) {
    if (key.startsWith('click')) {
      // The hand goes to the mouse and back: that takes longer than the link.
      list.pass(400);
      select(key.slice('click '.length));
    } else
      list.after(() => {
        if (key === 'a') decided.push(followed.ids[0] ?? '');
        step(key === 'k' ? -1 : 1);
      });
    list.pass(between);
  }
  list.pass(100_000);
  return { decided, selected: list.selected };
}

function onPaper(keys: readonly Key[]): { readonly decided: string[]; readonly selected: string } {
  const decided: string[] = [];
  let at = 0;
  for (const key of keys) {
    if (key.startsWith('click')) at = Number(key.slice('click '.length));
    else {
      if (key === 'a') decided.push(String(at));
      at = key === 'k' ? Math.max(0, at - 1) : Math.min(items.length - 1, at + 1);
    }
  }
  return { decided, selected: String(at) };
}

describe('A selection that is followed from far away', () => {
  for (const between of [0, 30, 100, 200])
    it(`is what keys are meant for, ${between} ms apart`, () => {
      const key = fc.oneof(
        fc.constantFrom<Key>('j', 'k', 'a'),
        fc.constantFrom(...items).map((id): Key => `click ${id}`),
      );
      fc.assert(
        fc.property(fc.array(key, { minLength: 1, maxLength: 30 }), (keys) => {
          assert.deepEqual(pressed(keys, between, 75), onPaper(keys));
        }),
        { numRuns: 200, seed: 5 },
      );
    });

  it('stays with what a person chose while it was sent elsewhere', () => {
    const followed = new FollowedSelection();
    followed.told(['0']);
    followed.want('1');
    assert.equal(followed.told(['5']), 'person');
    assert.deepEqual(followed.ids, ['5']);
    assert.equal(followed.told(['1']), 'late');
    assert.deepEqual(followed.ids, ['5']);
  });

  it('is several where several are chosen', () => {
    const followed = new FollowedSelection();
    assert.equal(followed.told(['1', '2']), 'person');
    assert.deepEqual(followed.ids, ['1', '2']);
    followed.want('4');
    assert.deepEqual(followed.ids, ['4']);
  });
});

describe('What was drawn of an item', () => {
  it('is what stood there before, until a person can have seen the new', () => {
    let now = 0;
    const shown = new ShownRevisions(() => now);
    assert.equal(shown.seen('c1'), null);
    shown.draw('c1', 'a');
    assert.equal(shown.seen('c1'), 'a');
    now = 1000;
    shown.draw('c1', 'b');
    assert.equal(shown.seen('c1'), 'a');
    now = 1100;
    shown.draw('c1', 'c');
    assert.equal(shown.seen('c1'), 'a');
    now = 1400;
    assert.equal(shown.seen('c1'), 'c');
  });
});
