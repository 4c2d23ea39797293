import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';

import { createEngine, type Engine } from '../../../src/engine/engine.ts';
import { type Sandbox, sandbox } from './engine.ts';

describe('The examination of a folder', function () {
  this.timeout(120_000);
  let desk: Sandbox;
  let engine: Engine;

  beforeEach(async () => {
    desk = await sandbox();
    engine = createEngine();
    await engine.index(desk.options, false, () => undefined);
  });
  afterEach(async () => {
    await engine.close();
    await desk.dispose();
  });

  const codes = async (repair: boolean): Promise<string[]> => {
    const findings = await engine.examine(desk.options, repair, new AbortController().signal);
    for (const { message, next, repaired } of findings) assert.ok(message.length > 20 && (repaired === true || next.length > 10));
    return findings.map(({ code, repaired }) => `${code}${repaired === true ? ', repaired' : ''}`);
  };
  const location = (): string => desk.options.indexLocation ?? assert.fail();
  const lance = async (test: RegExp): Promise<string> => {
    const names = await readdir(join(location(), 'lance'), { recursive: true });
    return join(location(), 'lance', names.find((name) => test.test(name)) ?? assert.fail());
  };

  it('finds nothing where nothing is wrong', async () => {
    assert.deepEqual(await codes(false), []);
    assert.deepEqual(await codes(true), []);
  });

  it('finds an index that is missing, or out of date, and makes it', async () => {
    await writeFile(join(desk.options.folder, 'new.md'), 'The weir is new.');
    assert.deepEqual(await codes(false), ['index-outdated']);
    assert.deepEqual(await codes(true), ['index-outdated, repaired']);
    assert.deepEqual(await codes(false), []);
    await engine.close();
    await rm(location(), { recursive: true });
    engine = createEngine();
    assert.deepEqual(await codes(true), ['index-missing, repaired']);
    assert.deepEqual(await codes(false), []);
  });

  it('finds damage in the data of the index, and makes it anew', async () => {
    await writeFile(await lance(/passages.*data.*\.lance$/), 'xyz');
    await engine.close();
    engine = createEngine();
    assert.deepEqual(await codes(false), ['index-damaged']);
    assert.deepEqual(await codes(true), ['index-damaged, repaired']);
    assert.deepEqual(await codes(false), []);
  });

  it('finds damage in every kind of file that an answer needs, and the index answers once it is mended', async function () {
    this.timeout(240_000);
    const kinds = [
      /passages.*_indices.*metadata\.lance$/,
      /passages.*_indices.*docs\.lance$/,
      /passages.*_indices.*invert\.lance$/,
      /documents.*data.*\.lance$/,
    ];
    const harms = [
      (bytes: Buffer) => bytes.map((byte, at) => (at % 7 === 3 ? byte ^ 0xff : byte)),
      (bytes: Buffer) => bytes.subarray(0, bytes.length / 2),
    ];
    let told = 0;
    for (const [at, kind] of kinds.entries()) {
      const file = await lance(kind);
      const harm = harms[at % harms.length] ?? assert.fail();
      await writeFile(file, harm(await readFile(file)));
      await engine.close();
      engine = createEngine();
      const answers = await engine.search(desk.options, 'passwords', 3).then(
        ({ found }) => found.length > 0,
        () => false,
      );
      const found = await codes(true);
      assert.ok(answers || found.length > 0, `nothing is wrong, and it does not answer: ${String(kind)}`);
      told += found.length;
      await engine.close();
      engine = createEngine();
      assert.deepEqual(await codes(false), [], String(kind));
      assert.ok((await engine.search(desk.options, 'passwords', 3)).found.length > 0);
    }
    assert.equal(told, kinds.length);
  });

  it('finds what a run that was killed left, and the lock of its process', async () => {
    const dead = spawnSync(process.execPath, ['-e', '0']).pid;
    const table = (await readdir(join(location(), 'lance'))).find((name) => name.startsWith('passages__')) ?? assert.fail();
    await writeFile(join(location(), 'lance', table.replace('passages__', 'writing__').replace('.lance', '')), '');
    await mkdir(join(location(), 'writer.lock'));
    await writeFile(join(location(), 'writer.json'), JSON.stringify({ pid: dead, host: hostname() }));
    assert.deepEqual(await codes(false), ['lock-stale', 'index-interrupted']);
    assert.deepEqual(await codes(true), ['lock-stale, repaired', 'index-interrupted, repaired']);
    assert.deepEqual(await codes(false), []);
    await mkdir(join(location(), 'writer.lock'));
    await writeFile(join(location(), 'writer.json'), JSON.stringify({ pid: process.pid, host: hostname() }));
    assert.deepEqual(await codes(false), ['lock-held']);
    await rm(join(location(), 'writer.lock'), { recursive: true });
  });

  it('finds tables of older versions, and takes them away', async () => {
    for (const name of ['passages__static256v1__r2.lance', 'documents__static256v1.lance', 'passages__other__r4.lance'])
      await mkdir(join(location(), 'lance', name, 'data'), { recursive: true });
    assert.deepEqual(await codes(false), ['index-old']);
    assert.deepEqual(await codes(true), ['index-old, repaired']);
    const left = (await readdir(join(location(), 'lance'))).filter((name) => /^(?:passages|documents)__/.test(name));
    assert.deepEqual(left.map((name) => name.includes('other')).sort(), [false, false, true], 'that of another embedder stays');
    assert.deepEqual(await codes(false), []);
  });

  it('names records that cannot be read, and changes nothing of them', async () => {
    const reviews = join(desk.options.folder, '.linchpin', 'reviews');
    const audits = join(desk.options.folder, '.linchpin', 'audits');
    for (const place of [reviews, audits]) await mkdir(place, { recursive: true });
    await writeFile(join(reviews, 'ines.jsonl'), '{"schemaVersion": 1\n');
    await writeFile(join(audits, 'a.json'), '{');
    assert.deepEqual(await codes(true), ['record-damaged', 'record-damaged']);
    assert.equal(await readFile(join(reviews, 'ines.jsonl'), 'utf8'), '{"schemaVersion": 1\n');
    assert.equal(await readFile(join(audits, 'a.json'), 'utf8'), '{');
  });
});
