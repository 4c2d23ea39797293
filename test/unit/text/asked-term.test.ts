import assert from 'node:assert/strict';

import { askedTerm, definesTerm } from '../../../src/text/asked-term.ts';

describe('the term that a question asks about', () => {
  for (const [question, term] of [
    ['What is a relying party?', 'relying party'],
    ['riverside clinic report: what is a dead leg?', 'dead leg'],
    ['"derived credential" - what is that?', 'derived credential'],
    ['What does the National Archives site mean by a persistent cookie?', 'persistent cookie'],
    ['What does AAL stand for?', 'aal'],
    ['Who signs the assertion?', null],
  ] as const)
    it(question, () => {
      assert.equal(askedTerm(question), term);
    });
});

describe('a sentence that defines', () => {
  for (const [term, text, path, defines] of [
    ['relying party', 'A relying party is an entity that relies on an assertion.', [], true],
    ['dead leg', 'Dead leg: a length of pipe that no longer leads to an outlet.', [], true],
    ['dead leg', 'A dead leg of pipe had been left behind the wall.', [], false],
    ['verifier', 'An entity that verifies the claimant.', ['Definitions', 'Verifier'], true],
    ['session cookie', 'Such a file is called a session cookie.', [], true],
  ] as const)
    it(`${term} - ${text}`, () => {
      assert.equal(definesTerm(term, text, path), defines);
    });
});
