import assert from 'node:assert/strict';

import { judgeSentences } from '../../../src/claims/judge.ts';
import { bundledKnowledge } from '../../../src/claims/knowledge.ts';
import type { RequestedSentence } from '../../../src/claims/pairs.ts';
import { bundledModels } from '../../../src/models/bundled/models.ts';

const columns = ['Role', 'Jackets'];

function rowsOf(path: string, rows: readonly (readonly string[])[], columns: readonly string[]): RequestedSentence[] {
  return rows.map((row, at) => {
    const text = row.map((cell, column) => `${columns[column] ?? ''}: ${cell}`).join('; ');
    return { text, kind: 'row', headings: ['Kit'], document: ['Kit', path], beside: [], elsewhere: [text], table: { columns, rows, at } };
  });
}

async function stances(claim: string, sentences: readonly RequestedSentence[]): Promise<string[]> {
  const judged = await judgeSentences({ claim, sentences, reads: false }, bundledModels().entailment, undefined, bundledKnowledge(), {
    seed: 1,
  });
  return sentences.map((_, at) => judged.find((each) => each.at === at)?.stance ?? 'none');
}

const kit = rowsOf(
  'kit.md',
  [
    ['Bosun', '3'],
    ['Deckhand', '2'],
  ],
  columns,
);

describe('claims decided by cells', () => {
  it('decides by the row that is named alone', async () => {
    assert.deepEqual(await stances('Deckhands get two jackets', kit), ['open', 'supports']);
    assert.deepEqual(await stances('Deckhands get three jackets', kit), ['open', 'refutes']);
  });
  it('turns the verdict of a claim that it is not so', async () => {
    assert.deepEqual(await stances('It is not true that deckhands get two jackets', kit), ['open', 'refutes']);
  });
  it('leaves open what two tables say otherwise', async () => {
    const old = rowsOf(
      'old.md',
      [
        ['Bosun', '3'],
        ['Deckhand', '3'],
      ],
      columns,
    );
    assert.deepEqual(await stances('Deckhands get three jackets', [...kit, ...old]), ['open', 'open', 'open', 'open']);
  });
  it('lets no row deny what it does not speak of', async () => {
    assert.deepEqual(await stances('Former deckhands get three jackets', kit), ['open', 'open']);
  });
  it('counts each word of the claim as said', async () => {
    const [best] = await judgeSentences(
      { claim: 'Deckhands get two jackets', sentences: kit, reads: false },
      bundledModels().entailment,
      undefined,
      bundledKnowledge(),
      { seed: 1 },
    );
    assert.deepEqual(
      best?.atoms.filter(({ state }) => state !== 'said'),
      [],
    );
  });
});
