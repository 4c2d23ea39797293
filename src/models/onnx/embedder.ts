import { LinchpinError } from '../../base/error.ts';
import { sha256 } from '../../base/hash.ts';
import type { Embedder } from '../ports.ts';
import { identityOf, readConfig } from './config.ts';
import { type Numbers, runBatches } from './run.ts';
import type { OnnxModelRef, OnnxRuntime } from './runtime.ts';

/** What families of models put before texts: they were trained with it, and find less without. */
const prefixes: readonly (readonly [pattern: RegExp, query: string, passage: string])[] = [
  [/(?:^|\/)(?:multilingual-)?e5-/i, 'query: ', 'passage: '],
  [/(?:^|\/)bge-(?:small|base|large)-en/i, 'Represent this sentence for searching relevant passages: ', ''],
  [/nomic-embed/i, 'search_query: ', 'search_document: '],
  [/snowflake-arctic-embed|mxbai-embed/i, 'Represent this sentence for searching relevant passages: ', ''],
];

/** A sentence-embedding model in ONNX form. Its cosine is taken as the papers' own, which are of such a model. @throws LinchpinError `model-unavailable`. */
export async function openOnnxEmbedder(runtime: OnnxRuntime, ref: Omit<OnnxModelRef, 'kind'>): Promise<Embedder> {
  const config = await readConfig(ref.folder, ref.model, ref.dtype);
  const { dimensions } = config;
  if (dimensions === null)
    throw new LinchpinError(
      'model-unavailable',
      `The model ${ref.model} does not say how long its vectors are.`,
      'Choose another model with "Linchpin: Choose Models".',
    );
  const [, queryPrefix, passagePrefix] = prefixes.find(([pattern]) => pattern.test(ref.model)) ?? [null, '', ''];
  return {
    identity: identityOf(ref.model, config),
    profileId: `onnx-${sha256(`${ref.model}\n${config.version}\n${config.pooling}\n${queryPrefix}\n${passagePrefix}`).slice(0, 16)}`,
    dimensions,
    similarity: { toReference: (cosine) => cosine },
    async embed(texts, role, { signal }) {
      const full = texts.map((text) => (role === 'query' ? queryPrefix : passagePrefix) + text);
      return await runtime.use({ ...ref, kind: 'features' }, async (session) => {
        const vectors = await runBatches(session, { texts: full }, signal, (output, input, count) =>
          pool(output('last_hidden_state'), input('attention_mask'), count, config.pooling),
        );
        return vectors.map((vector, index) => (texts[index]?.trim() === '' ? new Float32Array(dimensions) : vector));
      });
    },
  };
}

/** Mean over the tokens that are not padding, or the first token; of unit length. */
function pool(hidden: Numbers, mask: Numbers, count: number, pooling: 'mean' | 'cls'): Float32Array[] {
  const [, length = 0, width = 0] = hidden.dims;
  return Array.from({ length: count }, (_, row) => {
    const sum = new Float32Array(width);
    for (let token = 0; token < (pooling === 'cls' ? 1 : length); token += 1) {
      if (mask.data[row * length + token] === 0) continue;
      const from = (row * length + token) * width;
      for (let d = 0; d < width; d += 1) sum[d] = (sum[d] ?? 0) + (hidden.data[from + d] ?? 0);
    }
    const norm = Math.hypot(...sum);
    return norm === 0 ? sum : sum.map((value) => value / norm);
  });
}
