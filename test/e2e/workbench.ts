import { randomBytes } from 'node:crypto';

import type { Browser, Frame, Locator, Page } from 'playwright-core';

import type { Server } from './server.ts';

// What the wrapper around the server would mint: with the same bytes on each load, secrets persist.
const secretKey = randomBytes(32);

export interface OpenOptions {
  readonly payload?: readonly (readonly [string, string])[];
  /** A window without a folder. */
  readonly empty?: boolean;
  /** A .code-workspace file that is opened in place of the folder. */
  readonly workspaceFile?: string;
  readonly width?: number;
  readonly height?: number;
}

/** A page on the workbench with its folder open. Nothing outside this machine is reachable from it; errors of the page are collected. */
export async function openWorkbench(browser: Browser, server: Server, options: OpenOptions = {}): Promise<VsCode> {
  const context = await browser.newContext({
    viewport: { width: options.width ?? 1400, height: options.height ?? 900 },
    reducedMotion: 'reduce',
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  await page.route('**/mint-key', (route) => route.fulfill({ status: 200, body: secretKey }));
  await page.route(
    (url) => /^https?:$/u.test(url.protocol) && !['127.0.0.1', 'localhost'].includes(url.hostname),
    (route) => route.abort(),
  );
  return new VsCode(page, address(server, options.payload ?? [], options));
}

export function address(
  server: Server,
  payload: readonly (readonly [string, string])[],
  { empty = false, workspaceFile }: Pick<OpenOptions, 'empty' | 'workspaceFile'> = {},
): string {
  const entries = [['skipWelcome', 'true'], ...payload];
  const folder = workspaceFile === undefined ? `folder=${encodeURI(server.workspace)}` : `workspace=${encodeURI(workspaceFile)}`;
  const what = empty ? 'ew=true' : folder;
  return `http://127.0.0.1:${server.port}/?${what}&payload=${encodeURIComponent(JSON.stringify(entries))}`;
}

/** The workbench as a person meets it: palette, files, notifications, webviews, hovers. */
export class VsCode {
  readonly page: Page;
  readonly #address: string;

  constructor(page: Page, at: string) {
    this.page = page;
    this.#address = at;
  }

  async load(): Promise<void> {
    await this.page.goto(this.#address);
    await this.page.waitForSelector('.monaco-workbench', { timeout: 60_000 });
    // Without a folder the side bar is closed.
    if (this.#address.includes('?ew=true')) return;
    await this.page.waitForSelector('.explorer-folders-view .monaco-list-row, .part.sidebar .pane, .part.sidebar .webview', {
      timeout: 60_000,
      state: 'attached',
    });
  }

  async reload(): Promise<void> {
    await this.page.reload();
    await this.page.waitForSelector('.monaco-workbench', { timeout: 60_000 });
  }

  /** Runs a command by its title in the palette. */
  async command(title: string): Promise<void> {
    await this.page.keyboard.press('F1');
    await this.input().waitFor();
    await this.input().fill(`>${title}`);
    await this.page.locator(`.quick-input-list .monaco-list-row[aria-label^="${title}"]`).first().click();
  }

  /** The palette's or an input box's field. */
  input(): Locator {
    return this.page.locator('.quick-input-widget:visible input.input');
  }

  async openFile(name: string): Promise<void> {
    const tab = this.activeTab(name);
    for (let attempt = 1; ; attempt += 1) {
      await this.page.keyboard.press('Control+p');
      await this.input().waitFor();
      await this.input().fill(name);
      // By the beginning of its label: "Review: NAME" is another editor. By keys: the list is drawn again as results come in, and a click
      // may fall on the row of before.
      const wanted = `.quick-input-list .monaco-list-row[aria-label^="${name}"]`;
      await this.page.locator(wanted).first().waitFor();
      for (let rows = 0; rows < 10 && (await this.page.locator(`${wanted}.focused`).count()) === 0; rows += 1)
        await this.page.keyboard.press('ArrowDown');
      await this.page.keyboard.press('Enter');
      const opened = await tab.waitFor({ timeout: 7_000 }).then(
        () => true,
        () => false,
      );
      if (opened) return;
      if (attempt === 3) throw new Error(`${name} did not become the active tab`);
      await this.page.keyboard.press('Escape');
    }
  }

  activeTab(name: string): Locator {
    return this.page.locator(`.tab.active[data-resource-name="${name}"]`);
  }

  toast(text: string | RegExp): Locator {
    return this.page.locator('.notifications-toasts .notification-list-item', { hasText: text });
  }

  /** The inner document of a webview of ours that satisfies the condition: there may be several. */
  async webview(extension: string, selector: string, timeout = 30_000): Promise<Frame> {
    const deadline = Date.now() + timeout;
    for (;;) {
      for (const frame of this.page.frames()) {
        if (frame.parentFrame()?.url().includes(`extensionId=${extension}`) !== true) continue;
        // A frame that is being replaced throws: the next round finds its successor.
        if (
          (await frame
            .locator(selector)
            .count()
            .catch(() => 0)) > 0
        )
          return frame;
      }
      if (Date.now() > deadline) throw new Error(`no webview of ${extension} shows ${selector}`);
      await this.page.waitForTimeout(100);
    }
  }

  /** Rests the pointer on words in the visible editor, and gives the hover that appears. */
  async hover(words: string): Promise<Locator> {
    const at = await this.page.evaluate((wanted) => {
      for (const line of document.querySelectorAll('.editor-instance .view-line')) {
        const walker = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
        for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
          const start = (node.textContent ?? '').replaceAll('\u00a0', ' ').indexOf(wanted);
          if (start < 0) continue;
          const range = document.createRange();
          range.setStart(node, start);
          range.setEnd(node, start + wanted.length);
          const box = range.getBoundingClientRect();
          return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
        }
      }
      return null;
    }, words);
    if (at === null) throw new Error(`"${words}" is not visible in the editor`);
    await this.page.mouse.move(at.x - 40, at.y + 120);
    await this.page.mouse.move(at.x, at.y, { steps: 4 });
    const hover = this.page.locator('.monaco-hover:not(.hidden)').filter({ visible: true }).first();
    await hover.waitFor();
    return hover;
  }

  /** What the editor has selected, as the status bar and the caret cannot tell it: through the clipboard. */
  async selectedText(): Promise<string> {
    await this.page.keyboard.press('Control+c');
    return this.page.evaluate(() => navigator.clipboard.readText());
  }

  async screenshot(path: string): Promise<void> {
    await this.page.screenshot({ path, animations: 'disabled' });
  }

  async close(): Promise<void> {
    await this.page.context().close();
  }
}
