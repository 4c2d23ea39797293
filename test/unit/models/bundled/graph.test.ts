import assert from 'node:assert/strict';
import { join } from 'node:path';

import { LinchpinError } from '../../../../src/base/error.ts';
import { modelsFolder } from '../../../../src/models/bundled/assets.ts';
import { Graph, hasGraphRuntime, prepareGraph } from '../../../../src/models/bundled/graph.ts';

const failsWith =
  (code: string) =>
  (error: unknown): boolean =>
    error instanceof LinchpinError && error.code === code;

describe('a graph', () => {
  it('has its runtime on this platform', () => {
    assert.equal(hasGraphRuntime(), true);
  });

  it('says that inputs of the wrong shape, and outputs that it has not, are its failure', async () => {
    const graph = new Graph('neural reader', join(modelsFolder(), 'neural-reader', 'reader.onnx'));
    await assert.rejects(graph.run({ c_ids: { values: new Int32Array(3), shape: [1, 3] } }), failsWith('model-failed'));
    const numbers = (name: string, width: number): { values: Float32Array; shape: number[] } => ({
      values: new Float32Array(2 * width),
      shape: name === 'span' ? [1, 2] : [1, 2, width],
    });
    const whole = { values: new Int32Array(14), shape: [1, 2, 7] };
    const output = await graph.run({
      c_ids: whole,
      q_ids: whole,
      c_feat: numbers('c_feat', 26),
      q_feat: numbers('q_feat', 4),
      span: numbers('span', 1),
    });
    assert.equal(output('start').length, 2);
    assert.throws(() => output('nothing'), failsWith('model-failed'));
  });

  it('answers each of many runs that are asked for at once, and does not mind what was opened ahead and is not there', async () => {
    prepareGraph(join(modelsFolder(), 'neural-reader', 'missing.onnx'));
    const graph = new Graph('neural reader', join(modelsFolder(), 'neural-reader', 'reader.onnx'));
    const asked = (words: number): Promise<number> => {
      const numbers = (width: number): { values: Float32Array; shape: number[] } => ({
        values: new Float32Array(words * width),
        shape: [1, words, width],
      });
      const ids = { values: new Int32Array(words * 7), shape: [1, words, 7] };
      const span = { values: new Float32Array(words), shape: [1, words] };
      return graph.run({ c_ids: ids, q_ids: ids, c_feat: numbers(26), q_feat: numbers(4), span }).then((output) => output('start').length);
    };
    assert.deepEqual(await Promise.all([5, 2, 9, 3].map(asked)), [5, 2, 9, 3]);
  });

  it('says that a file which is no graph cannot be read', async () => {
    const graph = new Graph('card', join(modelsFolder(), 'neural-reader', 'README.md'));
    assert.match(graph.version, /^[0-9a-f]{12}$/);
    await assert.rejects(graph.run({}), failsWith('model-unavailable'));
  });
});
