// The command line as a package for npm: what is staged for the editor without the editor's parts. Nothing is left to install, so that no
// package runs a script of its own and no registry is asked.
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { sizesOf } from './package-check.mjs';
import { npmProgram } from './tools.mjs';

/** Parts that only the editor loads. */
const ofTheEditor = ['dist/extension.cjs', 'dist/webview', 'media', '.vscodeignore'];

/**
 * Turns a stage that was found whole into a package for npm.
 * @returns {string} a line about it: the file, its size and that of its parts
 * @throws Error what npm said when it could not pack
 */
export function packForNpm(stage, { manifest, target, out }) {
  for (const path of [...ofTheEditor, ...readdirSync(stage).filter((name) => /^package\.nls/.test(name))])
    rmSync(join(stage, path), { recursive: true, force: true });
  const { name, description, version, license, keywords, type, bin, engines } = manifest;
  const [os, cpu] = target.split('-');
  writeFileSync(
    join(stage, 'package.json'),
    `${JSON.stringify(
      {
        name,
        description,
        version,
        license,
        keywords,
        type,
        bin,
        engines: { node: engines.node },
        os: [os],
        cpu: [cpu],
        ...(os === 'linux' ? { libc: ['glibc'] } : {}),
      },
      null,
      2,
    )}\n`,
  );
  chmodSync(join(stage, bin.linchpin), 0o755);
  const sizes = sizesOf(stage);
  // Beside its place, so that it is moved there without a copy.
  const folder = mkdtempSync(join(dirname(out), '.packed-'));
  try {
    const npm = npmProgram();
    const packed = spawnSync(npm.file, [...npm.args, 'pack', '--ignore-scripts', '--silent', '--pack-destination', folder], {
      cwd: stage,
      encoding: 'utf8',
    });
    const [file] = readdirSync(folder);
    if (packed.status !== 0 || file === undefined) throw new Error(`npm could not make the package: ${packed.stderr}`);
    renameSync(join(folder, file), out);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  const megabytes = (bytes) => `${(bytes / 1e6).toFixed(1)} MB`;
  const parts = Object.entries(sizes).filter(([, bytes]) => bytes > 0);
  return `${out} (${megabytes(statSync(out).size)}); unpacked: ${parts.map(([part, bytes]) => `${part} ${megabytes(bytes)}`).join(', ')}`;
}
