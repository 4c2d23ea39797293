import { createWriteStream } from 'node:fs';
import { join } from 'node:path';

import { launch } from './browser.ts';
import { type HostTests, hostResult } from './host-tests.ts';
import type { Workbench } from './install.ts';
import { out, root } from './paths.ts';
import { startServer } from './server.ts';
import type { PartResult } from './summary.ts';
import { openWorkbench } from './workbench.ts';

/** The host tests in the workbench from npm, beside the product as its package installs it. */
export async function hostTests(workbench: Workbench, vsix: string, tests: HostTests): Promise<PartResult> {
  const server = await startServer({
    name: 'host',
    workbench,
    vsix,
    workspace: join(root, 'sample'),
    flags: ['--enable-smoke-test-driver'],
    env: { E2E_REPORT: tests.report },
  });
  const browser = await launch();
  try {
    const remote = (path: string): string => `vscode-remote://127.0.0.1:${server.port}${path}`;
    const vscode = await openWorkbench(browser, server, {
      payload: [
        ['extensionDevelopmentPath', remote(tests.stub)],
        ['extensionTestsPath', remote(join(tests.stub, 'index'))],
      ],
    });
    const log = createWriteStream(join(out, 'host', 'extension-host.log'));
    await vscode.page.exposeFunction('codeAutomationLog', (level: string, values: readonly unknown[]) => {
      log.write(`[${level}] ${values.map((value) => (typeof value === 'string' ? value : JSON.stringify(value))).join(' ')}\n`);
    });
    const ended = new Promise<number>((resolve) => {
      vscode.page.on('crash', () => {
        resolve(-1);
      });
      void vscode.page.exposeFunction('codeAutomationExit', resolve).then(() => vscode.load());
    });
    const code = await Promise.race([ended, deadline(150_000)]);
    if (code !== 0) await vscode.screenshot(join(out, 'host', 'end.png'));
    return hostResult('host tests (workbench from npm)', tests.report, `exit ${code}; see e2e-out/host/extension-host.log`);
  } finally {
    await browser.close();
    server.stop();
  }
}

function deadline(milliseconds: number): Promise<number> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds, -2).unref();
  });
}
