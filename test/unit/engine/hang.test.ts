import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import type { EngineClient } from '../../../src/engine/client.ts';
import { requests } from '../../../src/engine/protocol.ts';
import { startEngine, startLooper } from './engine.ts';

const where = { folder: import.meta.dirname };
/** Of the test, not of the product: long enough for a machine that does other things too. */
const bounds = { busyMs: 2500 };

function lives(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

async function ends(pid: number): Promise<void> {
  while (lives(pid)) await pause(50);
}

async function heard(engine: EngineClient): Promise<void> {
  while (!engine.isHeard) await pause(20);
}

function pidOf({ pid }: EngineClient): number {
  return pid ?? assert.fail('the engine is not running');
}

describe('An engine that hangs', function () {
  this.timeout(150_000);

  before(function () {
    if (process.platform === 'win32') this.skip();
  });

  it('is ended when all of it stands still, started again, and asked again', async () => {
    const logged: string[] = [];
    const crashes: number[] = [];
    const engine = startEngine({ restartDelayMs: 1, onLog: (line) => logged.push(line), onCrash: (count) => crashes.push(count) });
    try {
      assert.deepEqual((await engine.request(requests.audits, where)).audits, []);
      const stopped = pidOf(engine);
      await heard(engine);
      process.kill(stopped, 'SIGSTOP');
      // Not asked twice, as it would be decided twice.
      const decided = engine.request(requests.decide, { ...where, auditId: 'none', spanId: 'a.md:0-1', action: 'accept', reviewer: 'ann' });
      const refused = assert.rejects(decided, { code: 'engine-stopped', message: /hung/ });
      assert.deepEqual((await engine.request(requests.audits, where)).audits, []);
      await refused;
      assert.notEqual(engine.pid, stopped);
      assert.equal(lives(stopped), false);
      assert.deepEqual(crashes, [1]);
      assert.ok(logged.some((line) => line.includes('no sign of life')));
    } finally {
      engine.dispose();
    }
  });

  it('is ended when its main loop goes round for ever; a second time that is told', async () => {
    const home = await mkdtemp(join(tmpdir(), 'linchpin-hang-'));
    const once_ = startLooper({ LOOPER_MARK: join(home, 'mark') }, { bounds });
    const always = startLooper({}, { bounds });
    try {
      const [reply] = await Promise.all([
        once_.request(requests.audits, where),
        assert.rejects(always.request(requests.audits, where), { code: 'engine-stopped', message: /hung/ }),
      ]);
      assert.deepEqual(reply.audits, []);
    } finally {
      once_.dispose();
      always.dispose();
      await rm(home, { recursive: true });
    }
  });

  it('is not what an engine is that stands still for long at work that is known to be long', async () => {
    const engine = startLooper({ LOOPER_STILL_MS: '5000' }, { bounds });
    try {
      const waiting = engine.request(requests.audits, where);
      const { pid } = engine;
      assert.deepEqual((await waiting).audits, []);
      assert.equal(engine.pid, pid);
    } finally {
      engine.dispose();
    }
  });

  it('ends when its editor does, and when it is disposed of', async () => {
    const editor = fork(join(import.meta.dirname, 'impostors', 'editor.ts'), [], { execArgv: ['--import', 'tsx'] });
    const [pid] = (await once(editor, 'message')) as [number];
    assert.ok(lives(pid));
    editor.kill('SIGKILL');
    const engine = startEngine();
    await engine.request(requests.audits, where);
    const other = pidOf(engine);
    await heard(engine);
    process.kill(other, 'SIGSTOP');
    engine.dispose();
    await Promise.all([ends(pid), ends(other)]);
  });
});
