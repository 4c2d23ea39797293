import assert from 'node:assert/strict';

import { isNearWord, isSameProperty, isSameWord } from '../../../../src/claims/cells/same-word.ts';
import { tellingWords } from '../../../../src/claims/cells/telling-words.ts';
import { bundledKnowledge } from '../../../../src/claims/knowledge.ts';
import type { Token } from '../../../../src/text/tokens.ts';

function word(text: string): Token {
  const [only] = tellingWords(text);
  assert.ok(only);
  return only;
}

describe('words of tables and claims', () => {
  it('knows forms of a word', () => {
    assert.ok(isSameWord(word('Jackets'), word('jacket'), bundledKnowledge()));
    assert.ok(!isSameWord(word('Jackets'), word('gloves'), bundledKnowledge()));
  });
  it('tells single capitals apart from each other and from all words', () => {
    assert.ok(isSameWord(word('B'), word('B'), bundledKnowledge()));
    assert.ok(!isSameWord(word('B'), word('C'), bundledKnowledge()));
    assert.ok(!isSameWord(word('b'), word('B'), bundledKnowledge()));
  });
  it('knows words for one property', () => {
    assert.ok(isSameProperty(word('Fee'), word('costs')));
    assert.ok(isNearWord(word('Fee'), word('costs'), bundledKnowledge()));
    assert.ok(!isSameWord(word('Fee'), word('costs'), bundledKnowledge()));
    assert.ok(!isSameProperty(word('Fee'), word('loan')));
  });
  it('leaves out words that tell nothing, but no letters that name', () => {
    assert.deepEqual(
      tellingWords('A plan of class A gets the most').map(({ text }) => text),
      ['plan', 'class', 'A', 'most'],
    );
  });
});
