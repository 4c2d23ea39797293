import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { OnnxModel } from '../../../src/inference/onnx-model.ts';
import type { OnnxInput } from '../../../src/inference/onnx-thread.ts';
import { writeTinyJudge } from '../../support/tiny-judge.ts';

const of = (values: readonly number[]): OnnxInput => ({ values: Int32Array.from(values), shape: [1, values.length] });
const inputs = (...ids: readonly number[]): Record<string, OnnxInput> => ({ ids: of(ids), seg: of(ids), mask: of(ids) });

describe('a model in an ONNX file', () => {
  let folder = '';
  let file = '';

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'linchpin-onnx-'));
    await writeTinyJudge(folder);
    file = join(folder, 'judge', 'judge.onnx');
  });

  after(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  it('says that inputs of the wrong shape, and outputs that it has not, are its failure', async () => {
    const model = new OnnxModel('judge', file, 1);
    await assert.rejects(model.run({ ids: of([1, 2, 3]) }), { code: 'model-failed' });
    const output = await model.run(inputs(1, 2));
    assert.equal(output('span').length, 4);
    assert.throws(() => output('nothing'), { code: 'model-failed' });
  });

  it('answers each of many runs that are asked for at once, and opens ahead what is there and what is not', async () => {
    const missing = new OnnxModel('judge', join(folder, 'missing.onnx'), 1);
    missing.prepare();
    const model = new OnnxModel('judge', file, 1);
    model.prepare();
    const asked = async (words: number): Promise<number> => {
      const output = await model.run(inputs(...Array.from({ length: words }, (_, at) => at)));
      return output('evid').length;
    };
    assert.deepEqual(await Promise.all([5, 2, 9, 3].map(asked)), [5, 2, 9, 3]);
    await assert.rejects(missing.run(inputs(1)), { code: 'model-unavailable' });
  });

  it('says that a file which is no model cannot be read', async () => {
    const broken = join(folder, 'broken.onnx');
    await writeFile(broken, 'no model');
    const model = new OnnxModel('judge', broken, 1);
    await assert.rejects(model.run(inputs(1)), { code: 'model-unavailable', message: /bundled judge cannot be read/ });
  });

  it('leaves out what is cancelled before it runs, and runs what was asked behind it', async () => {
    const model = new OnnxModel('judge', file, 1);
    await assert.rejects(model.run(inputs(1), AbortSignal.abort()), { code: 'cancelled' });
    const abort = new AbortController();
    const first = model.run(inputs(1, 2, 3));
    const cancelled = model.run(inputs(1), abort.signal);
    const last = model.run(inputs(1, 2));
    abort.abort();
    await assert.rejects(cancelled, { code: 'cancelled' });
    assert.equal((await first)('evid').length, 3);
    assert.equal((await last)('evid').length, 2);
  });
});
