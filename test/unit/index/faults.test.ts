import assert from 'node:assert/strict';
import { type ChildProcess, fork, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { createRandom } from '../../../src/base/random.ts';
import { ingestFolder } from '../../../src/index/ingest.ts';
import { lockIndex } from '../../../src/index/lock.ts';
import { openStore } from '../../../src/index/open.ts';
import { assertSame, assertWhole, codeOf, type Desk, embedder, oracle, withDesk, write } from './support.ts';

const questions = ['How wide is weir 12?', 'revision'];
/** LINCHPIN_KILLS=200 kills as many runs, each at another moment; a few where it is not set. */
const kills = Number(process.env['LINCHPIN_KILLS'] ?? 2);

function documents(count: number, revision: number, lines = 40): Record<string, string> {
  const words = (at: number): string =>
    Array.from(
      { length: lines },
      (_, line) => `Weir ${at} is ${(at * 31 + line) % 97} metres wide at mark ${line} in revision ${revision}.`,
    ).join(' ');
  return Object.fromEntries(Array.from({ length: count }, (_, at) => [`part ${at}.md`, `# Weir ${at}\n\n${words(at)}\n`]));
}

function startWriter({ folder, location }: Desk): ChildProcess {
  return fork(join(import.meta.dirname, 'writer.ts'), [folder, location, 'lancedb'], {
    execArgv: ['--import', 'tsx'],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
}

/** Kills a writer when it has said so many things; false where it came to its end before. */
async function killAfter(writer: ChildProcess, messages: number): Promise<boolean> {
  let said = 0;
  writer.on('message', () => {
    said += 1;
    if (said === messages) writer.kill('SIGKILL');
  });
  const [, signal] = (await once(writer, 'exit')) as [number | null, string | null];
  return signal === 'SIGKILL';
}

describe('Faults while indexing', function () {
  this.timeout(60_000 + kills * 30_000);

  it(`killed ${kills} times at moments drawn at random, with documents that change, come and go: whole each time, and right in the end`, async () => {
    await withDesk(documents(24, 0), async (desk) => {
      const random = createRandom(11);
      let killed = 0;
      for (let round = 1; round <= kills; round += 1) {
        if (await killAfter(startWriter(desk), 1 + random.integer(14))) killed += 1;
        const opened = await openStore(desk.location, embedder, 'create');
        await assertWhole(opened);
        await opened.close();
        await write(desk.folder, documents(1 + random.integer(24), round));
        await rm(join(desk.folder, `part ${random.integer(24)}.md`), { force: true });
      }
      assert.ok(killed > 0, 'no run was killed');
      const lock = await lockIndex(desk.location);
      const store = await openStore(desk.location, embedder, 'create');
      await ingestFolder(desk.folder, store, embedder);
      assert.deepEqual(await store.faults(), { documents: [], leftOver: 0, interrupted: false });
      await assertSame(store, await oracle(desk.folder), questions);
      await store.close();
      await lock.release();
    });
  });

  it('a full disk is told, what was indexed stays, and the next run goes on once there is room', async function () {
    await withDesk(documents(6, 1), async (desk) => {
      await mkdir(desk.location);
      const mount = (...options: string[]): boolean => spawnSync('mount', [...options, desk.location], { stdio: 'ignore' }).status === 0;
      if (process.platform !== 'linux' || !mount('-t', 'tmpfs', '-o', 'size=1m', 'tmpfs')) {
        this.skip();
        return;
      }
      try {
        const first = await openStore(desk.location, embedder, 'create');
        await ingestFolder(desk.folder, first, embedder);
        const before = await first.version();
        await write(desk.folder, documents(40, 2, 300));
        assert.equal(await codeOf(ingestFolder(desk.folder, first, embedder, { batchPassages: 40 })), 'disk-full');
        await first.close();
        const opened = await openStore(desk.location, embedder, 'read');
        await assertWhole(opened);
        assert.ok((await opened.documents()).length >= 6 || (await opened.version()) === before);
        await opened.close();
        assert.ok(mount('-o', 'remount,size=200m'));
        const second = await openStore(desk.location, embedder, 'create');
        await ingestFolder(desk.folder, second, embedder);
        await assertSame(second, await oracle(desk.folder), questions);
        assert.deepEqual(await second.faults(), { documents: [], leftOver: 0, interrupted: false });
        await second.close();
      } finally {
        spawnSync('umount', ['-l', desk.location]);
      }
    });
  });

  it('a place that became read-only is told, and what was indexed is still found', async function () {
    if (process.getuid?.() === 0) {
      // The superuser may write anywhere.
      this.skip();
      return;
    }
    await withDesk(documents(3, 1), async (desk) => {
      const store = await openStore(desk.location, embedder, 'create');
      await ingestFolder(desk.folder, store, embedder);
      const exact = await oracle(desk.folder);
      const lance = join(desk.location, 'lance');
      spawnSync('chmod', ['-R', 'a-w', lance]);
      try {
        await write(desk.folder, documents(3, 2));
        assert.equal(await codeOf(ingestFolder(desk.folder, store, embedder)), 'index-unreadable');
        await assertSame(store, exact, questions);
      } finally {
        await chmod(lance, 0o755);
        spawnSync('chmod', ['-R', 'u+w', lance]);
      }
      await store.close();
    });
  });

  it('what another version of the embedder made stays beside, and is not mixed with it', async () => {
    await withDesk(documents(3, 1), async (desk) => {
      const other = { ...embedder, profileId: 'other-1' };
      const [first, second] = [await openStore(desk.location, embedder, 'create'), await openStore(desk.location, other, 'create')];
      await ingestFolder(desk.folder, first, embedder);
      assert.deepEqual(await second.documents(), []);
      await ingestFolder(desk.folder, second, other);
      await write(desk.folder, documents(3, 2));
      await ingestFolder(desk.folder, second, other);
      assert.equal((await first.passagesOf('part 0.md'))[0]?.text.includes('revision 1'), true);
      assert.equal((await second.passagesOf('part 0.md'))[0]?.text.includes('revision 2'), true);
      await first.close();
      await second.close();
    });
  });
});
