import assert from 'node:assert/strict';
import { join } from 'node:path';

import { modelsFolder } from '../../../../src/inference/weights.ts';
import { WordBook } from '../../../../src/models/bundled/word-book.ts';
import { Lexicon } from '../../../../src/text/lexicon.ts';

describe('the book of words', () => {
  const lexicon = Lexicon.load(join(modelsFolder(), 'lexicon', 'lexicon.txt.gz'));
  // Without vectors: what is known of two words is the lexicon's alone.
  const book = new WordBook(lexicon, () => null);
  const strength = (premise: string, hypothesis: string): number => book.strength(book.id(premise), book.id(hypothesis));

  it('knows the same word, other forms, and what says it in another word, in this order of strength', () => {
    const [same, form, synonym, special] = [
      strength('dog', 'dog'),
      strength('children', 'child'),
      strength('purchase', 'buy'),
      strength('puppy', 'dog'),
    ];
    assert.equal(same, 1);
    assert.ok(same > form && form > synonym && synonym >= special && special > 0, [same, form, synonym, special].join());
    assert.ok(strength('pay', 'payment') > special);
  });

  it('gives a more general word less than a more special one, and opposites little', () => {
    assert.ok(strength('canine', 'dog') < strength('puppy', 'dog'));
    assert.ok(strength('hot', 'cold') <= 0.4);
  });

  it('gives nothing to words that have nothing in common, nor to unknown ones', () => {
    assert.ok(strength('bridge', 'dog') < 0.3);
    assert.equal(strength('dog', 'qwzx'), 0);
    assert.equal(strength('qwzx', 'dog'), 0);
  });

  it('gives a word one number, and knows no number that it has not given', () => {
    assert.equal(book.id('dog'), book.id('dog'));
    assert.equal(book.word(book.id('dogs')).lemmas.includes('dog'), true);
    assert.throws(() => book.word(book.size), RangeError);
  });
});
