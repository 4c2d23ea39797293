// npm run pictures: the pictures of README.md, into docs/pictures. The panel and a review session are drawn in their plain pages; the
// hover and the causal graph in the workbench are those of the last `npm run test:e2e -- --only minutes`.
import { copyFileSync, existsSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { register } from 'tsx/esm/api';

register();
const { launch } = await import('../test/e2e/browser.ts');
const { servePanel } = await import('../test/e2e/panel-page.ts');

const root = join(import.meta.dirname, '..');
const folder = join(root, 'docs', 'pictures');
mkdirSync(folder, { recursive: true });

const pages = [
  { name: 'panel', path: '?state=by-reading&open=evidence,conflicts', width: 460 },
  { name: 'review-session', path: 'session', width: 1100, height: 620 },
  { name: 'german', path: '?state=by-reading&open=evidence&language=de', width: 460 },
];
const { base, close } = await servePanel();
const browser = await launch();
const page = await browser.newPage({ reducedMotion: 'reduce' });
for (const { name, path, width, height = 300 } of pages) {
  await page.setViewportSize({ width, height });
  await page.goto(`${base}${path}${path.includes('?') ? '&' : '?'}theme=dark`);
  await page.locator('main').waitFor();
  await page.evaluate('document.fonts.ready.then(() => undefined)');
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
}
await browser.close();
close();

const run = join(root, 'e2e-out', 'first-minutes');
for (const [from, to] of [
  ['hover', 'hover'],
  ['causal-graph', 'causal-graph'],
]) {
  const picture = join(run, `${from}.png`);
  if (existsSync(picture)) copyFileSync(picture, join(folder, `${to}.png`));
  else console.log(`${to}.png stays as it is: run "npm run test:e2e -- --only minutes" first`);
}
for (const name of readdirSync(folder)) console.log(`docs/pictures/${name} ${Math.round(statSync(join(folder, name)).size / 1024)} KB`);
