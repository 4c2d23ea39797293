import assert from 'node:assert/strict';

import { contextOf } from '../../../../evaluation/arms.ts';
import { documentOf } from '../../../../evaluation/sets/files.ts';
import { readCandidates } from '../../../../src/audit/answer/candidates.ts';
import { bundledModels } from '../../../../src/models/bundled/models.ts';
import { retrieve } from '../../../../src/retrieve/retrieve.ts';
import { takesSeveralSteps } from '../../../../src/refine/decompose.ts';

const models = bundledModels();
const documents = [
  documentOf('bell.md', 'The bell of Sarn', ['The bell of Sarn was cast by Edda Morl in 1911.', 'It hangs in the town hall.']),
  documentOf('morl.md', 'Edda Morl', ['Edda Morl was a founder of bells.', 'She was born in Tavik, a village on the coast.']),
  documentOf('tower.md', 'The tower of Sarn', ['The tower of Sarn was built in 1702.', 'It burned down twice.']),
];

describe('sentences that tell most together', () => {
  it('lead to a sentence that shares no word with the question, and to words in it', async () => {
    const { ranker } = models;
    assert.ok(ranker !== undefined);
    const { index } = await contextOf(documents, models);
    const question = 'Where was the woman who cast the bell of Sarn born?';
    const retrieved = await retrieve(question, index, models, { limit: 20, exclude: [] }, { seed: 1 });
    const { chain, candidates } = await readCandidates(question, retrieved, { ...models, ranker }, { seed: 1 });
    assert.ok(chain.slice(0, 4).some(({ text }) => text.includes('Tavik')));
    assert.ok(candidates.some(({ short }) => short?.text.includes('Tavik') === true));
  });

  it('are not asked for where a list or a reason is', async () => {
    const { ranker } = models;
    assert.ok(ranker !== undefined);
    const { index } = await contextOf(documents, models);
    const question = 'Why did the tower of Sarn burn down?';
    const retrieved = await retrieve(question, index, models, { limit: 20, exclude: [] }, { seed: 1 });
    const { chain } = await readCandidates(question, retrieved, { ...models, ranker }, { seed: 1 });
    assert.deepEqual(chain, []);
  });
});

describe('questions that take several steps', () => {
  for (const [question, several] of [
    ['Where was the director of the bank of Sarn born?', true],
    ['Who is older, Edda Morl or Jan Tavik?', true],
    ['How long may a verifier wait before it locks an account?', false],
    ['What does the Acme policy say about laptops?', false],
  ] as const)
    it(`${several ? 'are' : 'are not'} such as "${question}"`, () => {
      assert.equal(takesSeveralSteps(question), several);
    });
});
