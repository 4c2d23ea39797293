import assert from 'node:assert/strict';

import fc from 'fast-check';

import { WordTable } from '../../../src/text/word-table.ts';

const bytes = (word: string): Buffer => Buffer.from(word);
const find = <Value>(table: WordTable<Value>, word: string): Value | undefined => table.at(bytes(word), 0, bytes(word).length);

describe('a table of words', () => {
  it('finds what was put into it, and nothing else, however much that is', () => {
    const word = fc.oneof(fc.string({ unit: 'binary', maxLength: 6 }), fc.integer({ max: 20_000 }).map(String));
    fc.assert(
      fc.property(fc.array(word, { maxLength: 400 }), fc.array(word, { maxLength: 50 }), (put, asked) => {
        const table = new WordTable<number>(100_000);
        const known = new Map<string, number>();
        for (const [at, each] of put.entries()) {
          const key = bytes(each).toString();
          assert.equal(find(table, each), known.get(key));
          if (known.has(key)) continue;
          table.add(bytes(each), 0, bytes(each).length, at);
          known.set(key, at);
        }
        for (const each of [...put, ...asked]) assert.equal(find(table, each), known.get(bytes(each).toString()));
      }),
    );
  });

  it('grows, and begins anew when it is full', () => {
    const table = new WordTable<number>(10_000);
    for (let number = 0; number < 10_000; number += 1) table.add(bytes(`word${number}`), 0, bytes(`word${number}`).length, number);
    for (let number = 0; number < 10_000; number += 1) assert.equal(find(table, `word${number}`), number);
    table.add(bytes('one more'), 0, 8, -1);
    assert.equal(find(table, 'one more'), -1);
    assert.equal(find(table, 'word1'), undefined);
  });

  it('finds a word within a text, in either case where it folds', () => {
    const text = bytes('Of SHA256 and sha1');
    const folding = new WordTable<string>(10, true);
    folding.add(text, 3, 9, 'digest');
    assert.equal(find(folding, 'sha256'), 'digest');
    assert.equal(folding.at(text, 3, 9), 'digest');
    const exact = new WordTable<string>(10);
    exact.add(text, 3, 9, 'digest');
    assert.equal(find(exact, 'sha256'), undefined);
    assert.equal(find(exact, 'SHA256'), 'digest');
  });
});
