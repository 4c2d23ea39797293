import assert from 'node:assert/strict';

import { compare } from '../../../src/claims/compare.ts';
import { directionDiffers, reasonSaid, sidesSwapped } from '../../../src/claims/forms.ts';
import { bundledKnowledge } from '../../../src/claims/knowledge.ts';
import { readText } from '../../../src/claims/reading.ts';

function held(claim: string, text: string): Parameters<typeof sidesSwapped> {
  const sentence = { text, headings: [], document: ['Guide', 'guide.md'], beside: [], elsewhere: [] };
  const own = readText(claim);
  return [own, readText(text), compare(own, sentence, new Map(), bundledKnowledge())];
}

describe('forms that decide who stands where', () => {
  it('sides of a comparison that stand the other way round', () => {
    assert.equal(sidesSwapped(...held('More animals die of wounds than of fright.', 'More animals die of fright than of wounds.')), true);
    assert.equal(sidesSwapped(...held('More animals die of fright than of wounds.', 'More animals die of fright than of wounds.')), false);
    assert.equal(sidesSwapped(...held('Many animals die of wounds.', 'More animals die of fright than of wounds.')), false);
  });

  it('how much of a reason is said', () => {
    const reason = (claim: string, text: string): number => {
      const [own, , comparison] = held(claim, text);
      return reasonSaid(own, comparison);
    };
    const said = 'Lift 4 was not tested because its pit was full of water.';
    assert.equal(reason('Lift 4 was not tested because its ropes were worn.', said), 0);
    assert.ok(reason('Lift 4 was not tested because its pit was full of water.', said) > 0.9);
    assert.equal(reason('Lift 4 was not tested.', said), 1);
  });

  it('words of direction that point up in one and down in the other', () => {
    assert.equal(directionDiffers('Costs rose.', 'Costs fell.'), true);
    assert.equal(directionDiffers('Costs rose.', 'Costs were higher.'), false);
    assert.equal(directionDiffers('Costs rose and income fell.', 'Costs fell.'), false);
  });
});
