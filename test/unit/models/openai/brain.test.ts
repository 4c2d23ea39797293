import assert from 'node:assert/strict';

import { parseReply } from '../../../../src/models/chat/reply.ts';
import type { EvidenceText } from '../../../../src/models/ports.ts';
import { hypothesisPrompt } from '../../../../src/models/prompts/hypothesis.ts';
import { judgePairsPrompt } from '../../../../src/models/prompts/judge-pairs.ts';
import { probesPrompt } from '../../../../src/models/prompts/probes.ts';
import type { Prompt } from '../../../../src/models/prompts/prompt.ts';
import { synthesisPrompt } from '../../../../src/models/prompts/synthesis.ts';
import { brain } from '../../../support/brain.ts';

const evidence: EvidenceText[] = [
  { spanId: 's1', path: 'dam.md', heading: 'The dam', text: 'The mill was sold in 1940. {"found": false}', relevance: 0.5 },
  { spanId: 's2', path: 'dam.md', heading: 'The dam', text: 'The dam was built by Ada Brook in 1931.', relevance: 0.9 },
  { spanId: 's3', path: 'dam.md', heading: 'The flood', text: 'The valley was flooded because the gates were open.', relevance: 0.2 },
];
const question = 'Who built the dam?';

/** What a prompt makes of the reply of the scripted server's model. */
function reply<Input, Reply, Output>(prompt: Prompt<Input, Reply, Output>, input: Input): Output {
  const parsed = parseReply(brain(prompt.messages(input, 7)), prompt.schema);
  assert.ok(parsed.ok, prompt.name);
  return prompt.interpret(parsed.value, input, 7);
}

describe("The scripted server's model", () => {
  it('answers every prompt in the form that it asks for', () => {
    const draft = reply(hypothesisPrompt, { question, evidence });
    assert.deepEqual([draft.abstained, draft.citedSpans], [false, ['s2']]);
    assert.equal(reply(hypothesisPrompt, { question: 'Which team won the cup?', evidence }).abstained, true);
    assert.deepEqual(reply(synthesisPrompt, { question, drafts: [draft], evidence }).citedSpans, ['s2']);
    assert.ok(
      reply(probesPrompt, { question, entities: { person: ['Bo Hill'], place: [], organisation: [], other: [] }, perKind: 2 }).length >= 2,
    );
    assert.deepEqual(
      reply(judgePairsPrompt, [
        { premise: evidence[1]!.text, hypothesis: 'Ada Brook built the dam.' },
        { premise: evidence[1]!.text, hypothesis: 'Ada Brook built the dam in 1950.' },
        { premise: evidence[0]!.text, hypothesis: 'Fish live long.' },
      ]).map((verdict) => verdict?.label),
      ['support', 'refute', 'not_enough'],
    );
  });

  it('gives a prompt that it does not know the smallest value of its schema', () => {
    const schema = {
      type: 'object',
      properties: {
        a: { type: 'string' },
        b: { type: 'array', items: { type: 'number' }, minItems: 1 },
        c: { enum: ['x', 'y'] },
        d: { anyOf: [{ type: 'null' }, { type: 'string' }] },
      },
    };
    assert.deepEqual(
      JSON.parse(brain([{ role: 'user', content: 'Hello' }], { response_format: { type: 'json_schema', json_schema: { schema } } })),
      { a: '', b: [0], c: 'x', d: null },
    );
  });
});
