import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { cpSync, mkdirSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import type { Workbench } from './install.ts';
import { out } from './paths.ts';

export const themes = {
  dark: 'Dark Modern',
  light: 'Light Modern',
  contrast: 'Default High Contrast',
  'contrast-light': 'Default High Contrast Light',
} as const;
export type Theme = keyof typeof themes;

export interface ServerOptions {
  /** Also the name of its folder under e2e-out. */
  readonly name: string;
  readonly workbench: Workbench;
  readonly vsix: string;
  /** Copied, so that the run may write into it. */
  readonly workspace: string;
  readonly theme?: Theme;
  readonly flags?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

export interface Server {
  readonly port: number;
  readonly workspace: string;
  readonly folder: string;
  stop(): void;
}

const running = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of running) stop(child);
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(130));

/** The server's extension host, search and watchers are its children: the whole process group ends. */
function stop(child: ChildProcess): void {
  running.delete(child);
  if (child.pid === undefined || child.exitCode !== null) return;
  try {
    process.kill(-child.pid, 'SIGTERM');
  } catch {
    // It ended by itself between the check and the signal.
  }
}

/** A workbench with fresh data, the product installed from its package, and a copy of the workspace. */
export async function startServer(options: ServerOptions): Promise<Server> {
  const { workbench } = options;
  const folder = join(out, options.name);
  const data = join(folder, 'data');
  const workspace = join(folder, 'workspace');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(data, 'data', 'User'), { recursive: true });
  cpSync(options.workspace, workspace, { recursive: true });
  rmSync(join(workspace, '.linchpin'), { recursive: true, force: true });
  writeFileSync(join(data, 'data', 'User', 'settings.json'), JSON.stringify(settings(options.theme ?? 'dark'), null, 1));
  const env = environment(options.env);
  execFileSync(
    workbench.node,
    [workbench.server, '--install-extension', options.vsix, '--server-data-dir', data, '--accept-server-license-terms'],
    { stdio: ['ignore', 'ignore', 'inherit'], env },
  );

  const port = await freePort();
  const log = openSync(join(folder, 'server.log'), 'w');
  const child = spawn(
    workbench.node,
    [
      workbench.server,
      '--host',
      '127.0.0.1',
      '--port',
      String(port),
      '--without-connection-token',
      '--accept-server-license-terms',
      '--disable-workspace-trust',
      '--disable-telemetry',
      '--disable-experiments',
      '--server-data-dir',
      data,
      ...(options.flags ?? []),
    ],
    { detached: true, stdio: ['ignore', log, log], env },
  );
  running.add(child);
  const deadline = Date.now() + 30_000;
  for (;;) {
    if (await answers(port)) break;
    if (child.exitCode !== null || Date.now() > deadline) {
      stop(child);
      throw new Error(`The workbench did not start; its log is ${join(folder, 'server.log')}`);
    }
    await delay(100);
  }
  return {
    port,
    workspace,
    folder,
    stop: () => {
      stop(child);
    },
  };
}

async function answers(port: number): Promise<boolean> {
  try {
    return (await fetch(`http://127.0.0.1:${port}/version`)).ok;
  } catch {
    return false;
  }
}

/** A surrounding editor's variables would change how this one behaves. */
function environment(extra: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  return {
    ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(?:VSCODE_|ELECTRON_|NODE_OPTIONS)/u.test(name))),
    ...extra,
  };
}

function settings(theme: Theme): Record<string, unknown> {
  return {
    'workbench.colorTheme': themes[theme],
    'workbench.startupEditor': 'none',
    'workbench.secondarySideBar.defaultVisibility': 'hidden',
    'workbench.layoutControl.enabled': false,
    'chat.commandCenter.enabled': false,
    'window.commandCenter': false,
    'telemetry.telemetryLevel': 'off',
    'extensions.autoCheckUpdates': false,
    'extensions.ignoreRecommendations': true,
    'security.workspace.trust.enabled': false,
    'editor.hover.delay': 150,
    'editor.minimap.enabled': false,
    'git.enabled': false,
  };
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => {
        if (address !== null && typeof address === 'object') resolve(address.port);
        else reject(new Error('no free port'));
      });
    });
  });
}
