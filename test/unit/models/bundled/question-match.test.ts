import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { z } from 'zod';

import { modelsFolder } from '../../../../src/models/bundled/assets.ts';
import { bundledModels } from '../../../../src/models/bundled/models.ts';

const goldenSchema = z.array(
  z.object({ sentence: z.string(), question: z.string(), context: z.string(), answers: z.boolean(), odds: z.number() }),
);

describe('models/bundled/question-match', () => {
  const golden = goldenSchema.parse(JSON.parse(readFileSync(join(modelsFolder(), 'question-match', 'golden.json'), 'utf8')));
  const { questionMatch } = bundledModels();

  it('says what the recipe said of the golden examples', async () => {
    assert.ok(questionMatch !== undefined && golden.length > 0);
    for (const { sentence, question, context, odds } of golden) {
      const [said = NaN] = await questionMatch.score(question, [{ text: sentence, context }]);
      assert.ok(Math.abs(said - odds) < 1e-2, `${question}: ${said}, not ${odds}`);
    }
  });

  it('prefers the sentence that answers in other words', async () => {
    const [pays = NaN, opens = NaN, none = NaN] =
      (await questionMatch?.score('How much do I have to hand over to get the keys?', [
        { text: 'A deposit of £200 is due before the keys are released.', context: 'Letting terms: Deposit' },
        { text: 'The office opens at 9:00 on weekdays.', context: 'Letting terms: Deposit' },
        { text: '', context: 'Letting terms' },
      ])) ?? [];
    assert.ok(pays > opens);
    assert.ok(Number.isFinite(none));
  });
});
