import '../language.ts';

import '../elements.ts';

import type { SessionPageIntent } from '../../src/contract/session-page.ts';
import { editorChannel } from '../host.ts';
import { SessionPage } from './page.ts';

const root = document.getElementById('panel');
if (root !== null) {
  const channel = editorChannel<SessionPageIntent>();
  window.addEventListener('error', (event) => {
    channel.post({ type: 'fault', message: event.message });
  });
  window.addEventListener('unhandledrejection', (event) => {
    channel.post({ type: 'fault', message: String(event.reason) });
  });
  new SessionPage(root, channel);
}
