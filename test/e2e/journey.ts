import assert from 'node:assert/strict';
import { basename, join } from 'node:path';

import type { Frame } from 'playwright-core';

import { seriousFaults } from './axe.ts';
import { launch } from './browser.ts';
import type { Workbench } from './install.ts';
import { out, root } from './paths.ts';
import { startServer, type Theme } from './server.ts';
import { Steps, type PartResult } from './summary.ts';
import { openWorkbench } from './workbench.ts';

export const extensionId = 'linchpin.linchpin';
const question = 'How long must passwords chosen by users be?';

export interface JourneyOptions {
  readonly workbench: Workbench;
  readonly vsix: string;
  readonly theme: Theme;
  /** false: up to the answer, its pictures and axe. */
  readonly whole: boolean;
}

/** Index, ask, open the citation, reject it, see what is left, hover in the document, reload, find the decision again. */
export async function journey({ workbench, vsix, theme, whole }: JourneyOptions): Promise<PartResult> {
  const name = `journey-${theme}`;
  const server = await startServer({ name, workbench, vsix, workspace: join(root, 'sample'), theme });
  const browser = await launch();
  const vscode = await openWorkbench(browser, server);
  const picture = (what: string): Promise<void> => vscode.screenshot(join(out, name, `${what}.png`));
  const steps = new Steps(`journey (${theme})`, (step) => picture(`failed-${step.replaceAll(/\W+/gu, '-')}`));
  // Each step finds the panel's frame again: the editor replaces it when it is hidden or reloaded.
  const panel = (selector = 'main'): Promise<Frame> => vscode.webview(extensionId, selector);
  let quote = '';
  let place = '';

  try {
    await steps.step('the workbench opens, and the Audit panel says what to do first', async () => {
      await vscode.load();
      await openPanel();
      const frame = await panel('.welcome');
      await frame.getByRole('heading', { name: /^Index .+ first$/u }).waitFor();
      await picture('first-run');
    });

    await steps.step('indexing from the panel', async () => {
      const frame = await panel();
      await frame.locator('vscode-button', { hasText: 'Index Workspace' }).first().click();
      await frame.locator('.status-line', { hasText: /\d+ documents/u }).waitFor({ timeout: 60_000 });
    });

    await steps.step('a question is answered with citations and minimal evidence', async () => {
      const frame = await panel();
      await frame.locator('#question').click();
      await vscode.page.keyboard.type(question);
      await vscode.page.keyboard.press('Enter');
      await frame.locator('#verdict').waitFor({ timeout: 60_000 });
      await frame.locator('.item').first().waitFor();
      await frame.locator('main[aria-busy="false"]').waitFor({ timeout: 60_000 });
      assert.match(await frame.locator('.answer-body').innerText(), /14/u);
      assert.ok((await frame.locator('.marker').count()) > 0, 'the answer has no citation marker');
      quote = (await frame.locator('.item blockquote').first().innerText()).trim();
      place = (await frame.locator('.item .place').first().innerText()).trim();
      await picture('answered');
    });

    await steps.step('axe finds no serious fault in the panel', async () => {
      const frame = await panel();
      const closed = frame.locator('details:not([open]) > summary');
      while ((await closed.count()) > 0) await closed.first().click();
      assert.deepEqual(await seriousFaults(frame), []);
      await picture('everything-open');
    });

    if (!whole) return steps.result();

    await steps.step('asking again without each piece of evidence says what changes', async () => {
      const frame = await panel();
      await frame.locator('#answer-again').click();
      const changed = frame.locator('.item', { hasText: 'Asked again without it' }).first();
      await changed.waitFor({ timeout: 60_000 });
      await picture('asked-again');
    });

    await steps.step('Choose Models says of each choice what it costs and whether text leaves the machine', async () => {
      const { keyboard } = vscode.page;
      const list = vscode.page.locator('.quick-input-widget .quick-input-list');
      const run = async (command: string): Promise<void> => {
        await keyboard.press('F1');
        await vscode.page.locator('.quick-input-widget').waitFor();
        await keyboard.type(command);
        await list.getByText(command, { exact: false }).first().waitFor();
        await keyboard.press('Enter');
      };
      await run('Linchpin: Choose Models');
      await list.getByText('nothing leaves this machine').first().waitFor();
      assert.match(await list.innerText(), /your API key, text is sent to the server/u);
      await picture('choose-models');
      await keyboard.type('Answers and probes');
      await keyboard.press('Enter');
      await list.getByText('free, stays on this machine').first().waitFor();
      await list.getByText(/MB/u).first().waitFor();
      await picture('choose-generator');
      await keyboard.press('Escape');
      await vscode.page.locator('.quick-input-widget').waitFor({ state: 'hidden' });
    });

    await steps.step('a citation opens the document at the exact span', async () => {
      const frame = await panel();
      await frame.locator('.item .place').first().click();
      await vscode.activeTab(basename(place.replace(/:\d+$/u, ''))).waitFor();
      await vscode.page.locator('.part.editor .monaco-editor.focused').waitFor();
      assert.equal((await vscode.selectedText()).replaceAll(/\s+/gu, ' ').trim(), quote.replaceAll(/\s+/gu, ' ').trim());
      await picture('citation-opened');
    });

    await steps.step('rejecting with one key shows at once what is left', async () => {
      const frame = await panel();
      await frame.locator('.item').first().focus();
      await vscode.page.keyboard.press('r');
      await frame.locator('.item.verdict-rejected').first().waitFor();
      await frame.locator('#what-if-result .status').waitFor();
      await picture('rejected');
    });

    await steps.step('the hover in the document tells the role, the necessity and the decision', async () => {
      const hover = await vscode.hover(longestLine(quote));
      const text = (await hover.innerText()).replaceAll('\u00a0', ' ');
      assert.match(text, /core|alternative/iu);
      assert.match(text, /necessity/iu);
      assert.match(text, /rejected/iu);
      assert.ok(text.includes(question), `the hover does not name the question: ${text}`);
      await picture('hover');
    });

    await steps.step('after a reload of the window the decision is still there', async () => {
      await vscode.reload();
      const frame = await vscode.webview(extensionId, '.item.verdict-rejected', 60_000).catch(async () => {
        await openPanel();
        return vscode.webview(extensionId, '.item.verdict-rejected');
      });
      assert.match(await frame.locator('.item.verdict-rejected').first().innerText(), /rejected by/u);
      await picture('reloaded');
    });

    await steps.step('undoing takes the rejection back', async () => {
      const frame = await panel('.item.verdict-rejected');
      await frame.locator('.item.verdict-rejected').first().focus();
      await vscode.page.keyboard.press('u');
      await frame.locator('.item.verdict-rejected').first().waitFor({ state: 'detached' });
    });

    await steps.step('the audit opens wide in the editor area, beside the panel', async () => {
      await vscode.command('Linchpin: Open Audit in the Editor Area');
      await vscode.page.locator('.tab.active', { hasText: 'Audit' }).waitFor();
      await shownTwice();
      await picture('wide');
    });
    return steps.result();
  } finally {
    await browser.close();
    server.stop();
  }

  /** The evidence, in the side bar and in the editor area. */
  async function shownTwice(): Promise<void> {
    const deadline = Date.now() + 30_000;
    for (;;) {
      const counts = await Promise.all(
        vscode.page.frames().map((frame) =>
          frame
            .locator('.item')
            .count()
            .catch(() => 0),
        ),
      );
      const places = counts.filter((items) => items > 0).length;
      if (places === 2) return;
      assert.ok(Date.now() < deadline, `the evidence is shown in ${places} places`);
      await vscode.page.waitForTimeout(100);
    }
  }

  async function openPanel(): Promise<void> {
    const tab = vscode.page.locator('.activitybar a.action-label[aria-label^="Linchpin"]');
    await tab.waitFor({ timeout: 60_000 });
    // A click on the icon would close a side bar that is just being restored.
    await vscode.command('Linchpin: Show the Audit View');
  }
}

/** A quote can span lines in the editor: its longest one is what the pointer rests on. */
function longestLine(quote: string): string {
  return quote
    .split('\n')
    .map((line) => line.trim())
    .reduce((longest, line) => (line.length > longest.length ? line : longest), '')
    .slice(0, 40);
}
