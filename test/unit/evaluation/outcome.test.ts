import assert from 'node:assert/strict';

import { type Asked, isRight } from '../../../evaluation/audit/outcome.ts';

describe('whether a short answer is right', () => {
  const asked = (answers: readonly string[], wrong: readonly string[] = []): Asked => ({
    form: 'entity',
    answerable: true,
    answers: [...answers],
    wrong: [...wrong],
  });
  it('is told without the article of the accepted one', () => {
    assert.equal(isRight(asked(['the Young Farmers']), [], 'Young Farmers', []), true);
    assert.equal(isRight(asked(['The Customer']), [], 'Customer', []), true);
  });
  it('is told by all of its words', () => {
    assert.equal(isRight(asked(["the Larkfield Press and the printers' union"]), [], 'Larkfield Press', []), false);
    assert.equal(isRight(asked(['Plan A']), [], 'Plan B', []), false);
  });
  it('is not told by a wrong one beside it', () => {
    assert.equal(isRight(asked(['Anna'], ['Berta']), [], 'Anna or Berta', []), false);
  });
  it('is none where nothing answers', () => {
    assert.equal(isRight({ ...asked(['Anna']), answerable: false }, [], 'Anna', []), false);
  });
});
