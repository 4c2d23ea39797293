import { z } from 'zod';

import { cancelled } from '../../base/error.ts';
import type { ChatModel } from '../chat/chat-model.ts';
import { identityOf, readConfig } from './config.ts';
import type { OnnxModelRef, OnnxRuntime } from './runtime.ts';

const tensorSchema = z.custom<{ readonly dims: number[]; slice(...places: (readonly [number, number] | null)[]): unknown }>(
  (value) => typeof value === 'object' && value !== null && 'dims' in value && 'slice' in value,
);
const inputsSchema = z.looseObject({ input_ids: tensorSchema });

/** A small instruct model in ONNX form. It keeps to a schema as far as the prompt makes it. @throws LinchpinError `model-unavailable`. */
export async function openOnnxChat(runtime: OnnxRuntime, ref: Omit<OnnxModelRef, 'kind'>): Promise<ChatModel> {
  const config = await readConfig(ref.folder, ref.model, ref.dtype);
  return {
    identity: identityOf(ref.model, config),
    async complete({ messages, maxTokens }, { signal, usage }) {
      return await runtime.use({ ...ref, kind: 'text' }, async ({ library, tokenizer, model }) => {
        const inputs = inputsSchema.parse(
          tokenizer.apply_chat_template(
            messages.map(({ role, content }) => ({ role, content })),
            { add_generation_prompt: true, return_dict: true },
          ),
        );
        const stopping = new library.InterruptableStoppingCriteria();
        const stop = (): void => {
          stopping.interrupt();
        };
        signal?.addEventListener('abort', stop, { once: true });
        try {
          if (signal?.aborted === true) throw cancelled();
          const whole = tensorSchema.parse(
            await model.generate({ ...inputs, max_new_tokens: maxTokens, do_sample: false, stopping_criteria: stopping }),
          );
          if (isAborted(signal)) throw cancelled();
          const promptTokens = inputs.input_ids.dims.at(-1) ?? 0;
          const completionTokens = (whole.dims.at(-1) ?? promptTokens) - promptTokens;
          const [text = ''] = z
            .array(z.string())
            .parse(
              tokenizer.batch_decode(
                z
                  .custom<Parameters<typeof tokenizer.batch_decode>[0]>()
                  .parse(whole.slice(null, [promptTokens, promptTokens + completionTokens])),
                { skip_special_tokens: true },
              ),
            );
          usage?.add({ promptTokens, completionTokens });
          return { text, logProbability: null, truncated: completionTokens >= maxTokens };
        } finally {
          signal?.removeEventListener('abort', stop);
        }
      });
    },
  };
}

/** Asked again after an await: the signal may have changed. */
function isAborted(signal: AbortSignal | undefined): boolean {
  return signal?.aborted === true;
}
