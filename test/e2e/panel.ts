import assert from 'node:assert/strict';
import { join } from 'node:path';

import type { Page } from 'playwright-core';

import { panelIntentSchema, type PanelIntent } from '../../src/contract/panel.ts';
import { states } from '../../webview/dev/states.ts';
import { acting } from '../support/acting.ts';
import { seriousFaults } from './axe.ts';
import { launch } from './browser.ts';
import { servePanel } from './panel-page.ts';
import { out } from './paths.ts';
import { Steps, type PartResult } from './summary.ts';

const everything = 'evidence,conflicts,missing,idle,certificate,probes,heat,drafts,trap,judged,trace';

/** The panel by itself, with every state that a user can meet: what it draws, what its keys send, and what axe says. */
export async function panelTests(): Promise<PartResult> {
  const { base, close } = await servePanel();
  const browser = await launch();
  const page = await browser.newPage({ viewport: { width: 420, height: 700 }, reducedMotion: 'reduce' });
  page.setDefaultTimeout(10_000);
  const faults: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text());
  });
  page.on('pageerror', (error) => faults.push(String(error)));
  const steps = new Steps(
    'panel',
    async (step) => {
      await page.screenshot({ path: join(out, `panel-failed-${step.replaceAll(/\W+/gu, '-')}.png`), fullPage: true });
    },
    false,
  );
  const show = async (state: string, theme = 'dark', more = ''): Promise<void> => {
    await page.goto(`${base}?state=${state}&theme=${theme}${more}`);
    await page.locator('main').waitFor();
  };
  const shown = states.supported.audit?.report;
  const first = shown?.evidence?.minimal[0];
  assert.ok(first !== undefined && shown?.id !== undefined);
  const auditId = shown.id;

  try {
    for (const theme of ['dark', 'light', 'contrast', 'contrast-light']) {
      await steps.step(`axe finds no serious fault in any state (${theme})`, async () => {
        const found: string[] = [];
        for (const state of Object.keys(states)) {
          await show(state, theme, `&open=${everything}`);
          found.push(...(await seriousFaults(page.mainFrame())).map((fault) => `${state}: ${fault}`));
        }
        assert.deepEqual(found, []);
      });
    }
    await steps.step('nothing is cut off or scrolls sideways at a width of 300', async () => {
      await page.setViewportSize({ width: 300, height: 700 });
      for (const state of Object.keys(states)) {
        await show(state, 'dark', `&open=${everything}`);
        assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 300, state);
      }
      await page.setViewportSize({ width: 420, height: 700 });
    });
    await steps.step('one key each accepts, rejects, undoes, opens and asks what if', async () => {
      await show('supported');
      const item = page.locator('.item').first();
      await item.focus();
      const { spanId, citation } = first;
      const keys: readonly (readonly [string, PanelIntent])[] = [
        ['a', { type: 'decide', auditId, spanId, action: 'accept' }],
        ['r', { type: 'decide', auditId, spanId, action: 'reject' }],
        ['u', { type: 'undo', auditId, spanId }],
        ['w', { type: 'whatIf', auditId, removed: [spanId] }],
        ['Enter', { type: 'openCitation', citation, beside: false }],
        ['Shift+Enter', { type: 'openCitation', citation, beside: true }],
      ];
      for (const [key, intent] of keys) {
        await page.keyboard.press(key);
        assert.deepEqual(await lastIntent(page), intent, key);
      }
    });
    await steps.step('arrows and j and k move, a note is written with n, and keys typed into it decide nothing', async () => {
      await show('supported');
      await page.locator('.item').first().focus();
      for (const [key, position] of [
        ['j', 1],
        ['k', 0],
        ['ArrowDown', 1],
        ['ArrowUp', 0],
        ['k', 0],
      ] as const) {
        await page.keyboard.press(key);
        assert.equal(
          await page
            .locator('.item')
            .nth(position)
            .evaluate((element) => element === document.activeElement),
          true,
          `${key} does not lead to ${position}`,
        );
      }
      await page.keyboard.press('n');
      await page.keyboard.type('a raw nut');
      await page.keyboard.press('Enter');
      assert.deepEqual(await lastIntent(page), { type: 'addNote', auditId, spanId: first.spanId, text: 'a raw nut' });
    });
    await steps.step('a file that cannot be read is named, and opened from there', async () => {
      await show('damaged');
      const card = page.locator('section', { hasText: 'cannot be read' });
      assert.match(await card.innerText(), /ada\.jsonl cannot be read \(lines 3, 7\)/u);
      await card.locator('vscode-button').first().click();
      assert.deepEqual(await lastIntent(page), { type: 'openDamaged', path: '.linchpin/reviews/ada.jsonl' });
    });
    await steps.step('of several folders the one that is audited is named and can be changed', async () => {
      await show('several-folders');
      await page.locator('#folder', { hasText: 'policies' }).click();
      assert.deepEqual(await lastIntent(page), { type: 'command', command: 'chooseFolder' });
    });
    await steps.step('the marker in the answer leads to its evidence', async () => {
      await show('supported');
      await page.locator('.marker').nth(1).click();
      assert.equal(
        await page
          .locator('.item')
          .nth(1)
          .evaluate((element) => element === document.activeElement),
        true,
      );
    });
    await steps.step('Enter asks, Shift+Enter breaks the line, and an empty question asks nothing', async () => {
      await show('idle');
      await page.locator('#question').click();
      await page.keyboard.press('Enter');
      assert.deepEqual(await intents(page, 'ask'), []);
      await page.keyboard.type('Who?');
      await page.keyboard.press('Shift+Enter');
      await page.keyboard.type('When?');
      await page.keyboard.press('Enter');
      assert.deepEqual(await intents(page, 'ask'), [{ type: 'ask', question: 'Who?\nWhen?', kind: 'question' }]);
    });
    await steps.step('the words of a document are never markup', async () => {
      await show('hostile');
      assert.match(await page.locator('.item blockquote').first().innerText(), /<img src=x onerror=/u);
      assert.equal(await page.locator('.item img, .item script').count(), 0);
    });
    await steps.step('what cannot be seen in a quote, a name or a question is made visible, wherever it is drawn', async () => {
      await show('supported', 'dark', `&open=${everything}`);
      const hostile = '\u202e\u001b[8m\u2066';
      const state = JSON.stringify(states.supported, (key, value: unknown) =>
        ['quote', 'path', 'question'].includes(key) && typeof value === 'string' ? `${hostile}${value}` : value,
      );
      await page.evaluate((sent) => {
        window.dispatchEvent(new CustomEvent('linchpin-test', { detail: { type: 'snapshot', state: JSON.parse(sent) as unknown } }));
      }, state);
      await page.locator('main', { hasText: '\\u{202e}␛[8m\\u{2066}' }).waitFor();
      // Fields hold what the user typed.
      const drawn = await page.locator('main').evaluate((main) => `${main.textContent} ${main.outerHTML}`);
      assert.deepEqual(acting(drawn), []);
    });
    await steps.step('a message that is not understood is reported and draws nothing', async () => {
      await show('supported');
      await page.evaluate(() =>
        window.dispatchEvent(new CustomEvent('linchpin-test', { detail: { type: 'snapshot', state: { workspace: 7 } } })),
      );
      assert.equal((await lastIntent(page)).type, 'fault');
      assert.equal(await page.locator('.item').count(), 2);
    });
    await steps.step("nothing was refused by the page's policy, and nothing threw", () => {
      assert.deepEqual(faults, []);
      return Promise.resolve();
    });
    return steps.result();
  } finally {
    await browser.close();
    close();
  }
}

/** Everything that the panel has sent since the page was loaded, as its host would parse it. */
async function intents(page: Page, type?: PanelIntent['type']): Promise<PanelIntent[]> {
  const sent = await page.evaluate(() => document.body.dataset['intents'] ?? '[]');
  return panelIntentSchema
    .array()
    .parse(JSON.parse(sent))
    .filter((intent) => type === undefined || intent.type === type);
}

async function lastIntent(page: Page): Promise<PanelIntent> {
  const last = (await intents(page)).filter((intent) => intent.type !== 'focused').at(-1);
  assert.ok(last !== undefined, 'the panel has sent nothing');
  return last;
}
