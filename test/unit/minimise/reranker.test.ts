import assert from 'node:assert/strict';

import { contextFeatures, nodeFeatures, readPool, type RerankerSpan } from '../../../src/minimise/reranker/features.ts';
import { createGraphReranker } from '../../../evaluation/graph-reranker/graph-reranker.ts';
import { createReranker } from '../../../src/minimise/reranker/reranker.ts';
import { neighbourhoods, relationalLayer } from '../../../evaluation/graph-reranker/rgcn.ts';
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

describe('relational graph layer', () => {
  const relation = { entity: 0, time: 0, source: 0, contradiction: 0 };

  it('eq. 15: own state plus the weighted mean of the neighbours, by relation', () => {
    const heard = neighbourhoods(3, [
      { a: 0, b: 1, weights: { ...relation, entity: 0.5 } },
      { a: 0, b: 2, weights: { ...relation, entity: 1.5, source: 0.8 } },
    ]);
    assert.deepEqual(heard[0]?.[0], [
      { node: 1, weight: 0.25 },
      { node: 2, weight: 0.75 },
    ]);
    const one = [Float64Array.of(1), Float64Array.of(4), Float64Array.of(8)];
    const matrices = [Float64Array.of(2), Float64Array.of(0), Float64Array.of(-1), Float64Array.of(0)];
    const own = { weight: Float64Array.of(3), bias: Float64Array.of(0.5) };
    const next = relationalLayer(one, heard, matrices, own).map((state) => state[0]);
    assert.deepEqual(next, [3 + 0.5 + 2 * (0.25 * 4 + 0.75 * 8) - 8, 12.5 + 2, 24.5 + 2 - 1]);
  });

  it('with FiLM at zero is the reranker without the graph', () => {
    const hidden = 2;
    const inputs = nodeFeatures.length + contextFeatures.length;
    const filled = (size: number, scale: number) => Array.from({ length: size }, (_, index) => scale * Math.sin(index + 1));
    const base = {
      'encode.weight': filled(hidden * inputs, 0.3),
      'encode.bias': [0.1, 0.2],
      'deep.weight': filled(4, 1),
      'deep.bias': [0.3, 0.1],
      'head.weight': [0.5, 0.7],
      'head.bias': [0.05],
    };
    const graph = {
      ...base,
      'enter.weight': filled(hidden * nodeFeatures.length, 0.2),
      'enter.bias': [0, 0],
      'join.weight': filled(hidden * (hidden + 2), 0.4),
      'join.bias': [0, 0],
      'film.weight': new Array<number>(4 * hidden).fill(0),
      'film.bias': [0, 0, 0, 0],
      ...Object.fromEntries(
        [0, 1, 2].flatMap((layer) => [
          [`own.${layer}.weight`, filled(4, 0.5)],
          [`own.${layer}.bias`, [0, 0]],
          [`relation.${layer}`, filled(16, 0.5)],
        ]),
      ),
    };
    const standard = [nodeFeatures.map(() => 0), nodeFeatures.map(() => 1), contextFeatures.map(() => 0), contextFeatures.map(() => 1)];
    const json = (weights: object) => ({
      version: 1,
      features: nodeFeatures,
      context: contextFeatures,
      hidden,
      dropout: 0.2,
      standard,
      weights,
    });
    const plain = createReranker(json(base));
    const withGraph = createGraphReranker(json(graph))(reading, [{ a: 0, b: 1, weights: { ...relation, entity: 0.5 } }]);
    for (const index of [0, 1, 2]) assert.ok(Math.abs(withGraph(index, [0]) - plain.gain(reading, index, [0])) < 1e-12);
    const moved = createGraphReranker(json({ ...graph, 'film.bias': [1, 1, 0.5, 0.5] }))(reading, []);
    assert.notEqual(moved(0, [0]), plain.gain(reading, 0, [0]));
  });
});
