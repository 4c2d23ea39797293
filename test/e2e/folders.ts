import assert from 'node:assert/strict';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Frame } from 'playwright-core';

import { launch } from './browser.ts';
import type { Workbench } from './install.ts';
import { extensionId } from './journey.ts';
import { out, root } from './paths.ts';
import { startServer } from './server.ts';
import { Steps, type PartResult } from './summary.ts';
import { openWorkbench } from './workbench.ts';

const question = 'How long must passwords chosen by users be?';

/** One claim that the other folder refutes, and one that it supports. */
const draft = `# Summary

Passwords chosen by users must be at least 14 characters long. Password hints are allowed on every system.
`;

/** A window of two folders, one of which has a name of its own: both are audited together. */
export async function foldersJourney({ workbench, vsix }: { readonly workbench: Workbench; readonly vsix: string }): Promise<PartResult> {
  const name = 'folders';
  const server = await startServer({ name, workbench, vsix, workspace: join(root, 'sample') });
  const file = join(server.workspace, 'audit.code-workspace');
  const folders = (list: readonly { readonly name?: string; readonly path: string }[]): void => {
    writeFileSync(file, JSON.stringify({ folders: list }));
  };
  folders([{ path: 'minutes' }, { name: 'Our rules', path: 'policies' }]);
  const browser = await launch();
  const vscode = await openWorkbench(browser, server, { workspaceFile: file });
  const picture = (what: string): Promise<void> => vscode.screenshot(join(out, name, `${what}.png`));
  const steps = new Steps(name, (step) => picture(`failed-${step.replaceAll(/\W+/gu, '-')}`));
  const panel = (selector = 'main'): Promise<Frame> => vscode.webview(extensionId, selector);
  const ask = async (text: string): Promise<Frame> => {
    const frame = await panel();
    // Not by Ctrl+A: the workbench selects a moment later, when the first letters are typed already.
    await frame.locator('#question textarea').fill(text);
    await frame.locator('#question textarea').press('Enter');
    await frame.locator('.asked', { hasText: text }).waitFor({ timeout: 60_000 });
    await frame.locator('#verdict').waitFor({ timeout: 60_000 });
    await frame.locator('main[aria-busy="false"]').waitFor({ timeout: 60_000 });
    return frame;
  };
  const queue = vscode.page.locator('.pane', { has: vscode.page.locator('.pane-header[aria-label^="Review Queue"]') });
  const holds = async (documents: number): Promise<void> => {
    const frame = await panel('.status-line');
    await frame.locator('.status-line', { hasText: `${documents} documents` }).waitFor({ timeout: 60_000 });
  };
  let quote = '';

  try {
    await steps.step('both folders are indexed', async () => {
      await vscode.load();
      await openPanel();
      const frame = await panel('.welcome');
      await frame.locator('vscode-button', { hasText: 'Index Workspace' }).first().click();
      await frame.locator('.status-line', { hasText: /\d+ documents/u }).waitFor({ timeout: 60_000 });
      assert.match(await frame.locator('.status-line').innerText(), /minutes, Our rules/u);
    });

    await steps.step('an answer is cited by the name of the folder that it stands in', async () => {
      const frame = await ask(question);
      assert.match(await frame.locator('.answer-body').innerText(), /14/u);
      assert.match(await frame.locator('.item .place').first().innerText(), /^Our rules\/access-policy-2025\.md/u);
      quote = (await frame.locator('.item blockquote').first().innerText()).trim();
      await picture('answered');
    });

    await steps.step('the citation opens there, with its words selected', async () => {
      await (await panel()).locator('.item .place').first().click();
      await vscode.activeTab('access-policy-2025.md').waitFor();
      await vscode.page.locator('.part.editor .monaco-editor.focused').waitFor();
      assert.equal((await vscode.selectedText()).replaceAll(/\s+/gu, ' ').trim(), quote.replaceAll(/\s+/gu, ' ').trim());
      await picture('citation-opened');
    });

    await steps.step('the hover in the document tells of the audit', async () => {
      await vscode.page.locator('.cdr, .view-line', { hasText: 'at least 14' }).first().waitFor();
      await vscode.hover('at least 14');
      await vscode.page.locator('.monaco-hover:not(.hidden)', { hasText: question }).first().waitFor();
      await vscode.page.keyboard.press('Escape');
    });

    await steps.step('a citation is rejected, and stays so after a reload', async () => {
      const item = (await panel()).locator('.item').first();
      await item.focus();
      await vscode.page.keyboard.press('r');
      await (await panel()).locator('.item.verdict-rejected').first().waitFor();
      // An editor that is restored takes the caret.
      await vscode.command('View: Close All Editors');
      await vscode.reload();
      await openPanel();
      await (await panel('.item.verdict-rejected')).locator('.item.verdict-rejected').first().waitFor({ timeout: 60_000 });
    });

    await steps.step('a document that comes into the second folder is taken up', async () => {
      writeFileSync(join(server.workspace, 'policies', 'gate.md'), '# Gate\n\nThe code of the gate must be changed every 45 days.\n');
      await holds(4);
      const frame = await ask('How often must the code of the gate be changed?');
      assert.match(await frame.locator('.item .place').first().innerText(), /^Our rules\/gate\.md/u);
    });

    await steps.step('a draft in the one folder is checked against the documents of both', async () => {
      writeFileSync(join(server.workspace, 'minutes', 'draft.md'), draft);
      await holds(5);
      await vscode.openFile('draft.md');
      await vscode.command('Linchpin: Fact-Check This Document');
      await queue.locator('.message', { hasText: /^0 of 2 decided/u }).waitFor({ timeout: 90_000 });
      await vscode.page.locator('.view-overlays .squiggly-warning, .cdr.squiggly-warning').first().waitFor();
      await vscode.hover('Password hints are allowed');
      const hover = vscode.page.locator('.monaco-hover:not(.hidden)', { hasText: 'Our rules/access-policy-2025.md' }).first();
      await hover.waitFor();
      assert.match(await hover.innerText(), /Password\shints\sare\snot\sallowed\son\sany\ssystem/u);
      await picture('reviewed');
      await vscode.page.keyboard.press('Escape');
      await vscode.command('View: Close All Editors');
    });

    await steps.step('a folder that is added is taken up, and one that is taken away is gone from the index', async () => {
      folders([{ path: 'minutes' }, { name: 'Our rules', path: 'policies' }, { path: 'reports' }]);
      await openPanel();
      await holds(9);
      const frame = await ask('What caused the outage of the Eastfield pumping station?');
      assert.match(await frame.locator('.item .place').first().innerText(), /^reports\//u);
      await picture('added');
      folders([{ path: 'minutes' }, { path: 'reports' }]);
      await holds(6);
      const after = await ask(question);
      assert.equal(await after.locator('.item .place', { hasText: 'access-policy' }).count(), 0);
      await picture('taken-away');
    });

    await steps.step('the records are in the first folder', () => {
      assert.ok(existsSync(join(server.workspace, 'minutes', '.linchpin', 'audits')));
      assert.ok(!existsSync(join(server.workspace, 'policies', '.linchpin')));
      return Promise.resolve();
    });
    return steps.result();
  } finally {
    await browser.close();
    server.stop();
  }

  async function openPanel(): Promise<void> {
    const tab = vscode.page.locator('.activitybar a.action-label[aria-label^="Linchpin"]');
    await tab.waitFor({ timeout: 60_000 });
    // A click on the icon would close a side bar that is just being restored; and a fact-check makes room for its queue.
    await vscode.command('Linchpin: Show the Audit View');
  }
}
