import assert from 'node:assert/strict';

import fc from 'fast-check';

import { spectralClusters } from '../../../src/arbitrate/cluster.ts';
import { sampleSizes, stratifiedSamples, weightedSample } from '../../../src/arbitrate/sample.ts';
import { createRandom } from '../../../src/base/random.ts';

function unit(...values: number[]): Float32Array {
  const norm = Math.hypot(...values);
  return Float32Array.from(values.map((value) => value / norm));
}

const members = Array.from({ length: 12 }, (_, index) => ({
  id: `p${String(index).padStart(2, '0')}`,
  text: `passage ${String(index).padStart(2, '0')}`,
  relevance: (index + 1) / 12,
}));

describe('spectral clustering', () => {
  it('finds groups that are apart', () => {
    const group = (x: number, y: number, z: number) => [0, 0.05, -0.05].map((shift) => unit(x + shift, y, z - shift));
    const vectors = [...group(1, 0, 0), ...group(0, 1, 0), ...group(0, 0, 1)];
    assert.deepEqual(spectralClusters(vectors, 3, createRandom(1)), [0, 0, 0, 1, 1, 1, 2, 2, 2]);
  });

  it('gives one cluster for equal vectors, and each its own when there are no more than k', () => {
    assert.deepEqual(spectralClusters([unit(1, 0), unit(1, 0), unit(1, 0)], 2, createRandom(1)), [0, 0, 0]);
    assert.deepEqual(spectralClusters([unit(1, 0), unit(0, 1)], 4, createRandom(1)), [0, 1]);
    assert.deepEqual(spectralClusters([], 4, createRandom(1)), []);
  });

  it('assigns every vector to one of k clusters, the same for the same seed', () => {
    const vector = fc
      .array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 3, maxLength: 3 })
      .filter((values) => Math.hypot(...values) > 0.1)
      .map((values) => unit(...values));
    fc.assert(
      fc.property(fc.array(vector, { maxLength: 20 }), fc.integer({ min: 1, max: 5 }), fc.integer(), (vectors, k, seed) => {
        const clusters = spectralClusters(vectors, k, createRandom(seed));
        assert.equal(clusters.length, vectors.length);
        for (const cluster of clusters) assert.ok(cluster >= 0 && cluster < k);
        assert.deepEqual(spectralClusters(vectors, k, createRandom(seed)), clusters);
      }),
      { numRuns: 50 },
    );
  });
});

describe('stratified samples', () => {
  it('equation 6: at least one, never more than there are, and the rate on average', () => {
    const sizes = [40, 40, 40, 40];
    let total = 0;
    for (let seed = 0; seed < 200; seed += 1) {
      const drawn = sampleSizes(sizes, [0, 0, 0, 0], 0.5, createRandom(seed));
      drawn.forEach((count, cluster) => {
        assert.ok(count >= 1 && count <= sizes[cluster]!);
      });
      total += drawn.reduce((sum, count) => sum + count, 0);
    }
    const mean = total / 200;
    assert.ok(mean > 55 && mean < 82, `about half of 160 less what the caps take, not ${mean}`);
  });

  it('prefers relevant members', () => {
    let best = 0;
    let worst = 0;
    for (let seed = 0; seed < 300; seed += 1) {
      const ids = weightedSample(members, 4, createRandom(seed)).map((member) => member.id);
      if (ids.includes('p11')) best += 1;
      if (ids.includes('p00')) worst += 1;
    }
    assert.ok(best > 2 * worst, `${best} against ${worst}`);
  });

  it('hears every cluster in every draft, without repetition, whatever the order of the members', () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer({ min: 1, max: 5 }), (seed, drafts) => {
        const clusters = members.map((_member, index) => index % 3);
        const samples = stratifiedSamples(members, clusters, drafts, 0.5, createRandom(seed));
        assert.equal(samples.length, drafts);
        for (const sample of samples) {
          assert.equal(new Set(sample.map((member) => member.id)).size, sample.length);
          assert.equal(new Set(sample.map((member) => members.indexOf(member) % 3)).size, 3);
        }
        const order = members.map((_member, index) => index).reverse();
        assert.deepEqual(
          stratifiedSamples(
            order.map((index) => members[index]!),
            order.map((index) => clusters[index]!),
            drafts,
            0.5,
            createRandom(seed),
          ),
          samples,
        );
      }),
    );
  });
});
