import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import fc from 'fast-check';
import { z } from 'zod';

import { modelsFolder } from '../../../../src/inference/weights.ts';
import { bundledEncoder, bundledModels } from '../../../../src/models/bundled/models.ts';

// Written by the recipe that made the table, so that its encoder and ours are two.
const golden = z
  .array(z.object({ text: z.string(), tokens: z.array(z.int()), vector: z.array(z.number()) }))
  .min(10)
  .parse(JSON.parse(readFileSync(join(modelsFolder(), 'static-embedder', 'golden.json'), 'utf8')));

const norm = (vector: Float32Array): number => Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));
const words = fc
  .array(fc.constantFrom('password', 'the', 'Minister', 'naïve', '漢字', 'SHALL', '10.0.0.1', "don't", 'licence', '\n'), { maxLength: 30 })
  .map((list) => list.join(' '));

describe('the static encoder', () => {
  for (const { text, tokens, vector } of golden) {
    it(`reads ${JSON.stringify(text.slice(0, 50))} as the recipe did`, () => {
      const encoder = bundledEncoder();
      assert.deepEqual(encoder.tokens(text), tokens);
      const own = encoder.encode(text);
      assert.equal(own.length, vector.length);
      own.forEach((value, place) => {
        assert.ok(Math.abs(value - (vector[place] ?? NaN)) < 1e-5, `component ${place}: ${value} in place of ${vector[place]}`);
      });
    });
  }

  it('gives the zero vector to a text without tokens', () => {
    const encoder = bundledEncoder();
    for (const text of ['', ' \n\t', '?! -- …', '\u{1F600}']) {
      assert.deepEqual(encoder.tokens(text), [], JSON.stringify(text));
      assert.equal(norm(encoder.encode(text)), 0, JSON.stringify(text));
    }
  });

  it('reads a text as its words one after the other, whatever script they are in', () => {
    const encoder = bundledEncoder();
    const spaced = fc.array(fc.oneof(words, fc.string({ unit: 'binary', maxLength: 12 })), { maxLength: 8 });
    fc.assert(
      fc.property(spaced, (parts) => {
        const alone = parts.flatMap((part) => part.split(/[ \n]/).flatMap((word) => encoder.tokens(word)));
        assert.deepEqual(encoder.tokens(parts.join(' ')), alone);
      }),
    );
  });

  it('gives every text a unit vector or the zero vector, and the same one each time', () => {
    const encoder = bundledEncoder();
    fc.assert(
      fc.property(fc.oneof(words, fc.string({ unit: 'binary', maxLength: 200 })), (text) => {
        const vector = encoder.encode(text);
        const expected = encoder.tokens(text).length === 0 ? 0 : 1;
        assert.ok(Math.abs(norm(vector) - expected) < 1e-5);
        assert.deepEqual(encoder.encode(text), vector);
      }),
    );
  });

  it('embeds a text alike alone and among others', async () => {
    const { embedder } = bundledModels();
    await fc.assert(
      fc.asyncProperty(fc.array(words, { minLength: 1, maxLength: 150 }), async (texts) => {
        const together = await embedder.embed(texts, 'passage', { seed: 0 });
        const alone = (await Promise.all(texts.map((text) => embedder.embed([text], 'query', { seed: 1 })))).flat();
        assert.deepEqual(together, alone);
      }),
      { numRuns: 20 },
    );
  });
});

describe('bundled relevance', () => {
  const input = fc.record({ text: words, heading: words });

  it('scores a text alike alone, among others and in any order', async () => {
    const { relevance } = bundledModels();
    await fc.assert(
      fc.asyncProperty(words, fc.array(input, { minLength: 1, maxLength: 30 }), async (query, inputs) => {
        const together = await relevance.score(query, inputs, { seed: 0 });
        const alone = (await Promise.all(inputs.map((each) => relevance.score(query, [each], { seed: 0 })))).flat();
        assert.deepEqual(together, alone);
        assert.deepEqual(await relevance.score(query, inputs.toReversed(), { seed: 9 }), together.toReversed());
        for (const score of together) assert.ok(score >= 0 && score <= 1, String(score));
      }),
      { numRuns: 40 },
    );
  });

  it('puts the sentence that answers before one that does not', async () => {
    const { relevance } = bundledModels();
    const [answers = 0, other = 1] = await relevance.score(
      'How long must passwords be?',
      [
        { text: 'Passwords must be at least twelve characters long.', heading: '' },
        { text: 'The harbour office opens at nine on weekdays.', heading: '' },
      ],
      { seed: 0 },
    );
    assert.ok(answers > other, `${answers} over ${other}`);
  });
});
