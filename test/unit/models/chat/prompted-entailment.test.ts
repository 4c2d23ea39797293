import assert from 'node:assert/strict';

import fc from 'fast-check';

import { PromptedEntailment } from '../../../../src/models/chat/prompted-entailment.ts';
import type { EntailmentPair } from '../../../../src/models/ports.ts';
import { counting, scripted } from '../prompts/support.ts';

const pair = (at: number): EntailmentPair => ({ premise: `Gauge ${at} stood dry.`, hypothesis: `Gauge ${at} was dry.` });
const pairs = (count: number): EntailmentPair[] => Array.from({ length: count }, (_, at) => pair(at));
const verdicts = (...given: readonly [string, string, string?][]): string =>
  JSON.stringify({ verdicts: given.map(([name, label, confidence = 'high']) => ({ pair: name, label, confidence })) });
const all = (label: string): string => verdicts(...Array.from({ length: 16 }, (_, at): [string, string] => [`P${at + 1}`, label]));

describe('A language model as an entailment scorer', () => {
  it('gives each pair its verdict as probabilities, in order', async () => {
    const { model } = scripted(verdicts(['P3', 'not_enough', 'low'], ['P1', 'support'], ['P2', 'refute', 'medium']));
    const scores = await new PromptedEntailment(model).classify(pairs(3), { seed: 1 });
    assert.deepEqual(
      scores.map(({ entail, neutral, contradict }) => [entail, neutral, contradict].indexOf(Math.max(entail, neutral, contradict))),
      [0, 2, 1],
    );
    assert.equal(scores[0]?.entail, 0.95);
    assert.equal(scores[1]?.contradict, 0.8);
    assert.equal(scores[2]?.neutral, 0.6);
  });

  it('always sums to 1, and is surer where the model is', async () => {
    const label = fc.constantFrom('support', 'refute', 'not_enough');
    await fc.assert(
      fc.asyncProperty(label, fc.constantFrom('high', 'medium', 'low', 'very'), async (one, confidence) => {
        const [score] = await new PromptedEntailment(scripted(verdicts(['P1', one, confidence])).model).classify(pairs(1), { seed: 1 });
        assert.ok(score !== undefined && Math.abs(score.entail + score.neutral + score.contradict - 1) < 1e-12);
        const most = new Map([
          ['support', score.entail],
          ['refute', score.contradict],
          ['not_enough', score.neutral],
        ]).get(one);
        assert.ok(most === Math.max(score.entail, score.neutral, score.contradict));
      }),
      { numRuns: 20 },
    );
  });

  it('asks for sixteen pairs at a time in one round, and for equal pairs once', async () => {
    const { model, asked } = scripted(all('support'));
    const { call, rounds } = counting();
    const scores = await new PromptedEntailment(model).classify([...pairs(40), ...pairs(40)], call);
    assert.deepEqual([scores.length, asked.length, rounds()], [80, 3, 1]);
    assert.ok(scores.every((score) => score.entail === 0.95));
    const long = Array.from({ length: 4 }, (_, at) => ({ premise: `${at} ${'x'.repeat(7000)}`, hypothesis: 'y' }));
    const second = scripted(all('support'));
    await new PromptedEntailment(second.model).classify(long, call);
    assert.equal(second.asked.length, 4);
    assert.deepEqual(await new PromptedEntailment(scripted('').model).classify([], call), []);
  });

  it('asks once more for what a reply leaves out, then counts it as open and says so', async () => {
    const { model, asked } = scripted(verdicts(['P1', 'support']), verdicts(['P1', 'refute']));
    const { call, notes, rounds } = counting();
    const scores = await new PromptedEntailment(model).classify(pairs(3), call);
    assert.equal(scores[0]?.entail, 0.95);
    assert.equal(scores[1]?.contradict, 0.95);
    assert.deepEqual(scores[2], { entail: 0.15, neutral: 0.7, contradict: 0.15 });
    assert.deepEqual([asked.length, rounds(), notes.length], [2, 2, 1]);
    assert.ok(!asked[1]?.messages[1]?.content.includes('Gauge 0'));
  });

  it('fails as any other prompt on replies that cannot be used', async () => {
    await assert.rejects(new PromptedEntailment(scripted('I cannot.').model).classify(pairs(2), { seed: 1 }), {
      code: 'model-reply-invalid',
    });
  });
});
