import assert from 'node:assert/strict';
import { closeSync, openSync, readSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, sep } from 'node:path';

import { notices, packageFolderOf, packagesBeside } from '../../../scripts/notices.mjs';
import { faultsOf, filesOf, platformOf, sizesOf } from '../../../scripts/package-check.mjs';

const root = join(import.meta.dirname, '..', '..', '..');
const modules = join(root, 'node_modules');

/** The head of a native file of a platform. */
function head(system: string, machine: string): Buffer {
  const bytes = Buffer.alloc(256);
  if (system === 'linux') {
    bytes.writeUInt32BE(0x7f454c46, 0);
    bytes.writeUInt16LE(machine === 'x64' ? 0x3e : 0xb7, 18);
  } else if (system === 'darwin') {
    bytes.writeUInt32LE(0xfeedfacf, 0);
    bytes.writeUInt32LE(machine === 'x64' ? 0x01000007 : 0x0100000c, 4);
  } else {
    bytes.write('MZ', 0, 'latin1');
    bytes.writeUInt32LE(128, 60);
    bytes.write('PE\0\0', 128, 'latin1');
    bytes.writeUInt16LE(machine === 'x64' ? 0x8664 : 0xaa64, 132);
  }
  return bytes;
}

describe('The platform of a native file', () => {
  for (const system of ['linux', 'darwin', 'win32'])
    for (const machine of ['x64', 'arm64'])
      it(`${system}-${machine}`, () => {
        assert.equal(platformOf(head(system, machine)), `${system}-${machine}`);
      });

  it('of the program that runs this is where it runs', () => {
    const handle = openSync(process.execPath, 'r');
    const bytes = Buffer.alloc(4096);
    readSync(handle, bytes, 0, bytes.length, 0);
    closeSync(handle);
    assert.equal(platformOf(bytes), `${process.platform}-${process.arch}`);
  });

  it('is none for what is no native file', () => {
    assert.equal(platformOf(Buffer.from('#!/bin/sh\n'.padEnd(100))), null);
    assert.equal(platformOf(Buffer.alloc(10)), null);
  });
});

describe('A staged package', () => {
  let stage = '';
  const put = async (name: string, content: string | Buffer = ''): Promise<void> => {
    await mkdir(dirname(join(stage, name)), { recursive: true });
    await writeFile(join(stage, name), content);
  };
  const parts = { networks: ['judge'], native: '@lancedb/lancedb-linux-x64-gnu', hasOnnx: true };
  const runtime = 'dist/node_modules/onnxruntime-node/bin/napi-v6/linux/x64';
  beforeEach(async () => {
    stage = await mkdtemp(join(tmpdir(), 'linchpin-stage-'));
    for (const name of [
      'package.nls.json',
      'README.md',
      'CHANGELOG.md',
      'LICENSE',
      'THIRD-PARTY-NOTICES.md',
      'sample/README.md',
      'dist/documents-worker.mjs',
      'dist/onnx-worker.mjs',
      'dist/engine.mjs',
      'dist/webview/panel.js',
      'media/icon.png',
    ])
      await put(name, 'x');
    await put('dist/extension.cjs', '12345');
    await put('dist/cli.mjs', 'x');
    await put('package.json', JSON.stringify({ main: './dist/extension.cjs', icon: 'media/icon.png', bin: { linchpin: 'dist/cli.mjs' } }));
    await put('models/judge/judge.onnx', 'xx');
    await put('dist/node_modules/@lancedb/lancedb-linux-x64-gnu/lancedb.node', head('linux', 'x64'));
    await put(`${runtime}/onnxruntime_binding.node`, head('linux', 'x64'));
    await put(`${runtime}/libonnxruntime.so.1`, head('linux', 'x64'));
  });
  afterEach(async () => {
    await rm(stage, { recursive: true, force: true });
  });

  it('is whole with everything in it', () => {
    assert.deepEqual(faultsOf(stage, 'linux-x64', parts), []);
    const { models, 'ONNX runtime': onnx, programs } = sizesOf(stage);
    assert.deepEqual([models, onnx, programs], [2, 512, 9]);
    assert.ok(filesOf(stage).includes('models/judge/judge.onnx'));
  });

  it('is not whole with native parts of another platform, without a part, or with things of the workshop', async () => {
    assert.match(faultsOf(stage, 'linux-arm64', parts).join('\n'), /lancedb\.node is for linux-x64, not for linux-arm64/);
    await put(`${runtime}/libonnxruntime.so.1`, head('win32', 'x64'));
    assert.match(faultsOf(stage, 'linux-x64', parts).join('\n'), /libonnxruntime\.so\.1 is for win32-x64/);
    await put(`${runtime}/libonnxruntime.so.1`, head('linux', 'x64'));
    await put('dist/cli.mjs.map');
    assert.deepEqual(faultsOf(stage, 'linux-x64', parts), ['dist/cli.mjs.map belongs to the workshop']);
    await rm(join(stage, 'dist/cli.mjs.map'));
    await rm(join(stage, 'models'), { recursive: true });
    assert.deepEqual(faultsOf(stage, 'linux-x64', parts), ['models/judge is missing']);
    assert.match(
      faultsOf(stage, 'linux-x64', { ...parts, hasOnnx: false, native: null }).join('\n'),
      /LanceDB has a native module.*\n.*ONNX runtime/,
    );
    await rm(join(stage, 'dist/engine.mjs'));
    assert.match(faultsOf(stage, 'linux-x64', parts).join('\n'), /dist\/engine\.mjs is missing/);
  });
});

describe('The third-party notices', () => {
  it('know the package of a file, also within another package', () => {
    const at = (...names: string[]): string => [root, 'node_modules', ...names].join(sep);
    assert.equal(packageFolderOf(at('zod', 'v4', 'index.js')), at('zod'));
    assert.equal(packageFolderOf(at('@lezer', 'markdown', 'dist', 'index.js')), at('@lezer', 'markdown'));
    assert.equal(packageFolderOf(at('a', 'node_modules', 'b', 'c.js')), at('a', 'node_modules', 'b'));
    assert.equal(packageFolderOf(join(root, 'src', 'x.ts')), null);
  });

  it('name each package once with its licence and its text, also where it was staged without the text', async () => {
    const staged = await mkdtemp(join(tmpdir(), 'linchpin-notices-'));
    try {
      for (const name of ['zod', 'apache-arrow']) await cp(join(modules, name, 'package.json'), join(staged, name, 'package.json'));
      assert.deepEqual(packagesBeside(staged).sort(), [join(staged, 'apache-arrow'), join(staged, 'zod')]);
      const text = notices([join(modules, 'zod'), ...packagesBeside(staged), join(modules, 'commander')], modules);
      assert.equal(text.match(/^\| zod \|/gmu)?.length, 1);
      for (const line of [
        /^\| zod \| [\d.]+ \| MIT \| below \|$/mu,
        /^\| apache-arrow \| [\d.]+ \| Apache-2\.0 \| below \|$/mu,
        /^\| commander \|/mu,
      ])
        assert.match(text, line);
      assert.match(text, /Apache License/);
    } finally {
      await rm(staged, { recursive: true, force: true });
    }
  });
});
