// Bundles the four parts into dist/. Native modules and what they load stay outside, as packages.
import { chmodSync, cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { build } from 'esbuild';

import { buildWebview } from './build-webview.mjs';
import { gazetteerPlugin } from './gazetteer-plugin.mjs';
import { withoutLocales } from './without-locales.mjs';

const root = join(import.meta.dirname, '..');
const dist = join(root, 'dist');
const quiet = process.argv.includes('--quiet');
const minify = process.argv.includes('--minify');

/** Stay packages: they hold native modules, or load parts of themselves by path. */
const external = ['@lancedb/lancedb', 'apache-arrow', '@huggingface/transformers', 'onnxruntime-node'];

const common = {
  bundle: true,
  sourcemap: 'linked',
  minify,
  logLevel: quiet ? 'error' : 'info',
  absWorkingDir: root,
  legalComments: 'none',
  outdir: dist,
  metafile: true,
};
const node = {
  ...common,
  platform: 'node',
  target: 'node20',
  format: 'esm',
  external,
  // What it names for Node loads its parts in a way that no bundler sees.
  alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' },
  outExtension: { '.js': '.mjs' },
  plugins: [gazetteerPlugin, withoutLocales],
  // Names stay, for what a fault's stack says; the rest of the text would only be read at every start.
  minifyWhitespace: true,
  minifySyntax: true,
  // Bundled CommonJS packages ask for require and __dirname; ES modules have none.
  banner: {
    js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url), __dirname = import.meta.dirname;",
  },
};

mkdirSync(dist, { recursive: true });
for (const stale of readdirSync(dist)) if (/\.[cm]js(?:\.map)?$/.test(stale)) rmSync(join(dist, stale), { force: true });
const built = await Promise.all([
  build({
    ...node,
    entryPoints: {
      cli: 'src/cli/main.ts',
      engine: 'src/engine/main.ts',
      'documents-worker': 'src/documents/box-worker.ts',
      'index-worker': 'src/index/reading/worker.ts',
      'onnx-worker': 'src/inference/onnx-worker.ts',
    },
    // What a command does not need is not read: `--help` reads a tenth of it. The parts stand beside the entry points, from where paths are reckoned.
    splitting: true,
    chunkNames: 'part-[hash]',
  }),
  build({
    ...common,
    entryPoints: { extension: 'extension/extension.ts' },
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    external: ['vscode'],
    plugins: [withoutLocales],
    outExtension: { '.js': '.cjs' },
  }),
  buildWebview({ minify }),
]);

// The fonts that go into PDF files, where src/export/print/fonts.ts looks for them.
cpSync(join(root, 'node_modules', 'pdfmake', 'fonts', 'Roboto'), join(dist, 'fonts'), { recursive: true, dereference: true });
writeFileSync(
  join(dist, 'fonts', 'LICENSE.txt'),
  'Roboto, Copyright 2011 Google Inc. Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0\n',
);

// Linked as `linchpin` by npm, which starts it as a program.
chmodSync(join(dist, 'cli.mjs'), 0o755);

// What is in the bundles, for the notices of a package (scripts/notices.mjs).
const inputs = built.flat().flatMap(({ metafile }) => Object.keys(metafile.inputs));
writeFileSync(
  join(dist, 'inputs.json'),
  `${JSON.stringify([...new Set(inputs)].filter((path) => path.includes('node_modules/')).sort(), null, 1)}\n`,
);
