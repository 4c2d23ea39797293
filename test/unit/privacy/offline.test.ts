import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { z } from 'zod';

import { startScriptedServer } from '../../support/scripted-server.ts';

const root = join(import.meta.dirname, '..', '..', '..');
const resultSchema = z.object({ seen: z.array(z.string()), outcome: z.string() });
const run = promisify(execFile);

describe('With nothing allowed to leave the machine', function () {
  this.timeout(120_000);
  let home = '';
  before(async () => {
    home = await mkdtemp(join(tmpdir(), 'linchpin-offline-'));
    await cp(join(root, 'sample'), join(home, 'sample'), { recursive: true, filter: (source) => !source.endsWith('.linchpin') });
  });
  after(() => rm(home, { recursive: true, force: true }));

  async function watched(config: unknown): Promise<z.infer<typeof resultSchema>> {
    const { stdout } = await run(
      process.execPath,
      [
        '--import',
        'tsx',
        join(import.meta.dirname, 'watched.ts'),
        join(home, 'sample'),
        join(home, 'index'),
        JSON.stringify(config),
        'How long must passwords chosen by users be?',
      ],
      {
        cwd: root,
        env: { ...process.env, LINCHPIN_MODEL_STORE: join(root, 'test', 'fixtures', 'onnx'), LINCHPIN_MODEL_CACHE: join(home, 'replies') },
      },
    );
    return resultSchema.parse(JSON.parse(stdout.trim().split('\n').at(-1) ?? ''));
  }

  it('no socket is opened and no name looked up, by the bundled models or by ONNX ones', async () => {
    const bundled = await watched({});
    assert.deepEqual(bundled.seen, []);
    assert.match(bundled.outcome, /^(?:supported|conflicting) /);
    const onnx = await watched({
      embedder: 'onnx:tiny/embedder@fp32',
      relevance: 'onnx:tiny/reranker@fp32',
      entailment: 'onnx:tiny/nli@fp32',
      generator: 'onnx:tiny/qa@fp32',
    });
    assert.deepEqual(onnx.seen, []);
    assert.match(onnx.outcome, /^\S+ \S+$/);
  });

  it('a server that is not on this machine is refused before anything is sent', async () => {
    assert.deepEqual(await watched({ generator: 'server:m', server: { url: 'https://api.example.com/v1' } }), {
      seen: [],
      outcome: 'offline',
    });
  });

  it('the watch sees what a server on this machine is sent', async () => {
    const server = await startScriptedServer();
    try {
      const { seen, outcome } = await watched({ generator: 'server:scripted', server: { url: server.url } });
      assert.deepEqual([...new Set(seen)].sort(), ['127.0.0.1', 'socket']);
      assert.match(outcome, /^\S+ \S+$/);
    } finally {
      await server.close();
    }
  });
});
