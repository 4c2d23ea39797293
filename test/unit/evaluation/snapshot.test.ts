import assert from 'node:assert/strict';

import { changesBetween } from '../../../evaluation/snapshot/compare.ts';

describe('a snapshot of reports', () => {
  it('names each field that differs once, with the number of reports and an example', () => {
    const before = { a: { answer: { text: 'eight' }, stages: [{ ms: 0 }] }, b: { answer: { text: 'nine' }, stages: [] } };
    const after = { a: { answer: { text: '8' }, stages: [{ ms: 0 }] }, b: { answer: { text: '9' }, stages: [{ ms: 0 }] } };
    assert.deepEqual(changesBetween(before, after), [
      { field: 'answer.text', reports: 2, example: 'a: "eight" -> "8"' },
      { field: 'stages[]', reports: 1, example: 'b: 0 -> 1' },
    ]);
  });

  it('is not the same as one that lacks a report', () => {
    assert.equal(changesBetween({ a: { x: 1 } }, {}).length, 1);
    assert.deepEqual(changesBetween({ a: { x: [1, null] } }, { a: { x: [1, null] } }), []);
  });
});
