import assert from 'node:assert/strict';
import { join } from 'node:path';

import type { Page } from 'playwright-core';

import { type SessionPageIntent, sessionPageIntentSchema } from '../../src/contract/session-page.ts';
import { pages } from '../../webview/dev/session-pages.ts';
import { sessions } from '../../webview/dev/session-states.ts';
import { seriousFaults } from './axe.ts';
import { launch } from './browser.ts';
import { servePanel } from './panel-page.ts';
import { out } from './paths.ts';
import { Steps, type PartResult } from './summary.ts';

/** The page of a review session by itself, in every state that a reviewer can meet: what it draws, what its keys send, and what axe says. */
export async function reviewPageTests(): Promise<PartResult> {
  const { base, close } = await servePanel();
  const browser = await launch();
  const page = await browser.newPage({ viewport: { width: 1100, height: 760 }, reducedMotion: 'reduce' });
  page.setDefaultTimeout(10_000);
  const faults: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text());
  });
  page.on('pageerror', (error) => faults.push(String(error)));
  const steps = new Steps(
    'review page',
    async (step) => {
      await page.screenshot({ path: join(out, `review-page-failed-${step.replaceAll(/\W+/gu, '-')}.png`) });
    },
    false,
  );
  const show = async (state: string, theme = 'dark'): Promise<void> => {
    await page.goto(`${base}session?state=${state}&theme=${theme}`);
    await page.locator('main').waitFor();
  };
  const picture = (name: string): Promise<unknown> => page.screenshot({ path: join(out, `review-page-${name}.png`) });
  const ofClaim = { sessionId: 's1', claimId: 'c1' };

  try {
    for (const theme of ['dark', 'light', 'contrast', 'contrast-light']) {
      await steps.step(`axe finds no serious fault in any state (${theme})`, async () => {
        const found: string[] = [];
        for (const state of Object.keys(pages)) {
          await show(state, theme);
          found.push(...(await seriousFaults(page.mainFrame(), 'editor')).map((fault) => `${state}: ${fault}`));
        }
        assert.deepEqual(found, []);
        for (const [state, name] of [
          ['refuted', theme],
          ['sign-off', `sign-off-${theme}`],
        ] as const) {
          await show(state, theme);
          for (const width of [300, 900]) {
            await page.setViewportSize({ width, height: 760 });
            await picture(`${name}-${width}`);
          }
        }
        await page.setViewportSize({ width: 1100, height: 760 });
      });
    }
    await steps.step('nothing scrolls sideways at a width of 300', async () => {
      await page.setViewportSize({ width: 300, height: 700 });
      for (const state of Object.keys(pages)) {
        await show(state);
        assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 300, state);
      }
      await show('refuted');
      await show('sections');
      await picture('narrow');
      await page.setViewportSize({ width: 1100, height: 760 });
    });
    await steps.step('one key each agrees, undoes, opens the claim and its evidence, and moves', async () => {
      await show('refuted');
      await page.locator('[role=listbox]').focus();
      const evidence = sessions.open.claims[0]?.evidence[0];
      assert.ok(evidence !== undefined);
      const { necessity: _, ...citation } = evidence;
      const revision = 'seen-1';
      const keys: readonly (readonly [string, SessionPageIntent])[] = [
        ['Enter', { type: 'openClaim', ...ofClaim }],
        ['e', { type: 'openEvidence', ...ofClaim, citation }],
        ['j', { type: 'select', sessionId: 's1', claimId: 'c4' }],
        ['ArrowDown', { type: 'select', sessionId: 's1', claimId: 'c5' }],
        ['End', { type: 'select', sessionId: 's1', claimId: 'c8' }],
        ['Home', { type: 'select', sessionId: 's1', claimId: 'c1' }],
        ['a', { type: 'verdict', ...ofClaim, verdict: 'refuted', revision }],
        // On to the next, which the page does by itself.
        ['a', { type: 'verdict', sessionId: 's1', claimId: 'c4', verdict: 'conflicting', revision: 'seen-4' }],
        ['u', { type: 'undo', sessionId: 's1', claimIds: ['c4'], last: true }],
        ['u', { type: 'undo', sessionId: 's1', claimIds: ['c1'], last: true }],
      ];
      for (const [key, intent] of keys) {
        await page.keyboard.press(key);
        assert.deepEqual(await lastIntent(page, intent.type), intent, key);
      }
      assert.equal(await page.locator('.claim[aria-selected=true]').getAttribute('data-claim'), 'c1');
    });
    await steps.step('the verdict buttons and the note are reached by keys, and what is typed into a note decides nothing', async () => {
      await show('refuted');
      await page.locator('[role=listbox]').focus();
      await page.keyboard.press('v');
      await page.keyboard.press('Enter');
      assert.deepEqual(await lastIntent(page, 'verdict'), { type: 'verdict', ...ofClaim, verdict: 'supported', revision: 'seen-1' });
      // The keyboard is in the list again, on the next claim.
      await page.keyboard.press('k');
      await page.keyboard.press('n');
      await page.keyboard.type('a june note');
      await page.keyboard.press('Enter');
      assert.deepEqual(await lastIntent(page, 'note'), { type: 'note', ...ofClaim, text: 'a june note' });
    });
    await steps.step('a blind page shows the passage and not the verdict', async () => {
      await show('blind');
      const text = await page.locator('.detail').innerText();
      assert.match(text, /at least 14 characters/u);
      assert.doesNotMatch(text, /The documents say otherwise|Agree:/u);
    });
    await steps.step(
      'signing has to be read: with evidence that was never opened it has to be said, and the page that was read is named',
      async () => {
        await show('sign-off');
        const button = page.locator('.sign-button');
        assert.match(await page.locator('.sign-off').innerText(), /2 passages you never opened[^]*access-policy-2025\.md/u);
        assert.equal(await button.getAttribute('disabled'), '');
        // Keys that decide are not heard here.
        await page.keyboard.press('a');
        await page.locator('.sign-unread input').check();
        await button.click();
        assert.deepEqual(await lastIntent(page, 'sign'), {
          ...{ type: 'sign', sessionId: 's1', digest: 'a1b2c3d4e5f60718', unread: true },
          statement: 'I have decided all 8 claims of this document.',
        });
        await assert.rejects(lastIntent(page, 'verdict'), /has sent no verdict/u);
        await show('sign-off-open');
        assert.equal(await page.locator('.sign-button').count(), 0);
        assert.match(await page.locator('.sign-off').innerText(), /2 claims are still open/u);
      },
    );
    await steps.step('a signed session offers no decision', async () => {
      await show('signed');
      assert.equal(await page.locator('.verdicts').count(), 0);
      assert.match(await page.locator('.banner').innerText(), /Signed by ada .*frozen/u);
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

async function lastIntent(page: Page, type: SessionPageIntent['type']): Promise<SessionPageIntent> {
  const sent = await page.evaluate(() => document.body.dataset['intents'] ?? '[]');
  const last = sessionPageIntentSchema
    .array()
    .parse(JSON.parse(sent))
    .findLast((intent) => intent.type === type);
  assert.ok(last !== undefined, `the page has sent no ${type}`);
  return last;
}
