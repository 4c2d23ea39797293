import assert from 'node:assert/strict';

import { contextFeatures, nodeFeatures, readPool, type RerankerSpan } from '../../../src/minimise/reranker/features.ts';
import { createReranker } from '../../../src/minimise/reranker/reranker.ts';
import { shippedReranker } from '../../../src/minimise/reranker/shipped.ts';

const span = (text: string, heading: string, more: Partial<RerankerSpan> = {}): RerankerSpan => ({
  text,
  heading,
  source: `${heading}.md`,
  tokens: text.split(' ').length,
  entailment: { entail: 0.2, neutral: 0.7, contradict: 0.1 },
  covers: 0,
  headingCovers: 0,
  similarity: 0.4,
  ...more,
});

const pool = {
  spans: [
    span('Ada Lovelace was the daughter of Lord Byron.', 'Ada Lovelace', { covers: 0b011, headingCovers: 0b001 }),
    span('He died in Missolonghi.', 'Lord Byron', {
      covers: 0b100,
      headingCovers: 0b010,
      entailment: { entail: 0.6, neutral: 0.3, contradict: 0.1 },
    }),
    span('The winter was cold.', 'Weather', { similarity: 0.05, entailment: { entail: 0.01, neutral: 0.98, contradict: 0.01 } }),
  ],
  unitWeights: [0.3, 0.3, 0.4],
  answer: 0b100,
};
const reading = readPool(pool);
const at = (name: (typeof nodeFeatures)[number], index: number) => reading.nodes[index]?.[nodeFeatures.indexOf(name)];
const given = (name: (typeof contextFeatures)[number], index: number, chosen: readonly number[]) =>
  reading.context(index, chosen)[contextFeatures.indexOf(name)];

describe('reranker', () => {
  it('reads each span by itself and among the others', () => {
    assert.equal(at('question', 0), 1);
    assert.equal(at('question', 1), 0);
    assert.equal(at('questionHeaded', 1), 0.5);
    assert.equal(at('answer', 1), 1);
    assert.ok(Math.abs((at('linkOut', 0) ?? 0) - 0.7) < 1e-9, 'span 0 names Lord Byron, under which span 1 stands');
    assert.equal(at('linkOut', 2), 0);
    assert.ok(Math.abs((at('linkIn', 1) ?? 0) - 0.6) < 1e-9);
    assert.equal(reading.linked(0, 1), true);
    assert.equal(reading.linked(0, 2), false);
  });

  it('reads a span given those chosen', () => {
    assert.equal(given('chosen', 1, []), 0);
    assert.equal(given('linked', 1, [0]), 1);
    assert.ok(Math.abs((given('newUnits', 1, [0]) ?? 0) - 0.4) < 1e-9);
    assert.equal(given('newUnits', 0, [0]), 0);
    assert.equal(given('overlap', 0, [0]), 1);
    assert.equal(given('chosenAnswer', 0, [1]), 1);
  });

  it('expects more of the evidence than of the weather', () => {
    const reranker = shippedReranker();
    for (const index of [0, 1]) assert.ok(reranker.gain(reading, index, []) > reranker.gain(reading, 2, []));
    assert.ok(reranker.gain(reading, 1, [0]) > reranker.gain(reading, 2, [0]));
  });

  it('has seeded uncertainty around the same gain', () => {
    const reranker = shippedReranker();
    const first = reranker.estimate(reading, 1, [0], 5);
    assert.deepEqual(reranker.estimate(reading, 1, [0], 5), first);
    assert.equal(first.gain, reranker.gain(reading, 1, [0]));
    assert.ok(first.uncertainty > 0);
    assert.notEqual(reranker.estimate(reading, 1, [0], 6).uncertainty, first.uncertainty);
  });

  it('refuses weights of another form', () => {
    assert.throws(() => createReranker({ version: 2 }));
    assert.throws(
      () => createReranker({ version: 1, features: [], context: [], hidden: 4, dropout: 0, standard: [[], [], [], []], weights: {} }),
      /other features/,
    );
    const layers = { 'encode.weight': [1] };
    assert.throws(
      () =>
        createReranker({
          version: 1,
          features: nodeFeatures,
          context: contextFeatures,
          hidden: 4,
          dropout: 0,
          standard: [[], [], [], []],
          weights: layers,
        }),
      /encode is not/,
    );
  });
});
