import assert from 'node:assert/strict';

import { LinchpinError } from '../../../../src/base/error.ts';
import { PromptedGenerator } from '../../../../src/models/chat/prompted-generator.ts';
import { counting, evidence, goodAnswer, question, scripted } from '../prompts/support.ts';

const good = JSON.stringify(goodAnswer);
const request = { question, evidence };

describe('A language model as a generator', () => {
  it('answers a batch in one round, each with its own log-probability', async () => {
    const { model, asked } = scripted({ text: good, logProbability: -0.5 });
    const { call, rounds } = counting();
    const answers = await new PromptedGenerator(model).answer([request, { ...request, evidence: evidence.slice(0, 1) }], call);
    assert.deepEqual(
      answers.map((answer) => [answer.text, answer.logProbability, answer.citedSpans]),
      [
        ['1931', -0.5, ['dam-1']],
        ['1931', -0.5, ['dam-1']],
      ],
    );
    assert.deepEqual([asked.length, rounds()], [2, 1]);
  });

  for (const [which, bad, told] of [
    ['refusal', 'I cannot help with that.', /no JSON/],
    ['empty reply', '', /no JSON/],
    ['reply of another shape', '{"answer": 1931}', /found: /],
    ['list of two', `[${good},${good}]`, /the value: /],
  ] as const) {
    it(`asks once more after a ${which}, and says what was wrong`, async () => {
      const { model, asked } = scripted(bad, good);
      const { call, rounds } = counting();
      const [answer] = await new PromptedGenerator(model).answer([request], call);
      assert.equal(answer?.text, '1931');
      assert.equal(rounds(), 2);
      assert.deepEqual(asked[1]?.messages.slice(0, 2), asked[0]?.messages);
      assert.match(asked[1]?.messages.at(-1)?.content ?? '', told);
      assert.ok(asked[1]?.messages.every((message) => message.content !== ''));
    });
  }

  it('asks for a shorter reply after one that was cut off', async () => {
    const { model, asked } = scripted({ text: good.slice(0, 40), truncated: true }, good);
    await new PromptedGenerator(model).synthesise(question, [], evidence, { seed: 1 });
    assert.match(asked[1]?.messages.at(-1)?.content ?? '', /cut off: answer more briefly/);
  });

  it('shows little of a reply that was far too long', async () => {
    const { model, asked } = scripted('junk [ '.repeat(200_000), good);
    await new PromptedGenerator(model).answer([request], { seed: 1 });
    assert.ok((asked[1]?.messages.at(-2)?.content.length ?? 0) <= 4000);
  });

  it('fails after two replies that cannot be used, with the reason and the next step', async () => {
    const { model, asked } = scripted('no', '{"probes":"none"}');
    await assert.rejects(
      new PromptedGenerator(model).probes(
        { question, entities: { person: [], place: [], organisation: [], other: [] }, perKind: 2 },
        { seed: 1 },
      ),
      (error) => {
        assert.ok(error instanceof LinchpinError);
        assert.equal(error.code, 'model-reply-invalid');
        assert.match(error.message, /probes: probes: /);
        return true;
      },
    );
    assert.equal(asked.length, 2);
  });

  it('answers in another language as in any other, and drops what it was not given', async () => {
    const { model } = scripted(JSON.stringify({ ...goodAnswer, statement: 'Der Damm wurde 1931 gebaut.', key_evidence: ['E1', 'E12'] }));
    const [answer] = await new PromptedGenerator(model).answer([request], { seed: 1 });
    assert.equal(answer?.statement, 'Der Damm wurde 1931 gebaut.');
    assert.deepEqual(answer.citedSpans, ['dam-1']);
  });

  it('writes probes', async () => {
    const { model } = scripted('```json\n{"probes":[{"kind":"role","query":"Who designed the dam?"}]}\n```');
    assert.deepEqual(
      await new PromptedGenerator(model).probes(
        { question, entities: { person: [], place: [], organisation: [], other: [] }, perKind: 2 },
        { seed: 1 },
      ),
      [{ kind: 'role', query: 'Who designed the dam?', change: '' }],
    );
  });
});
