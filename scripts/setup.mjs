// What a fresh clone needs before anything else runs: the locked dependencies, once.
import { spawnSync } from 'node:child_process';
import { lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { npmProgram } from './tools.mjs';

const root = join(import.meta.dirname, '..');

/** Runs a program from the project's root with its output shown, and gives its exit code. @throws what the system said when it could not be started. */
export function run(file, args, env = {}) {
  const result = spawnSync(file, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } });
  if (result.error !== undefined) throw result.error;
  return result.status ?? 1;
}

export function ensureDependencies() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    console.error(`Linchpin needs Node.js 20.19 or newer; this is ${process.versions.node}.`);
    process.exit(1);
  }
  const modules = join(root, 'node_modules');
  // A link is a folder that several working copies share: "npm ci" would empty it for all of them.
  if (lstatSync(modules, { throwIfNoEntry: false })?.isSymbolicLink() === true) return;
  // npm writes down there what it installed.
  if (isInstalled(packagesOf(join(root, 'package-lock.json')), packagesOf(join(modules, '.package-lock.json')))) return;
  console.error('Installing dependencies (once)…');
  const npm = npmProgram();
  const code = run(npm.file, [...npm.args, 'ci', '--no-audit', '--no-fund', '--loglevel=error']);
  if (code !== 0) {
    console.error('The dependencies could not be installed: check the connection to the npm registry, then run the command again.');
    process.exit(code);
  }
}

/**
 * Whether what is installed is what the lock names. Packages for other platforms are optional and may be missing.
 * @param {Readonly<Record<string, { version?: string, integrity?: string, optional?: boolean }>>} locked by folder, as in package-lock.json
 * @param {Readonly<Record<string, { version?: string, integrity?: string, optional?: boolean }>>} installed by folder; empty where nothing is
 */
export function isInstalled(locked, installed) {
  return Object.entries(locked)
    .filter(([folder]) => folder !== '')
    .every(([folder, wanted]) => {
      const present = installed[folder];
      if (present === undefined) return wanted.optional === true;
      return present.version === wanted.version && present.integrity === wanted.integrity;
    });
}

function packagesOf(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages ?? {};
  } catch {
    return {};
  }
}
