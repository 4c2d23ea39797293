import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import { build } from 'esbuild';

import { ReviewLogs } from '../../../src/review/log.ts';

/** Each takes a process of its own. */
const kills = Number(process.env['LINCHPIN_KILLS'] ?? 25);

describe('a decision under way when the program is killed', function () {
  this.timeout(300_000);
  let home = '';
  let decider = '';
  before(async () => {
    home = await mkdtemp(join(tmpdir(), 'linchpin-killed-'));
    decider = join(home, 'decider.mjs');
    await build({
      entryPoints: [join(import.meta.dirname, 'decider.ts')],
      outfile: decider,
      bundle: true,
      platform: 'node',
      format: 'esm',
      logLevel: 'silent',
    });
  });
  after(async () => {
    await rm(home, { recursive: true, force: true, maxRetries: 5 });
  });

  /** Kills the process at its n-th step: before, in the middle of, or right after a decision. */
  async function decideAndDie(folder: string, name: string, steps: number): Promise<{ begun: string[]; kept: string[] }> {
    const child = spawn(process.execPath, [decider, folder, name], { stdio: ['ignore', 'pipe', 'inherit'] });
    const begun: string[] = [];
    const kept: string[] = [];
    const lines = createInterface({ input: child.stdout });
    lines.on('line', (line) => {
      (line.startsWith('!') ? kept : begun).push(line.slice(2));
      if (begun.length + kept.length >= steps) child.kill('SIGKILL');
    });
    await Promise.all([once(child, 'exit'), once(lines, 'close')]);
    return { begun, kept };
  }

  it(`${kills} times: none is lost, none is there twice, and the log is whole`, async () => {
    const begun: string[] = [];
    const kept: string[] = [];
    for (let at = 0; at < kills; at += 1) {
      const done = await decideAndDie(home, `run${at}`, 1 + (at % 7));
      begun.push(...done.begun);
      kept.push(...done.kept);
    }
    const log = await new ReviewLogs(home).read();
    assert.deepEqual(log.damaged, []);
    const session = log.sessions.get('session');
    const ids = Array.from({ length: 25 }, (_, at) => `claim-${at}`);
    const found = ids.flatMap((id) => session?.review(id, null).notes.map(({ text }) => text) ?? []);
    assert.equal(new Set(found).size, found.length);
    assert.deepEqual(
      kept.filter((id) => !found.includes(id)),
      [],
    );
    assert.deepEqual(
      found.filter((id) => !begun.includes(id)),
      [],
    );
    assert.ok(kept.length > kills);
  });
});
