// What a fresh clone needs before anything else runs: the locked dependencies, once. Install scripts are off: every native part is in its package.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');

/** Runs a command from the project's root with its output shown; ends this process with the command's code when it fails. */
export function run(command, args, env = {}) {
  const result = spawnSync(command, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env },
    shell: process.platform === 'win32' && command === 'npm',
  });
  if (result.error !== undefined) throw result.error;
  return result.status ?? 1;
}

export function ensureDependencies() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    console.error(`Linchpin needs Node.js 20.19 or newer; this is ${process.versions.node}.`);
    process.exit(1);
  }
  const stamp = join(root, 'node_modules', '.linchpin-lock');
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return;
  if (process.env.LINCHPIN_SKIP_INSTALL === '1') return;
  console.error('Installing dependencies (once)…');
  // Not "npm ci": it refuses a lock that lacks an optional package of another platform, and LanceDB's are not on every mirror. Versions are those of the lock.
  const code = run('npm', ['install', '--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], {
    ONNXRUNTIME_NODE_INSTALL: 'skip',
  });
  if (code !== 0) {
    console.error('The dependencies could not be installed: check the connection to the npm registry, then run the command again.');
    process.exit(code);
  }
  writeFileSync(stamp, lock);
}
