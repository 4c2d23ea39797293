// The development pages of the panel (/) and of a review session (/session) on a local port, under the same policy as in the editor. Used by `npm run panel` and by the panel's tests.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';

import * as z from 'zod';

import type { Speech } from '../../src/base/language.ts';
import { buildWebview } from '../../scripts/build-webview.mjs';
import { panelHtml } from '../../extension/panel-html.ts';

const root = join(import.meta.dirname, '..', '..');
const types: Readonly<Record<string, string>> = { '.js': 'text/javascript', '.css': 'text/css', '.ttf': 'font/ttf' };
const names = ['panel.js', 'panel.css', 'session.js', 'session.css', 'codicon.css', 'codicon.ttf'];

/** English where no catalogue is asked for. */
function speechOf(language: string | null): Speech {
  if (language === null) return { language: 'en', catalogue: {} };
  const text = readFileSync(join(root, 'l10n', `bundle.l10n.${language}.json`), 'utf8');
  return { language, catalogue: z.record(z.string(), z.string()).parse(JSON.parse(text)) };
}

export async function servePanel(): Promise<{ readonly base: string; readonly close: () => void }> {
  const files = join(root, 'dist', 'panel');
  await buildWebview({
    outdir: files,
    entry: join(root, 'webview', 'dev', 'main.ts'),
    sessionEntry: join(root, 'webview', 'dev', 'session.ts'),
    minify: false,
  });
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    const name = names.find((file) => `/${file}` === pathname);
    if (pathname === '/' || pathname === '/session') {
      const page = pathname === '/' ? 'panel' : 'session';
      response.setHeader('Content-Type', 'text/html; charset=utf-8');
      response.end(
        panelHtml({
          cspSource: "'self'",
          nonce: 'development',
          script: `/${page}.js`,
          style: `/${page}.css`,
          icons: '/codicon.css',
          speech: speechOf(searchParams.get('language')),
          title: 'Audit',
        }),
      );
    } else if (name === undefined) {
      response.statusCode = pathname === '/favicon.ico' ? 204 : 404;
      response.end();
    } else {
      response.setHeader('Content-Type', types[extname(name)] ?? 'application/octet-stream');
      response.end(readFileSync(join(files, name)));
    }
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the page has no port');
  return {
    base: `http://127.0.0.1:${address.port}/`,
    close: () => {
      server.close();
    },
  };
}
