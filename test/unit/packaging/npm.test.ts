import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { z } from 'zod';

import manifest from '../../../package.json' with { type: 'json' };
import { packForNpm } from '../../../scripts/npm-package.mjs';
import { npmProgram } from '../../../scripts/tools.mjs';

const root = join(import.meta.dirname, '..', '..', '..');
const packedSchema = z.array(z.object({ files: z.array(z.object({ path: z.string() })) }));

function npm(args: readonly string[], cwd: string): string {
  const program = npmProgram();
  const { status, stdout, stderr } = spawnSync(program.file, [...program.args, ...args], { cwd, encoding: 'utf8', timeout: 60_000 });
  assert.equal(status, 0, stderr);
  return stdout;
}

describe('The command line for npm', () => {
  before(function () {
    this.timeout(60_000);
    const built = spawnSync(process.execPath, [join(root, 'scripts', 'build.mjs'), '--quiet'], { encoding: 'utf8' });
    assert.equal(built.status, 0, built.stderr);
  });

  it('starts as a program: its first line names node, and it may be executed', async function () {
    const program = join(root, manifest.bin.linchpin);
    assert.equal((await readFile(program, 'utf8')).split('\n')[0], '#!/usr/bin/env node');
    if (process.platform === 'win32') this.skip();
    assert.equal((await stat(program)).mode & 0o111, 0o111);
    assert.equal(spawnSync(program, ['--help'], { encoding: 'utf8' }).status, 0);
  });

  it('is what runs when the clone is packed, with the models, and nothing of the workshop', function () {
    this.timeout(60_000);
    const [packed] = packedSchema.parse(JSON.parse(npm(['pack', '--dry-run', '--json'], root)));
    const names = packed?.files.map(({ path }) => path) ?? [];
    const networks = ['models/judge/judge.onnx', 'models/judge/weights-1.bin', 'models/sentence-encoder/encoder.onnx'];
    for (const wanted of [
      'dist/cli.mjs',
      'dist/engine.mjs',
      'dist/onnx-worker.mjs',
      'l10n/bundle.l10n.de.json',
      'sample/README.md',
      ...networks,
    ])
      assert.ok(names.includes(wanted), `${wanted} is missing`);
    assert.deepEqual(
      names.filter((name) => !/^(?:dist|l10n|models|sample)\/|^(?:LICENSE|README\.md|package\.json)$/.test(name)),
      [],
    );
    assert.deepEqual(
      names.filter((name) => /\.map$|\.ts$|\.cjs$|golden\.json$|\/(?:recipe|test|webview|\.linchpin)\//.test(name)),
      [],
    );
  });

  it('is installed for all folders without a registry and without a script of any package', async function () {
    this.timeout(60_000);
    const home = await mkdtemp(join(tmpdir(), 'linchpin-npm-'));
    try {
      const stage = join(home, 'stage');
      const files = {
        'dist/cli.mjs': '#!/usr/bin/env node\nimport { said } from "said";\nconsole.log(said);\n',
        'dist/node_modules/said/package.json': '{"name":"said","version":"1.0.0","type":"module","exports":"./index.js"}',
        'dist/node_modules/said/index.js': 'export const said = "it runs";\n',
        'dist/extension.cjs': 'of the editor',
        'dist/webview/panel.js': 'of the editor',
        'media/icon.png': 'of the editor',
        'package.nls.json': '{}',
      };
      for (const [name, text] of Object.entries(files)) {
        await mkdir(dirname(join(stage, name)), { recursive: true });
        await writeFile(join(stage, name), text);
      }
      const out = join(home, 'linchpin.tgz');
      const line = packForNpm(stage, { manifest, target: `${process.platform}-${process.arch}`, out });
      assert.match(line, /linchpin\.tgz \([\d.]+ MB\); unpacked: .*programs [\d.]+ MB/);
      npm(['install', '--global', '--offline', '--no-audit', '--no-fund', '--prefix', home, out], home);
      const folder = process.platform === 'win32' ? join(home, 'node_modules') : join(home, 'lib', 'node_modules');
      assert.deepEqual((await readdir(join(folder, 'linchpin'))).sort(), ['dist', 'package.json']);
      assert.deepEqual((await readdir(join(folder, 'linchpin', 'dist'))).sort(), ['cli.mjs', 'node_modules']);
      const { scripts, dependencies } = z
        .looseObject({ scripts: z.unknown(), dependencies: z.unknown() })
        .partial()
        .parse(JSON.parse(await readFile(join(folder, 'linchpin', 'package.json'), 'utf8')));
      assert.deepEqual([scripts, dependencies], [undefined, undefined]);
      if (process.platform === 'win32') return;
      assert.equal(spawnSync(join(home, 'bin', 'linchpin'), { encoding: 'utf8' }).stdout, 'it runs\n');
    } finally {
      await rm(home, { recursive: true, force: true, maxRetries: 5 });
    }
  });
});
