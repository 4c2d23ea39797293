import assert from 'node:assert/strict';

import fc from 'fast-check';

import { fuse } from '../../../src/index/fusion.ts';
import { byPromise, type Read, ScoreBounds, type Ways } from '../../../src/index/score-bounds.ts';

const unit = fc.double({ min: 0, max: 1, noNaN: true });

/** Candidates of which an index of vectors tells distances that are off by `error`, and LanceDB scores of words in another measure. */
const searched = fc
  .record({
    truths: fc.array(fc.record({ cosine: unit, bm25: unit, isOver: fc.boolean(), which: fc.integer({ min: 0, max: 2 }) }), {
      minLength: 60,
      maxLength: 120,
    }),
    error: fc.double({ min: 0, max: 0.02, noNaN: true }),
    scale: fc.constantFrom(1, 0.5),
    measure: fc.double({ min: 0.2, max: 5, noNaN: true }),
  })
  .map(({ truths, error, scale, measure }) => {
    const [leastCosine, leastWords] = [0.3, 0.3];
    const all = truths.map(({ cosine, bm25, isOver, which }, at): Read & { readonly at: number } => {
      const isNear = which !== 1;
      const isWorded = which !== 0;
      // What a way leaves out is no better than what it gives, give or take its error.
      const [c, w] = [isNear ? leastCosine + 0.7 * cosine : leastCosine * cosine, isWorded ? leastWords + 0.7 * bm25 : leastWords * bm25];
      return {
        at,
        cosine: c,
        bm25: 10 * w,
        distance: isNear ? (1 - c + (isOver ? error : -error)) / scale : null,
        wordScore: isWorded ? (10 * w) / measure : null,
      };
    });
    const ways: Ways = { farthest: (1 - leastCosine) / scale, fewest: (10 * leastWords) / measure };
    return { all, ways };
  });

describe('Bounds of a score', () => {
  it('are never under the score, whatever measure the ways of a search tell in', () => {
    fc.assert(
      fc.property(searched, ({ all, ways }) => {
        const read = all.slice(0, 50);
        const bounds = ScoreBounds.learnt(ways, read);
        if (bounds === null) return;
        const best = all.reduce((most, { bm25 }) => Math.max(most, bm25), 0);
        for (const each of all) {
          assert.ok(bounds.bm25Of(each) >= each.bm25);
          assert.ok(bounds.scoreOf(each, best) >= fuse(each.cosine, each.bm25, best), JSON.stringify(each));
        }
      }),
    );
  });

  it('are not told from what says too little', () => {
    const said = { distance: 0.5, wordScore: 1, cosine: 0.5, bm25: 1 };
    const ways = { farthest: 1, fewest: 0 };
    assert.equal(
      ScoreBounds.learnt(
        ways,
        Array.from({ length: 9 }, () => said),
      ),
      null,
    );
    assert.equal(
      ScoreBounds.learnt(
        ways,
        Array.from({ length: 40 }, () => ({ ...said, wordScore: null })),
      ),
      null,
    );
    assert.ok(
      ScoreBounds.learnt(
        ways,
        Array.from({ length: 10 }, () => said),
      ) !== null,
    );
  });

  it('are learnt from the best of each way, which come first, and no candidate is lost', () => {
    fc.assert(
      fc.property(searched, ({ all, ways }) => {
        const sorted = byPromise(all, ways);
        assert.deepEqual(
          sorted.map(({ at }) => at).sort((a, b) => a - b),
          all.map(({ at }) => at),
        );
        const first = sorted.slice(0, 20);
        const of = (way: 'distance' | 'wordScore'): number => first.filter((each) => each[way] !== null).length;
        for (const way of ['distance', 'wordScore'] as const)
          assert.ok(of(way) >= Math.min(10, all.filter((each) => each[way] !== null).length));
      }),
    );
  });
});
