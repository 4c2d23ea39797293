// What a package must hold to run on its platform, read from the staged files themselves.
import { closeSync, existsSync, openSync, readdirSync, readFileSync, readSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

/** Machine numbers of the formats of executables. */
const machines = {
  elf: { 0x3e: 'x64', 0xb7: 'arm64' },
  'mach-o': { 0x01000007: 'x64', 0x0100000c: 'arm64' },
  pe: { 0x8664: 'x64', 0xaa64: 'arm64' },
};
const systems = { elf: 'linux', 'mach-o': 'darwin', pe: 'win32' };

/** `linux-x64` and so on, by the head of a native file; null where it is none. */
export function platformOf(head) {
  if (head.length < 64) return null;
  const found = (format, machine) => {
    const name = machines[format][machine];
    return name === undefined ? null : `${systems[format]}-${name}`;
  };
  if (head.readUInt32BE(0) === 0x7f454c46) return found('elf', head.readUInt16LE(18));
  if (head.readUInt32LE(0) === 0xfeedfacf) return found('mach-o', head.readUInt32LE(4));
  if (head.readUInt16BE(0) === 0x4d5a) {
    const at = head.readUInt32LE(60);
    return at + 6 <= head.length && head.readUInt32BE(at) === 0x50450000 ? found('pe', head.readUInt16LE(at + 4)) : null;
  }
  return null;
}

function headOf(file) {
  const handle = openSync(file, 'r');
  try {
    const head = Buffer.alloc(4096);
    return head.subarray(0, readSync(handle, head, 0, head.length, 0));
  } finally {
    closeSync(handle);
  }
}

/** Every file under a folder, relative to it, with `/`. */
export function filesOf(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort();
}

/** What every package holds. */
const always = [
  'package.json',
  'package.nls.json',
  'README.md',
  'CHANGELOG.md',
  'LICENSE',
  'THIRD-PARTY-NOTICES.md',
  'dist/extension.cjs',
  'dist/engine.mjs',
  'dist/cli.mjs',
  'dist/documents-worker.mjs',
  'dist/onnx-worker.mjs',
  'dist/webview/panel.js',
  'sample/README.md',
];

/**
 * What is wrong with a staged package: a sentence each; empty where it is whole.
 * @param networks model folders that need the ONNX runtime
 * @param native its LanceDB package; null where there is none for the target
 */
export function faultsOf(stage, target, { networks, native, hasOnnx }) {
  const files = filesOf(stage);
  const faults = always.filter((file) => !files.includes(file)).map((file) => `${file} is missing`);
  const manifest = JSON.parse(readFileSync(join(stage, 'package.json'), 'utf8'));
  for (const file of [manifest.main, manifest.icon, ...Object.values(manifest.bin)])
    if (!existsSync(join(stage, file))) faults.push(`package.json names ${file}, which is missing`);
  for (const file of files.filter((name) => /\.(?:node|dylib|dll|so(?:\.\d+)*)$/.test(name))) {
    const platform = platformOf(headOf(join(stage, file)));
    if (platform !== target) faults.push(`${file} is for ${platform ?? 'no platform that is known'}, not for ${target}`);
  }
  const has = (pattern) => files.some((name) => pattern.test(name));
  if (native !== null && !has(new RegExp(`^dist/node_modules/${native}/[^/]+\\.node$`))) faults.push(`${native} has no native module`);
  if (native === null && has(/@lancedb\/lancedb-.*\.node$/)) faults.push('LanceDB has a native module, where there is none for the target');
  if (hasOnnx !== has(/onnxruntime_binding\.node$/)) faults.push('the ONNX runtime is there where it should not be, or missing');
  if (hasOnnx && !has(/(?:libonnxruntime\S*\.(?:so|dylib)|onnxruntime\.dll)/)) faults.push('the library of the ONNX runtime is missing');
  for (const network of networks) {
    const there = files.some((name) => name.startsWith(`models/${network}/`) && name.endsWith('.onnx'));
    if (there !== hasOnnx) faults.push(`models/${network} is ${there ? 'there without a runtime for it' : 'missing'}`);
  }
  const workshop = files.filter((name) => /\.map$|(?<!\.min)\.ts$|(?:^|\/)(?:recipe|test|tests)\/|golden\.json$/.test(name));
  return [...faults, ...workshop.slice(0, 3).map((file) => `${file} belongs to the workshop`)];
}

const groups = [
  ['LanceDB', /^dist\/node_modules\/(?:@lancedb|apache-arrow|flatbuffers|tslib|@swc)\//],
  ['ONNX runtime', /^dist\/node_modules\/(?:onnxruntime|@huggingface)/],
  ['models', /^models\//],
  ['programs', /^dist\/[^/]+$/],
  ['panel', /^dist\/webview\//],
];

/** Bytes of a staged package by what they are for. */
export function sizesOf(stage) {
  const sizes = Object.fromEntries([...groups.map(([name]) => [name, 0]), ['other', 0]]);
  for (const file of filesOf(stage)) {
    const [name] = groups.find(([, pattern]) => pattern.test(file)) ?? ['other'];
    sizes[name] += statSync(join(stage, file)).size;
  }
  return sizes;
}
