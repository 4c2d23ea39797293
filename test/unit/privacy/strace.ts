import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** Whether there is a strace that may trace here; on Debian as root it is installed when there is none. */
export function hasStrace(): boolean {
  const works = (): boolean => spawnSync('strace', ['-f', '-o', '/dev/null', 'true'], { stdio: 'ignore' }).status === 0;
  if (process.platform !== 'linux') return false;
  if (works()) return true;
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get') || existsSync('/usr/bin/strace')) return false;
  process.stderr.write('Installing strace with apt-get (once)…\n');
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  spawnSync('apt-get', ['update', '-q'], { stdio: 'ignore', env: environment });
  spawnSync('apt-get', ['install', '-y', '-q', '--no-install-recommends', 'strace'], { stdio: 'ignore', env: environment });
  return works();
}

const calls = [
  ...['socket', 'connect', 'sendto', 'sendmsg', 'sendmmsg'],
  ...[
    'open',
    'openat',
    'openat2',
    'creat',
    'mkdir',
    'mkdirat',
    'rename',
    'renameat',
    'renameat2',
    'link',
    'linkat',
    'symlink',
    'symlinkat',
  ],
];

/** A command that writes what `command` and all that it starts ask of the system to a file. */
export function traced(file: string, command: readonly string[]): string[] {
  // -y: folders that paths are relative to by their names.
  return [
    'strace',
    '-f',
    '--seccomp-bpf',
    '-qq',
    '-y',
    '-s',
    '400',
    '-o',
    file,
    '-e',
    `trace=${calls.join(',')}`,
    '-e',
    'signal=none',
    ...command,
  ];
}

export interface Seen {
  /** Calls with which something could leave the machine. */
  readonly network: readonly string[];
  /** Absolute paths that were opened for writing, made or renamed, failed attempts too. */
  readonly written: ReadonlySet<string>;
}

/** @param cwd of the traced processes */
export function seenIn(trace: string, cwd: string): Seen {
  const network: string[] = [];
  const written = new Set<string>();
  for (const line of trace.split('\n')) {
    const [, name = '', rest = ''] = /^\d+ +(\w+)\((.*)/.exec(line) ?? [];
    if (/\bAF_(?!UNIX\b|UNSPEC\b)\w+/.test(rest) && (name === 'socket' || name === 'connect' || name.startsWith('send')))
      network.push(line);
    const writes =
      /^(?:creat|mkdir|rename|link|symlink)/.test(name) || (name.startsWith('open') && /\bO_(?:WRONLY|RDWR|CREAT)\b/.test(rest));
    // A folder that is there is not made.
    if (!writes || / = -1 EEXIST\b/.test(rest)) continue;
    for (const [, folder, path] of rest.matchAll(/(?:AT_FDCWD|\d+)?(?:<([^>]*)>, )?"((?:[^"\\]|\\.)*)"/g))
      written.add(resolve(folder ?? cwd, path ?? ''));
  }
  return { network, written };
}

/** Those that are in none of the folders; the devices that swallow and ask are none. */
export function outside(written: ReadonlySet<string>, folders: readonly string[]): string[] {
  return [...written].filter(
    (path) => !['/dev/null', '/dev/tty'].includes(path) && !folders.some((folder) => path === folder || path.startsWith(join(folder, '/'))),
  );
}
