import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import fc from 'fast-check';
import { z } from 'zod';

import { LinchpinError } from '../../../../../src/base/error.ts';
import { modelsFolder } from '../../../../../src/models/bundled/assets.ts';
import { openWordBook } from '../../../../../src/models/bundled/entailment/entailment.ts';
import { bundledEncoder, bundledModels } from '../../../../../src/models/bundled/models.ts';
import { AveragedEntailment, NeuralEntailment } from '../../../../../src/models/bundled/neural-entailment/entailment.ts';
import { logOf, scoresOf, weighted } from '../../../../../src/models/bundled/neural-entailment/scores.ts';
import type { NetworkWord } from '../../../../../src/models/bundled/neural-entailment/words.ts';
import type { EntailmentPair } from '../../../../../src/models/ports.ts';
import { readPhrases } from '../../../../../src/models/bundled/phrases.ts';

const numbers = z.array(z.number());
// Written by the recipe that trained the network: words are coded as its training saw them.
const golden = z
  .array(
    z.object({
      premise: z.string(),
      hypothesis: z.string(),
      context: z.string(),
      premise_words: z.array(z.string()),
      claim_words: z.array(z.string()),
      premise_codes: numbers,
      claim_codes: numbers,
      /** Row by row, a row for each premise word. */
      relations: numbers,
      features: numbers,
      logp: numbers.length(3),
      network: numbers.length(3),
    }),
  )
  .min(10)
  .parse(JSON.parse(readFileSync(join(modelsFolder(), 'neural-entailment', 'golden.json'), 'utf8')));

const encoder = bundledEncoder();
const book = openWordBook(modelsFolder(), encoder);
const fresh = (): NeuralEntailment =>
  new NeuralEntailment(
    modelsFolder(),
    encoder,
    () => book,
    'neural-entailment',
    () => readPhrases((word) => book.lexicon.lemmas(word), 'same'),
  );
const network = fresh();

const code = ({ flags, kind, list, modality, bound }: NetworkWord): number =>
  flags | (kind << 8) | (list << 12) | (modality << 17) | (bound << 21);

function assertClose(own: readonly number[], theirs: readonly number[], within: number): void {
  assert.equal(own.length, theirs.length);
  for (const [at, value] of theirs.entries())
    assert.ok(Math.abs((own[at] ?? NaN) - value) <= within, `${own[at]} in place of ${value} at ${at}`);
}

describe('the neural entailment scorer', () => {
  for (const [at, example] of golden.entries()) {
    it(`reads example ${at + 1} as its recipe did: ${JSON.stringify(example.hypothesis.slice(0, 50))}`, async () => {
      const [encoded] = network.encode([example]);
      assert.ok(encoded);
      assert.deepEqual(
        [encoded.premise.map(({ text }) => text), encoded.claim.map(({ text }) => text)],
        [example.premise_words, example.claim_words],
      );
      assert.deepEqual([encoded.premise.map(code), encoded.claim.map(code)], [example.premise_codes, example.claim_codes]);
      assert.deepEqual([...encoded.relations], example.relations);
      assertClose([...encoded.features], example.features, 1e-4);
      assertClose(await network.run(encoded), example.logp, 1e-4);
      const [scores = assert.fail()] = await network.classify([example], { seed: 0 });
      assertClose([scores.entail, scores.neutral, scores.contradict], example.network, 1e-4);
    });
  }

  it('scores a pair alike alone, among others and in any order', async () => {
    const together = await fresh().logProbabilities(golden);
    assert.deepEqual((await fresh().logProbabilities(golden.toReversed())).toReversed(), together);
    const alone = fresh();
    for (const [at, example] of golden.entries()) assert.deepEqual(await alone.logProbabilities([example]), [together[at]]);
  });

  it('tells what is said, what is not, and what is otherwise', async () => {
    const premise = 'Verifiers SHALL lock the account after 100 failed attempts.';
    const [same, other, beside] = await network.classify(
      [
        { premise, hypothesis: 'Verifiers must lock the account after 100 failed attempts.' },
        { premise, hypothesis: 'Verifiers must lock the account after 250 failed attempts.' },
        { premise, hypothesis: 'The office opens at nine on weekdays.' },
      ],
      { seed: 0 },
    );
    assert.ok((same?.entail ?? 0) > 0.7, JSON.stringify(same));
    assert.ok((other?.contradict ?? 0) > 0.7, JSON.stringify(other));
    assert.ok((beside?.neutral ?? 0) > 0.7, JSON.stringify(beside));
  });

  it('takes a side without words for neutral', async () => {
    const pairs: EntailmentPair[] = [
      { premise: '', hypothesis: 'It opens.' },
      { premise: 'It opens.', hypothesis: ' -- ' },
      { premise: '', hypothesis: 'It opens.', context: 'It opens' },
    ];
    for (const { neutral } of await network.classify(pairs, { seed: 0 })) assert.ok(neutral > 0.999);
    assert.deepEqual(await network.classify([], { seed: 0 }), []);
  });

  it('gives any text scores that sum to 1, in input order', async () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 60 }),
      fc.string({ unit: 'grapheme', maxLength: 60 }),
      fc
        .array(
          fc.constantFrom('AAL2', 'Level', '2', 'SHALL', 'may', 'not', 'at least', '12', 'months', 'May', ';', '.', '漢字', '\ud800'),
          { maxLength: 20 },
        )
        .map((words) => words.join(' ')),
    );
    const pair = fc.record({ premise: text, hypothesis: text, context: text });
    await fc.assert(
      fc.asyncProperty(fc.array(pair, { maxLength: 30 }), async (pairs) => {
        const scores = await network.classify(pairs, { seed: 0 });
        assert.equal(scores.length, pairs.length);
        for (const { entail, neutral, contradict } of scores) {
          assert.ok(Math.min(entail, neutral, contradict) >= 0);
          assertClose([entail + neutral + contradict], [1], 1e-9);
        }
        const turned = await network.classify(pairs.toReversed(), { seed: 1 });
        assert.deepEqual(turned.toReversed(), scores);
      }),
      { numRuns: 20 },
    );
  });

  it('reads long texts as far as it was made for', async () => {
    const long = 'The harbour opens at nine on weekdays. '.repeat(5000);
    const [encoded] = network.encode([{ premise: long, hypothesis: long, context: long }]);
    assert.ok(encoded && encoded.premise.length <= 72 && encoded.claim.length === 40);
    assert.equal((await network.classify([{ premise: long, hypothesis: long }], { seed: 0 })).length, 1);
  });

  it('stops when it is told to', async () => {
    const pair = { premise: 'Nobody was told.', hypothesis: 'Nobody knew of it.' };
    await assert.rejects(
      network.classify([pair], { seed: 0, signal: AbortSignal.abort() }),
      (error) => error instanceof LinchpinError && error.code === 'cancelled',
    );
  });

  it('is averaged with the bundled scorer by log-probabilities', async () => {
    const { entailment, neuralEntailment, averagedEntailment } = bundledModels();
    assert.ok(averagedEntailment);
    assert.equal(averagedEntailment.identity.version, `${network.identity.version}+${entailment.identity.version}`);
    assert.deepEqual(neuralEntailment?.identity, network.identity);
    const logits = await network.logProbabilities(golden);
    const others = await entailment.classify(golden, { seed: 0 });
    const averaged = await averagedEntailment.classify(golden, { seed: 0 });
    const { weight, temperature } = network.average;
    assert.deepEqual([weight, temperature], [0.7, 1.14]);
    for (const [at, scores] of averaged.entries()) {
      const expected = scoresOf(weighted(logits[at] ?? assert.fail(), logOf(others[at] ?? assert.fail()), weight), temperature);
      assertClose(Object.values(scores), Object.values(expected), 1e-6);
    }
    const twice = await new AveragedEntailment(fresh(), entailment).classify(golden, { seed: 5 });
    assert.deepEqual(twice, averaged);
  });
});
