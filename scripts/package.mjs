// npm run package [-- --target linux-x64] [--out FILE]: the VSIX for one platform, from an allow-list, with that platform's native parts.
// npm run package -- --npm: the command line as a package for `npm install --global FILE`, for one platform, with everything in it.
// npm run package -- --all [--out FOLDER]: those of all platforms, built once, with a table of what their size is made of.
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

import { build } from 'esbuild';

import { packForNpm } from './npm-package.mjs';
import { bundledPackages, notices, packagesBeside } from './notices.mjs';
import { faultsOf, sizesOf } from './package-check.mjs';
import { npmProgram, programOf } from './tools.mjs';

const root = join(import.meta.dirname, '..');

/** Models that need the ONNX runtime; left out where it has no build for the target, but for what other models are judged by. */
const networks = ['judge', 'sentence-encoder'];
const ofNetwork = new RegExp(String.raw`[\\/]models[\\/](?:${networks.join('|')})[\\/](?!calibration\.json$)`);

/** LanceDB's native package for each target; darwin-x64 has none: the product's in-memory store stands in there, and says so. */
const nativePackages = {
  'linux-x64': '@lancedb/lancedb-linux-x64-gnu',
  'linux-arm64': '@lancedb/lancedb-linux-arm64-gnu',
  'darwin-arm64': '@lancedb/lancedb-darwin-arm64',
  'darwin-x64': null,
  'win32-x64': '@lancedb/lancedb-win32-x64-msvc',
  'win32-arm64': '@lancedb/lancedb-win32-arm64-msvc',
};

function option(name) {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? undefined : process.argv[at + 1];
}

const built = process.argv.includes('--built');
if (process.argv.includes('--all')) {
  packageAll();
  process.exit();
}
const here = `${process.platform}-${process.arch}`;
const target = option('target') ?? here;
if (!(target in nativePackages)) {
  console.error(`"${target}" is not a target; choose one of ${Object.keys(nativePackages).join(', ')}.`);
  process.exit(2);
}
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
/** Of the ONNX runtime: the folder of its native module for the target. */
const onnxBinary = join('bin', 'napi-v6', ...target.split('-'));
const hasOnnx = existsSync(join(root, 'node_modules', 'onnxruntime-node', onnxBinary));
const forNpm = process.argv.includes('--npm');
const out = resolve(option('out') ?? join(root, 'dist', `${manifest.name}-${target}-${manifest.version}.${forNpm ? 'tgz' : 'vsix'}`));
const stage = mkdtempSync(join(tmpdir(), 'linchpin-package-'));

try {
  if (!built) buildAll();
  for (const path of [
    // The programs and the parts that they share.
    ...readdirSync(join(root, 'dist'))
      .filter((name) => /\.[cm]js$/.test(name))
      .map((name) => `dist/${name}`),
    'dist/webview',
    'dist/fonts',
    'media',
    'sample',
    'README.md',
    'CHANGELOG.md',
    'LICENSE',
    'l10n',
    ...readdirSync(root).filter((name) => /^package\.nls.*\.json$/.test(name)),
  ]) {
    cpSync(join(root, path), join(stage, path), { recursive: true, filter: (source) => !/[\\/]\.linchpin$/.test(source) });
  }
  if (manifest.repository === undefined) withoutPictures(join(stage, 'README.md'));
  cpSync(join(root, 'models'), join(stage, 'models'), {
    recursive: true,
    filter: (source) => !/[\\/]recipe([\\/]|$)|golden\.json$/.test(source) && (hasOnnx || !ofNetwork.test(source)),
  });

  // Beside the bundles, where they look first: the packaging tool leaves a node_modules at the top out unless npm lists it as whole.
  const copied = new Set();
  copyPackage(
    '@lancedb/lancedb',
    (name) => !name.startsWith('@lancedb/lancedb-') && !['openai', '@huggingface/transformers'].includes(name),
  );
  copyPackage('apache-arrow', (name) => !name.startsWith('@types/') && !name.startsWith('command-line'));
  await placeOnnx();
  const native = nativePackages[target];
  if (native !== null)
    placeNative(native, JSON.parse(readFileSync(join(root, 'node_modules', '@lancedb', 'lancedb', 'package.json'), 'utf8')).version);

  const {
    name,
    displayName,
    description,
    version,
    publisher,
    license,
    icon,
    categories,
    keywords,
    main,
    l10n,
    repository,
    bin,
    engines,
    extensionKind,
    activationEvents,
    capabilities,
    contributes,
  } = manifest;
  writeFileSync(
    join(stage, 'package.json'),
    `${JSON.stringify({ name, displayName, description, version, publisher, license, icon, categories, keywords, main, l10n, repository, bin, engines, extensionKind, activationEvents, capabilities, contributes }, null, 2)}\n`,
  );
  writeFileSync(
    join(stage, 'THIRD-PARTY-NOTICES.md'),
    notices(
      [...bundledPackages(root), ...packagesBeside(join(stage, 'dist', 'node_modules')), join(root, 'node_modules', '@vscode', 'codicons')],
      join(root, 'node_modules'),
    ),
  );
  // What is here was chosen above: nothing is left for the tool to leave out.
  writeFileSync(join(stage, '.vscodeignore'), '.vscodeignore\n');
  const faults = faultsOf(stage, target, { networks, native, hasOnnx });
  if (faults.length > 0) {
    console.error(`The package for ${target} is not whole:\n${faults.map((fault) => `  ${fault}`).join('\n')}`);
    process.exitCode = 1;
    throw new Error('nothing was packaged');
  }
  mkdirSync(dirname(out), { recursive: true });
  console.log(forNpm ? packForNpm(stage, { manifest, target, out }) : packForEditor());

  /** @returns {string} a line about it, for a person or a table. */
  function packForEditor() {
    const made = spawnSync(
      process.execPath,
      [
        programOf('@vscode/vsce'),
        'package',
        '--target',
        target,
        '--out',
        out,
        '--allow-missing-repository',
        '--skip-license',
        '--no-update-package-json',
        '--no-dependencies',
        ...(manifest.repository === undefined ? ['--no-rewrite-relative-links'] : []),
      ],
      { cwd: stage, encoding: 'utf8' },
    );
    if (made.status !== 0) {
      console.error(made.stdout, made.stderr);
      process.exit(1);
    }
    const warnings = `${made.stdout}${made.stderr}`.split('\n').filter((line) => /WARNING/.test(line));
    for (const warning of warnings) console.error(warning.trim());
    return process.argv.includes('--sizes')
      ? JSON.stringify({ target, bytes: statSync(out).size, sizes: sizesOf(stage) })
      : (made.stdout.trim().split('\n').at(-1) ?? out);
  }

  /** A package with its dependencies, those that `wanted` refuses left out; source maps and types are not shipped. */
  function copyPackage(packageName, wanted) {
    if (copied.has(packageName)) return;
    copied.add(packageName);
    const from = join(root, 'node_modules', packageName);
    if (!existsSync(from)) return;
    cpSync(from, join(stage, 'dist', 'node_modules', packageName), {
      recursive: true,
      dereference: true,
      filter: (source) => !/\.(?:map|d\.ts|d\.mts|d\.cts|ts)$|[\\/](?:src|test|tests|docs|examples|bin)$/.test(source.slice(from.length)),
    });
    const { dependencies = {} } = JSON.parse(readFileSync(join(from, 'package.json'), 'utf8'));
    for (const dependency of Object.keys(dependencies)) if (wanted(dependency)) copyPackage(dependency, wanted);
  }

  /**
   * The runtime of ONNX models, where it has one for the target: the library in one file without its image and browser parts, and the
   * native module of that platform alone.
   */
  async function placeOnnx() {
    if (!hasOnnx) return;
    const runtime = join(root, 'node_modules', 'onnxruntime-node');
    const place = join(stage, 'dist', 'node_modules');
    for (const path of ['package.json', 'dist', onnxBinary])
      cpSync(join(runtime, path), join(place, 'onnxruntime-node', path), {
        recursive: true,
        // The library lies there twice on macOS; the module loads it by its short name.
        filter: (source) => !/\.(?:map|ts)$|libonnxruntime\.\d+\.\d+\.\d+\.dylib$/.test(source),
      });
    const common = join(root, 'node_modules', 'onnxruntime-common');
    for (const path of ['package.json', 'dist/cjs', 'dist/esm'])
      cpSync(join(common, path), join(place, 'onnxruntime-common', path), {
        recursive: true,
        filter: (source) => !/\.(?:map|ts)$/.test(source),
      });
    const library = join(place, '@huggingface', 'transformers');
    const stub = {
      name: 'text-only',
      setup: (bundle) => {
        bundle.onResolve({ filter: /^(?:sharp|onnxruntime-web)/ }, ({ path }) => ({ path, namespace: 'stub' }));
        bundle.onLoad({ filter: /.*/, namespace: 'stub' }, () => ({ contents: 'export default {};' }));
      },
    };
    await build({
      entryPoints: [join(root, 'node_modules', '@huggingface', 'transformers', 'dist', 'transformers.node.mjs')],
      outfile: join(library, 'index.mjs'),
      bundle: true,
      minify: true,
      platform: 'node',
      target: 'node20',
      format: 'esm',
      external: ['onnxruntime-node', 'onnxruntime-common'],
      plugins: [stub],
      logLevel: 'error',
      legalComments: 'none',
      banner: { js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);" },
    });
    const { version } = JSON.parse(readFileSync(join(root, 'node_modules', '@huggingface', 'transformers', 'package.json'), 'utf8'));
    writeFileSync(
      join(library, 'package.json'),
      `${JSON.stringify({ name: '@huggingface/transformers', version, type: 'module', exports: './index.mjs' })}\n`,
    );
    cpSync(join(root, 'node_modules', '@huggingface', 'transformers', 'LICENSE'), join(library, 'LICENSE'));
  }

  /** This machine's is installed; another platform's comes from the registry. */
  function placeNative(packageName, packageVersion) {
    const place = join(stage, 'dist', 'node_modules', packageName);
    const installed = join(root, 'node_modules', packageName);
    if (existsSync(installed)) cpSync(installed, place, { recursive: true });
    else {
      const download = mkdtempSync(join(tmpdir(), 'linchpin-native-'));
      const npm = npmProgram();
      const packed = spawnSync(
        npm.file,
        [...npm.args, 'pack', `${packageName}@${packageVersion}`, '--pack-destination', download, '--silent'],
        { encoding: 'utf8' },
      );
      if (packed.status !== 0) {
        console.error(
          `${packageName}@${packageVersion} cannot be fetched from this registry: the package for ${target} cannot be made here.`,
        );
        process.exit(1);
      }
      mkdirSync(place, { recursive: true });
      execFileSync('tar', ['xzf', join(download, packed.stdout.trim().split('\n').at(-1)), '--strip-components', '1', '-C', place]);
      rmSync(download, { recursive: true, force: true });
    }
    copied.add(packageName);
  }
} finally {
  rmSync(stage, { recursive: true, force: true });
}

function buildAll() {
  execFileSync(process.execPath, [join(root, 'scripts', 'build.mjs'), '--quiet', '--minify'], { cwd: root, stdio: 'inherit' });
}

/** Each target in a process of its own, so that one that cannot be made does not stop the others. */
function packageAll() {
  const { name, version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const folder = resolve(option('out') ?? join(root, 'dist'));
  buildAll();
  const rows = [];
  for (const each of Object.keys(nativePackages)) {
    const file = join(folder, `${name}-${each}-${version}.vsix`);
    const args = [import.meta.filename, '--target', each, '--out', file, '--built', '--sizes'];
    const made = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 });
    if (made.stderr !== '') console.error(made.stderr.trim());
    if (made.status === 0) rows.push(JSON.parse(made.stdout.trim().split('\n').at(-1)));
    else {
      rows.push({ target: each, bytes: 0, sizes: {} });
      process.exitCode = 1;
    }
  }
  const columns = Object.keys(rows.find(({ bytes }) => bytes > 0)?.sizes ?? {});
  const megabytes = (bytes) => (bytes === undefined ? '' : (bytes / 1e6).toFixed(1));
  console.log(
    `| target | package, MB | ${columns.map((column) => `${column}, unpacked`).join(' | ')} |\n|---|${'---|'.repeat(columns.length + 1)}`,
  );
  for (const { target: each, bytes, sizes } of rows)
    console.log(
      `| ${each} | ${bytes === 0 ? 'not made' : megabytes(bytes)} | ${columns.map((column) => megabytes(sizes[column])).join(' | ')} |`,
    );
}

/** The pictures stay in the repository: the packaging tool makes links to them of its address, and without one they lead nowhere. */
function withoutPictures(readme) {
  writeFileSync(readme, readFileSync(readme, 'utf8').replaceAll(/^!\[[^\]]*\]\(docs\/pictures\/[^)]*\)\n\n?/gm, ''));
}
