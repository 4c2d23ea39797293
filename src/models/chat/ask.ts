import { LinchpinError } from '../../base/error.ts';
import type { ModelCall } from '../ports.ts';
import type { Prompt } from '../prompts/prompt.ts';
import type { ChatMessage, ChatModel, ChatReply } from './chat-model.ts';
import { parseReply } from './reply.ts';

/** Of a reply that cannot be used, shown to the model again; characters. */
const shownAgain = 4000;

/**
 * One task for a language model. A reply that does not fit its schema is asked for once more, with the error in hand; that is a round of
 * its own, and the first round is the caller's to count.
 * @throws LinchpinError `model-reply-invalid` after the second reply that does not fit, and what the model throws.
 */
export async function ask<Input, Reply, Output>(
  model: ChatModel,
  prompt: Prompt<Input, Reply, Output>,
  input: Input,
  call: ModelCall,
): Promise<{ readonly output: Output; readonly reply: ChatReply }> {
  const complete = (messages: readonly ChatMessage[]): Promise<ChatReply> =>
    model.complete({ messages, schema: prompt.schema, name: prompt.name, maxTokens: prompt.maxTokens }, call);
  const first = prompt.messages(input, call.seed);
  const reply = await complete(first);
  const parsed = parseReply(reply.text, prompt.schema);
  if (parsed.ok) return { output: prompt.interpret(parsed.value, input, call.seed), reply };

  call.usage?.round();
  const problem = reply.truncated ? 'it was cut off: answer more briefly' : parsed.problem;
  // Servers refuse messages without content.
  const said = reply.text.trim() === '' ? '(nothing)' : reply.text.slice(0, shownAgain);
  const again = await complete([
    ...first,
    { role: 'assistant', content: said },
    { role: 'user', content: `That reply cannot be used: ${problem}. Reply again with the JSON object alone.` },
  ]);
  const second = parseReply(again.text, prompt.schema);
  if (second.ok) return { output: prompt.interpret(second.value, input, call.seed), reply: again };
  throw new LinchpinError(
    'model-reply-invalid',
    `The model ${model.identity.id} did not give a usable reply (${prompt.name}: ${second.problem}).`,
    'Choose another model with "Linchpin: Choose Models", or the bundled ones.',
  );
}
