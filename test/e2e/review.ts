import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Locator } from 'playwright-core';

import { seriousFaults } from './axe.ts';
import { launch } from './browser.ts';
import type { Workbench } from './install.ts';
import { extensionId } from './journey.ts';
import { out, root } from './paths.ts';
import { startServer } from './server.ts';
import { Steps, type PartResult } from './summary.ts';
import { openWorkbench } from './workbench.ts';

const file = 'summary-2025.md';
const refuted = 'Password hints are allowed on every system.';
/** Claims right, wrong and left open, over the sample workspace. */
const draft = `# Summary for the regulator

## Access

Passwords chosen by users must be at least 14 characters long. After 10 failed attempts within 15 minutes the account is locked for 30 minutes.
${refuted}

## Outage

The outage of the Eastfield pumping station was caused by a failed relay. The trust employs 412 people.
`;

/** Themes as the editor's list names them. */
const shown = { light: 'Light Modern', contrast: 'Dark High Contrast' } as const;

/** Fact-check a draft, go through its claims with keys, decide, reload, find the decisions again, sign; with pictures in three themes. */
export async function reviewJourney({ workbench, vsix }: { readonly workbench: Workbench; readonly vsix: string }): Promise<PartResult> {
  const name = 'review';
  const server = await startServer({ name, workbench, vsix, workspace: join(root, 'sample') });
  writeFileSync(join(server.workspace, 'reports', file), draft);
  const browser = await launch();
  const vscode = await openWorkbench(browser, server);
  const { page } = vscode;
  const { keyboard } = page;
  const picture = (what: string): Promise<void> => vscode.screenshot(join(out, name, `${what}.png`));
  const steps = new Steps('review session', (step) => picture(`failed-${step.replaceAll(/\W+/gu, '-')}`));
  const queue = page.locator('.pane', { has: page.locator('.pane-header[aria-label^="Review Queue"]') });
  const rows = queue.locator('.monaco-list-row[aria-level="1"]');
  const message = (text: string | RegExp): Locator => queue.locator('.message', { hasText: text });
  const row = (words: string): Locator => queue.locator('.monaco-list-row[aria-level="1"]', { hasText: words });

  try {
    await steps.step('a document is fact-checked from the palette, and its claims come into the queue', async () => {
      await vscode.load();
      await vscode.openFile(file);
      await vscode.command('Linchpin: Fact-Check This Document');
      await message('of 5 decided').waitFor({ timeout: 90_000 });
      await message(/^0 of 5 decided · riskiest first$/u).waitFor({ timeout: 90_000 });
      assert.equal(await rows.count(), 5);
      await row(refuted.slice(0, 30)).waitFor();
      await picture('checked');
    });

    await steps.step('the document says what stands: a problem, counts above the sections, and a hover with the evidence', async () => {
      await page
        .locator('.codelens-decoration', { hasText: /5 claims · 1 refuted/u })
        .first()
        .waitFor();
      await page.locator('.view-overlays .squiggly-warning, .cdr.squiggly-warning').first().waitFor();
      await vscode.hover('Password hints are allowed');
      // Others may be up: the palette's last click left the pointer on something.
      const hover = page.locator('.monaco-hover:not(.hidden)', { hasText: 'verdicts like this are right' }).first();
      await hover.waitFor();
      const text = (await hover.innerText()).replaceAll('\u00a0', ' ');
      assert.match(text, /Refuted/u);
      assert.match(text, /Password hints are not allowed on any system/u);
      assert.match(text, /Agree/u);
      await picture('hover');
      await keyboard.press('Escape');
    });

    await steps.step('the queue is tall, and a line begins with its verdict', async () => {
      // The Audit view is away while a document is reviewed.
      assert.equal(await page.locator('.pane-header[aria-label^="Audit Section"]').count(), 0);
      const [height, whole] = await Promise.all(
        [queue, page.locator('.part.sidebar')].map(async (part) => (await part.boundingBox())?.height ?? 0),
      );
      assert.ok((height ?? 0) > 0.5 * (whole ?? 0), `the queue is ${height} of ${whole} high`);
      assert.match(await row(refuted.slice(0, 30)).innerText(), /^Refuted/u);
    });

    await steps.step('signing is refused while claims are open, on the page that is read before it', async () => {
      await vscode.command('Linchpin: Sign Off Review Session');
      const frame = await vscode.webview(extensionId, '.sign-off');
      assert.match(await frame.locator('.sign-off').innerText(), /5 claims are still open/u);
      assert.equal(await frame.locator('.sign-button').count(), 0);
      await picture('sign-off-open');
      await frame.locator('.sign-back').click();
      await frame.locator('.detail').waitFor();
      await vscode.command('View: Close Editor');
      await vscode.openFile(file);
    });

    await steps.step('the claims are gone through with single keys in the queue', async () => {
      await vscode.command('Linchpin: Focus on Review Queue View');
      await keyboard.press('Home');
      await keyboard.press('j');
      await queue.locator('.monaco-list-row.selected').waitFor();
      await keyboard.press('k');
      await row(refuted.slice(0, 30)).and(page.locator('.selected')).waitFor();
      await keyboard.press('a');
      await message('1 of 5 decided').waitFor();
      // On to the next by itself.
      await queue.locator('.monaco-list-row.selected:not([aria-label*=", decided: "])').waitFor();
      await keyboard.press('v');
      await vscode.input().waitFor();
      await keyboard.type('Supported');
      await keyboard.press('Enter');
      await message('2 of 5 decided').waitFor();
      await keyboard.press('n');
      await vscode.input().waitFor();
      await keyboard.type('To be asked of the station.');
      await keyboard.press('Enter');
      await queue.locator('.monaco-list-row', { hasText: '✎ 1' }).waitFor();
      await picture('deciding');
      await quiet();
    });

    await steps.step('what was decided last is taken back by a key, again and again, and done again', async () => {
      await vscode.command('Linchpin: Focus on Review Queue View');
      await keyboard.press('u');
      await queue.locator('.monaco-list-row', { hasText: '✎ 1' }).waitFor({ state: 'detached' });
      await keyboard.press('u');
      await message('1 of 5 decided').waitFor();
      await keyboard.press('v');
      await vscode.input().waitFor();
      await keyboard.type('Supported');
      await keyboard.press('Enter');
      await message('2 of 5 decided').waitFor();
    });

    await steps.step('after a reload of the window everything is still decided', async () => {
      await vscode.reload();
      await message('2 of 5 decided').waitFor({ timeout: 60_000 });
      assert.equal(await page.locator('.pane-header[aria-label^="Audit Section"]').count(), 0);
    });

    await steps.step('the same keys behind Ctrl+Alt+K act on the claim with the caret', async () => {
      await vscode.openFile(file);
      await page.locator('.codelens-decoration', { hasText: '5 claims' }).first().waitFor();
      // Which of them is decided by now hangs on the order of the queue: one that is not begins a line.
      const starts = ['Passwords chosen by users', 'The outage of the Eastfield'];
      const decided = await Promise.all(
        starts.map(async (start) => ((await row(start).getAttribute('aria-label')) ?? '').includes(', decided: ')),
      );
      const undecided = starts[decided.indexOf(false)];
      assert.ok(undecided !== undefined);
      await page
        .locator('.view-line', { hasText: undecided })
        .first()
        .click({ position: { x: 60, y: 8 } });
      await keyboard.press('Control+Alt+k');
      await keyboard.press('n');
      await vscode.input().waitFor();
      assert.match(await page.locator('.quick-input-widget').innerText(), /Note on this claim/u);
      await keyboard.press('Escape');
      await keyboard.press('Control+Alt+k');
      await keyboard.press('a');
      await message('3 of 5 decided').waitFor();
    });

    await steps.step('agreeing with all asks, and keeps what is decided; the session is signed on the page that was read', async () => {
      await vscode.command('Linchpin: Focus on Review Queue View');
      await keyboard.press('Home');
      await keyboard.press('Control+a');
      await keyboard.press('a');
      const dialog = page.locator('.monaco-dialog-box');
      await dialog.waitFor();
      assert.match(await dialog.innerText(), /Agree with what was found on 2 claims\?[^]*3 are decided already and stay as they are/u);
      await picture('agree-with-all');
      await dialog.getByText('Agree With 2').click();
      await message('5 of 5 decided').waitFor();
      await vscode.command('Linchpin: Sign Off Review Session');
      const frame = await vscode.webview(extensionId, '.sign-off');
      assert.match(await frame.locator('.sign-off').innerText(), /passages? you never opened/u);
      await frame.locator('.sign-unread input').check();
      await picture('sign-off');
      await frame.locator('.sign-button').click();
      await message(/Signed by .+; frozen/u).waitFor();
      await picture('signed');
      await quiet();
    });

    await steps.step('the session opens wide in the editor area, and axe finds no serious fault there, in three themes', async () => {
      await vscode.command('Linchpin: Open Review Session in the Editor Area');
      for (const theme of ['dark', 'light', 'contrast'] as const) {
        if (theme !== 'dark') await chooseTheme(shown[theme]);
        const frame = await vscode.webview(extensionId, 'main.session .detail');
        assert.match(await frame.locator('.banner').first().innerText(), /Signed by/u);
        assert.deepEqual(await seriousFaults(frame, 'editor'), []);
        await picture(`wide-${theme}`);
      }
      for (const theme of ['contrast', 'light'] as const) {
        if (theme !== 'contrast') await chooseTheme(shown[theme]);
        await vscode.openFile(file);
        await page.locator('.codelens-decoration', { hasText: '5 claims' }).first().waitFor();
        await picture(`document-${theme}`);
      }
    });
    return steps.result();
  } finally {
    await browser.close();
    server.stop();
  }

  /** Nothing has failed on the way. */
  async function quiet(): Promise<void> {
    const faults = page.locator('.notifications-toasts .notification-list-item:has(.codicon-error)');
    assert.deepEqual(await faults.allInnerTexts(), []);
  }

  async function chooseTheme(theme: string): Promise<void> {
    await vscode.command('Preferences: Color Theme');
    await vscode.input().fill(theme);
    await page.locator('.quick-input-list .monaco-list-row', { hasText: theme }).first().waitFor();
    await keyboard.press('Enter');
    await vscode.input().waitFor({ state: 'hidden' });
  }
}
