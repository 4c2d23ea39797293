import assert from 'node:assert/strict';

import { bundledKnowledge } from '../../../src/claims/knowledge.ts';
import { PhraseBook } from '../../../src/text/phrases.ts';

const lemmas = (word: string): readonly string[] => (word === 'was' ? ['be'] : word === 'thrown' ? ['throw'] : [word]);

describe('phrases that say the same', () => {
  const book = new PhraseBook('# a remark\ndelete / throw ~ away / get rid of\nsmartphone > phone\n', lemmas);
  const groups = (text: string): number[] => book.usesIn(text.split(' ')).map(({ group }) => group);

  it('are found in any form of their words', () => {
    assert.deepEqual(groups('it deletes them'), [0]);
    assert.deepEqual(groups('they were thrown away'), [0]);
    assert.deepEqual(groups('got rid of'), []);
  });

  it('leave room for a few words where the group says so, and for determiners anywhere', () => {
    assert.deepEqual(book.usesIn('throw all old papers away'.split(' ')), [{ group: 0, side: 'both', words: [0, 4] }]);
    assert.deepEqual(groups('throw all of the old papers away'), []);
    assert.deepEqual(groups('get the rid of'), [0]);
    assert.deepEqual(groups('get well rid of'), []);
  });

  it('may hold in one direction only', () => {
    assert.deepEqual(book.usesIn(['smartphone']), [{ group: 1, side: 'says', words: [0] }]);
    assert.deepEqual(book.usesIn(['phone']), [{ group: 1, side: 'said', words: [0] }]);
  });

  it('may be what people say for a word of documents, and, less strongly, what comes up with it', () => {
    const everyday = new PhraseBook('delete / erase', lemmas, '# a remark\nline manager | boss, my chief | work, office\n');
    const [erase, boss] = [everyday.usesIn(['erase']), everyday.usesIn(['my', 'boss'])];
    assert.deepEqual(
      erase.map(({ group }) => everyday.strengthOf(group)),
      [0.82],
    );
    assert.deepEqual(boss, [
      { group: 1, side: 'both', words: [1] },
      { group: 2, side: 'says', words: [1] },
    ]);
    assert.deepEqual(
      everyday.usesIn(['line', 'manager']).map(({ group }) => group),
      [1, 2],
    );
    assert.deepEqual(everyday.usesIn(['office']), [{ group: 2, side: 'said', words: [0] }]);
    assert.equal(everyday.strengthOf(2), 0.5);
    assert.equal(everyday.strengthOf(9), 0);
  });

  it('ship, and bring everyday words and those of documents together', () => {
    const knowledge = bundledKnowledge();
    const shared = (one: string, two: string): boolean => {
      const own = new Set(knowledge.phrases(one.split(' ')).map(({ group }) => group));
      return knowledge.phrases(two.split(' ')).some(({ group }) => own.has(group));
    };
    assert.ok(shared('claims were turned down', 'the application is rejected'));
    assert.ok(shared('data are kept for a year', 'we retain the logs'));
    assert.ok(!shared('the door was locked', 'the budget rose'));
  });
});
