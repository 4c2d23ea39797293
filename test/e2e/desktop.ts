import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { downloadAndUnzipVSCode, resolveCliArgsFromVSCodeExecutablePath, runTests, SilentReporter } from '@vscode/test-electron';

import { type HostTests, hostResult } from './host-tests.ts';
import { cache, out, root, Unavailable } from './paths.ts';
import type { PartResult } from './summary.ts';

const site = 'https://update.code.visualstudio.com/api/releases/stable';

/**
 * VS Code for the desktop: the one that the variable VSCODE_PATH names, else a download that is kept.
 * @throws Unavailable where there is no display or no download; Error where VSCODE_PATH names nothing
 */
export async function ensureDesktop(): Promise<string> {
  const named = process.env['VSCODE_PATH'];
  if (named !== undefined && !existsSync(named)) throw new Error(`VSCODE_PATH names ${named}, which is not there`);
  if (process.platform === 'linux' && process.env['DISPLAY'] === undefined && process.env['WAYLAND_DISPLAY'] === undefined)
    throw new Unavailable('VS Code for the desktop needs a display (xvfb-run gives one)');
  if (named !== undefined) return named;
  try {
    // Asked first: the download itself would try for minutes.
    await fetch(site, { method: 'HEAD', signal: AbortSignal.timeout(5000) });
    return await downloadAndUnzipVSCode({
      version: 'stable',
      cachePath: join(cache, 'desktop'),
      reporter: new SilentReporter(),
      timeout: 60_000,
    });
  } catch (error) {
    throw new Unavailable(`VS Code could not be downloaded (${error instanceof Error ? error.message : String(error)})`);
  }
}

/** The host tests in VS Code for the desktop, beside the product as its package installs it. */
export async function hostTestsOnDesktop(executable: string, vsix: string, tests: HostTests): Promise<PartResult> {
  const folder = join(out, 'desktop');
  const workspace = join(folder, 'workspace');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  cpSync(join(root, 'sample'), workspace, { recursive: true });
  rmSync(join(workspace, '.linchpin'), { recursive: true, force: true });
  const own = ['--extensions-dir', join(folder, 'extensions'), '--user-data-dir', join(folder, 'data')];
  const asRoot = process.platform === 'linux' && process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const [cli = executable, ...args] = resolveCliArgsFromVSCodeExecutablePath(executable, { reuseMachineInstall: true });
  const installed = spawnSync(cli, [...args, ...own, ...asRoot, '--install-extension', vsix], {
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  if (installed.status !== 0) throw new Error(`The package could not be installed:\n${installed.stdout}${installed.stderr}`);
  const code = await runTests({
    vscodeExecutablePath: executable,
    extensionDevelopmentPath: tests.stub,
    extensionTestsPath: join(tests.stub, 'index'),
    extensionTestsEnv: { E2E_REPORT: tests.report },
    reuseMachineInstall: true,
    launchArgs: [workspace, ...own, ...asRoot, '--disable-workspace-trust', '--skip-welcome', '--skip-release-notes', '--disable-updates'],
  }).catch(() => 1);
  return hostResult('host tests (VS Code for the desktop)', tests.report, `exit ${code}`);
}
