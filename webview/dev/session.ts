import '../language.ts';

import '../elements.ts';

import * as z from 'zod';

import type { SessionPageIntent, SessionPageMessage } from '../../src/contract/session-page.ts';
import { SessionPage } from '../session/page.ts';
import { detailsOf, pages } from './session-pages.ts';
import themes from './themes.json' with { type: 'json' };

/** The page of a review session in a plain page: `?state=…&theme=…`. The host is a drawing: it sends its state and takes notes. */
const query = new URLSearchParams(location.search);
const themeName = z.enum(['dark', 'light', 'contrast', 'contrast-light']).catch('dark').parse(query.get('theme'));
const entry = Object.entries(pages).find(([name]) => name === query.get('state')) ?? Object.entries(pages)[0];

const theme = themes[themeName];
document.body.className = theme.bodyClass;
for (const [name, value] of Object.entries(theme.variables)) document.documentElement.style.setProperty(name, value);
document.body.style.background = 'var(--vscode-editor-background)';
document.title = entry?.[0] ?? '';

const sent: SessionPageIntent[] = [];
const root = document.getElementById('panel');
if (root !== null && entry !== undefined) {
  new SessionPage(root, {
    post: ({ intent }) => {
      // Where the tests read them.
      sent.push(intent);
      document.body.dataset['intents'] = JSON.stringify(sent);
    },
    listen: (receive) => {
      queueMicrotask(() => {
        const message: SessionPageMessage = { type: 'snapshot', page: null, handled: 0, state: entry[1], details: detailsOf(entry[1]) };
        receive(message);
      });
      window.addEventListener('linchpin-test', (event) => {
        if (event instanceof CustomEvent) receive(event.detail);
      });
    },
    load: () => undefined,
    save: () => undefined,
  });
}
