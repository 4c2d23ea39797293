import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { cache, Unavailable } from './paths.ts';

/**
 * The real VS Code workbench and its remote extension host, from the npm package `code-server`: its `lib/vscode` is VS Code's own
 * server, which is run directly. VS Code's download site is not needed.
 */
export interface Workbench {
  /** Node that the server wants: newer than the project's own. */
  readonly node: string;
  readonly server: string;
}

const codeServer = '4.139.1';
const nodeVersion = '24.21.0';

/** Installs into the cache, once. @throws Unavailable on platforms without a package, and without a registry. */
export function ensureWorkbench(): Workbench {
  const nodePackage = `node-linux-${process.arch}`;
  if (process.platform !== 'linux' || !['x64', 'arm64'].includes(process.arch))
    throw new Unavailable(`the workbench is installed from npm on Linux x64 and arm64 only; this is ${process.platform} ${process.arch}`);
  const nodeHome = join(cache, `node-${nodeVersion}`);
  const home = join(cache, `code-server-${codeServer}`);
  const node = join(nodeHome, 'node_modules', nodePackage, 'bin', 'node');
  const vscode = join(home, 'package', 'lib', 'vscode');
  const stamp = join(home, '.complete');
  const workbench = { node, server: join(vscode, 'out', 'server-main.js') };
  if (existsSync(stamp) && existsSync(node)) return workbench;

  console.log('Installing the workbench into .cache/vscode (once, about half a minute)…');
  mkdirSync(nodeHome, { recursive: true });
  writeFileSync(join(nodeHome, 'package.json'), '{"private":true}');
  if (!existsSync(node)) npm(nodeHome, ['install', '--ignore-scripts', `${nodePackage}@${nodeVersion}`]);
  rmSync(home, { recursive: true, force: true });
  mkdirSync(home, { recursive: true });
  npm(home, ['pack', `code-server@${codeServer}`]);
  const archive = readdirSync(home).find((file) => file.endsWith('.tgz'));
  if (archive === undefined || spawnSync('tar', ['xzf', archive], { cwd: home }).status !== 0)
    throw new Unavailable('the workbench package could not be unpacked');
  rmSync(join(home, archive));
  npm(vscode, ['install', '--omit=dev', '--ignore-scripts']);
  substituteNatives(join(vscode, 'node_modules', '@vscode'));
  writeFileSync(stamp, '');
  return workbench;
}

function npm(cwd: string, args: readonly string[]): void {
  const result = spawnSync('npm', [...args, '--no-audit', '--no-fund', '--loglevel=error'], { cwd, encoding: 'utf8' });
  if (result.status !== 0)
    throw new Unavailable(
      `npm ${args.join(' ')} failed: ${(result.stderr || String(result.error ?? '')).trim().split('\n').slice(0, 3).join(' ')}`,
    );
}

/**
 * Two native modules of the server would need a compiler. In their place: a logger that writes the lines it is given, and a
 * watchdog that watches nothing. Neither touches what is tested. `exports.x =` on lines of their own, so that Node finds the names.
 */
function substituteNatives(modules: string): void {
  writeFileSync(
    join(modules, 'spdlog', 'index.js'),
    `const fs = require('node:fs'), path = require('node:path');
const names = ['trace', 'debug', 'info', 'warning', 'error', 'critical'];
class Logger {
  constructor(file) { this.level = 2; this.raw = false; fs.mkdirSync(path.dirname(file), { recursive: true }); this.file = fs.openSync(file, 'a'); }
  write(level, text) { if (this.file !== undefined && level >= this.level) fs.writeSync(this.file, this.raw ? text : new Date().toISOString().replace('T', ' ').slice(0, 23) + ' [' + names[level] + '] ' + text + '\\n'); }
  trace(text) { this.write(0, text); }
  debug(text) { this.write(1, text); }
  info(text) { this.write(2, text); }
  warn(text) { this.write(3, text); }
  error(text) { this.write(4, text); }
  critical(text) { this.write(5, text); }
  getLevel() { return this.level; }
  setLevel(level) { this.level = level; }
  setPattern() { this.raw = true; }
  clearFormatters() { this.raw = true; }
  flush() {}
  drop() { if (this.file !== undefined) fs.closeSync(this.file); this.file = undefined; }
}
exports.version = 0;
exports.Logger = Logger;
exports.setLevel = () => {};
exports.setFlushOn = () => {};
exports.shutdown = () => {};
exports.createRotatingLogger = async (name, file) => new Logger(file);
exports.createAsyncRotatingLogger = async (name, file) => new Logger(file);
`,
  );
  writeFileSync(
    join(modules, 'native-watchdog', 'index.js'),
    'exports.start = () => {};\nexports.exit = (code) => process.exit(code || 0);\n',
  );
}
