// npm run panel [-- --shots DIR]: the Audit panel in a plain page, without the editor. With --shots, a picture of every state in each theme, then ends.
import { createServer } from 'node:http';
import { mkdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';

import { register } from 'tsx/esm/api';

import { buildWebview } from './build-webview.mjs';

register();
const root = join(import.meta.dirname, '..');
const { panelHtml } = await import('../webview/html.ts');
const { states } = await import('../webview/dev/states.ts');
const files = join(root, 'dist', 'panel');
await buildWebview({ outdir: files, entry: join(root, 'webview', 'dev', 'main.ts'), minify: false });

const types = { '.js': 'text/javascript', '.css': 'text/css', '.ttf': 'font/ttf' };
const server = createServer((request, response) => {
  const { pathname } = new URL(request.url ?? '/', 'http://localhost');
  if (pathname === '/') {
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    // The same page and the same policy as in the editor, so that what the policy forbids fails here too.
    response.end(panelHtml({ cspSource: "'self'", nonce: 'development', script: '/panel.js', style: '/panel.css', icons: '/codicon.css', language: 'en', title: 'Audit' }));
    return;
  }
  const name = ['panel.js', 'panel.css', 'codicon.css', 'codicon.ttf'].find((file) => `/${file}` === pathname);
  if (name === undefined) {
    response.statusCode = 404;
    response.end();
    return;
  }
  response.setHeader('Content-Type', types[extname(name)] ?? 'application/octet-stream');
  response.end(readFileSync(join(files, name)));
});
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const base = `http://127.0.0.1:${server.address().port}/`;

const at = process.argv.indexOf('--shots');
if (at === -1) {
  console.log('The panel, without the editor (Ctrl+C ends):');
  for (const state of Object.keys(states)) console.log(`  ${base}?state=${state}&theme=dark`);
} else {
  const { launch } = await import('../test/e2e/browser.ts');
  const folder = process.argv[at + 1] ?? join(root, 'e2e-out', 'panel');
  const wanted = process.argv.includes('--only') ? process.argv[process.argv.indexOf('--only') + 1].split(',') : Object.keys(states);
  mkdirSync(folder, { recursive: true });
  const browser = await launch();
  let faults = 0;
  for (const theme of ['dark', 'light', 'contrast', 'contrast-light']) {
    const page = await browser.newPage({ viewport: { width: 420, height: 700 }, reducedMotion: 'reduce' });
    page.on('console', (message) => {
      if (message.type() !== 'error' || message.text().includes('favicon')) return;
      faults += 1;
      console.log(`${theme}: ${message.text()}`);
    });
    page.on('pageerror', (error) => {
      faults += 1;
      console.log(`${theme}: ${error}`);
    });
    const everything = 'evidence,conflicts,missing,idle,certificate,probes,heat,drafts,trap,trace';
    const shoot = async (state, name, width, open) => {
      await page.setViewportSize({ width, height: 400 });
      await page.goto(`${base}?state=${state}&theme=${theme}${open === undefined ? '' : `&open=${open}`}`);
      await page.locator('main').waitFor();
      await page.evaluate(() => document.fonts.ready);
      await page.screenshot({ path: join(folder, `${name}-${theme}.png`), fullPage: true });
    };
    for (const state of wanted) await shoot(state, state, 420);
    await shoot('supported', 'everything', 420, everything);
    await shoot('reviewed', 'narrow', 300, everything);
    await page.close();
  }
  await browser.close();
  server.close();
  console.log(`${folder}: pictures of ${wanted.length + 2} states in 4 themes, ${faults} faults on the page`);
  process.exit(faults === 0 ? 0 : 1);
}
