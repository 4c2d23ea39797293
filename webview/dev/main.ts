import '../language.ts';

import '../elements.ts';

import * as z from 'zod';

import type { PanelIntent } from '../../src/contract/panel.ts';
import { Panel } from '../panel.ts';
import { now, states } from './states.ts';
import themes from './themes.json' with { type: 'json' };

/**
 * The panel in a plain page: `?state=…&theme=…&open=section,section`. The host is a drawing: it sends its state and takes notes.
 * Colours are the editor's own, as its webviews had them when they were recorded.
 */
const query = new URLSearchParams(location.search);
const themeName = z.enum(['dark', 'light', 'contrast', 'contrast-light']).catch('dark').parse(query.get('theme'));
const names = Object.keys(states);
const entry = Object.entries(states).find(([name]) => name === query.get('state')) ?? Object.entries(states)[0];

const theme = themes[themeName];
document.body.className = theme.bodyClass;
for (const [name, value] of Object.entries(theme.variables)) document.documentElement.style.setProperty(name, value);
document.body.style.background = 'var(--vscode-sideBar-background)';
document.title = `${entry?.[0] ?? ''} (${names.join(', ')})`;

const sent: PanelIntent[] = [];
const root = document.getElementById('panel');
if (root !== null && entry !== undefined) {
  new Panel(
    root,
    {
      post: (intent) => {
        // Where the tests read them.
        sent.push(intent);
        document.body.dataset['intents'] = JSON.stringify(sent);
      },
      listen: (receive) => {
        queueMicrotask(() => {
          receive({ type: 'snapshot', state: entry[1] });
          receive({ type: 'snapshot', state: entry[1] });
        });
        window.addEventListener('linchpin-test', (event) => {
          if (event instanceof CustomEvent) receive(event.detail);
        });
      },
      load: () => ({
        draft: query.get('draft') ?? '',
        kind: entry[1].audit?.kind ?? 'question',
        ...(query.has('open') ? { open: query.get('open')?.split(',') } : {}),
      }),
      save: () => undefined,
    },
    () => now,
  );
}
