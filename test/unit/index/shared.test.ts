import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { hostname } from 'node:os';
import { join } from 'node:path';

import { ingestFolder } from '../../../src/index/ingest.ts';
import { type IndexLock, lockIndex, lockState } from '../../../src/index/lock.ts';
import { openStore } from '../../../src/index/open.ts';
import { connectTo } from '../../../src/index/shared-place.ts';
import type { IndexStore } from '../../../src/index/store.ts';
import { S3, s3Keys } from '../../support/s3.ts';
import { assertOneVersion, assertSame, assertWhole, codeOf, type Desk, embedder, oracle, withDesk, write } from './support.ts';
import { documents, quick, startWriter, until } from './writers.ts';

const questions = ['How wide is weir 12?', 'revision'];

describe('A shared index on object storage', function () {
  this.timeout(240_000);
  const environment = { ...process.env };
  let s3: S3;
  let turn = 0;

  before(async () => {
    Object.assign(process.env, s3Keys);
    s3 = await S3.start();
  });

  after(async () => {
    await s3.dispose();
    for (const name of Object.keys(s3Keys)) {
      if (environment[name] === undefined) Reflect.deleteProperty(process.env, name);
      else process.env[name] = environment[name];
    }
  });

  /** Documents of a desk, with an index of their own on the server. */
  async function withShared(count: number, use: (desk: Desk) => Promise<void>): Promise<void> {
    turn += 1;
    await withDesk(documents(count, 1), async (desk) => {
      await use({ ...desk, location: s3.location(`indexes/${turn}`) });
    });
  }

  async function index({ folder, location }: Desk): Promise<void> {
    const lock = await lockIndex(location, undefined, quick);
    const store = await openStore(location, embedder, 'create');
    await ingestFolder(folder, store, embedder, { mayWrite: lock.confirm });
    await store.close();
    await lock.release();
  }

  it('is made by one process with the keys of a profile, and read by another as it is and as it becomes', async () => {
    await withShared(12, async (desk) => {
      await write(desk.folder, {
        '../credentials': `[team]\naws_access_key_id = ${s3Keys.AWS_ACCESS_KEY_ID}\naws_secret_access_key = ${s3Keys.AWS_SECRET_ACCESS_KEY}\n`,
      });
      const { AWS_ACCESS_KEY_ID: _, AWS_SECRET_ACCESS_KEY: __, ...env } = process.env;
      const profile = { ...env, AWS_PROFILE: 'team', AWS_SHARED_CREDENTIALS_FILE: join(desk.folder, '..', 'credentials') };
      assert.equal(await codeOf(openStore(desk.location, embedder, 'read')), 'index-missing');
      const first = startWriter(desk, { env: profile });
      const [ended] = (await once(first, 'exit')) as [number | null];
      assert.equal(ended, 0);

      const reader = await openStore(desk.location, embedder, 'read');
      await assertSame(reader, await oracle(desk.folder), questions);
      assert.ok((await reader.modifiedAt()) !== null);
      assert.deepEqual(await reader.faults(), { documents: [], leftOver: 0, interrupted: false });

      await write(desk.folder, documents(5, 2));
      const second = startWriter(desk);
      let reads = 0;
      while (second.exitCode === null) {
        await assertOneVersion(reader, questions);
        reads += 1;
      }
      assert.equal(second.exitCode, 0);
      assert.ok(reads > 0);
      await assertSame(reader, await oracle(desk.folder), questions);
      await reader.close();
    });
  });

  it('killed at any moment it is whole, and the next run takes over and carries on', async () => {
    await withShared(16, async (desk) => {
      const moments = ['locked', 'embedding 9', 'optimising 16'];
      for (const [at, moment] of moments.entries()) {
        const writer = startWriter(desk);
        const reached = await until(writer, (said) => said === moment);
        writer.kill('SIGKILL');
        if (writer.exitCode === null && writer.signalCode === null) await once(writer, 'exit');
        assert.ok(reached, `the writer did not come to ${moment}`);
        assert.equal(await lockState(desk.location, quick), 'dead');
        const opened = await openStore(desk.location, embedder, 'create');
        await assertWhole(opened);
        await opened.close();
        if (at + 1 < moments.length) await write(desk.folder, documents(16, at + 2));
      }
      await index(desk);
      const store = await openStore(desk.location, embedder, 'read');
      await assertSame(store, await oracle(desk.folder), questions);
      assert.deepEqual(await store.faults(), { documents: [], leftOver: 0, interrupted: false });
      await store.close();
    });
  });

  it('has one writer, however many ask at once', async () => {
    await withShared(1, async ({ location }) => {
      const was = s3.refused;
      const tries = await Promise.allSettled(Array.from({ length: 5 }, async () => await lockIndex(location, undefined, quick)));
      const won = tries.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
      assert.equal(won.length, 1);
      assert.ok(s3.refused > was, 'the server decided');
      assert.equal(await codeOf(lockIndex(location, undefined, quick)), 'index-locked');
      assert.equal(await won[0]?.confirm(), true);
      await won[0]?.release();
      assert.equal(await lockState(location), 'free');
      await (await lockIndex(location, undefined, quick)).release();
    });
  });

  it('takes the lock of one that is gone when its beat does not rise, and only then, whatever its host and process are called', async () => {
    await withShared(1, async ({ location }) => {
      const mine: IndexLock = await lockIndex(location, undefined, quick);
      const connection = await connectTo(location);
      const table = await connection.openTable('lease__r1');
      // As of another machine of the same name, on which this process is not known.
      const gone = spawnSync(process.execPath, ['-e', '0']).pid;
      for (const host of [hostname(), 'elsewhere.example']) {
        await table.update({ where: 'true', values: { host, pid: gone } });
        assert.equal(await codeOf(lockIndex(location, undefined, quick)), 'index-locked');
        assert.equal(await mine.confirm(), true);
      }
      // Whoever beats more slowly is watched for longer.
      const slow = { ...quick, beatMs: 3 * quick.beatMs };
      await mine.release();
      const slowly = await lockIndex(location, undefined, slow);
      assert.equal(await codeOf(lockIndex(location, undefined, { ...quick, staleMs: 1 })), 'index-locked');
      // The process goes on and its row is another's: as after a sleep that was too long.
      await table.update({ where: 'true', values: { holder: `somebody else ${quick.beatMs}`, host: hostname(), pid: process.pid } });
      assert.equal(await slowly.confirm(), false);
      assert.equal(slowly.lost.aborted, true);
      await slowly.release();
      const theirs = await lockIndex(location, undefined, quick);
      assert.equal(await theirs.confirm(), true);
      await theirs.release();
      connection.close();
    });
  });

  it('a writer that was stopped, and whose lock another process took, writes nothing when it goes on', async () => {
    await withShared(6, async (desk) => {
      await index(desk);
      await write(desk.folder, documents(6, 2));
      const asleep = startWriter(desk, { stopAt: 'writing', quiet: true });
      assert.ok(await until(asleep, (said) => said === 'writing 6'));
      const exited = once(asleep, 'exit');
      await write(desk.folder, documents(6, 3));
      await index(desk);
      const store = await openStore(desk.location, embedder, 'read');
      const exact = await oracle(desk.folder);
      await assertSame(store, exact, questions);
      asleep.kill('SIGCONT');
      const [code] = (await exited) as [number | null];
      assert.notEqual(code, 0);
      await assertSame(store, exact, questions);
      assert.deepEqual(await store.faults(), { documents: [], leftOver: 0, interrupted: false });
      await store.close();
    });
  });

  it('is made anew beside the one that is read, which is whole until then', async () => {
    await withShared(12, async (desk) => {
      await index(desk);
      const was = await oracle(desk.folder);
      const reader = await openStore(desk.location, embedder, 'read');
      await write(desk.folder, documents(12, 2));
      const killed = startWriter(desk, { rebuild: true });
      assert.ok(await until(killed, (said) => said === 'optimising 12'));
      killed.kill('SIGKILL');
      await once(killed, 'exit');
      await assertSame(reader, was, questions);
      const lock = await lockIndex(desk.location, undefined, quick);
      const anew = await openStore(desk.location, embedder, 'anew');
      const seen: string[] = [];
      await ingestFolder(desk.folder, anew, embedder, { batchPassages: 40, mayWrite: lock.confirm }, () => {
        void reader.version().then((version) => seen.push(version));
      });
      await lock.release();
      await assertSame(reader, await oracle(desk.folder), questions);
      assert.ok(new Set([...seen, await was.version(), await reader.version()]).size === 2, 'one whole version or the next');
      const connection = await connectTo(desk.location);
      const names = await connection.tableNames({ limit: 100 });
      assert.equal(names.filter((name) => name.startsWith('passages__')).length, 1, 'what the killed run and the run before made is gone');
      connection.close();
      await anew.close();
      await reader.close();
    });
  });

  it('loses nothing when the server goes down while it is written', async () => {
    await withShared(12, async (desk) => {
      await index(desk);
      await write(desk.folder, documents(12, 2));
      const lock = await lockIndex(desk.location, undefined, quick);
      const store = await openStore(desk.location, embedder, 'create');
      const down: Promise<void>[] = [];
      const run = ingestFolder(desk.folder, store, embedder, { batchPassages: 40, mayWrite: lock.confirm }, ({ phase, done }) => {
        if (phase === 'embedding' && done === 6) down.push(s3.down());
      });
      const code = await codeOf(run);
      assert.equal(down.length, 1);
      await down[0];
      assert.equal(code, 'index-unreachable');
      assert.equal(await codeOf(openStore(desk.location, embedder, 'read')), 'index-unreachable');
      await lock.release();
      await store.close();
      await s3.up();
      const reader: IndexStore = await openStore(desk.location, embedder, 'read');
      await assertWhole(reader);
      assert.equal((await reader.documents()).length, 12);
      await index(desk);
      await assertSame(reader, await oracle(desk.folder), questions);
      await reader.close();
    });
  });

  it('says what is wrong with a bucket, with keys and with the address', async () => {
    assert.equal(await codeOf(openStore(s3.location('x', 'nobody'), embedder, 'create')), 'index-unreachable');
    assert.equal(await codeOf(lockIndex(s3.location('x', 'nobody'))), 'index-unreachable');
    process.env['AWS_SECRET_ACCESS_KEY'] = 'wrong';
    try {
      assert.equal(await codeOf(openStore(s3.location('x'), embedder, 'read')), 'index-forbidden');
      assert.equal(await codeOf(lockIndex(s3.location('x'))), 'index-forbidden');
    } finally {
      process.env['AWS_SECRET_ACCESS_KEY'] = s3Keys.AWS_SECRET_ACCESS_KEY;
    }
    // Nothing listens there.
    assert.equal(await codeOf(openStore('s3://team/x?endpoint=http://127.0.0.1:9', embedder, 'read')), 'index-unreachable');
  });
});
