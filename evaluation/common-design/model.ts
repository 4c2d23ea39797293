import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { createRandom } from '../../src/base/random.ts';
import { bytes, type Field, float, message, text, whole } from './protobuf.ts';

/** The shape of all-MiniLM-L6-v2: what most tools that search documents embed passages with. */
const shape = { layers: 6, width: 384, heads: 12, inner: 1536, positions: 512 } as const;
export const mostTokens = 256;

const types = { float: 1, int64: 7 } as const;
type Attribute = readonly [name: string, value: number | readonly number[], isFloat?: boolean];

/**
 * A sentence encoder of that shape with random weights, in the layout of a hub's ONNX model: it costs what the real one costs, and says nothing.
 * @param vocabulary a file with a word piece a line, continuations with ##
 */
export async function writeModel(folder: string, vocabulary: string): Promise<void> {
  const pieces = (await readFile(vocabulary, 'utf8')).replace(/\n$/, '').split('\n');
  const special = ['[PAD]', '[UNK]', '[CLS]', '[SEP]', '[MASK]'];
  const vocab = [...special, ...pieces];
  await mkdir(join(folder, 'onnx'), { recursive: true });
  await writeFile(join(folder, 'onnx', 'model.onnx'), encoder(vocab.length));
  await writeFile(join(folder, 'tokenizer.json'), JSON.stringify(tokenizer(vocab, special)));
  const names = Object.fromEntries(['pad', 'unk', 'cls', 'sep', 'mask'].map((name, at) => [`${name}_token`, special[at]]));
  await writeFile(
    join(folder, 'tokenizer_config.json'),
    JSON.stringify({ tokenizer_class: 'BertTokenizer', model_max_length: mostTokens, do_lower_case: true, ...names }),
  );
  await writeFile(
    join(folder, 'config.json'),
    JSON.stringify({
      model_type: 'bert',
      architectures: ['BertModel'],
      hidden_size: shape.width,
      num_hidden_layers: shape.layers,
      num_attention_heads: shape.heads,
      intermediate_size: shape.inner,
      max_position_embeddings: shape.positions,
      vocab_size: vocab.length,
      pad_token_id: 0,
    }),
  );
}

function tokenizer(vocab: readonly string[], special: readonly string[]): unknown {
  const at = (token: string): unknown => ({ id: token, ids: [special.indexOf(token)], tokens: [token] });
  const sequence = { Sequence: { id: 'A', type_id: 0 } };
  const token = (id: string): unknown => ({ SpecialToken: { id, type_id: 0 } });
  const single = [token('[CLS]'), sequence, token('[SEP]')];
  return {
    version: '1.0',
    truncation: null,
    padding: null,
    added_tokens: special.map((content, id) => ({
      ...{ id, content, single_word: false, lstrip: false, rstrip: false, normalized: false, special: true },
    })),
    normalizer: { type: 'BertNormalizer', clean_text: true, handle_chinese_chars: true, strip_accents: null, lowercase: true },
    pre_tokenizer: { type: 'BertPreTokenizer' },
    post_processor: {
      type: 'TemplateProcessing',
      single,
      pair: single,
      special_tokens: { '[CLS]': at('[CLS]'), '[SEP]': at('[SEP]') },
    },
    decoder: { type: 'WordPiece', prefix: '##', cleanup: true },
    model: {
      type: 'WordPiece',
      unk_token: '[UNK]',
      continuing_subword_prefix: '##',
      max_input_chars_per_word: 100,
      vocab: Object.fromEntries(vocab.map((piece, id) => [piece, id])),
    },
  };
}

/** BERT (Devlin et al. 2019), without its head, as ONNX operators of set 17. */
function encoder(words: number): Uint8Array {
  const { layers, width, heads, inner, positions } = shape;
  const random = createRandom(5);
  const constants: Field[] = [];
  const nodes: Field[] = [];
  const weights = (name: string, ...dims: readonly number[]): string => {
    const values = Float32Array.from({ length: dims.reduce((size, dim) => size * dim, 1) }, () => (random.next() - 0.5) * 0.07);
    return constant(name, dims, types.float, Buffer.from(values.buffer));
  };
  const constant = (name: string, dims: readonly number[], type: number, data: Uint8Array): string => {
    constants.push(
      bytes(
        5,
        message(
          dims.map((dim) => whole(1, dim)),
          whole(2, type),
          text(8, name),
          bytes(9, data),
        ),
      ),
    );
    return name;
  };
  const number = (name: string, value: number): string => constant(name, [], types.float, Buffer.from(Float32Array.of(value).buffer));
  const integers = (name: string, ...values: readonly bigint[]): string =>
    constant(name, [values.length], types.int64, Buffer.from(BigInt64Array.from(values).buffer));
  const scalar = (name: string, value: bigint): string => constant(name, [], types.int64, Buffer.from(BigInt64Array.of(value).buffer));
  let made = 0;
  const node = (operator: string, inputs: readonly string[], attributes: readonly Attribute[] = [], output = `x${(made += 1)}`): string => {
    nodes.push(
      bytes(
        1,
        message(
          inputs.map((input) => text(1, input)),
          text(2, output),
          text(4, operator),
          attributes.map((each) => bytes(5, attribute(each))),
        ),
      ),
    );
    return output;
  };
  const linear = (input: string, name: string, from: number, to: number): string =>
    node('Add', [node('MatMul', [input, weights(`${name}.w`, from, to)]), weights(`${name}.b`, to)]);
  const normal = (input: string, name: string, output?: string): string =>
    node('LayerNormalization', [input, weights(`${name}.g`, width), weights(`${name}.s`, width)], [['epsilon', 1e-12, true]], output);

  const length = node('Gather', [node('Shape', ['input_ids']), scalar('one', 1n)]);
  const places = node('Range', [scalar('zero', 0n), length, 'one']);
  const sum = node('Add', [
    node('Gather', [weights('words', words, width), 'input_ids']),
    node('Gather', [weights('segments', 2, width), 'token_type_ids']),
  ]);
  let state = normal(node('Add', [sum, node('Gather', [weights('positions', positions, width), places])]), 'embedding');
  const mask = node('Unsqueeze', [node('Cast', ['attention_mask'], [['to', types.float]]), integers('middle', 1n, 2n)]);
  const hidden = node('Mul', [node('Sub', [number('full', 1), mask]), number('never', -10_000)]);
  const [split, joined] = [integers('split', 0n, 0n, BigInt(heads), BigInt(width / heads)), integers('joined', 0n, 0n, BigInt(width))];
  const [scale, half, root] = [number('scale', 1 / Math.sqrt(width / heads)), number('half', 0.5), number('root', Math.SQRT2)];
  for (let layer = 0; layer < layers; layer += 1) {
    const of = (name: string): string => `${layer}.${name}`;
    const head = (name: string, order: readonly number[]): string =>
      node('Transpose', [node('Reshape', [linear(state, of(name), width, width), split])], [['perm', order]]);
    const scores = node('Mul', [node('MatMul', [head('query', [0, 2, 1, 3]), head('key', [0, 2, 3, 1])]), scale]);
    const attention = node('Softmax', [node('Add', [scores, hidden])]);
    const context = node('Transpose', [node('MatMul', [attention, head('value', [0, 2, 1, 3])])], [['perm', [0, 2, 1, 3]]]);
    const attended = linear(node('Reshape', [context, joined]), of('output'), width, width);
    const middle = normal(node('Add', [attended, state]), of('first'));
    const wide = linear(middle, of('in'), width, inner);
    const gelu = node('Mul', [node('Mul', [wide, half]), node('Add', [node('Erf', [node('Div', [wide, root])]), 'full'])]);
    const isLast = layer === layers - 1;
    state = normal(node('Add', [linear(gelu, of('out'), inner, width), middle]), of('second'), isLast ? 'last_hidden_state' : undefined);
  }
  const value = (name: string, type: number, dims: readonly (string | number)[]): Uint8Array =>
    message(
      text(1, name),
      bytes(
        2,
        message(
          bytes(
            1,
            message(
              whole(1, type),
              bytes(2, message(dims.map((dim) => bytes(1, message(typeof dim === 'number' ? whole(1, dim) : text(2, dim)))))),
            ),
          ),
        ),
      ),
    );
  const inputs = ['input_ids', 'attention_mask', 'token_type_ids'].map((name) => bytes(11, value(name, types.int64, ['batch', 'length'])));
  const outputs = bytes(12, value('last_hidden_state', types.float, ['batch', 'length', width]));
  const graph = message(nodes, text(2, 'encoder'), constants, inputs, outputs);
  return message(whole(1, 8), bytes(7, graph), bytes(8, message(text(1, ''), whole(2, 17))));
}

/** `AttributeProto`: a float, an integer or integers. */
function attribute([name, value, isFloat = false]: Attribute): Uint8Array {
  if (typeof value !== 'number')
    return message(
      text(1, name),
      value.map((each) => whole(8, each)),
      whole(20, 7),
    );
  return isFloat ? message(text(1, name), float(2, value), whole(20, 1)) : message(text(1, name), whole(3, value), whole(20, 2));
}
