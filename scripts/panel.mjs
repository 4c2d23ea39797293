// npm run panel [-- --shots DIR]: the Audit panel in a plain page, without the editor. With --shots, a picture of every state in each theme, then ends.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import { register } from 'tsx/esm/api';

register();
const { servePanel } = await import('../test/e2e/panel-page.ts');
const { states } = await import('../webview/dev/states.ts');
const { base, close } = await servePanel();

const everything = 'evidence,conflicts,missing,idle,certificate,probes,heat,drafts,trap,calibration,counter,judged,trace';
const pictures = [
  ...Object.keys(states).map((state) => ({ name: state, state, width: 420 })),
  { name: 'everything', state: 'supported', width: 420, open: everything },
  { name: 'judged-open', state: 'by-reading', width: 420, open: everything },
  { name: 'calibrated-open', state: 'calibrated', width: 420, open: 'calibration,certificate' },
  { name: 'sides-open', state: 'both-sides', width: 420, open: everything },
  { name: 'narrow', state: 'reviewed', width: 300, open: everything },
];

const at = process.argv.indexOf('--shots');
if (at === -1) {
  console.log('The panel, without the editor (Ctrl+C ends):');
  for (const state of Object.keys(states)) console.log(`  ${base}?state=${state}&theme=dark`);
} else {
  const { launch } = await import('../test/e2e/browser.ts');
  const folder = process.argv[at + 1] ?? join('e2e-out', 'panel');
  mkdirSync(folder, { recursive: true });
  const browser = await launch();
  for (const theme of ['dark', 'light', 'contrast', 'contrast-light']) {
    const page = await browser.newPage({ reducedMotion: 'reduce' });
    for (const { name, state, width, open } of pictures) {
      await page.setViewportSize({ width, height: 400 });
      await page.goto(`${base}?state=${state}&theme=${theme}${open === undefined ? '' : `&open=${open}`}`);
      await page.locator('main').waitFor();
      await page.evaluate('document.fonts.ready.then(() => undefined)');
      await page.screenshot({ path: join(folder, `${name}-${theme}.png`), fullPage: true });
    }
    await page.close();
  }
  await browser.close();
  close();
  console.log(`${folder}: ${pictures.length} pictures in each of 4 themes`);
}
