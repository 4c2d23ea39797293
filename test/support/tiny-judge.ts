import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { bytes, type Field, message, text, whole } from '../../evaluation/common-design/protobuf.ts';
import { modelsFolder } from '../../src/inference/weights.ts';

const types = { float: 1, int32: 6, int64: 7 } as const;

/**
 * A models folder whose judge is a few operators and no weights: what its heads say of a text follows from the numbers of its pieces alone.
 * It has the inputs and outputs of the real one, and its runs cost nothing.
 */
export async function writeTinyJudge(folder: string): Promise<void> {
  const own = join(folder, 'judge');
  await mkdir(own, { recursive: true });
  await writeFile(join(own, 'judge.onnx'), model());
  for (const weights of ['weights-1.bin', 'weights-2.bin']) await writeFile(join(own, weights), '');
  await copyFile(join(modelsFolder(), 'judge', 'vocab.txt'), join(own, 'vocab.txt'));
}

type Attribute = readonly [name: string, value: number];

function model(): Uint8Array {
  const constants: Field[] = [];
  const nodes: Field[] = [];
  const constant = (name: string, dims: readonly number[], type: number, data: Uint8Array): string => {
    const fields = message(
      dims.map((dim) => whole(1, dim)),
      whole(2, type),
      text(8, name),
      bytes(9, data),
    );
    constants.push(bytes(5, fields));
    return name;
  };
  const number = (name: string, value: number): string => constant(name, [1, 1], types.float, Buffer.from(Float32Array.of(value).buffer));
  const node = (operator: string, inputs: readonly string[], output: string, attributes: readonly Attribute[] = []): string => {
    const fields = message(
      inputs.map((input) => text(1, input)),
      text(2, output),
      text(4, operator),
      attributes.map(([name, value]) => bytes(5, message(text(1, name), whole(3, value), whole(20, 2)))),
    );
    nodes.push(bytes(1, fields));
    return output;
  };
  // Of a vocabulary of 30,522 pieces: each number is in [0, 1), and the mean of a text is about a tenth.
  const shares = node('Mul', [node('Cast', ['ids'], 'numbers', [['to', types.float]]), number('scale', 1 / 30_522)], 'evid');
  const mean = node('ReduceMean', [shares], 'rel', [['keepdims', 1]]);
  const [one, none] = [number('one', 1), number('none', 0)];
  const rest = node('Sub', [one, mean], 'rest');
  node('Softmax', [node('Concat', [mean, rest, none], 'stances', [['axis', 1]])], 'nli');
  node('Softmax', [node('Concat', [one, mean, none], 'forms', [['axis', 1]])], 'kind');
  const last = constant('last', [1], types.int64, Buffer.from(BigInt64Array.of(2n).buffer));
  const column = node('Unsqueeze', [shares, last], 'column');
  node('Concat', [column, column], 'span', [['axis', 2]]);
  // The marks of segments and of what is no padding are inputs, as of the real one; they say nothing here.
  node('Add', ['seg', 'mask'], 'unread');
  const value = (name: string, type: number, dims: readonly (string | number)[]): Uint8Array => {
    const shape = message(dims.map((dim) => bytes(1, message(typeof dim === 'number' ? whole(1, dim) : text(2, dim)))));
    return message(text(1, name), bytes(2, message(bytes(1, message(whole(1, type), bytes(2, shape))))));
  };
  const inputs = ['ids', 'seg', 'mask'].map((name) => bytes(11, value(name, types.int32, [1, 'length'])));
  const outputs = [
    value('rel', types.float, [1, 1]),
    value('nli', types.float, [1, 3]),
    value('kind', types.float, [1, 3]),
    value('span', types.float, [1, 'length', 2]),
    value('evid', types.float, [1, 'length']),
  ].map((own) => bytes(12, own));
  const graph = message(nodes, text(2, 'tiny judge'), constants, inputs, outputs);
  return message(whole(1, 8), bytes(7, graph), bytes(8, message(text(1, ''), whole(2, 17))));
}
