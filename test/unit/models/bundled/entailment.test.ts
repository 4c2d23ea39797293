import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';

import fc from 'fast-check';

import { LinchpinError } from '../../../../src/base/error.ts';
import { StaticEncoder } from '../../../../src/models/bundled/encoder.ts';
import { BundledEntailment, openWordBook } from '../../../../src/models/bundled/entailment/entailment.ts';
import { readTokens } from '../../../../src/models/bundled/entailment/tokens.ts';
import type { EntailmentPair } from '../../../../src/models/ports.ts';
import type { EntailmentScores } from '../../../../src/contract/evidence.ts';
import { entailmentCases } from './entailment-cases.ts';

const encoder = new StaticEncoder('models/static-embedder');
const scorer = BundledEntailment.open('models', encoder);
const call = { seed: 1 };

function best(scores: EntailmentScores): keyof EntailmentScores {
  if (scores.entail >= scores.neutral && scores.entail >= scores.contradict) return 'entail';
  return scores.contradict >= scores.neutral ? 'contradict' : 'neutral';
}

async function one(pair: EntailmentPair): Promise<EntailmentScores> {
  const [scores] = await scorer.classify([pair], call);
  assert.ok(scores !== undefined);
  return scores;
}

describe('models/bundled/entailment', () => {
  it('is right on the hand-made cases, tuned and held out, as often as its card says', async () => {
    const scores = await scorer.classify(entailmentCases, call);
    const right = [0, 1].map((part) => {
      const rows = entailmentCases.flatMap((item, at) => (at % 2 === part ? [{ item, got: scores[at] }] : []));
      return rows.filter(({ item, got }) => got !== undefined && best(got) === item.expected).length / rows.length;
    });
    assert.ok((right[0] ?? 0) >= floors.tuned, `tuned half: ${right[0]?.toFixed(3)}`);
    assert.ok((right[1] ?? 0) >= floors.held, `held-out half: ${right[1]?.toFixed(3)}`);
  });

  const firm: readonly (readonly [expected: keyof EntailmentScores, pair: EntailmentPair])[] = [
    [
      'entail',
      {
        premise: 'The band had their first performance at the Cain Ballroom in Tulsa.',
        hypothesis: 'The band Tinted Windows had their first performance in Tulsa.',
        context: 'Tinted Windows',
      },
    ],
    ['contradict', { premise: 'Harbour Trust was founded in 1987.', hypothesis: 'Harbour Trust was founded in 1978.' }],
    ['contradict', { premise: 'The contract was never signed.', hypothesis: 'The contract was signed.' }],
    ['neutral', { premise: 'Whales are mammals that live in the ocean.', hypothesis: 'The treasurer resigned in April.' }],
  ];
  for (const [expected, pair] of firm) {
    it(`${expected}: ${pair.hypothesis}`, async () => {
      assert.equal(best(await one(pair)), expected);
    });
  }

  it('says that a sentence entails itself', async () => {
    for (const { premise } of entailmentCases) assert.ok((await one({ premise, hypothesis: premise })).entail > 0.5, premise);
  });

  it('gives each pair the same scores alone, in a batch and in any order, summing to 1', async () => {
    const batch = await scorer.classify(entailmentCases, call);
    const reversed = (await scorer.classify([...entailmentCases].reverse(), { seed: 99 })).reverse();
    assert.deepEqual(reversed, batch);
    for (const [at, pair] of entailmentCases.slice(0, 12).entries()) {
      const alone = await one(pair);
      assert.deepEqual(alone, batch[at]);
      assert.ok(Math.abs(alone.entail + alone.neutral + alone.contradict - 1) < 1e-9);
    }
    const again = BundledEntailment.open('models', encoder);
    assert.deepEqual(await again.classify(entailmentCases.slice(0, 5), call), batch.slice(0, 5));
  });

  it('answers any text with scores in [0, 1] that sum to 1', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: 'grapheme', maxLength: 80 }),
        fc.string({ unit: 'binary', maxLength: 80 }),
        async (premise, hypothesis) => {
          const scores = await one({ premise, hypothesis, context: hypothesis });
          const values = [scores.entail, scores.neutral, scores.contradict];
          assert.ok(values.every((value) => value >= 0 && value <= 1));
          assert.ok(Math.abs(values.reduce((sum, value) => sum + value, 0) - 1) < 1e-9);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('is neutral where a side says nothing, and bounded on very long text', async () => {
    for (const pair of [
      { premise: '', hypothesis: 'It rained.' },
      { premise: 'It rained.', hypothesis: ' ?! ' },
      { premise: '…', hypothesis: '', context: 'Title' },
    ]) {
      assert.deepEqual(await one(pair), { entail: 0, neutral: 1, contradict: 0 });
    }
    const scores = await one({ premise: 'The dam was built in 1931. '.repeat(4000), hypothesis: 'The dam was built in 1931.' });
    assert.equal(best(scores), 'entail');
  });

  it('stops when it is cancelled', async () => {
    const controller = new AbortController();
    const running = scorer.classify(
      Array.from({ length: 500 }, () => ({ premise: 'The dam was built in 1931.', hypothesis: 'The dam is old.' })),
      { seed: 1, signal: controller.signal },
    );
    controller.abort();
    await assert.rejects(running, (error) => error instanceof LinchpinError && error.code === 'cancelled');
  });

  it('refuses weights that are damaged or of other features', () => {
    const book = openWordBook('models', encoder);
    const weights = readFileSync('models/entailment/weights.json', 'utf8');
    const renamed = weights.replace('"coverExact"', '"coverOther"');
    assert.notEqual(renamed, weights);
    for (const text of ['', '{}', weights.slice(0, 1000), renamed]) {
      assert.throws(
        () => new BundledEntailment(book, text),
        (error) => error instanceof LinchpinError && error.code === 'model-unavailable',
      );
    }
  });
});

describe('models/bundled/entailment-tokens', () => {
  const cases: readonly (readonly [text: string, tokens: string])[] = [
    ["Isn't it 1,200.5 km?", 'is not it 1,200.5 km ?'],
    ['He cannot.', 'he can not .'],
    ['self-service -LRB- AAL2 -RRB-', 'self - service ( aal2 )'],
    ["the firm's 3rd report", "the firm 's 3rd report"],
  ];
  for (const [text, expected] of cases)
    it(text, () => {
      assert.equal(
        readTokens(text)
          .map((token) => token.text)
          .join(' '),
        expected,
      );
    });

  it('reads values, names and sentences', () => {
    const tokens = readTokens('Maria Lopez paid 4.2 million. In June she sold three cars.');
    assert.deepEqual(
      tokens.filter((token) => token.value !== null).map((token) => token.value),
      [4_200_000, 3],
    );
    assert.deepEqual(
      tokens.filter((token) => token.name).map((token) => token.text),
      ['lopez', 'june'],
    );
    assert.equal(tokens.at(-1)?.sentence, 1);
  });
});

/** Shares of the two halves that must be right; the figures themselves are on models/entailment/README.md. */
const floors = { tuned: 0.9, held: 0.9 };
