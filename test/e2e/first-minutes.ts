import assert from 'node:assert/strict';
import { join } from 'node:path';

import type { Locator } from 'playwright-core';

import { launch } from './browser.ts';
import type { Workbench } from './install.ts';
import { extensionId } from './journey.ts';
import { out, root } from './paths.ts';
import { startServer } from './server.ts';
import { Steps, type PartResult } from './summary.ts';
import { openWorkbench } from './workbench.ts';

/** Someone who has just installed it and opened nothing: the walkthrough alone leads them to a citation that they have decided on. */
export async function firstMinutes({ workbench, vsix }: { readonly workbench: Workbench; readonly vsix: string }): Promise<PartResult> {
  const name = 'first-minutes';
  const server = await startServer({ name, workbench, vsix, workspace: join(root, 'sample') });
  const browser = await launch();
  const vscode = await openWorkbench(browser, server, { empty: true });
  const { page } = vscode;
  const picture = (what: string): Promise<void> => vscode.screenshot(join(out, name, `${what}.png`));
  const steps = new Steps(name, (step) => picture(`failed-${step.replaceAll(/\W+/gu, '-')}`));
  const walkthrough = page.locator('.gettingStartedContainer');
  /** The walkthrough opens the next step by itself where it goes on; else a step opens where it is chosen, and what it offers is a button in it. */
  const step = async (title: string): Promise<Locator> => {
    const titled = { has: page.locator('.step-title', { hasText: title }) };
    const found = walkthrough.locator('.getting-started-step', titled).first();
    await found.waitFor({ timeout: 60_000 });
    const open = walkthrough.locator('.getting-started-step.expanded', titled).first();
    await open.waitFor({ timeout: 5000 }).catch(() => found.locator('.step-title').click());
    await open.waitFor();
    return open;
  };
  const press = async (title: string, button: string): Promise<void> => {
    await (
      await step(title)
    )
      .locator('.button-container', { hasText: button })
      .first()
      .locator('.monaco-button, a, button')
      .first()
      .click();
  };
  const isTicked = async (title: string): Promise<void> => {
    const titled = walkthrough.locator('.getting-started-step', { has: page.locator('.step-title', { hasText: title }) });
    await titled.locator('.codicon-getting-started-step-checked').first().waitFor({ timeout: 60_000 });
  };

  try {
    await steps.step('the walkthrough is found by its name, in a window without a folder', async () => {
      await vscode.load();
      // Then its walkthrough is known, too.
      await page.locator('.activitybar a.action-label[aria-label^="Linchpin"]').waitFor({ timeout: 60_000 });
      await vscode.command('Welcome: Open Walkthrough');
      await vscode.input().waitFor();
      await vscode.input().fill('Linchpin');
      // By the keyboard: a hover may stand over the row.
      await page.locator('.quick-input-list .monaco-list-row.focused', { hasText: 'Audit evidence with Linchpin' }).waitFor();
      await page.keyboard.press('Enter');
      await step('Try it on the sample workspace');
      await picture('1-walkthrough');
    });

    await steps.step('it opens the sample, and goes on there', async () => {
      await press('Try it on the sample workspace', 'Open the Sample Workspace');
      await page.waitForURL(/[?&]folder=[^&]*sample/u, { timeout: 60_000 });
      await page.waitForSelector('.monaco-workbench', { timeout: 60_000 });
      await step('Index your documents');
      await picture('2-sample');
    });

    await steps.step('it indexes', async () => {
      await press('Index your documents', 'Index Workspace');
      await isTicked('Index your documents');
      await picture('3-indexed');
    });

    await steps.step('it asks its question, and the answer comes with its citation', async () => {
      await press('Ask a question', 'Ask This');
      const frame = await vscode.webview(extensionId, '.item', 60_000);
      await frame.locator('main[aria-busy="false"]').waitFor({ timeout: 60_000 });
      assert.match(await frame.locator('.answer').innerText(), /14/u);
      await picture('4-answered');
    });

    await steps.step('it opens the citation at its words', async () => {
      await press('Check and decide', 'Open Citation');
      await page.locator('.part.editor .monaco-editor.focused').waitFor();
      assert.match(await vscode.selectedText(), /14 characters/u);
      await picture('5-citation');
      // One word: what is selected is drawn in pieces.
      const hover = await vscode.hover('chosen');
      assert.match(await hover.innerText(), /necessity/u);
      await picture('hover');
    });

    await steps.step('the citation is accepted in the panel, and the walkthrough has seen it', async () => {
      const frame = await vscode.webview(extensionId, '.item');
      await frame.locator('.item').first().locator('[data-tool="accept"]').click();
      await frame.locator('.item.verdict-accepted').first().waitFor();
      await picture('6-accepted');
      await page
        .locator('.tab', { hasText: /Walkthrough|Welcome/u })
        .first()
        .click();
      await isTicked('Check and decide');
      await picture('7-decided');
    });

    await steps.step('the causal graph of the sample opens beside it', async () => {
      await vscode.command('Linchpin: Show Causal Graph');
      await vscode.webview(extensionId, 'svg.causal', 60_000);
      // Without the side bar: who accepted the citation is nobody's business.
      const { x = 0, y = 0, width = 1000 } = (await page.locator('.part.editor').boundingBox()) ?? {};
      await page.screenshot({ path: join(out, name, 'causal-graph.png'), clip: { x, y, width, height: 420 } });
    });
    return steps.result();
  } finally {
    await browser.close();
    server.stop();
  }
}
