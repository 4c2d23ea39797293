import assert from 'node:assert/strict';

import { z } from 'zod';

import { LinchpinError } from '../../../../src/base/error.ts';
import type { ChatMessage } from '../../../../src/models/chat/chat-model.ts';
import { EditorChatModel, type EditorChatRequest, noEditor } from '../../../../src/models/editor/editor-chat.ts';

const shape = { schema: z.object({}), name: 'test', maxTokens: 10 };

async function sent(messages: ChatMessage[]): Promise<EditorChatRequest['messages']> {
  const seen: EditorChatRequest[] = [];
  const model = new EditorChatModel('copilot/x', (request) => {
    seen.push(request);
    return Promise.resolve({ text: '{}', promptTokens: 3, completionTokens: 1 });
  });
  await model.complete({ messages, ...shape }, { seed: 1 });
  return seen[0]?.messages ?? [];
}

describe("The editor's models", () => {
  it('are told what the system says at the head of the first message of the user', async () => {
    assert.deepEqual(
      await sent([
        { role: 'system', content: 'Rules.' },
        { role: 'user', content: 'Do.' },
        { role: 'assistant', content: 'No.' },
        { role: 'user', content: 'Again.' },
      ]),
      [
        { role: 'user', content: 'Rules.\n\nDo.' },
        { role: 'assistant', content: 'No.' },
        { role: 'user', content: 'Again.' },
      ],
    );
    assert.deepEqual(await sent([{ role: 'system', content: 'Rules.' }]), [{ role: 'user', content: 'Rules.' }]);
    assert.deepEqual(await sent([{ role: 'user', content: 'Do.' }]), [{ role: 'user', content: 'Do.' }]);
  });

  it('are counted as their own tokenizer counts, and stopped by the signal', async () => {
    const total = { calls: 0, prompt: 0, completion: 0 };
    const signal = new AbortController().signal;
    let given: AbortSignal | undefined;
    const model = new EditorChatModel('m', (_request, passed) => {
      given = passed;
      return Promise.resolve({ text: 'yes', promptTokens: 7, completionTokens: 2 });
    });
    const usage = {
      add: (each: { promptTokens: number; completionTokens: number }): void => {
        total.calls += 1;
        total.prompt += each.promptTokens;
        total.completion += each.completionTokens;
      },
      round: (): void => undefined,
    };
    assert.deepEqual(await model.complete({ messages: [], ...shape }, { seed: 1, signal, usage }), {
      text: 'yes',
      logProbability: null,
      truncated: false,
    });
    assert.deepEqual(total, { calls: 1, prompt: 7, completion: 2 });
    assert.equal(given, signal);
  });

  it('are not there without an editor', async () => {
    await assert.rejects(
      noEditor({ model: 'm', messages: [] }),
      (error) => error instanceof LinchpinError && error.code === 'model-unavailable',
    );
  });
});
