import '../language.ts';

import '../elements.ts';

import type { SessionPageSent } from '../../src/contract/session-page.ts';
import { editorChannel } from '../host.ts';
import { SessionPage } from './page.ts';

const root = document.getElementById('panel');
if (root !== null) {
  const channel = editorChannel<SessionPageSent>();
  const page = new SessionPage(root, channel);
  window.addEventListener('error', (event) => {
    page.fault(event.message);
  });
  window.addEventListener('unhandledrejection', (event) => {
    page.fault(String(event.reason));
  });
}
