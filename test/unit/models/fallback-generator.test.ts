import assert from 'node:assert/strict';

import { type ErrorCode, LinchpinError } from '../../../src/base/error.ts';
import { FallbackGenerator } from '../../../src/models/fallback-generator.ts';
import type { Generator, ModelCall } from '../../../src/models/ports.ts';
import { modelsWith } from '../../support/judge.ts';
import { wordJudge } from '../../support/word-judge.ts';

const { generator: bundled } = modelsWith(wordJudge());
const evidence = [{ spanId: 's1', path: 'dam.md', heading: 'The dam', text: 'The dam was built in 1931 by Ada Brook.', relevance: 0.9 }];
const request = { question: 'Who built the dam?', evidence };

function failing(code: ErrorCode): { readonly generator: Generator; readonly asked: () => number } {
  let asked = 0;
  const fail = (): Promise<never> => {
    asked += 1;
    return Promise.reject(new LinchpinError(code, 'The model m failed.', 'Try again.'));
  };
  return {
    generator: { identity: { id: 'm', provider: 'openai', version: '', local: false }, answer: fail, probes: fail, synthesise: fail },
    asked: () => asked,
  };
}

function call(): { readonly call: ModelCall; readonly notes: string[] } {
  const notes: string[] = [];
  return { call: { seed: 1, warn: (note) => notes.push(note) }, notes };
}

describe('A model with the bundled generator behind it', () => {
  it('answers from the bundled generator when the model fails, says so, and does not ask it again', async () => {
    for (const code of ['model-unavailable', 'model-failed', 'model-rate-limited', 'model-budget-exhausted'] as const) {
      const { generator, asked } = failing(code);
      const fallback = new FallbackGenerator(generator, bundled);
      const { call: given, notes } = call();
      assert.deepEqual(await fallback.answer([request], given), await bundled.answer([request], given));
      assert.equal(fallback.identity.provider, 'bundled');
      await fallback.probes(
        { question: request.question, entities: { person: [], place: [], organisation: [], other: [] }, perKind: 2 },
        given,
      );
      assert.equal(asked(), 1);
      assert.deepEqual(notes, ['The model m failed: the bundled reader answered', 'the probes are written by rules']);
    }
  });

  it('asks the model again after a reply that made no sense', async () => {
    const { generator, asked } = failing('model-reply-invalid');
    const fallback = new FallbackGenerator(generator, bundled);
    const { call: given } = call();
    await fallback.probes(
      { question: request.question, entities: { person: [], place: [], organisation: [], other: [] }, perKind: 2 },
      given,
    );
    await fallback.answer([request], given);
    assert.equal(asked(), 2);
    assert.equal(fallback.identity.id, 'm');
  });

  it('lets through what the user has to hear of', async () => {
    for (const code of ['cancelled', 'model-unauthorized', 'offline'] as const) {
      const fallback = new FallbackGenerator(failing(code).generator, bundled);
      await assert.rejects(fallback.answer([request], call().call), (error) => error instanceof LinchpinError && error.code === code);
    }
  });

  it('leaves a model that works alone', async () => {
    const model: Generator = { ...bundled, identity: { id: 'm', provider: 'openai', version: '', local: true } };
    const { call: given, notes } = call();
    const fallback = new FallbackGenerator(model, bundled);
    assert.deepEqual(
      await fallback.synthesise(request.question, [], evidence, given),
      await bundled.synthesise(request.question, [], evidence, given),
    );
    assert.deepEqual(notes, []);
    assert.equal(fallback.identity.id, 'm');
  });
});
