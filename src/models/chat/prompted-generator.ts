import { LinchpinError } from '../../base/error.ts';
import type { ModelIdentity } from '../../report/report.ts';
import type { AnswerRequest, EvidenceText, GeneratedAnswer, GeneratedProbe, Generator, ModelCall, ProbeRequest } from '../ports.ts';
import { hypothesisPrompt } from '../prompts/hypothesis.ts';
import { probesPrompt } from '../prompts/probes.ts';
import type { Prompt } from '../prompts/prompt.ts';
import { splitClaimsPrompt } from '../prompts/split-claims.ts';
import { synthesisPrompt } from '../prompts/synthesis.ts';
import type { ChatMessage, ChatModel, ChatReply } from './chat-model.ts';
import { parseReply } from './reply.ts';
import { together } from './together.ts';

/** A language model as a Generator: each task is a prompt with a schema; a reply that does not fit is asked for once more, with the error in hand. */
export class PromptedGenerator implements Generator {
  readonly identity: ModelIdentity;
  readonly #model: ChatModel;

  constructor(model: ChatModel) {
    this.#model = model;
    this.identity = model.identity;
  }

  async answer(requests: readonly AnswerRequest[], call: ModelCall): Promise<GeneratedAnswer[]> {
    call.usage?.round();
    return await together(
      call,
      requests.map((request) => async (one) => {
        const { output, reply } = await this.#ask(hypothesisPrompt, request, one);
        return { ...output, logProbability: reply.logProbability };
      }),
    );
  }

  async probes(request: ProbeRequest, call: ModelCall): Promise<GeneratedProbe[]> {
    call.usage?.round();
    return (await this.#ask(probesPrompt, request, call)).output;
  }

  async synthesise(question: string, drafts: readonly GeneratedAnswer[], evidence: readonly EvidenceText[], call: ModelCall): Promise<GeneratedAnswer> {
    call.usage?.round();
    const { output, reply } = await this.#ask(synthesisPrompt, { question, drafts, evidence }, call);
    return { ...output, logProbability: reply.logProbability };
  }

  async splitClaims(text: string, call: ModelCall): Promise<string[]> {
    call.usage?.round();
    return (await this.#ask(splitClaimsPrompt, text, call)).output;
  }

  /** @throws LinchpinError `model-reply-invalid` after the second reply that does not fit, and what the model throws. */
  async #ask<Input, Reply, Output>(prompt: Prompt<Input, Reply, Output>, input: Input, call: ModelCall): Promise<{ output: Output; reply: ChatReply }> {
    const first = prompt.messages(input, call.seed);
    const reply = await this.#complete(prompt, first, call);
    const parsed = parseReply(reply.text, prompt.schema);
    if (parsed.ok) return { output: prompt.interpret(parsed.value, input, call.seed), reply };

    call.usage?.round();
    const problem = reply.truncated ? 'it was cut off: answer more briefly' : parsed.problem;
    const again = await this.#complete(
      prompt,
      [...first, { role: 'assistant', content: reply.text.slice(0, 4000) }, { role: 'user', content: `That reply cannot be used: ${problem}. Reply again with the JSON object alone.` }],
      call,
    );
    const second = parseReply(again.text, prompt.schema);
    if (second.ok) return { output: prompt.interpret(second.value, input, call.seed), reply: again };
    throw new LinchpinError(
      'model-reply-invalid',
      `The model ${this.identity.id} did not give a usable reply (${prompt.name}: ${second.problem}).`,
      'Choose another model with "Linchpin: Choose Models", or the bundled ones.',
    );
  }

  #complete<Input, Reply, Output>(prompt: Prompt<Input, Reply, Output>, messages: readonly ChatMessage[], call: ModelCall): Promise<ChatReply> {
    return this.#model.complete({ messages, schema: prompt.schema, name: prompt.name, maxTokens: prompt.maxTokens }, call);
  }
}
