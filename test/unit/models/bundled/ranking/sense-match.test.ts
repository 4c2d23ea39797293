import assert from 'node:assert/strict';

import { SenseMatch } from '../../../../../src/models/bundled/ranking/sense-match.ts';
import { Lexicon } from '../../../../../src/text/lexicon.ts';

describe('the ranker: words that say one another', () => {
  const match = new SenseMatch(['children', 'buy', 'dog', 'payment', 'qwzx'], Lexicon.load('models/lexicon/lexicon.txt.gz'));
  const strengthOf = (word: string): readonly number[] => [...match.strengths(word)];
  const at = (word: string, place: number): number => strengthOf(word)[place] ?? -1;

  it('knows other forms, synonyms, more special words and derived words, in this order of strength', () => {
    const [same, synonym, derived, special] = [at('child', 0), at('purchase', 1), at('pay', 3), at('puppy', 2)];
    assert.ok(same > synonym && synonym > derived && derived > special && special > 0, [same, synonym, derived, special].join());
  });

  it('gives a more general word less than a more special one', () => {
    assert.ok(at('canine', 2) < at('puppy', 2));
    assert.ok(at('canine', 2) > 0);
  });

  it('gives nothing to words that have nothing in common, nor to unknown ones', () => {
    assert.equal(at('bridge', 2), 0);
    assert.equal(at('dog', 4), 0);
    assert.equal(at('qwzx', 0), 0);
  });
});
