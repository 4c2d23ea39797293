import assert from 'node:assert/strict';

import fc from 'fast-check';

import { refusal } from '../../../../src/models/openai/failure.ts';
import { allFeatures, common, type Features, plainFeatures, stepDown } from '../../../../src/models/openai/features.ts';

const features: fc.Arbitrary<Features> = fc.record(
  {
    format: fc.constantFrom('json_schema', 'json_object', 'none'),
    limit: fc.constantFrom('max_tokens', 'max_completion_tokens', 'none'),
    logprobs: fc.boolean(),
    seed: fc.boolean(),
    temperature: fc.boolean(),
    system: fc.boolean(),
    stream: fc.boolean(),
    streamUsage: fc.boolean(),
  },
  { noNullPrototype: true },
);
const said = (text: string, status = 400) => refusal(status, text, null, null);

describe('What to ask of a server that refused something', () => {
  it('comes to an end, whatever servers say, and never asks for more than before', () => {
    const word = fc.constantFrom(
      'max_tokens',
      'logprobs',
      'seed',
      'temperature',
      'response_format',
      'system role',
      'stream',
      'stream_options',
      'no',
      'grammar',
      '{"error": {"param": "seed"}}',
      '{"detail": [{"loc": ["body", "seed"], "input": "stream"}]}',
    );
    fc.assert(
      fc.property(fc.infiniteStream(fc.array(word, { maxLength: 3 }).map((words) => words.join(' '))), (refusals) => {
        let now = allFeatures;
        let steps = 0;
        for (const text of refusals) {
          const next = stepDown(now, said(text));
          if (next === null) break;
          assert.notDeepEqual(next.features, now);
          assert.deepEqual(common(now, next.features), next.features);
          now = next.features;
          steps += 1;
        }
        assert.ok(steps <= 12, String(steps));
      }),
    );
  });

  it('is what both allow, in whichever order it was learnt', () => {
    fc.assert(
      fc.property(features, features, features, (a, b, c) => {
        assert.deepEqual(common(a, b), common(b, a));
        assert.deepEqual(common(a, a), a);
        assert.deepEqual(common(common(a, b), c), common(a, common(b, c)));
        assert.deepEqual(common(a, allFeatures), a);
      }),
    );
  });

  it('goes by the parameter that is named before any word of the message', () => {
    const next = stepDown(
      allFeatures,
      said(JSON.stringify({ error: { message: 'Invalid value in the request with logprobs, stream and max_tokens.', param: 'seed' } })),
    );
    assert.deepEqual(next, { features: { ...allFeatures, seed: false }, named: true });
  });

  it('does not go by the request that a validator quotes', () => {
    const quoted = JSON.stringify({
      detail: [
        { type: 'extra_forbidden', loc: ['body', 'logprobs'], msg: 'Extra inputs are not permitted', input: { seed: 3, max_tokens: 100 } },
      ],
    });
    assert.deepEqual(stepDown(allFeatures, said(quoted, 422))?.features, { ...allFeatures, logprobs: false });
  });

  it('is nothing else after what is no refusal', () => {
    assert.equal(stepDown(allFeatures, said('the system is overloaded; the stream was closed', 500)), null);
    assert.equal(stepDown(allFeatures, said('Forbidden', 403)), null);
    assert.equal(stepDown(allFeatures, said('seed', 429)), null);
    assert.equal(stepDown(allFeatures, said("This model's maximum context length is 4096 tokens, and max_tokens is 900")), null);
    assert.equal(stepDown(plainFeatures, said('Bad Request')), null);
  });
});
