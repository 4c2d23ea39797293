import assert from 'node:assert/strict';

import fc from 'fast-check';

import { matchFeatureNames, matchFeatures, matchLikeliest } from '../../../../../src/models/bundled/ranking/matching.ts';
import type { QuestionMatch, RankingPassage } from '../../../../../src/models/ports.ts';

const passage = (title: string, ...texts: string[]): RankingPassage => ({
  path: `${title}.md`,
  title,
  score: 1,
  relevance: 0.5,
  sentences: texts.map((text) => ({ text, kind: 'paragraph', scope: '', relevance: 0.5 })),
});

/** Says how long a sentence is, and keeps what it was asked. */
function byLength(): QuestionMatch & { readonly asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    identity: { id: 'test', provider: 'bundled', version: '1', local: true },
    score: (_question, sentences) => {
      asked.push(...sentences.map(({ text, context }) => `${context}: ${text}`));
      return Promise.resolve(sentences.map(({ text }) => text.length));
    },
  };
}

describe('models/bundled/ranking/matching', () => {
  const passages = [passage('One', 'a', 'bb'), passage('Two', 'ccc'), passage('Three', 'dddd', 'eeeee')];

  it('reads the likeliest sentences only, likeliest first, and none of a passage that no network has read', async () => {
    const model = byLength();
    const matched = await matchLikeliest('q', passages, [[0.1, 0.9], null, [0.3, 0.2]], model, {}, 3);
    assert.deepEqual(model.asked, ['One: bb', 'Three: dddd', 'Three: eeeee']);
    assert.deepEqual(
      matched.map(({ order, place, match }) => [order, place, match]),
      [
        [0, 1, 2],
        [2, 0, 4],
        [2, 1, 5],
      ],
    );
  });

  it('asks of equal chances the earlier one first', async () => {
    const matched = await matchLikeliest('q', passages, [[0.5, 0.5], [0.5], null], byLength(), {}, 2);
    assert.deepEqual(
      matched.map(({ order, place }) => [order, place]),
      [
        [0, 0],
        [0, 1],
      ],
    );
  });

  it('has finite signs for any chances and scores, with shares that make 1, and tells the best match from the others', () => {
    const sentence = fc.record({
      chance: fc.double({ min: 0, max: 1, noNaN: true }),
      match: fc.double({ min: -10, max: 10, noNaN: true }),
    });
    fc.assert(
      fc.property(fc.array(sentence, { minLength: 1, maxLength: 16 }), (sentences) => {
        const rows = matchFeatures(sentences.map((each, place) => ({ order: 0, place, ...each })));
        const column = (name: (typeof matchFeatureNames)[number]): number[] =>
          rows.map((row) => row[matchFeatureNames.indexOf(name)] ?? NaN);
        assert.ok(rows.every((row) => row.length === matchFeatureNames.length && row.every(Number.isFinite)));
        const sum = column('matchShare').reduce((total, share) => total + share, 0);
        assert.ok(Math.abs(sum - 1) < 1e-5);
        const best = Math.max(...sentences.map(({ match }) => match));
        column('matchPlace').forEach((place, at) => {
          assert.equal(place === 1, sentences[at]?.match === best);
        });
      }),
    );
  });

  it('gives no rows where nothing was read', () => {
    assert.deepEqual(matchFeatures([]), []);
  });
});
