import assert from 'node:assert/strict';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { createEngine, type Engine } from '../../../src/engine/engine.ts';
import type { FolderOptions } from '../../../src/engine/protocol.ts';
import { modelsConfigSchema } from '../../../src/models/choice.ts';
import { type ScriptedServer, startScriptedServer } from '../../support/scripted-server.ts';

const root = join(import.meta.dirname, '..', '..', '..');
const question = 'How long must passwords chosen by users be?';
const signal = new AbortController().signal;

describe('Switching models', function () {
  this.timeout(120_000);
  let home = '';
  let server: ScriptedServer;
  let service: Engine;

  beforeEach(async () => {
    home = await mkdtemp(join(tmpdir(), 'linchpin-switch-'));
    await cp(join(root, 'sample'), join(home, 'sample'), { recursive: true, filter: (source) => !source.endsWith('.linchpin') });
    server = await startScriptedServer({ delayMs: 50 });
    service = createEngine({ storeFolder: join(root, 'test', 'fixtures', 'onnx'), cacheFolder: join(home, 'replies') });
  });
  afterEach(async () => {
    await service.close();
    await server.close();
    await rm(home, { recursive: true, force: true });
  });

  function options(models: Record<string, unknown> = {}): FolderOptions {
    return {
      folder: join(home, 'sample'),
      indexLocation: join(home, 'index'),
      models: modelsConfigSchema.parse({ server: { url: server.url }, ...models }),
    };
  }

  const ask = (chosen: FolderOptions) =>
    service.ask({ options: chosen, question, kind: 'question', settings: {}, exclude: [] }, () => undefined, signal);

  it('in the middle of an audit leaves it the models that it began with', async () => {
    await service.index(options(), false, () => undefined, signal);
    const begun = ask(options({ generator: 'server:scripted' }));
    const next = ask(options());
    const [slow, fast] = await Promise.all([begun, next]);
    assert.deepEqual([slow.models.generator.id, fast.models.generator.provider], ['scripted', 'bundled']);
    assert.ok(slow.answer.text !== '' && fast.answer.text !== '');
    assert.equal(slow.notices, undefined);
  });

  it('of search makes an index beside the old one, which stays as it was', async () => {
    const other = options({ embedder: 'onnx:tiny/embedder@fp32' });
    await service.index(options(), false, () => undefined, signal);
    const before = await service.status(options());
    assert.equal((await service.status(other)).state, 'missing');
    const summary = await service.index(other, false, () => undefined, signal);
    assert.ok(summary.embedded > 0);
    assert.deepEqual((await service.status(options())).indexVersion, before.indexVersion);
    assert.notEqual((await service.status(other)).indexVersion, before.indexVersion);
    assert.equal((await service.index(options(), false, () => undefined, signal)).embedded, 0);
    assert.ok((await ask(options())).answer.text !== '');
  });

  it('in the middle of indexing harms neither', async () => {
    for (let at = 0; at < 40; at += 1)
      await writeFile(join(home, 'sample', `more ${at}.md`), `# Weir ${at}\n\n${'It holds the river back. '.repeat(40)}\n`);
    await service.index(options(), false, () => undefined, signal);
    const other = options({ embedder: 'onnx:tiny/embedder@fp32' });
    let asked: ReturnType<typeof ask> | undefined;
    await service.index(
      other,
      false,
      ({ phase }) => {
        // Not every phase is told: progress comes some times a second.
        if (phase !== 'discovering' && phase !== 'done') asked ??= ask(options());
      },
      signal,
    );
    assert.ok(asked !== undefined);
    assert.ok((await asked).answer.text !== '');
    assert.equal((await service.status(other)).state, 'ready');
    assert.equal((await service.index(other, false, () => undefined, signal)).embedded, 0);
  });

  it('to a server that is down is said in words, and back again all is as before', async () => {
    await service.index(options(), false, () => undefined, signal);
    const down = options({ embedder: 'server:scripted', server: { url: 'http://127.0.0.1:1/v1', timeoutSeconds: 1 } });
    await assert.rejects(ask(down), /cannot be reached|did not answer/);
    assert.ok((await ask(options())).answer.text !== '');
  });
});
