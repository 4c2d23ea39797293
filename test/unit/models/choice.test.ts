import assert from 'node:assert/strict';

import fc from 'fast-check';

import { LinchpinError } from '../../../src/base/error.ts';
import { dtypes, isLoopback, type ModelChoice, modelsConfigSchema, parseChoice, writeChoice } from '../../../src/models/choice.ts';

describe('The choice of a model', () => {
  it('is written and read back', () => {
    const name = fc.stringMatching(/^[A-Za-z0-9_-]{1,12}$/);
    const choice: fc.Arbitrary<ModelChoice> = fc.oneof(
      fc.constant({ provider: 'bundled' as const }),
      fc.record(
        {
          provider: fc.constant('onnx' as const),
          model: fc.tuple(name, name).map((parts) => parts.join('/')),
          dtype: fc.constantFrom(...dtypes),
        },
        { noNullPrototype: true },
      ),
      fc.record(
        { provider: fc.constantFrom('server' as const, 'editor' as const), model: fc.stringMatching(/^[a-z][a-z0-9:/.@-]{0,20}[a-z0-9]$/) },
        { noNullPrototype: true },
      ),
    );
    fc.assert(
      fc.property(choice, (value) => {
        assert.deepEqual(parseChoice(writeChoice(value)), value);
      }),
    );
  });

  it('takes q8 where no precision is said, and bundled where nothing is', () => {
    assert.deepEqual(parseChoice('onnx:Xenova/all-MiniLM-L6-v2'), { provider: 'onnx', model: 'Xenova/all-MiniLM-L6-v2', dtype: 'q8' });
    assert.deepEqual(parseChoice('  '), { provider: 'bundled' });
    assert.deepEqual(parseChoice('server:llama3.1:8b'), { provider: 'server', model: 'llama3.1:8b' });
  });

  it('refuses what names no model, or a place outside the store', () => {
    for (const text of ['gpt-4o', 'onnx:', 'onnx:../../etc', 'onnx:a/..', 'onnx:a/b@int3', 'server:', 'cloud:x', 'onnx:a/b/c']) {
      assert.throws(
        () => parseChoice(text),
        (error) => error instanceof LinchpinError && error.code === 'settings-invalid',
        text,
      );
    }
  });

  it('sends nothing anywhere by default', () => {
    const config = modelsConfigSchema.parse({});
    assert.deepEqual(
      [config.embedder, config.relevance, config.entailment, config.generator, config.offline, config.server.url],
      ['bundled', 'bundled', 'bundled', 'bundled', true, ''],
    );
  });

  it('knows a server on this machine by its address alone', () => {
    for (const url of ['http://localhost:11434/v1', 'http://127.0.0.1:8080', 'http://[::1]/v1', 'http://127.9.9.9/'])
      assert.ok(isLoopback(url), url);
    for (const url of [
      'https://api.openai.com/v1',
      'http://localhost.example.com',
      'http://127.0.0.1.example.com',
      'http://192.168.1.2',
      'localhost',
      'http://user:localhost@example.com/',
    ])
      assert.ok(!isLoopback(url), url);
  });
});
