import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import jszip from 'jszip';
import { z } from 'zod';

import { EngineClient } from '../../../src/engine/client.ts';
import { requests } from '../../../src/engine/protocol.ts';
import type { AuditReport } from '../../../src/contract/report.ts';

const root = join(import.meta.dirname, '..', '..', '..');
const question = 'How long must passwords chosen by users be?';
/** A package beyond this is a mistake: the native modules of LanceDB and the ONNX runtime are half of it, the two networks the other. */
const mostBytes = { native: 215e6, plain: 16e6 };
const networks = ['judge/judge', 'sentence-encoder/encoder'].map((name) => `extension/models/${name}.onnx`);
/** darwin-x64 has no native module, so that its package runs everywhere, on the store in memory. */
const here = `${process.platform}-${process.arch}`;
const targets = [...new Set([here, 'darwin-x64'])];

describe('The package', () => {
  let home: string;
  const reports: AuditReport[] = [];

  before(async () => {
    home = await mkdtemp(join(tmpdir(), 'linchpin-vsix-'));
    await cp(join(root, 'sample'), join(home, 'sample'), { recursive: true, filter: (source) => !source.endsWith('.linchpin') });
  });
  after(() => rm(home, { recursive: true, force: true, maxRetries: 5 }));

  for (const target of targets) {
    const native = target !== 'darwin-x64';
    describe(`for ${target}`, () => {
      const place = (): string => join(home, target, 'extension');
      let names: string[] = [];

      it('is made, and holds what it must and nothing from the workshop', async function () {
        this.timeout(180_000);
        const file = join(home, `${target}.vsix`);
        const made = spawnSync(process.execPath, [join(root, 'scripts', 'package.mjs'), '--target', target, '--out', file], {
          cwd: root,
          encoding: 'utf8',
        });
        assert.equal(made.status, 0, made.stdout + made.stderr);
        const { size } = await stat(file);
        assert.ok(size < (native ? mostBytes.native : mostBytes.plain), `${(size / 2 ** 20).toFixed(1)} MB`);
        names = await unpack(file, join(home, target));
        for (const wanted of [
          'extension/package.json',
          'extension/package.nls.json',
          'extension/l10n/bundle.l10n.de.json',
          'extension/LICENSE.txt',
          'extension/THIRD-PARTY-NOTICES.md',
          'extension/sample/README.md',
          'extension/dist/extension.cjs',
          'extension/dist/engine.mjs',
          'extension/dist/cli.mjs',
          'extension/dist/webview/panel.js',
          'extension/models/static-embedder/embeddings.int8.bin',
        ]) {
          assert.ok(names.includes(wanted), `${wanted} is missing`);
        }
        assert.deepEqual(names.filter((name) => name.endsWith('.onnx')).sort(), native ? networks : []);
        assert.deepEqual(
          names.filter((name) => /^extension\/(?!(?:dist|l10n|media|models|sample)\/)[^/]+\//.test(name)),
          [],
        );
        assert.deepEqual(
          names.filter((name) => /\.map$|(?<!\.min)\.ts$|golden\.json$|\/recipe\//.test(name)),
          [],
        );
        assert.deepEqual(
          names
            .filter((name) => name.endsWith('.node'))
            .map((name) => name.replace(/.*node_modules.(@?[^/]+).*/, '$1'))
            .sort(),
          native ? ['@lancedb', 'onnxruntime-node'] : [],
        );
      });

      it('names only files that it holds', async () => {
        const manifest = z
          .object({ main: z.string(), icon: z.string(), bin: z.record(z.string(), z.string()) })
          .loose()
          .parse(JSON.parse(await readFile(join(place(), 'package.json'), 'utf8')));
        assert.equal('dependencies' in manifest || 'scripts' in manifest, false);
        for (const file of [manifest.main, manifest.icon, ...Object.values(manifest.bin)])
          assert.ok(names.includes(`extension/${file.replace('./', '')}`), file);
      });

      it('indexes, searches and answers by its own engine, with the store of its platform; says what is missing where the judge cannot run', async function () {
        this.timeout(120_000);
        const options = { folder: join(home, 'sample'), indexLocation: join(home, `index-${target}`) };
        const engine = new EngineClient({ modulePath: join(place(), 'dist', 'engine.mjs') });
        try {
          const summary = await engine.index(options, false, () => undefined);
          assert.equal(summary.store, native ? 'lancedb' : 'memory');
          const { found } = await engine.request(requests.search, { options, query: question, limit: 5 });
          assert.ok(
            found.some(({ citation }) => citation.quote.includes('14 characters')),
            JSON.stringify(found),
          );
          const asking = engine.ask({ options, question, kind: 'question', settings: {}, exclude: [] }, () => undefined);
          if (!native) {
            await assert.rejects(asking, { code: 'model-unavailable', message: 'The bundled judge cannot be run on this machine.' });
            return;
          }
          const report = await asking;
          assert.ok(report.evidence.minimal.length > 0);
          assert.equal((await engine.request(requests.audit, { folder: options.folder, auditId: report.id })).hash, report.hash);
          reports.push(report);
        } finally {
          engine.dispose();
        }
      });

      it('runs ONNX models where their runtime is for the platform, and says so where it is not', () => {
        const flags = [
          '--embedder',
          'onnx:tiny/embedder@fp32',
          '--relevance',
          'onnx:tiny/reranker@fp32',
          '--entailment',
          'onnx:tiny/nli@fp32',
          '--generator',
          'onnx:tiny/qa@fp32',
        ];
        const env = {
          ...process.env,
          LINCHPIN_INDEX_DIR: join(home, `onnx-${target}`),
          LINCHPIN_MODEL_STORE: join(root, 'test', 'fixtures', 'onnx'),
        };
        const cli = (...args: string[]): ReturnType<typeof spawnSync> =>
          spawnSync(process.execPath, [join(place(), 'dist', 'cli.mjs'), ...args, ...flags], { cwd: home, encoding: 'utf8', env });
        const indexed = cli('index', join(home, 'sample'), '--json');
        assert.equal(indexed.status, native ? 0 : 5, String(indexed.stderr));
        if (!native) {
          assert.match(String(indexed.stderr), /their runtime is missing/);
          return;
        }
        const asked = cli('ask', join(home, 'sample'), question, '--json');
        const report = z
          .object({ models: z.record(z.string(), z.object({ id: z.string(), provider: z.string() })) })
          .parse(JSON.parse(String(asked.stdout)));
        assert.deepEqual(
          Object.values(report.models).map((model) => model.provider),
          ['onnx', 'onnx', 'onnx', 'onnx', 'bundled'],
        );
      }).timeout(120_000);

      it('answers on the command line too, without being told where its models are', () => {
        const cli = (...args: string[]): ReturnType<typeof spawnSync> =>
          spawnSync(process.execPath, [join(place(), 'dist', 'cli.mjs'), ...args], {
            cwd: home,
            encoding: 'utf8',
            env: { ...process.env, LINCHPIN_INDEX_DIR: join(home, `cli-${target}`) },
          });
        const folder = join(home, 'sample');
        const indexed = cli('index', folder, '--json');
        assert.equal(indexed.status, 0, String(indexed.stderr));
        const asked = cli('ask', folder, question, '--json');
        if (!native) {
          assert.equal(asked.status, 5, String(asked.stderr));
          assert.match(String(asked.stderr), /The bundled judge cannot be run on this machine\. Choose a model server/);
          return;
        }
        assert.ok(asked.status === 0 || asked.status === 3, String(asked.stderr));
        assert.equal(z.object({ hash: z.string() }).parse(JSON.parse(String(asked.stdout))).hash, reports.at(-1)?.hash);
      }).timeout(120_000);
    });
  }
});

/** Writes a package's files under a folder. @returns their names in the package */
async function unpack(file: string, to: string): Promise<string[]> {
  const zip = await jszip.loadAsync(await readFile(file));
  const entries = Object.values(zip.files).filter((entry) => !entry.dir);
  for (const entry of entries) {
    const path = join(to, entry.name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, await entry.async('nodebuffer'));
  }
  return entries.map((entry) => entry.name);
}
