import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import fc from 'fast-check';
import { z } from 'zod';

import { LinchpinError } from '../../../../../src/base/error.ts';
import { modelsFolder } from '../../../../../src/models/bundled/assets.ts';
import { bundledEncoder, bundledModels } from '../../../../../src/models/bundled/models.ts';
import { ReaderWords } from '../../../../../src/models/bundled/neural-reader/words.ts';
import { NeuralSentenceChoice } from '../../../../../src/models/bundled/sentence-choice/chooser.ts';

const rows = z.array(z.array(z.number()));
// Written by the recipe that trained the network, in Python, so that its features and ours are two.
const golden = z
  .object({
    bias: z.number(),
    examples: z
      .array(
        z.object({
          question: z.string(),
          title: z.string(),
          sentences: z.array(z.string()),
          right: z.array(z.int()),
          c_ids: rows,
          /** Times 64. */
          c_feat: rows,
          q_ids: rows,
          idx: rows,
          s_feat: rows,
          logit: z.array(z.number()),
          none: z.number(),
        }),
      )
      .min(6),
  })
  .parse(JSON.parse(readFileSync(join(modelsFolder(), 'sentence-choice', 'golden.json'), 'utf8')));

const choice = new NeuralSentenceChoice(modelsFolder(), new ReaderWords(bundledEncoder()));

const close = (own: number | undefined, theirs: number | undefined, within: number): void => {
  assert.ok(Math.abs((own ?? NaN) - (theirs ?? NaN)) <= within, `${own} in place of ${theirs}`);
};

describe('the sentence choice', () => {
  for (const [at, example] of golden.examples.entries()) {
    it(`scores example ${at + 1} as its recipe did: ${JSON.stringify(example.question.slice(0, 50))}`, async () => {
      const { asked, pieces } = choice.read(example.question, example.sentences);
      const [piece = assert.fail('nothing to read')] = pieces;
      assert.equal(pieces.length, 1);
      const inputs = choice.inputs(asked, example.title, piece);
      assert.deepEqual([...(inputs['c_ids']?.values ?? [])], example.c_ids.flat());
      assert.deepEqual(
        Array.from(inputs['c_feat']?.values ?? [], (value) => value * 64),
        example.c_feat.flat(),
      );
      assert.deepEqual([...(inputs['q_ids']?.values ?? [])], example.q_ids.flat());
      assert.deepEqual([...(inputs['idx']?.values ?? [])], example.idx.flat());
      const features = [...(inputs['s_feat']?.values ?? [])];
      assert.equal(features.length, example.s_feat.flat().length);
      for (const [place, value] of example.s_feat.flat().entries()) close(features[place], value, 2e-6);

      const logits = await choice.logits(inputs);
      assert.equal(logits.sentences.length, example.logit.length);
      for (const [place, logit] of example.logit.entries()) close(logits.sentences[place], logit, 1e-4);
      close(logits.none, example.none, 1e-4);

      const { scores, probabilities, shares, none } = await choice.score(example.question, [example]);
      const powers = [...example.logit, example.none].map(Math.exp);
      const sum = powers.reduce((total, power) => total + power, 0);
      for (const [place, logit] of example.logit.entries()) {
        const probability = 1 / (1 + Math.exp(golden.bias - logit));
        const share = Math.exp(logit) / sum;
        close(probabilities[0]?.[place], probability, 1e-4);
        close(shares[0]?.[place], share, 1e-4);
        close(scores[0]?.[place], Math.sqrt(probability * share), 1e-4);
      }
      close(none[0], Math.exp(example.none) / sum, 1e-4);
    });
  }

  it('scores passages alike alone, together and in any order', async () => {
    const [{ question } = assert.fail()] = golden.examples;
    const fresh = new NeuralSentenceChoice(modelsFolder(), new ReaderWords(bundledEncoder()));
    const together = await choice.score(question, golden.examples);
    const turned = await fresh.score(question, golden.examples.toReversed());
    assert.deepEqual(turned.scores.toReversed(), together.scores);
    for (const [at, example] of golden.examples.entries()) {
      const alone = await fresh.score(question, [example]);
      assert.deepEqual([alone.scores[0], alone.none[0]], [together.scores[at], together.none[at]]);
    }
  });

  it('gives a sentence without a word nothing, and the others what they have without it', async () => {
    const [{ question, title, sentences } = assert.fail()] = golden.examples;
    const plain = await choice.score(question, [{ title, sentences }]);
    const gaps = await choice.score(question, [{ title, sentences: sentences.flatMap((sentence) => ['', sentence, ' \n']) }]);
    assert.deepEqual(
      gaps.scores[0],
      plain.scores[0]?.flatMap((score) => [0, score, 0]),
    );
    assert.deepEqual(gaps.none, plain.none);
    const empty = { scores: [[0], []], probabilities: [[0], []], shares: [[0], []], none: [1, 1] };
    assert.deepEqual(
      await choice.score(question, [
        { title, sentences: [' '] },
        { title, sentences: [] },
      ]),
      empty,
    );
    assert.deepEqual(
      await choice.score(' ', [
        { title, sentences: ['It opens.'] },
        { title, sentences: [] },
      ]),
      empty,
    );
    assert.deepEqual(await choice.score(question, []), { scores: [], probabilities: [], shares: [], none: [] });
  });

  it('reads long passages in pieces, each as it would be alone', async () => {
    const sentences = Array.from({ length: 95 }, (_, at) => `Ferry ${at} leaves the harbour at ${at} minutes past nine.`);
    const question = 'When does ferry 50 leave?';
    const whole = await choice.score(question, [{ title: 'Ferries', sentences }]);
    const parts = await choice.score(
      question,
      [0, 40, 80].map((from) => ({ title: 'Ferries', sentences: sentences.slice(from, from + 40) })),
    );
    assert.deepEqual(whole.scores[0], parts.scores.flat());
    assert.deepEqual(whole.none, [Math.min(...parts.none)]);
    const { pieces } = choice.read(question, ['word '.repeat(100_000), ...Array.from({ length: 20 }, () => 'word '.repeat(150))]);
    assert.deepEqual(
      pieces.map((piece) => piece.map(({ words }) => words.length)),
      [
        [200, 150, 150, 150, 150, 150, 150],
        [150, 150, 150, 150, 150, 150, 150, 150],
        [150, 150, 150, 150, 150, 150],
      ],
    );
  });

  it('scores any text', async () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 60 }),
      fc.string({ unit: 'grapheme', maxLength: 60 }),
      fc.constantFrom('Who opened it?', 'The harbour was opened by Ann in 1902.', '漢字', '\ud800'),
    );
    const passage = fc.record({ title: text, sentences: fc.array(text, { maxLength: 8 }) });
    await fc.assert(
      fc.asyncProperty(text, fc.array(passage, { maxLength: 3 }), async (question, passages) => {
        const { scores, probabilities, shares, none } = await choice.score(question, passages);
        assert.deepEqual(
          scores.map((list) => list.length),
          passages.map(({ sentences }) => sentences.length),
        );
        for (const value of [scores, probabilities, shares].flat(2).concat(none)) assert.ok(value >= 0 && value <= 1, String(value));
        for (const [at, list] of shares.entries())
          close(
            list.reduce((sum, share) => sum + share, none[at] ?? NaN),
            1,
            1e-9,
          );
      }),
      { numRuns: 60 },
    );
  });

  it('stops when it is told to', async () => {
    await assert.rejects(
      choice.score('Who?', [{ title: '', sentences: ['Nobody.'] }], { signal: AbortSignal.abort() }),
      (error) => error instanceof LinchpinError && error.code === 'cancelled',
    );
  });

  it('is one of the bundled models, named by its weights', () => {
    const { sentenceChoice } = bundledModels();
    assert.match(sentenceChoice?.identity.version ?? '', /^[0-9a-f]{12}$/);
    assert.deepEqual(sentenceChoice?.identity, choice.identity);
  });
});
