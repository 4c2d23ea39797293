import '../language.ts';

import '@vscode-elements/elements/dist/vscode-button/index.js';

import type { CausalPageIntent } from '../../src/contract/causal-page.ts';
import { editorChannel } from '../host.ts';
import { CausalPage } from './page.ts';

const root = document.getElementById('panel');
if (root !== null) {
  const channel = editorChannel<CausalPageIntent>();
  window.addEventListener('error', (event) => {
    channel.post({ type: 'fault', message: event.message });
  });
  window.addEventListener('unhandledrejection', (event) => {
    channel.post({ type: 'fault', message: String(event.reason) });
  });
  new CausalPage(root, channel);
}
