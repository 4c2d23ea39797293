import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { isOnBattery } from '../../../src/base/battery.ts';
import { Engine } from '../../../src/engine/engine.ts';
import { Foreground } from '../../../src/engine/foreground.ts';
import type { EncodingNews } from '../../../src/engine/protocol.ts';

describe('Encoding in the background', function () {
  this.timeout(120_000);
  let home = '';
  beforeEach(async () => {
    home = await mkdtemp(join(tmpdir(), 'linchpin-encoding-'));
    await mkdir(join(home, 'documents'));
  });
  afterEach(async () => {
    await rm(home, { recursive: true, force: true, maxRetries: 5 });
  });
  const options = (limit: number): { folder: string; indexLocation: string; encodeLimit: number } => ({
    folder: join(home, 'documents'),
    indexLocation: join(home, 'index'),
    encodeLimit: limit,
  });
  const fill = async (count: number): Promise<void> => {
    for (let at = 0; at < count; at += 1)
      await writeFile(join(home, 'documents', `weir-${at}.md`), `# Weir ${at}\n\nWeir ${at} is ${at + 2} metres wide.\n`);
  };

  it('a small folder is encoded when it is indexed; with a limit of none nothing is', async () => {
    await fill(3);
    const engine = new Engine();
    const none = await engine.index(options(0), false, () => undefined);
    assert.deepEqual(none.encoded, { encoded: 0, passages: 3, encoder: none.encoded?.encoder });
    const { encoded } = await engine.index(options(1000), false, () => undefined);
    assert.deepEqual([encoded?.encoded, encoded?.passages], [3, 3]);
    const status = await engine.status(options(1000));
    assert.equal(status.encoded?.encoded, 3);
    await engine.close();
  });

  it('goes on by itself where some is missing, says how far it is, and ends with the engine', async () => {
    await fill(4);
    const first = new Engine();
    await first.index(options(0), false, () => undefined);
    await first.close();
    const engine = new Engine({ encodes: true });
    const ended = new Promise<EncodingNews>((resolve) => {
      engine.onEncoding = (news) => {
        if (!news.isRunning) resolve(news);
      };
    });
    await engine.status(options(1000));
    const { encoded, fault } = await ended;
    assert.deepEqual([encoded?.encoded, encoded?.passages, fault], [4, 4, null]);
    await engine.close();
  });
});

describe('Steps that take long', () => {
  it('wait as long as somebody waits for an answer, and at most so long as they may', async () => {
    const foreground = new Foreground({ typingMs: 1, longestMs: 2, quietMs: 300 });
    let isDone = false;
    const work = foreground.during(async () => {
      await new Promise((resolve) => setTimeout(resolve, 60));
      isDone = true;
    });
    await foreground.quiet();
    assert.ok(isDone);
    await work;
    const endless = foreground.during(() => new Promise<void>((resolve) => setTimeout(resolve, 2000).unref()));
    const began = performance.now();
    await foreground.quiet();
    assert.ok(performance.now() - began < 1500);
    void endless;
  });
});

describe('The battery', () => {
  it('is what the machine runs on where it is discharged and there is no mains power', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'linchpin-power-'));
    const put = async (name: string, files: Record<string, string>): Promise<void> => {
      await mkdir(join(folder, name), { recursive: true });
      for (const [file, text] of Object.entries(files)) await writeFile(join(folder, name, file), `${text}\n`);
    };
    assert.equal(await isOnBattery(join(folder, 'none')), false);
    await put('AC', { type: 'Mains', online: '0' });
    await put('mouse', { type: 'Battery', scope: 'Device', status: 'Discharging' });
    assert.equal(await isOnBattery(folder), false);
    await put('BAT0', { type: 'Battery', status: 'Discharging' });
    assert.equal(await isOnBattery(folder), true);
    await put('AC', { type: 'Mains', online: '1' });
    assert.equal(await isOnBattery(folder), false);
    await rm(folder, { recursive: true });
  });
});
