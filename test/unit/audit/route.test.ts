import assert from 'node:assert/strict';

import { type Route, route } from '../../../src/audit/route.ts';

describe('the route of a question', () => {
  const known: readonly (readonly [string, Route])[] = [
    ['How long are logs kept?', 'factual'],
    ['retention period of video recordings', 'factual'],
    ['What does the policy say about visitors?', 'factual'],
    ['Which version is in effect on 3 May?', 'factual'],
    ['Which is stricter, level 1 or level 2?', 'relational'],
    ['Where was the director of Solaris born?', 'relational'],
    ['Harbour Song is a film by a director who was born in which city?', 'relational'],
    ['Why was the gate locked?', 'causal'],
    ['What held up the two ambulances?', 'causal'],
    ['What was behind the contamination at the mill?', 'causal'],
    ['Does salt reduce the yield?', 'causal'],
    ['If the fuse had held, would the pump have run on?', 'causal'],
    ['The gate is locked at night.', 'claim'],
    ['Visitors must wear a badge', 'claim'],
  ];
  for (const [text, expected] of known) {
    it(`of "${text}" is ${expected}`, () => {
      assert.equal(route(text, 'question'), expected);
    });
  }

  it('of what is given as a claim is claim, whatever the setting', () => {
    assert.equal(route('Why was the gate locked?', 'claim', 'factual'), 'claim');
  });

  it('is the one that the setting names', () => {
    assert.equal(route('Why was the gate locked?', 'question', 'factual'), 'factual');
    assert.equal(route('Why was the gate locked?', 'question', 'auto'), 'causal');
  });
});
