import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { hashReport } from '../../../src/contract/hash.ts';
import { SavedAudits } from '../../../src/review/audits.ts';
import { ReviewLogs } from '../../../src/review/log.ts';
import { fixture } from './report.ts';

const root = join(import.meta.dirname, '..', '..', '..');

/** Runs a script whose files may not grow over a number of blocks of 512 or 1,024 bytes: writing fails in the middle, as on a full disk. */
function limited(blocks: number, script: string, ...args: readonly string[]): { readonly status: number | null; readonly stderr: string } {
  const run = `trap '' XFSZ; ulimit -f ${blocks}; exec "$0" --import tsx "$@"`;
  return spawnSync('bash', ['-c', run, process.execPath, join(root, 'test', 'unit', 'review', script), ...args], {
    cwd: root,
    encoding: 'utf8',
  });
}

describe('records on a disk that is full, and saved by many at once', function () {
  this.timeout(120_000);
  let folder = '';
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'linchpin-disk-'));
  });
  afterEach(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  it('a line that does not fit is cut back: nothing is damaged, and what was there counts', async function () {
    if (process.platform === 'win32') this.skip();
    const { status, stderr } = limited(20, 'filler.ts', 'append', folder);
    assert.equal(status, 3, stderr);
    const kept = Number(/kept (\d+)/.exec(stderr)?.[1]);
    assert.ok(kept > 0);
    const text = await readFile(join(folder, '.linchpin', 'reviews', 'ann.jsonl'), 'utf8');
    assert.ok(text.endsWith('\n'), 'the half line is gone');
    const logs = new ReviewLogs(folder);
    assert.deepEqual([(await logs.read()).damaged, (await logs.read()).decisions.length], [[], kept]);
    assert.match(stderr, /could not be written .*disk is not full/s);
    assert.deepEqual(await readdir(join(folder, '.linchpin')), ['reviews'], 'the lock is gone');
  });

  it('an export that does not fit leaves what was there, no empty file, and says what is wrong', async function () {
    if (process.platform === 'win32') this.skip();
    for (const before of [null, 'an earlier export']) {
      const out = join(folder, 'out.md');
      if (before !== null) await writeFile(out, before);
      const { status, stderr } = limited(1, 'filler.ts', 'export', out);
      assert.notEqual(status, 0);
      assert.equal(await readFile(out, 'utf8').catch(() => null), before);
      assert.match(stderr, /no room on the disk/);
      assert.deepEqual(
        (await readdir(folder)).filter((name) => name.endsWith('.tmp')),
        [],
      );
    }
  });

  it('one audit is saved by many at once, in a process and in two', async () => {
    const report = { ...fixture(), id: 'audit-1' };
    const whole = { ...report, hash: hashReport(report) };
    const one = new SavedAudits(folder);
    const saves = Array.from({ length: 40 }, (_, at) => (at % 2 === 0 ? one : new SavedAudits(folder)).save(whole));
    assert.deepEqual(
      (await Promise.allSettled(saves)).filter(({ status }) => status === 'rejected'),
      [],
    );
    await mkdir(join(folder, 'go'));
    const script = join(root, 'test', 'unit', 'review', 'filler.ts');
    const both = `"$0" --import tsx "$1" save "$2" & one=$!; "$0" --import tsx "$1" save "$2"; two=$?; wait $one && exit $two`;
    if (process.platform !== 'win32') {
      const { status, stderr } = spawnSync('bash', ['-c', both, process.execPath, script, folder], { cwd: root, encoding: 'utf8' });
      assert.equal(status, 0, stderr);
    }
    assert.deepEqual(await readdir(join(folder, '.linchpin', 'audits')), ['audit-1.json'], 'no draft stays');
    assert.deepEqual(await new SavedAudits(folder).load('audit-1'), whole);
    assert.ok((await stat(join(folder, '.linchpin', 'audits', 'audit-1.json'))).size > 0);
  });
});
