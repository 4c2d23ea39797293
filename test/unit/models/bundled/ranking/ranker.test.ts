import assert from 'node:assert/strict';

import { bundledModels } from '../../../../../src/models/bundled/models.ts';
import type { RankingPassage } from '../../../../../src/models/ports.ts';

const things = 'boats trailers tents stoves lamps ropes maps radios pumps ladders saws drills kayaks paddles helmets jackets'.split(' ');

function passage(at: number, texts: readonly string[]): RankingPassage {
  return {
    path: `rules-${String(at)}.md`,
    title: `Rules of the store, part ${String(at)}`,
    score: 1 / (1 + at),
    relevance: 0.5,
    sentences: texts.map((text) => ({ text, kind: 'paragraph', scope: 'Lending', relevance: 0.5 })),
  };
}

describe('models/bundled/ranking/ranker', () => {
  const passages = [0, 1, 2, 3].map((part) =>
    passage(
      part,
      things
        .slice(4 * part, 4 * part + 4)
        .flatMap((thing, at) => [
          `Members may borrow ${thing} for ${String(3 + part + at)} days.`,
          `The ${thing} are kept behind the ${part % 2 === 0 ? 'office' : 'workshop'} and cleaned after use.`,
        ]),
    ),
  );

  it('keeps the order of sentences that are not read as pairs, behind those that are', async () => {
    const { ranker } = bundledModels();
    assert.ok(ranker !== undefined);
    const ranks = await ranker.rank('How long can I keep a kayak?', passages, {});
    const chances = ranks.flat().map(({ chance }) => chance);
    assert.equal(chances.length, 32);
    assert.ok(chances.every((chance) => chance >= 0 && chance <= 1));
    assert.equal(new Set(chances).size, chances.length, 'two sentences have one chance');
    const best = Math.max(...chances);
    assert.ok(passages.flatMap(({ sentences }) => sentences)[chances.indexOf(best)]?.text.includes('kayaks for'));
  });
});
