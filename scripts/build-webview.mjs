// Bundles the Audit panel the page of a review session and the page of the causal graph: dist/webview/{panel,session,causal}.{js,css}, and the editor's icon font. Called by build.mjs, and by the panel's own development page.
import { copyFileSync, mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

import { build } from 'esbuild';

import { withoutLocales } from './without-locales.mjs';

const root = join(import.meta.dirname, '..');

/** @returns what esbuild tells of each bundle @param {{ outdir?: string, entry?: string, sessionEntry?: string, causalEntry?: string, minify?: boolean }} [options] */
export async function buildWebview({
  outdir = join(root, 'dist', 'webview'),
  entry = join(root, 'webview', 'main.ts'),
  sessionEntry = join(root, 'webview', 'session', 'main.ts'),
  causalEntry = join(root, 'webview', 'causal', 'main.ts'),
  minify = true,
} = {}) {
  mkdirSync(outdir, { recursive: true });
  const common = { bundle: true, minify, logLevel: 'warning', legalComments: 'eof', metafile: true };
  const built = await Promise.all([
    build({
      ...common,
      entryPoints: [
        { in: entry, out: 'panel' },
        { in: sessionEntry, out: 'session' },
        { in: causalEntry, out: 'causal' },
        { in: join(root, 'webview', 'viewer', 'main.ts'), out: 'viewer' },
        { in: join(root, 'webview', 'viewer', 'pdf.ts'), out: 'pdf-viewer' },
      ],
      outdir,
      format: 'esm',
      platform: 'browser',
      target: 'chrome120',
      conditions: ['browser'],
      plugins: [withoutLocales],
    }),
    build({
      ...common,
      entryPoints: [
        join(root, 'webview', 'panel.css'),
        join(root, 'webview', 'session', 'session.css'),
        join(root, 'webview', 'causal', 'causal.css'),
        join(root, 'webview', 'viewer', 'viewer.css'),
      ],
      outdir,
      entryNames: '[name]',
    }),
  ]);
  // What reads PDF files runs in a thread of the page.
  copyFileSync(createRequire(import.meta.url).resolve('pdfjs-dist/build/pdf.worker.min.mjs'), join(outdir, 'pdf.worker.mjs'));
  const icons = dirname(createRequire(import.meta.url).resolve('@vscode/codicons/dist/codicon.css'));
  for (const file of ['codicon.css', 'codicon.ttf']) copyFileSync(join(icons, file), join(outdir, file));
  return built;
}

if (process.argv[1] === import.meta.filename) await buildWebview();
